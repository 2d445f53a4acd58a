"""Passkeys: views to manage them, and views to log in with one."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import msgspec
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api import player_schemas
from accounts.api.answers import signed_in_answer
from accounts.api.base import Mine
from accounts.api.devices import names_of_devices
from accounts.api.login import login_schemas
from accounts.login.device_codes import NewDevice
from accounts.login.webauthn import passkeys
from accounts.models import Passkey
from chkobba_api.errors import DomainError
from chkobba_api.rest.addresses import address_of
from chkobba_api.rest.idempotency import ResponseStorage
from chkobba_api.rest.limits.throttling import too_often
from chkobba_api.rest.openapi.operation import operation
from chkobba_api.rest.views import View
from chkobba_api.scopes import Scope
from games.engine.messages import say


def must_be_offered() -> None:
    """Raise DomainError ``login_method_unavailable`` if the server cannot offer passkeys."""
    if passkeys.host() is None:
        raise DomainError("login_method_unavailable", say("refused.login_method_unavailable"))


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
    """View of the player's passkeys."""

    @operation("listPasskeys", Scope.ACCOUNT, {200: (login_schemas.Passkeys, "All your passkeys.")})
    def get(self, request: Request) -> Response:
        """List your passkeys.

        You log in with any of them, without a name and a password.
        """
        devices = names_of_devices(self.me)
        return Response(login_schemas.Passkeys(passkeys=[shown(one, devices) for one in self.me.passkeys.all()]))

    @operation("addPasskey", Scope.ACCOUNT, {201: (login_schemas.PasskeyShape, "The new passkey.")})
    def post(self, request: Request, wanted: login_schemas.PasskeyRequest) -> Response:
        """Add a passkey that your device has created.

        Send the result of the browser for the options of `beginPasskey`. An invalid or repeated result is
        `wrong_passkey`. You need a recent login (`proveRecentLogin`). The server reports the passkey by mail to your
        confirmed addresses.
        """
        must_be_offered()
        added = passkeys.add(self.token, as_sent(wanted.credential), wanted.name, timezone.now())
        return Response(shown(added, names_of_devices(self.me)), status=201)


class NewPasskeys(Mine):
    """View of the options for a new passkey."""

    @operation(
        "beginPasskey",
        Scope.ACCOUNT,
        {201: (login_schemas.PasskeyOptions, "The options.")},
        keeps=ResponseStorage.NOTHING,
    )
    def post(self, request: Request) -> Response:
        """Get the options for a new passkey.

        Pass them to `navigator.credentials.create` on a page of this site, and send the result to `addPasskey`. You
        need a recent login (`proveRecentLogin`).
        """
        must_be_offered()
        too_often("challenges", str(self.me.pk))
        return Response(
            login_schemas.PasskeyOptions(options=passkeys.options_to_add(self.token, timezone.now())), status=201
        )


class OnePasskey(Mine):
    """View of one passkey of the player."""

    @operation("renamePasskey", Scope.ACCOUNT, {200: (login_schemas.PasskeyShape, "The passkey.")})
    def patch(self, request: Request, passkey_id: UUID, wanted: login_schemas.RenamePasskey) -> Response:
        """Rename a passkey.

        For example, use the name of the device or of the password manager.
        """
        renamed = passkeys.rename(self.me, passkey_id, wanted.name)
        if renamed is None:
            raise DomainError("not_found", say("refused.no_passkey"))
        return Response(shown(renamed, names_of_devices(self.me)))

    @operation("removePasskey", Scope.ACCOUNT, {204: (None, "The passkey is removed.")})
    def delete(self, request: Request, passkey_id: UUID) -> Response:
        """Remove a passkey.

        It no longer logs you in. The device may still offer it, so delete it there, too. You need a recent login
        (`proveRecentLogin`).
        """
        if not passkeys.remove(self.token, passkey_id, timezone.now()):
            raise DomainError("not_found", say("refused.no_passkey"))
        return Response(status=204)


class PasskeyLogIns(View):
    """View of logins by passkey."""

    @operation(
        "logInWithPasskey",
        None,
        {201: (player_schemas.SignedIn, "Your account, and the token of this device.")},
        public=True,
        keeps=ResponseStorage.NOTHING,
    )
    def post(self, request: Request, wanted: login_schemas.PasskeyLogin) -> Response:
        """Log in on this device with a passkey.

        Send the result of the browser for the options of `beginPasskeyLogin`. The passkey identifies you: you need no
        name.
        """
        must_be_offered()
        device = NewDevice(wanted.device, wanted.sign_out_others, wanted.remove_what_they_added)
        came = passkeys.log_in(as_sent(wanted.credential), device, timezone.now())
        return Response(signed_in_answer(came), status=201)


class PasskeyOptions(View):
    """View of the options for a login by passkey."""

    @operation(
        "beginPasskeyLogin",
        None,
        {201: (login_schemas.PasskeyOptions, "The options.")},
        public=True,
        keeps=ResponseStorage.NOTHING,
    )
    def post(self, request: Request) -> Response:
        """Get the options for a login with a passkey.

        Pass them to `navigator.credentials.get` on a page of this site, and send the result to `logInWithPasskey`.
        """
        must_be_offered()
        too_often("challenges", address_of(request))
        return Response(login_schemas.PasskeyOptions(options=passkeys.options_to_log_in(timezone.now())), status=201)
