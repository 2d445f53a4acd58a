"""Requests to URLs of players: to the internet, and never into the host's own network (SSRF).

A name is resolved once. The addresses are checked, and the connection goes to a checked address. So a name that
resolves differently a moment later has no effect. Redirects and proxies of the environment are not used. Of the
response only the status and ``Retry-After`` are read. The whole request has a bounded time.
"""

from __future__ import annotations

import json
import ssl
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from functools import cache
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address
from socket import SOCK_STREAM, gaierror, getaddrinfo
from time import monotonic
from typing import Any, Final
from uuid import UUID

import httpcore
import httpx
from django.conf import settings
from standardwebhooks import Webhook

from games.notifications.sender import Outcome

TIMEOUT: Final = 5.0
"""Seconds for resolving, connecting and the response together."""
RESOLVERS: Final = 256
"""The most names resolved at the same time. A name whose servers do not respond keeps a thread for half a minute."""
LONGEST: Final = 2_000
"""The most characters of a URL."""

_UNICAST: Final = IPv6Network("2000::/3")
"""The block of all IPv6 addresses of the internet (RFC 4291)."""
_SPECIAL: Final[tuple[IPv4Network | IPv6Network, ...]] = (
    *map(IPv4Network, ("192.0.0.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24", "192.175.48.0/24")),
    *map(IPv6Network, ("2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20")),
)
"""Blocks of IANA's special-purpose registries that some Python versions call global.

They belong to protocols, translators, tunnels and examples. An address in them stands for another address, or for no
server.
"""


def is_url(target: str, longest: int = LONGEST) -> bool:
    """Return whether a text can be a public URL. The address behind its name is checked when it is used."""
    schemes = ("https", "http") if settings.WEBHOOKS_ANYWHERE else ("https",)
    try:
        url = httpx.URL(target)
    except httpx.InvalidURL:
        return False
    too_much = url.userinfo or url.fragment or len(str(url)) > longest
    return url.scheme in schemes and bool(url.host) and (url.port or 443) <= 65_535 and not too_much


_resolvers: Final = ThreadPoolExecutor(RESOLVERS, "resolver")
"""Threads that resolve names. ``getaddrinfo`` takes no timeout, so the request waits for a thread with one."""


class Refused(httpcore.ConnectError):
    """Raised when a name leads, or might lead, to an address that is not on the internet."""


def is_public(address: str) -> bool:
    """Return whether an IP address belongs to the internet and stands for no other address."""
    ip = ip_address(address)
    if isinstance(ip, IPv6Address) and ip.ipv4_mapped:
        ip = ip.ipv4_mapped
    if any(ip in network for network in _SPECIAL if network.version == ip.version):
        return False
    return ip.is_global and not (ip.is_multicast or ip.is_reserved) and (ip.version == 4 or ip in _UNICAST)


class _Checked(httpcore.SyncBackend):
    """A network backend that connects only to checked addresses."""

    def __init__(self) -> None:
        self._until = monotonic() + TIMEOUT

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.NetworkStream:
        """Connect to the first address of a name that responds. Raises Refused if any of them is not public."""
        try:
            found = _resolvers.submit(getaddrinfo, host, port, type=SOCK_STREAM).result(_left(self._until))
        except TimeoutError as error:
            raise httpcore.ConnectTimeout from error
        except (gaierror, UnicodeError) as error:
            raise httpcore.ConnectError(str(error)) from error
        addresses = list(dict.fromkeys(str(place[0]) for *_, place in found))
        if not settings.WEBHOOKS_ANYWHERE and not all(map(is_public, addresses)):
            raise Refused(host)
        failed: Exception = httpcore.ConnectError("it has no address")
        for address in addresses:
            try:
                stream = super().connect_tcp(address, port, _left(self._until), local_address, socket_options)
                return _Bounded(stream, self._until)
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                failed = error
        raise failed


class _Bounded(httpcore.NetworkStream):
    """A connection with a deadline. Even a receiver that sends a byte now and then cannot keep it open."""

    def __init__(self, stream: httpcore.NetworkStream, until: float) -> None:
        self._stream = stream
        self._until = until

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        """Read data within the time that is left."""
        return self._stream.read(max_bytes, _left(self._until))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        """Write data within the time that is left."""
        self._stream.write(buffer, _left(self._until))

    def close(self) -> None:
        """Close the underlying connection."""
        self._stream.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.NetworkStream:
        """Start TLS with the name of the host, not with its address."""
        return _Bounded(self._stream.start_tls(ssl_context, server_hostname, _left(self._until)), self._until)

    def get_extra_info(self, info: str) -> Any:
        """Return information about the underlying connection."""
        return self._stream.get_extra_info(info)


def _left(until: float) -> float:
    left = until - monotonic()
    if left <= 0:
        raise httpcore.ReadTimeout
    return left


def signed(secret: str, message: UUID, now: datetime, content: Mapping[str, Any]) -> tuple[bytes, dict[str, str]]:
    """Return the body and the headers of a Standard Webhook. The receiver recognizes a repetition by the message id."""
    body = json.dumps(content)
    return body.encode(), {
        "content-type": "application/json",
        "webhook-id": str(message),
        "webhook-timestamp": str(int(now.timestamp())),
        "webhook-signature": Webhook(secret).sign(str(message), now, body),
    }


@cache
def tls_context() -> ssl.SSLContext:
    """Return the TLS settings of all requests, which verify certificates."""
    return httpx.create_ssl_context()


def post(url: str, body: bytes, headers: Mapping[str, str]) -> Outcome:
    """Post to a URL, and return the outcome. A status of 2xx is a success."""
    place = httpx.URL(url)
    target = httpcore.URL(scheme=place.raw_scheme, host=place.raw_host, port=place.port, target=place.raw_path)
    sent = {"host": place.netloc.decode(), "content-length": str(len(body)), "connection": "close", **headers}
    try:
        with (
            httpcore.ConnectionPool(ssl_context=tls_context(), network_backend=_Checked()) as pool,
            pool.stream("POST", target, headers=list(sent.items()), content=body) as answer,
        ):
            asked = {name.lower(): value for name, value in answer.headers}.get(b"retry-after")
            wait = wait_of(asked.decode("latin-1") if asked else None, datetime.now(UTC))
            return Outcome(200 <= answer.status < 300, str(answer.status), wait=wait)
    except Refused:
        return Outcome(is_taken=False, said="not_public")
    except httpcore.TimeoutException:
        return Outcome(is_taken=False, said="too_slow")
    except (httpcore.NetworkError, httpcore.ProtocolError):
        return Outcome(is_taken=False, said="no_answer")


def wait_of(retry_after: str | None, now: datetime) -> timedelta | None:
    """Return the time for which a receiver wants no message: in seconds, or until a date (RFC 9110, 10.2.3)."""
    try:
        if retry_after is None:
            return None
        if retry_after.isdecimal():
            return timedelta(seconds=min(int(retry_after), 10**6))
        return max(parsedate_to_datetime(retry_after) - now, timedelta())
    except (TypeError, ValueError, OverflowError):
        return None
