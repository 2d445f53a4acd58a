"""Tokens for programs, limited to scopes. They end at a fixed time, or some time after the last use.

A player creates one and copies it into the program, or a program asks for it (``accounts.devices.authorizations``).
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from ipaddress import ip_address
from typing import Literal
from urllib.parse import urlsplit

from django.conf import settings

from accounts.login.login_methods import Way, adding
from accounts.models import Player, Token
from accounts.names.printable import clean_device
from chkobba_api.errors import DomainError, invalid
from chkobba_api.scopes import GIVEN, Scope
from games.engine.messages import say

Place = Literal["site", "app", "machine"]
"""The kinds of redirect addresses: a site, an app on the player's device, a program that listens on their machine."""


def create_program_token(
    current: Token, name: str, scopes: Collection[Scope], expires_at: datetime | None, now: datetime
) -> tuple[Token, str]:
    """Create a token for a program; return the token's row and the token itself.

    Without ``expires_at`` it lasts as long as a device's token, and each use extends it. Raises DomainError ``invalid``
    for an invalid name, and for an end in the past or too far away; ``recent_login_needed``, ``too_many_programs``,
    HasLeft.
    """
    latest = now + settings.TOKEN_TTL
    if expires_at is not None and not now < expires_at <= latest:
        raise invalid("expires_at", say("invalid.token_expiry", count=settings.TOKEN_TTL.days))
    with adding(current, Way.PROGRAM, now):
        row, token = give(current.user, name, scopes, is_renewed=expires_at is None)
        if expires_at is not None:  # the library would compute it from its own clock
            row.expiry = expires_at
            row.save(update_fields=["expiry"])
    return row, token


def give(
    player: Player, name: str, scopes: Collection[Scope], *, is_renewed: bool = True, origin: str = ""
) -> tuple[Token, str]:
    """Create a token for a program of a player; return the token's row and the token itself.

    The caller holds the player's row lock. Raises DomainError ``invalid`` for an invalid name, ``too_many_programs``.
    """
    must_have_room(player)
    given = [scope.value for scope in GIVEN if scope in scopes]
    row, token = Token.objects.create(
        user=player, device=clean_device(name), scopes=given, is_renewed=is_renewed, origin=origin
    )
    return row, token


def must_have_room(player: Player) -> None:
    """Raise DomainError ``too_many_programs`` if the player has the maximum of tokens for programs."""
    limit = settings.LIMITS["programs"]
    if Token.objects.filter(user=player, scopes__isnull=False).count() >= limit:
        raise DomainError("too_many_programs", say("refused.too_many.programs", count=limit), limit=limit)


def origin_of(redirect_uri: str) -> tuple[Place, str]:
    """Return the kind and the name of a redirect target. Raises ValueError for an unsafe address.

    Safe targets are a site by HTTPS; the player's machine by HTTP (RFC 8252, 7.3); and an app by a scheme that is a
    reversed domain name (7.1).
    """
    parts = urlsplit(redirect_uri)
    is_plain = redirect_uri.isascii() and redirect_uri.isprintable() and not set(redirect_uri) & set("#\\ ")
    if not is_plain or "@" in parts.netloc:
        raise ValueError(redirect_uri)
    if "." in parts.scheme:
        return "app", parts.scheme
    host = parts.hostname
    if not host or parts.scheme not in ("http", "https"):
        raise ValueError(redirect_uri)
    port = "" if parts.port is None else f":{parts.port}"  # ``port`` raises ValueError if it is invalid
    if _is_loopback(host):
        return "machine", f"{host}{port}"
    if parts.scheme != "https":
        raise ValueError(redirect_uri)
    return "site", f"{host}{port}"


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
