"""Many logins at the same moment against a real server."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import httpx

from tests.proofs.live.server import Server

PASSWORD = "a long enough password"


def test_many_attempts_at_once_are_ten(tmp_path):
    """The server checks ten of forty concurrent wrong passwords, and refuses the others."""
    with Server(tmp_path) as server:
        make = ["createsuperuser", "--no-input", "--username", "root"]
        server.env["DJANGO_SUPERUSER_PASSWORD"] = PASSWORD
        server.manage(*make)
        together = Barrier(40)

        def attempt(number):
            with httpx.Client(base_url=server.url, timeout=60) as client:
                client.get("/admin/login/")
                form = {"username": "root", "password": f"wrong {number}"}
                form["csrfmiddlewaretoken"] = client.cookies["csrftoken"]
                together.wait()
                return client.post("/admin/login/", data=form).status_code

        with ThreadPoolExecutor(40) as pool:
            statuses = sorted(pool.map(attempt, range(40)))

    assert statuses == [200] * 10 + [429] * 30
