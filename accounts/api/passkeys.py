"""Passkeys: having one, and logging in by it."""

from __future__ import annotations

from typing import Any, Final
from uuid import UUID

import msgspec
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api import login_schemas, player_schemas
from accounts.api.log_in import CAME_IN
from accounts.api.players import Mine, came_in, names_of_devices
from accounts.login import passkeys
from accounts.models import Passkey
from chkobba_api.rest.idempotency import ResponseStorage
from chkobba_api.rest.problems import TRANSLATIONS, Problem, kinds_of, register
from chkobba_api.rest.schema import operation
from chkobba_api.rest.throttling import AddressThrottle, too_often
from chkobba_api.rest.views import View
from chkobba_api.scopes import Scope
from games.engine.messages import say

_PASSKEY: Final = {
    "id": "019d3c5e-7c1d-7e20-b3c5-6d2f9a8b0e13",
    "name": "Amel's phone",
    "created_at": "2026-11-21T18:30:00Z",
    "used_at": None,
    "added_by": "Amel's phone",
}
_CHALLENGE: Final = "0nYPeGxVvYV9dCqVZ9o3kqT7cF1pS0mWJq5rB2hX8aE"
_OPTIONS: Final = {
    "options": {
        "rp": {"name": "Chkobba", "id": "cards.example"},
        "user": {"id": "AZ08XnwaewKdDD8qax6MRw", "name": "amel_k", "displayName": "Amel"},
        "challenge": _CHALLENGE,
        "pubKeyCredParams": [{"type": "public-key", "alg": -7}],
    }
}
_ASKED: Final = {
    "options": {"challenge": _CHALLENGE, "timeout": 60000, "rpId": "cards.example", "userVerification": "required"}
}
_ID: Final = {"id": "mX2Vb1k0", "rawId": "mX2Vb1k0", "type": "public-key"}
_MADE: Final = {**_ID, "response": {"clientDataJSON": "eyJ0eXBl…", "attestationObject": "o2NmbXRk…"}}
_SIGNED: Final = {
    **_ID,
    "response": {"clientDataJSON": "eyJ0eXBl…", "authenticatorData": "SZYN5YgO…", "signature": "MEUCIQDq…"},
}


def translate(error: Exception) -> Problem | None:
    """Return an error of passkeys as a problem, or None for another error."""
    if isinstance(error, passkeys.WrongPasskey):
        return Problem("wrong_passkey", say("refused.wrong_passkey"))
    if isinstance(error, passkeys.TooManyPasskeys):
        said = say("refused.too_many.passkeys", count=error.limit)
        return Problem("too_many_passkeys", said, limit=error.limit)
    return None


register(kinds_of({"wrong_passkey": 403, "too_many_passkeys": 409}))
TRANSLATIONS.append(translate)


def must_be_offered() -> None:
    """Raise Problem ``login_method_unavailable`` where there can be no passkeys."""
    if passkeys.host() is None:
        raise Problem("login_method_unavailable", say("refused.login_method_unavailable"))


def shown(passkey: Passkey, devices: dict[UUID, str]) -> login_schemas.PasskeyShape:
    """Return a passkey as its player sees it."""
    return login_schemas.PasskeyShape(
        id=passkey.pk,
        name=passkey.name,
        created_at=passkey.created_at,
        used_at=passkey.used_at,
        added_by=devices.get(passkey.added_by) if passkey.added_by else None,
    )


def as_sent(credential: msgspec.Struct) -> dict[str, Any]:
    """Return the credential of a browser in the format of the library."""
    sent: dict[str, Any] = msgspec.to_builtins(credential)
    return sent


class MyPasskeys(Mine):
    """One's passkeys."""

    @operation(
        "listPasskeys",
        "Your passkeys",
        tag="me",
        scope=Scope.ACCOUNT,
        description="By each of them you log in without a name and a password.",
        responses={200: (login_schemas.Passkeys, "All of them.")},
        gets={"passkeys": [_PASSKEY]},
    )
    def get(self, request: Request) -> Response:
        """Answer with the list."""
        devices = names_of_devices(self.me)
        return Response(login_schemas.Passkeys(passkeys=[shown(one, devices) for one in self.me.passkeys.all()]))

    @operation(
        "addPasskey",
        "Add a passkey that your device has made",
        tag="me",
        scope=Scope.ACCOUNT,
        description=(
            "By the options of `beginPasskey`. What is wrong with it, or was used before, is `wrong_passkey`. Needs a "
            "recent log-in (`proveRecentLogin`); your confirmed email addresses are told."
        ),
        request=login_schemas.PasskeyRequest,
        responses={201: (login_schemas.PasskeyShape, "It is yours.")},
        problems=["recent_login_needed", "wrong_passkey", "too_many_passkeys", "login_method_unavailable"],
        sends={"credential": _MADE, "name": "Amel's phone"},
        gets=_PASSKEY,
    )
    def post(self, request: Request) -> Response:
        """Add it."""
        wanted = self.body(request, login_schemas.PasskeyRequest)
        must_be_offered()
        added = passkeys.add(self.token, as_sent(wanted.credential), wanted.name, timezone.now())
        return Response(shown(added, names_of_devices(self.me)), status=201)


