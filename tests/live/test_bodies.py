"""Bodies as they come over a socket: in chunks, without a length, or without an end."""

from __future__ import annotations

import http.client
import json
from collections.abc import Iterator

import pytest

from tests.live.server import GUNICORN, UVICORN, Server

LARGEST = 64 * 1024
GUEST = b'{"nickname": "Amel"}'


@pytest.fixture(scope="module", params=[UVICORN, GUNICORN], ids=["uvicorn", "gunicorn"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Return a server of each kind."""
    with Server(tmp_path_factory.mktemp("server"), request.param) as running:
        yield running


def post(server, pieces, path="/api/v1/players/guests", **headers):
    """Send a body in chunks, without its length; return the status and what was answered."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    all_headers = {"Content-Type": "application/json", **headers}
    connection.request("POST", path, iter(pieces), all_headers, encode_chunked=True)
    answer = connection.getresponse()
    said = json.loads(answer.read())
    assert answer.headers["Content-Type"] == (
        "application/problem+json" if answer.status >= 400 else "application/json"
    )
    connection.close()
    return answer.status, said


def test_a_body_in_chunks_is_read(server):
    """However small they are; it has no length, and that is no reason to take it for empty."""
    status, guest = post(server, [GUEST[place : place + 3] for place in range(0, len(GUEST), 3)])

    assert (status, guest["player"]["nickname"]) == (201, "Amel")


def test_a_body_in_chunks_has_a_largest_size(server):
    """At 64 KiB it is read, and one byte more is too large, as it is for one that tells its length."""
    padding = b" " * (LARGEST - len(GUEST))

    assert post(server, [GUEST, padding])[0] == 201
    for pieces in ([GUEST, padding, b" "], [b"x" * 10_000] * 20):
        status, said = post(server, pieces)
        assert (status, said["code"]) == (413, "too_large")


def test_a_body_that_tells_its_length_has_a_largest_size(server):
    """It is refused before it is read to its end."""
    answer = server.client().post(
        "players/guests", content=b"x" * 1_000_000, headers={"Content-Type": "application/json"}
    )

    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")


def test_a_body_without_an_end_is_not_kept(server):
    """A megabyte for an operation that reads no body costs neither memory nor an error."""
    client = server.guest("Amel")
    match = client.post("matches", json={"game": "chkobba"}).json()
    headers = {"Authorization": client.headers["Authorization"]}

    status, said = post(server, [b"x" * 50_000] * 20, f"/api/v1/matches/{match['id']}/cancel", **headers)

    assert (status, said["status"]) == (200, "cancelled")


def test_a_form_in_chunks_is_refused(server):
    """Requests are JSON, however they come."""
    status, said = post(server, [b"nickname=Amel"], **{"Content-Type": "application/x-www-form-urlencoded"})

    assert (status, said["code"]) == (415, "unsupported_media_type")
