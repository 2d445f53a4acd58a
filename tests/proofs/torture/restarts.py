"""PostgreSQL restarts under a busy server: `python -m tests.proofs.torture.restarts`.

During the restart every request gets 503, as HTML for pages. Once PostgreSQL is back no request fails, though every
process kept connections to the old one: workers of gunicorn, the pool of uvicorn, the watcher of long polls.
"""

from __future__ import annotations

import argparse
import sys
from concurrent.futures import ThreadPoolExecutor

import httpx

from tests.helpers.eventually import pause
from tests.proofs.torture import BROKER
from tests.proofs.torture.outages import Table
from tests.proofs.torture.stack import Stack, production

LINES = 8
PAGES = ("/admin/", "/admin/login/")
BROWSER = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


class Staff:
    """A staff account, logged in: each page of the admin reads the session from the database."""

    def __init__(self, stack: Stack) -> None:
        stack.env["DJANGO_SUPERUSER_PASSWORD"] = "a long enough password"
        stack.manage("createsuperuser", "--no-input", "--username", "root")
        self.http = httpx.Client(base_url=stack.urls[0], headers=BROWSER, timeout=30, follow_redirects=True)
        self.http.get("/admin/login/")
        form = {"username": "root", "password": "a long enough password", "next": "/admin/"}
        form["csrfmiddlewaretoken"] = self.http.cookies["csrftoken"]
        assert self.http.post("/admin/login/", data=form).status_code == 200


def warm(stack: Stack, table: Table, staff: Staff) -> None:
    """Send requests on many connections at once, so that every process has database connections."""
    headers = dict(table.http.headers)
    with ThreadPoolExecutor(LINES) as lines:
        for url in (*stack.urls, stack.held_url):
            asked = [f"{url}/api/v1/me/matches"] * LINES * 4
            answers = list(lines.map(lambda address: httpx.get(address, headers=headers, timeout=30), asked))
            assert {answer.status_code for answer in answers} == {200}
    assert staff.http.get("/admin/").status_code == 200


def failures(stack: Stack, table: Table, staff: Staff, version: int) -> list[str]:
    """Send all kinds of requests on many connections, long polls, and a move; return the failures."""
    headers = dict(table.http.headers)
    held = f"{stack.held_url}/api/v1/matches/{table.id}/events?after={version}&wait=2"
    asked = [held, *(f"{url}/api/v1/me/matches" for url in (*stack.urls, stack.held_url) for _ in range(LINES * 2))]
    with ThreadPoolExecutor(LINES) as lines:
        answers = list(lines.map(lambda address: httpx.get(address, headers=headers, timeout=30), asked))
    answers += [staff.http.get(page) for page in PAGES for _ in range(LINES)]
    wrong = [f"{answer.status_code} {answer.url.path}" for answer in answers if answer.status_code != 200]
    moved = table.move(table.my_turn())
    return wrong if moved.status_code == 201 else [*wrong, f"{moved.status_code} move"]


def away(table: Table, staff: Staff) -> list[str]:
    """Send requests without the database; return answers except 503 with Retry-After, and pages except HTML.

    They use many connections at once: each waits for a database connection until the pool gives up.
    """
    with ThreadPoolExecutor(LINES) as lines:
        answers = {
            "application/problem+json": list(lines.map(table.http.get, ["me/matches"] * LINES)),
            "text/html; charset=utf-8": list(lines.map(staff.http.get, ["/admin/"] * LINES)),
        }
    return [
        f"{answer.status_code} {answer.headers['Content-Type']} {answer.url.path}"
        for kind, all_of_it in answers.items()
        for answer in all_of_it
        if (answer.status_code, answer.headers["Content-Type"]) != (503, kind) or "Retry-After" not in answer.headers
    ]


def restart(stack: Stack, staff: Staff, how: str, seconds: float) -> list[str]:
    """Restart PostgreSQL with this pause in between, and return the failures."""
    table = Table(stack)
    version = table.my_turn()["version"]
    warm(stack, table, staff)
    stack.cluster.stop(how)
    wrong = away(table, staff) if seconds else []
    pause(seconds, "the database is away")
    stack.cluster.start()
    return wrong + failures(stack, table, staff, version)


def main() -> int:
    """Read the command line, restart, and print the failures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--broker", default=BROKER)
    parser.add_argument("--away", type=float, default=20, help="seconds of the outage in the last round")
    options = parser.parse_args()
    with production(options.broker) as stack:
        stack.start("hold")
        stack.wait_until_ready()
        failed, staff = 0, Staff(stack)
        for how, seconds in (("fast", 0.0), ("immediate", 0.0), ("fast", options.away)):
            wrong = restart(stack, staff, how, seconds)
            failed += len(wrong)
            print(f"stopped {how}, away for {seconds:.0f} s: {len(wrong)} requests failed {wrong[:5]}", flush=True)
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main())
