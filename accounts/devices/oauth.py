"""OAuth 2.1 for programs, implemented with ``oauthlib``: RFCs 6749, 7009, 7636 and 9207.

Imported at the first request of a program. This module does not use the database.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, NamedTuple

from oauthlib.common import Request, add_params_to_uri, urlencode
from oauthlib.oauth2 import (
    AccessDeniedError,
    AuthorizationCodeGrant,
    AuthorizationEndpoint,
    BearerToken,
    InvalidRequestError,
    OAuth2Error,
    RequestValidator,
    RevocationEndpoint,
    TokenEndpoint,
    UnsupportedResponseTypeError,
)

from accounts.devices.programs import origin_of
from accounts.names.printable import clean
from chkobba_api.errors import DomainError
from chkobba_api.scopes import GIVEN
from games.engine.messages import say

Response = tuple[int, dict[str, str], str]
"""Status, headers and body of the answer to a program."""

OF_PROGRAMS: Final = ("grant_type", "code", "redirect_uri", "client_id", "code_verifier", "token", "token_type_hint")
"""The fields that are read from requests of programs. Others could override values that the library computes."""
_CHALLENGE: Final = re.compile(r"[A-Za-z0-9_-]{43}")
"""A SHA-256 digest, in base64url."""
_ADDRESS: Final = "https://server.invalid/oauth"
"""The library requires an address, but reads only its query."""


class Grant(NamedTuple):
    """A player's permission for a program."""

    client: str
    redirect_uri: str
    challenge: str
    scopes: list[str]


class Client(NamedTuple):
    """A program as a client of OAuth. It is not registered and has only a name."""

    client_id: str | None


class Rules(RequestValidator):
    """The callbacks that the library calls to validate requests."""

    def __init__(self, grant: Grant | None = None, keep: Callable[[str, Grant], None] | None = None) -> None:
        self.grant = grant
        """The permission that belongs to the code; None for an invalid code."""
        self.keep = keep
        """A function that stores a new code with the permission of the player."""

    # --- at the page

    def validate_client_id(self, client_id: str, *args: Any, **more: Any) -> bool:
        """Accept any name that people can read."""
        try:
            return bool(clean(client_id, "device", "device"))
        except DomainError:
            return False

    def validate_redirect_uri(self, client_id: str, redirect_uri: str, *args: Any, **more: Any) -> bool:
        """Accept any address to which a code may safely go."""
        try:
            return bool(origin_of(redirect_uri))
        except ValueError:
            return False

    def validate_response_type(self, client_id: str, response_type: str, *args: Any, **more: Any) -> bool:
        """Accept only requests for codes."""
        return response_type == "code"

    def is_pkce_required(self, *args: Any, **more: Any) -> bool:
        """Require PKCE from every program."""
        return True

    def get_default_scopes(self, *args: Any, **more: Any) -> list[str]:
        """Return the default scopes, for a request without any."""
        return [GIVEN[0].value]

    def validate_scopes(self, client_id: str, scopes: list[str], *args: Any, **more: Any) -> bool:
        """Return whether programs may have all these scopes."""
        return all(scope in GIVEN for scope in scopes)

    def save_authorization_code(self, client_id: str, code: dict[str, str], request: Request, **more: Any) -> None:
        """Store the authorization of the player."""
        assert self.keep  # noqa: S101  # nosec B101  (a permission always names its address)
        grant = Grant(client_id, request.redirect_uri, request.code_challenge, list(dict.fromkeys(request.scopes)))
        self.keep(code["code"], grant)

    # --- requests by programs

    def client_authentication_required(self, *args: Any, **more: Any) -> bool:
        """Ask for no client secret: a program on its user's device has none (RFC 8252, 8.5)."""
        return False

    def authenticate_client_id(self, client_id: str | None, request: Request, **more: Any) -> bool:
        """Accept any client id: PKCE proves that the same program asks."""
        request.client = Client(client_id)
        return True

    def validate_grant_type(self, client_id: str, grant_type: str, *args: Any, **more: Any) -> bool:
        """Accept only authorization codes."""
        return grant_type == "authorization_code"

    def validate_code(self, client_id: str, code: str, client: Client, request: Request, **more: Any) -> bool:
        """Return whether a code is valid, and was issued to this program."""
        if self.grant is None or self.grant.client != client_id:
            return False
        request.user, request.scopes = client_id, self.grant.scopes
        return True

    def get_code_challenge(self, *args: Any, **more: Any) -> str | None:
        """Return the challenge that the program must answer."""
        return self.grant and self.grant.challenge

    def get_code_challenge_method(self, *args: Any, **more: Any) -> str:
        """Return the hash of the challenge: SHA-256."""
        return "S256"

    def get_default_redirect_uri(self, *args: Any, **more: Any) -> str | None:
        """Allow a program to leave the address out, as OAuth 2.1 does: PKCE binds the code."""
        return self.grant and self.grant.redirect_uri

    def confirm_redirect_uri(self, client_id: str, code: str, redirect_uri: str, *args: Any, **more: Any) -> bool:
        """Return whether the code was sent to exactly this address."""
        return self.grant is not None and redirect_uri == self.grant.redirect_uri

    def save_token(self, *args: Any, **more: Any) -> None:
        """Do nothing: the token is stored, and the code used up, when the token is made."""

    invalidate_authorization_code = save_token


