"""Programs that ask for a token by OAuth: what the page shows of them, and what its reader decides."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter
from msgspec import Meta, Struct
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.player_schemas import ScopeName
from accounts.api.players import Mine
from accounts.devices import authorizations
from chkobba_api.rest.addresses import own_address
from chkobba_api.rest.idempotency import ResponseStorage
from chkobba_api.rest.problems import TRANSLATIONS, Problem, kinds_of, register
from chkobba_api.rest.schema import operation
from chkobba_api.rest.throttling import AddressThrottle, too_often
from chkobba_api.rest.views import View, read_query
from chkobba_api.scopes import Scope
from games.engine.messages import say

CLIENT, ADDRESS, MOST = 100, 500, 2_000
"""Characters of a name, an address, and whatever a program wants to get back."""


class Asking(Struct, kw_only=True, forbid_unknown_fields=True):
    """An OAuth authorization request: its parameters."""

    response_type: Annotated[str, Meta(max_length=40, examples=["code"])]
    """`code`."""
    client_id: Annotated[str, Meta(max_length=CLIENT)]
    """The program's own name. The server does not check it."""
    redirect_uri: Annotated[str, Meta(max_length=ADDRESS)]
    """The redirect address: `https://…`, `http://127.0.0.1:…`, or an app's scheme with a dot in it."""
    code_challenge: Annotated[str, Meta(max_length=128)]
    """The SHA-256 of what the program keeps to itself, as base64url (PKCE)."""
    code_challenge_method: Annotated[str, Meta(max_length=40, examples=["S256"])]
    """`S256`."""
    scope: Annotated[str, Meta(max_length=200, examples=["read play"])] = ""
    """Scopes, between spaces; left out, `read`. `account` is none that can be given."""
    state: Annotated[str, Meta(max_length=MOST)] = ""
    """A value that the program gets back unchanged."""


class Decision(Asking, kw_only=True, forbid_unknown_fields=True):
    """An authorization request with the player's decision."""

    allow: bool
    """True: the program gets a token."""


class AuthorizationRequest(Struct, kw_only=True):
    """A program that asks a player for access."""

    name: str
    """The program's own name. The server has not checked it."""
    place: Literal["site", "app", "machine"]
    """The kind of redirect address: a site, an app on your device, or a program that listens on your machine."""
    origin: str
    """The host or app that receives the code: the only part of the program's identity that is certain."""
    scopes: list[ScopeName]
    """The scopes that the program asks for."""


class AuthorizationRedirect(Struct, kw_only=True):
    """The address to open next."""

    redirect_to: str
    """The address to which the page sends its reader: that of the program, with a code, or the word that there is
    none."""


_ASKING: Final = {
    "response_type": "code",
    "client_id": "Card clock",
    "redirect_uri": "https://clock.example/back",
    "scope": "read play",
    "state": "9c1f0b",
    "code_challenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
    "code_challenge_method": "S256",
}
_ASKED: Final = {"name": "Card clock", "place": "site", "origin": "clock.example", "scopes": ["read", "play"]}
_BACK: Final = "https://clock.example/back?code=b1Gq…&state=9c1f0b&iss=https%3A%2F%2Fcards.example"


def _parameter(name: str, most: int, description: str, *, required: bool = True) -> OpenApiParameter:
    kind = {"type": "string", "maxLength": most}
    return OpenApiParameter(name, kind, required=required, description=description)


_PARAMETERS: Final = [
    _parameter("response_type", 40, "`code`."),
    _parameter("client_id", CLIENT, "What the program calls itself."),
    _parameter("redirect_uri", ADDRESS, "Where the code goes."),
    _parameter("code_challenge", 128, "Of PKCE."),
    _parameter("code_challenge_method", 40, "`S256`."),
    _parameter("scope", 200, "Scopes, between spaces.", required=False),
    _parameter("state", MOST, "What the program gets back.", required=False),
]


def translate(error: Exception) -> Problem | None:
    """Return a request of a program that is not in order as a problem, or None for another error."""
    if isinstance(error, authorizations.BadAuthorization):
        return Problem("bad_authorization", say("refused.bad_authorization", why=error.why), error=error.error)
    return None


register(kinds_of({"bad_authorization": 400}))
TRANSLATIONS.append(translate)


def fields_of(asking: Asking) -> dict[str, str]:
    """Return a request as OAuth names its fields."""
    return {name: getattr(asking, name) for name in authorizations.PARAMETERS}


class Authorization(View):
    """An authorization request that waits for a decision."""

    @operation(
        "getAuthorization",
        "What a program asks for that has sent its player here",
        tag="players",
        scope=None,
        description=(
            "For the page at `/oauth/authorize`, where programs send their players (OAuth 2.1; docs/accounts.md): who "
            "asks, where the code goes, and for what. What is not in order is shown there, and leads nobody to the "
            "address that stands in it."
        ),
        parameters=_PARAMETERS,
        responses={200: (AuthorizationRequest, "What it asks for.")},
        problems=["bad_authorization", "invalid"],
        gets=_ASKED,
        public=True,
    )
    def get(self, request: Request) -> Response:
        """Answer with the request of the program."""
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
    """Deciding about it."""

    @operation(
        "decideAuthorization",
        "Let a program act for you, or not",
        tag="me",
        scope=Scope.ACCOUNT,
        description=(
            "What `getAuthorization` shows. Then its player goes to `redirect_to`, with a code that is good for a "
            "minute and for once, and the program gets its token at `/oauth/token`. You see it in `listDevices`, and "
            "end it by `revokeDevice`. To allow it needs a recent log-in (`proveRecentLogin`); your confirmed "
            "email addresses are told."
        ),
        request=Decision,
        responses={201: (AuthorizationRedirect, "Where to go on.")},
        problems=["bad_authorization", "recent_login_needed", "too_many_programs"],
        sends={**_ASKING, "allow": True},
        gets={"redirect_to": _BACK},
        keeps=ResponseStorage.SECRET,
    )
    def post(self, request: Request) -> Response:
        """Note it."""
        wanted = self.body(request, Decision)
        too_often("authorizations", str(self.me.pk))
        too_often("authorizations_address", str(AddressThrottle().name_of(request)))
        address = authorizations.answer(
            self.token, fields_of(wanted), own_address(request), timezone.now(), allow=wanted.allow
        )
        return Response(AuthorizationRedirect(redirect_to=address), status=201)
