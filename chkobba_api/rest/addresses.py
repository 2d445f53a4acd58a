"""The address of a client, in the form that is counted, and the address of this server.

Proxies write an address in several ways: with a port (Azure), in brackets, with the zone of a link. All of them count
as one address. Otherwise a client with a new port for each request would count as a new client each time.
"""

from __future__ import annotations

import re
from functools import lru_cache
from ipaddress import IPv4Address, ip_address, ip_network
from typing import Final

from django.conf import settings
from django.http import HttpRequest
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

_WITH_PORT: Final = re.compile(r"\[(?P<six>[^]]+)\](:\d*)?|(?P<four>[^:]+):\d*")
"""``[::1]:80``, ``[::1]`` or ``192.0.2.1:80``; an IPv6 address without brackets has no port."""


def address_of(request: HttpRequest | Request) -> str:
    """Return the address of a client in the form that is counted, as far as it can be trusted (NUM_PROXIES)."""
    return customer_at(BaseThrottle().get_ident(request) or "")  # type: ignore[arg-type]  # reads META, which both have


def own_address(request: HttpRequest | Request) -> str:
    """Return the address of this server without a final slash: PUBLIC_URL, or else that of the request."""
    return settings.PUBLIC_URL or request.build_absolute_uri("/").rstrip("/")


@lru_cache(10_000)
def customer_at(ident: str) -> str:
    """Return the address that is counted: for IPv6, the /64 network of the customer; other texts unchanged."""
    written = ident.strip().strip('"')
    if parts := _WITH_PORT.fullmatch(written):
        written = parts["six"] or parts["four"]
    try:
        address = ip_address(written.partition("%")[0])
    except ValueError:  # a Unix socket has no address
        return ident
    if isinstance(address, IPv4Address):
        return str(address)
    return str(address.ipv4_mapped or ip_network((address, 64), strict=False).network_address)
