"""OAuth 2.1 for programs that ask for a token: the authorization code with PKCE, without registered clients.

A program sends its player to the page ``/oauth/authorize``. The page shows the program's name, the scopes, and the
address to which the code goes; only the address is certain. The program gets a token for the code and its PKCE
verifier. ``accounts.devices.oauth`` implements the RFCs; this module stores the results.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import nullcontext, suppress
from datetime import datetime, timedelta
from types import ModuleType
from typing import Any, Final, NamedTuple

from django.conf import settings
from knox.crypto import hash_token

from accounts.devices.programs import Place, give, must_have_room, origin_of
from accounts.login.login_methods import Way, adding
from accounts.models import AuthorizationCode, Player, Token
from accounts.names.printable import LONGEST_DEVICE
from accounts.services import HasLeft, end_tokens, staying
from chkobba_api.errors import DomainError
from chkobba_api.ids import digest_of
from chkobba_api.scopes import Scope

CODE_LASTS: Final = timedelta(minutes=1)
CODES_KEPT: Final = timedelta(days=1)
"""A code that is used again within this time ends the token that it gave."""

PARAMETERS: Final = (
    *("response_type", "client_id", "redirect_uri", "scope", "state", "code_challenge", "code_challenge_method"),
)
"""The parameters of an authorization request."""


class Asked(NamedTuple):
    """A checked authorization request."""

    client: str
    """The program's own name, unchecked."""
    place: Place
    origin: str
    """The host, or the name of the app, to which the code goes."""
    scopes: list[Scope]


class Answer(NamedTuple):
    """The HTTP answer to a program."""

    status: int
    headers: Mapping[str, str]
    body: str


# --- at the page ------------------------------------------------------------------------------------------------------


def look_at(request: Mapping[str, str]) -> Asked:
    """Return the checked request of a program. Raises DomainError ``bad_authorization``."""
    grant = _library().look_at(request)
    place, origin = origin_of(grant.redirect_uri)
    return Asked(grant.client, place, origin, [Scope(scope) for scope in grant.scopes])


def answer(current: Token, request: Mapping[str, str], issuer: str, now: datetime, *, allow: bool) -> str:
    """Allow or refuse the request of a program; return the address to which the browser continues.

    Raises DomainError ``bad_authorization``, ``recent_login_needed``, ``too_many_programs``, HasLeft.
    """
    library = _library()
    library.look_at(request)
    address: str
    if not allow:
        address = library.refuse(request, issuer)
        return address

    def keep(code: str, grant: Any) -> None:
        ends = now + CODE_LASTS
        kept = {"digest": digest_of(code), "player": current.user, "device": current, "expires_at": ends}
        AuthorizationCode.objects.create(**kept, **grant._asdict())

    with adding(current, Way.PROGRAM, now):
        must_have_room(current.user)
        address = library.allow(request, issuer, keep)
    return address


# --- requests by programs ---------------------------------------------------------------------------------------------


def exchange(fields: list[tuple[str, str]], now: datetime) -> Answer:
    """Issue a token for a code, which works once. A second use of the code ends that token."""
    there = AuthorizationCode.objects.filter(digest=digest_of(dict(fields).get("code", "")))
    player = Player.objects.filter(pk__in=there.values("player")).first()
    try:
        with staying(player) if player else nullcontext():
            code = there.select_related("player").first()  # the player is locked: no other request uses this code now
            if code and code.given:
                end_tokens(Token.objects.filter(id=code.given))
            return _exchanged(fields, code if code and not code.given and code.expires_at > now else None)
    except DomainError:
        return _exchanged(fields, None)


def _exchanged(fields: list[tuple[str, str]], code: AuthorizationCode | None) -> Answer:
    library = _library()
    grant = code and library.Grant(code.client, code.redirect_uri, code.challenge, code.scopes)

    def make() -> str:
        assert code  # noqa: S101  # nosec B101  (or there would be no token to make)
        _, origin = origin_of(code.redirect_uri)
        scopes = [Scope(scope) for scope in code.scopes]
        row, token = give(code.player, code.client[:LONGEST_DEVICE], scopes, origin=origin)
        code.given = row.id
        code.save(update_fields=["given"])
        return token

    return Answer(*library.exchange(fields, grant, make, int(settings.TOKEN_TTL.total_seconds())))


def revoke(fields: list[tuple[str, str]]) -> Answer:
    """End a program's token (RFC 7009). Any holder of the token may do so; an unknown token is no error."""
    return Answer(*_library().revoke(fields, _end))


def _end(token: str) -> None:
    theirs = Token.objects.filter(digest=hash_token(token), scopes__isnull=False).exclude(origin="")
    found = theirs.select_related("user").first()
    with suppress(HasLeft):  # the player's tokens have ended, too
        if found:
            with staying(found.user):
                end_tokens(Token.objects.filter(pk=found.pk))


def _library() -> ModuleType:
    from accounts.devices import oauth  # noqa: PLC0415  (most processes never need it)

    return oauth