class Endpoint(AuthorizationEndpoint, TokenEndpoint):
    """Authorization codes at the page, and tokens for them: the only parts of the library in use."""

    def __init__(self, rules: Rules, make: Callable[[Request], str] | None = None, lasts: int = 0) -> None:
        grant = AuthorizationCodeGrant(rules, refresh_token=False, pre_auth=[_only_safe])
        token = BearerToken(rules, token_generator=make, expires_in=lasts)
        AuthorizationEndpoint.__init__(self, "code", token, {"code": grant})
        TokenEndpoint.__init__(self, "authorization_code", token, {"authorization_code": grant})


def _only_safe(request: Request) -> dict[str, Any]:
    """Refuse responses without a code and plain challenges. OAuth 2.1 has removed both."""
    if request.response_type != "code":
        raise UnsupportedResponseTypeError(request=request)
    if request.code_challenge_method != "S256" or not _CHALLENGE.fullmatch(request.code_challenge or ""):
        raise InvalidRequestError(description="A code challenge with S256 is required.", request=request)
    return {}


def _address_of(fields: Mapping[str, str]) -> str:
    """Return the request of the page as an address for the library. Fields without a value are left out."""
    return f"{_ADDRESS}?{urlencode([(name, value) for name, value in fields.items() if value])}"


def look_at(fields: Mapping[str, str]) -> Grant:
    """Return the permission that a program asks for. Raises DomainError ``bad_authorization``."""
    try:
        scopes, found = Endpoint(Rules()).validate_authorization_request(_address_of(fields))
    except OAuth2Error as error:
        raise DomainError(
            "bad_authorization",
            say("refused.bad_authorization", why=error.description or error.error),
            error=error.error,
        ) from None
    return Grant(found["client_id"], found["redirect_uri"], found["code_challenge"], scopes)


def allow(fields: Mapping[str, str], issuer: str, keep: Callable[[str, Grant], None]) -> str:
    """Create a code for a checked request; return the redirect address with it."""
    headers, _, _ = Endpoint(Rules(keep=keep)).create_authorization_response(_address_of(fields))
    return _from(issuer, headers["Location"])


def refuse(fields: Mapping[str, str], issuer: str) -> str:
    """Return the redirect address that reports the player's refusal."""
    return _from(issuer, AccessDeniedError(state=fields.get("state") or None).in_uri(fields["redirect_uri"]))


def _from(issuer: str, address: str) -> str:
    """Add the issuer to an address (RFC 9207), so that a program does not confuse two servers."""
    named: str = add_params_to_uri(address, [("iss", issuer)])
    return named


def exchange(fields: Iterable[tuple[str, str]], grant: Grant | None, make: Callable[[], str], lasts: int) -> Response:
    """Answer a program that exchanges a code: with the token from ``make``, if the code is its own."""
    endpoint = Endpoint(Rules(grant), lambda request: make(), lasts)
    return _asked(endpoint.create_token_response, fields)


def revoke(fields: Iterable[tuple[str, str]], end: Callable[[str], None]) -> Response:
    """Answer a program that revokes a token."""

    class Ending(Rules):
        def revoke_token(self, token: str, *args: Any, **more: Any) -> None:
            end(token)

    return _asked(RevocationEndpoint(Ending()).create_revocation_response, fields)


def _asked(ask: Callable[..., Any], fields: Iterable[tuple[str, str]]) -> Response:
    read = urlencode([(name, value) for name, value in fields if name in OF_PROGRAMS])
    try:
        headers, body, status = ask(_ADDRESS, body=read)
    except OAuth2Error as error:
        headers, body, status = error.headers, error.json, error.status_code
    return status, headers, body
