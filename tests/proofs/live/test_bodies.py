"""Request bodies over a socket: in chunks, without a length, or without an end."""

from __future__ import annotations

import http.client
import json
import select
import socket
import time
from collections.abc import Iterator
from contextlib import closing

import pytest

from tests.helpers.eventually import drain
from tests.proofs.live.server import GUNICORN, UVICORN, Server

LARGEST = 64 * 1024
GUEST = b'{"nickname": "Amel"}'


@pytest.fixture(scope="module", params=[UVICORN, GUNICORN], ids=["uvicorn", "gunicorn"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Return a server of each kind."""
    with Server(tmp_path_factory.mktemp("server"), request.param) as running:
        yield running


def post(server, pieces, path="/api/v1/players/guests", **headers):
    """Send a body in chunks, without its length; return the status and the body of the answer."""
    with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)) as connection:
        all_headers = {"Content-Type": "application/json", **headers}
        connection.request("POST", path, iter(pieces), all_headers, encode_chunked=True)
        answer = connection.getresponse()
        said = json.loads(answer.read())
    assert answer.headers["Content-Type"] == (
        "application/problem+json" if answer.status >= 400 else "application/json"
    )
    return answer.status, said


def test_a_body_in_chunks_is_read(server):
    """The same holds for chunks of any size; without a length, the server does not take the body for empty."""
    status, guest = post(server, [GUEST[place : place + 3] for place in range(0, len(GUEST), 3)])

    assert (status, guest["player"]["nickname"]) == (201, "Amel")


def test_a_body_in_chunks_has_a_largest_size(server):
    """The server reads 64 KiB; one byte more is too large, as for a body with a length."""
    padding = b" " * (LARGEST - len(GUEST))

    assert post(server, [GUEST, padding])[0] == 201
    for pieces in ([GUEST, padding, b" "], [b"x" * 10_000] * 20):
        status, said = post(server, pieces)
        assert (status, said["code"]) == (413, "too_large")


def test_a_body_that_tells_its_length_has_a_largest_size(server):
    """The server refuses it before it reads it to its end."""
    answer = server.client().post(
        "players/guests", content=b"x" * 1_000_000, headers={"Content-Type": "application/json"}
    )

    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")


def test_a_body_without_an_end_is_not_kept(server):
    """A megabyte for an operation without a body costs neither memory nor an error."""
    client = server.guest("Amel")
    match = client.post("matches", json={"game": "chkobba"}).json()
    headers = {"Authorization": client.headers["Authorization"]}

    status, said = post(server, [b"x" * 50_000] * 20, f"/api/v1/matches/{match['id']}/cancel", **headers)

    assert (status, said["status"]) == (200, "cancelled")


def test_a_form_in_chunks_is_refused(server):
    """Requests are JSON, whatever their transfer encoding."""
    status, said = post(server, [b"nickname=Amel"], **{"Content-Type": "application/x-www-form-urlencoded"})

    assert (status, said["code"]) == (415, "unsupported_media_type")


def line_to(server):
    """Return a socket to the server, for raw bytes."""
    return socket.create_connection(("127.0.0.1", server.port), timeout=60)


def read_all(line):
    """Return all bytes until the server closes the connection, without a reset."""
    return b"".join(drain(lambda: line.recv(65_536)))


@pytest.mark.parametrize("length", [b"Content-Length: 1000000", b"Transfer-Encoding: chunked"])
@pytest.mark.parametrize("after", [b"", b"Connection: close\r\n"], ids=["kept", "closed"])
def test_who_is_still_sending_sees_the_refusal(server, length, after):
    """A client that reads the answer only after its whole body gets it, and no reset connection."""
    begin = b"POST /api/v1/players/guests HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    sent = b"x" * 1_000_000 if length.startswith(b"Content") else b"f4240\r\n" + b"x" * 1_000_000 + b"\r\n0\r\n\r\n"
    with line_to(server) as line:
        line.sendall(begin + after + length + b"\r\n\r\n" + sent[:200_000])
        assert select.select([line], [], [], 60)[0]  # the server has refused it already
        for place in range(200_000, len(sent), 20_000):
            line.sendall(sent[place : place + 20_000])
            time.sleep(0.005)
        said = read_all(line)

    assert said.startswith(b"HTTP/1.1 413 ")
    assert said.count(b"HTTP/1.1 ") == 1
    assert b'"code":"too_large"' in said


@pytest.mark.parametrize("version", [b"1.1", b"1.0"])
def test_a_request_has_one_end(server, version):
    """A request with two lengths, or an unknown one, could hide a second request in the body of the first."""
    hidden = b"GET /api/v1/games HTTP/1.1\r\nHost: localhost\r\n\r\n"
    length = b"Content-Length: %d\r\n" % (len(hidden) + 5) if version == b"1.1" else b""
    with line_to(server) as line:
        line.sendall(
            b"POST /api/v1/players/guests HTTP/" + version + b"\r\nHost: localhost\r\nConnection: keep-alive\r\n"
            b"Content-Type: application/json\r\n" + length + b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + hidden
        )
        said = read_all(line)

    assert said.startswith(b"HTTP/1.1 400 ")
    assert said.count(b"HTTP/1.1 ") == 1
