"""Programs that ask for a token by OAuth: what the page shows, and the player's decision."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter
from msgspec import Meta, Struct
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base import Mine
from accounts.api.player_schemas import ScopeName
from accounts.devices import authorizations
from chkobba_api.rest.addresses import address_of, own_address
from chkobba_api.rest.idempotency import ResponseStorage
from chkobba_api.rest.limits.throttling import too_often
from chkobba_api.rest.openapi.operation import operation
from chkobba_api.rest.views import View, read_query
from chkobba_api.scopes import Scope

CLIENT, ADDRESS, MOST = 100, 500, 2_000
"""The most characters of a program's name, of a redirect address, and of ``state``."""


class Asking(Struct, kw_only=True, forbid_unknown_fields=True):
    """The parameters of an OAuth authorization request."""

    response_type: Annotated[str, Meta(max_length=40, examples=["code"])]
    """The response type: always `code`."""
    client_id: Annotated[str, Meta(max_length=CLIENT)]
    """The name that the program gives itself. The server does not check it."""
    redirect_uri: Annotated[str, Meta(max_length=ADDRESS)]
    """The redirect address: `https://…`, `http://127.0.0.1:…`, or an app's scheme with a dot in it."""
    code_challenge: Annotated[str, Meta(max_length=128)]
    """The SHA-256 digest of the program's code verifier, as base64url (PKCE)."""
    code_challenge_method: Annotated[str, Meta(max_length=40, examples=["S256"])]
    """The method of the challenge: always `S256`."""
    scope: Annotated[str, Meta(max_length=200, examples=["read play"])] = ""
    """The scopes, separated by spaces; left out, `read`. No program can get `account`."""
    state: Annotated[str, Meta(max_length=MOST)] = ""
    """A value that the program gets back unchanged."""


class Decision(Asking, kw_only=True, forbid_unknown_fields=True):
    """An authorization request with the player's decision."""

    allow: bool
    """True to give the program a token."""


class AuthorizationRequest(Struct, kw_only=True):
    """A program that asks a player for access."""

    name: str
    """The name that the program gives itself. The server has not checked it."""
    place: Literal["site", "app", "machine"]
    """The kind of redirect address: a site, an app on your device, or a program on your machine."""
    origin: str
    """The host or app that receives the code: the only part of the program's identity that is certain."""
    scopes: list[ScopeName]
    """The scopes that the program asks for."""


class AuthorizationRedirect(Struct, kw_only=True):
    """The redirect address to open next."""

    redirect_to: str
    """The address of the program, with a code, or with an error if you refused. Open it in the browser."""


def _parameter(name: str, most: int, description: str, *, required: bool = True) -> OpenApiParameter:
    kind = {"type": "string", "maxLength": most}
    return OpenApiParameter(name, kind, required=required, description=description)


_PARAMETERS: Final = [
    _parameter("response_type", 40, "The response type: always `code`."),
    _parameter("client_id", CLIENT, "The name that the program gives itself."),
    _parameter("redirect_uri", ADDRESS, "The redirect address, to which the code goes."),
    _parameter("code_challenge", 128, "The PKCE challenge."),
    _parameter("code_challenge_method", 40, "The method of the challenge: always `S256`."),
    _parameter("scope", 200, "The scopes, separated by spaces.", required=False),
    _parameter("state", MOST, "A value that the program gets back unchanged.", required=False),
]


def fields_of(asking: Asking) -> dict[str, str]:
    """Return the fields of a request under their OAuth names."""
    return {name: getattr(asking, name) for name in authorizations.PARAMETERS}


class Authorization(View):
    """View of an authorization request that waits for a decision."""

    @operation(
        "getAuthorization",
        None,
        {200: (AuthorizationRequest, "The request of the program.")},
        parameters=_PARAMETERS,
        problems=["bad_authorization"],
        public=True,
    )
    def get(self, request: Request) -> Response:
        """Get the authorization request of a program.

        For the page at `/oauth/authorize`, to which programs send their players (OAuth 2.1; docs/accounts.md). It
        returns the program's name, the target of the code, and the scopes. An invalid request is an error, and the page
        does not redirect.
        """
        asked = authorizations.look_at(fields_of(read_query(request, Asking)))
        return Response(
            AuthorizationRequest(
                name=asked.client,
                place=asked.place,
                origin=asked.origin,
                scopes=[scope.value for scope in asked.scopes],  # type: ignore[misc]  # those that can be given
            )
        )


class MyAuthorizations(Mine):
    """View of the player's decision about a program."""

    @operation(
        "decideAuthorization",
        Scope.ACCOUNT,
        {201: (AuthorizationRedirect, "The redirect address to open next.")},
        problems=["bad_authorization"],
        keeps=ResponseStorage.SECRET,
    )
    def post(self, request: Request, wanted: Decision) -> Response:
        """Allow or refuse a program that asks to act for you.

        Send the parameters of `getAuthorization` and your decision. Then open `redirect_to`: it has a code, which is
        valid once, for a minute. The program exchanges it for a token at `/oauth/token`. `listDevices` shows the
        program, and `revokeDevice` ends its token. To allow a program you need a recent login (`proveRecentLogin`). The
        server reports it by mail to your confirmed addresses.
        """
        too_often("authorizations", str(self.me.pk))
        too_often("authorizations_address", address_of(request))
        address = authorizations.answer(
            self.token, fields_of(wanted), own_address(request), timezone.now(), allow=wanted.allow
        )
        return Response(AuthorizationRedirect(redirect_to=address), status=201)
