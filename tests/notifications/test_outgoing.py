"""Outgoing requests reach only public addresses, namely the address that was checked."""

from __future__ import annotations

import socket
import ssl
from contextlib import suppress

import httpx
import pytest

from games.notifications import outgoing_requests
from games.notifications.outgoing_requests import is_public, post
from games.notifications.sender import Outcome
from tests.helpers.certificates import certified
from tests.notifications.receiving import Answer, Receiver, listening

NOT_PUBLIC = """127.0.0.1 0.0.0.0 10.1.2.3 172.16.0.1 192.168.1.1 169.254.169.254 100.64.0.1 198.18.0.1 192.0.2.1
224.0.0.1 255.255.255.255 240.0.0.1 192.88.99.1 ::1 :: fe80::1 fd00::1 ff02::1 ::ffff:127.0.0.1 ::ffff:10.0.0.1
64:ff9b::7f00:1 64:ff9b:1::a00:1 2002:7f00:1:: 2001:0:7f00:1:: 2001:db8::1 192.0.0.8 192.0.0.9 192.31.196.1 fec0::1
100::1 2001:20::1 2620:4f:8000::1 3fff::1 5f00::1 4000::1"""
"""Private, local, reserved, shared and documentation addresses, and addresses that embed them."""
PUBLIC = "1.1.1.1 93.184.216.34 2606:4700:4700::1111 ::ffff:8.8.8.8"


def test_only_the_internet_is_public():
    """Only addresses on the internet are accepted, of IPv4 and of IPv6."""
    assert [address for address in f"{NOT_PUBLIC} {PUBLIC}".split() if is_public(address)] == PUBLIC.split()


class Asked(Receiver):
    """A server that records the hosts of its requests."""

    hosts: list[str] = []

    def take(self, path: str, headers: dict[str, str], body: bytes) -> Answer:
        self.hosts.append(headers["host"])
        return 200, {}, b""


@pytest.fixture
def server():
    """Return a server that listens on this machine."""
    Asked.hosts = []
    server = Asked().server
    with listening(server):
        yield server


def test_nothing_reaches_this_machine(server, settings):
    """No spelling of this machine's address makes the server connect to it."""
    settings.WEBHOOKS_ANYWHERE = False

    for host in ("127.0.0.1", "localhost", "[::ffff:127.0.0.1]", "127.1", "2130706433", "0x7f000001", "0"):
        assert post(f"http://{host}:{server.server_port}/", b"{}", {}).said in ("not_public", "no_answer"), host
    assert Asked.hosts == []


def test_a_name_that_changes_its_mind_is_asked_once(server, settings, monkeypatch):
    """A name that resolves to a public address first, and a private one later, is resolved only once."""
    settings.WEBHOOKS_ANYWHERE = False
    asked = []

    def resolve(host, port, *about, **more):
        asked.append(host)
        found = "127.0.0.1" if len(asked) > 1 else "127.0.0.2"  # where no server listens
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (found, port))]

    monkeypatch.setattr(outgoing_requests, "is_public", lambda address: address == "127.0.0.2")
    monkeypatch.setattr(outgoing_requests, "getaddrinfo", resolve)

    assert post(f"http://rebound.example:{server.server_port}/", b"{}", {}).said == "no_answer"
    assert asked == ["rebound.example"]
    assert Asked.hosts == []


def test_one_private_address_among_public_ones_is_enough(server, settings, monkeypatch):
    """A name with any private address is refused."""
    settings.WEBHOOKS_ANYWHERE = False
    places = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (ip, server.server_port)) for ip in ("1.1.1.1", "127.0.0.1")]
    monkeypatch.setattr(outgoing_requests, "getaddrinfo", lambda *about, **more: places)

    assert post(f"http://both.example:{server.server_port}/", b"{}", {}).said == "not_public"
    assert Asked.hosts == []


def test_a_host_is_asked_by_its_name(server, monkeypatch):
    """The request has the host name, though it connects to the checked address."""
    place = (socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", server.server_port))
    monkeypatch.setattr(outgoing_requests, "getaddrinfo", lambda *about, **more: [place])

    outcome = post(f"http://club.example:{server.server_port}/hook", b"{}", {})

    assert outcome == Outcome(is_taken=True, said="200")
    assert Asked.hosts == [f"club.example:{server.server_port}"]


def test_a_certificate_is_that_of_the_name(server, monkeypatch, tmp_path):
    """TLS uses and verifies the host name, not the address."""
    certificate = tmp_path / "certificate.pem"
    certificate.write_bytes(certified("club.example"))
    own = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    own.load_cert_chain(certificate)
    server.socket = own.wrap_socket(server.socket, server_side=True)
    place = (socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", server.server_port))
    monkeypatch.setattr(outgoing_requests, "getaddrinfo", lambda *about, **more: [place])
    monkeypatch.setattr(outgoing_requests, "tls_context", lambda: ssl.create_default_context(cafile=str(certificate)))

    assert post(f"https://club.example:{server.server_port}/", b"{}", {}).said == "200"
    assert post(f"https://other.example:{server.server_port}/", b"{}", {}).said == "no_answer"
    monkeypatch.setattr(outgoing_requests, "tls_context", httpx.create_ssl_context)
    assert post(f"https://club.example:{server.server_port}/", b"{}", {}).said == "no_answer"


def test_a_byte_now_and_then_keeps_nobody_waiting(monkeypatch):
    """A deadline covers the whole request, so slow receivers cannot stretch it; here each byte takes a second."""
    listener = socket.create_server(("127.0.0.1", 0))
    listener.setblocking(False)
    lines = []

    def drip() -> float:
        with suppress(BlockingIOError):
            lines.append(listener.accept()[0])
        sent.extend(line.send(b"H") for line in lines)
        return float(len(sent))

    sent: list[int] = []
    monkeypatch.setattr(outgoing_requests, "monotonic", drip)

    outcome = post(f"http://127.0.0.1:{listener.getsockname()[1]}/", b"{}", {})

    assert outcome.said == "too_slow"
    assert 1 < len(sent) <= outgoing_requests.TIMEOUT + 1
    for line in (*lines, listener):
        line.close()