class NewPasskeys(Mine):
    """How a passkey is made."""

    @operation(
        "beginPasskey",
        "Get what your device makes a passkey by",
        tag="me",
        scope=Scope.ACCOUNT,
        description=(
            "For `navigator.credentials.create` of a page of this very site; what that gives goes to `addPasskey`. "
            "Needs a recent log-in (`proveRecentLogin`)."
        ),
        responses={201: (login_schemas.PasskeyOptions, "The options.")},
        problems=["recent_login_needed", "login_method_unavailable"],
        gets=_OPTIONS,
        keeps=ResponseStorage.NOTHING,
    )
    def post(self, request: Request) -> Response:
        """Make a challenge."""
        must_be_offered()
        too_often("challenges", str(self.me.pk))
        return Response(
            login_schemas.PasskeyOptions(options=passkeys.options_to_add(self.token, timezone.now())), status=201
        )


class OnePasskey(Mine):
    """One of one's passkeys."""

    @operation(
        "renamePasskey",
        "Call a passkey otherwise",
        tag="me",
        scope=Scope.ACCOUNT,
        description="By the name of the device, or of what keeps it.",
        request=login_schemas.RenamePasskey,
        responses={200: (login_schemas.PasskeyShape, "The passkey.")},
        problems=["not_found"],
        sends={"name": "Amel's phone"},
        gets=_PASSKEY,
    )
    def patch(self, request: Request, passkey_id: UUID) -> Response:
        """Rename it."""
        renamed = passkeys.rename(self.me, passkey_id, self.body(request, login_schemas.RenamePasskey).name)
        if renamed is None:
            raise Problem("not_found", say("refused.no_passkey"))
        return Response(shown(renamed, names_of_devices(self.me)))

    @operation(
        "removePasskey",
        "Let nobody in by a passkey any more",
        tag="me",
        scope=Scope.ACCOUNT,
        description="The device may still offer it; delete it there, too. Needs a recent log-in (`proveRecentLogin`).",
        responses={204: (None, "It is gone.")},
        problems=["not_found", "recent_login_needed"],
    )
    def delete(self, request: Request, passkey_id: UUID) -> Response:
        """Remove it."""
        if not passkeys.remove(self.token, passkey_id, timezone.now()):
            raise Problem("not_found", say("refused.no_passkey"))
        return Response(status=204)


class PasskeyLogIns(View):
    """Logging in by a passkey."""

    @operation(
        "logInWithPasskey",
        "Log in on this device by a passkey",
        tag="players",
        scope=None,
        description="By the options of `beginPasskeyLogin`. The passkey says who you are: no name is needed.",
        request=login_schemas.PasskeyLogin,
        responses={201: (player_schemas.SignedIn, "You, and the token of this device.")},
        problems=["wrong_passkey", "login_method_unavailable"],
        sends={"credential": _SIGNED, "device": "My new phone"},
        gets=CAME_IN,
        public=True,
        keeps=ResponseStorage.NOTHING,
    )
    def post(self, request: Request) -> Response:
        """Log in."""
        wanted = self.body(request, login_schemas.PasskeyLogin)
        must_be_offered()
        came = passkeys.log_in(
            as_sent(wanted.credential),
            wanted.device,
            timezone.now(),
            sign_out_others=wanted.sign_out_others,
            and_what_they_added=wanted.remove_what_they_added,
        )
        return Response(came_in(came), status=201)


class PasskeyOptions(View):
    """What a passkey is asked for by."""

    @operation(
        "beginPasskeyLogin",
        "Get what you log in with a passkey by",
        tag="players",
        scope=None,
        description=(
            "For `navigator.credentials.get` of a page of this very site; what that gives goes to `logInWithPasskey`."
        ),
        responses={201: (login_schemas.PasskeyOptions, "The options.")},
        problems=["login_method_unavailable"],
        gets=_ASKED,
        public=True,
        keeps=ResponseStorage.NOTHING,
    )
    def post(self, request: Request) -> Response:
        """Make a challenge."""
        must_be_offered()
        too_often("challenges", str(AddressThrottle().name_of(request)))
        return Response(login_schemas.PasskeyOptions(options=passkeys.options_to_log_in(timezone.now())), status=201)
