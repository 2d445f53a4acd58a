"""Views of pairing codes and recovery codes, and of logins by them."""

from __future__ import annotations

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api import player_schemas
from accounts.api.answers import qr_rows, signed_in_answer
from accounts.api.base import Mine
from accounts.login import device_codes
from accounts.models import DeviceCode, Token
from chkobba_api.ids import in_groups
from chkobba_api.rest.addresses import address_of
from chkobba_api.rest.idempotency import ResponseStorage
from chkobba_api.rest.limits.brute_force import guessing, has_code
from chkobba_api.rest.limits.throttling import too_often
from chkobba_api.rest.openapi.operation import operation
from chkobba_api.rest.views import View
from chkobba_api.scopes import Scope


class PairingCodes(Mine):
    """View that creates pairing codes."""

    @operation(
        "createPairingCode",
        Scope.ACCOUNT,
        {201: (player_schemas.CreatedCode, "The code, shown only once.")},
        keeps=ResponseStorage.SECRET,
    )
    def post(self, request: Request) -> Response:
        """Create a pairing code for another device.

        Show the code, its `link` or its `qr` to your other device, which logs in with `redeemDeviceCode`. The code is
        valid once, for ten minutes, and replaces your previous pairing code. You need a recent login
        (`proveRecentLogin`). The server reports the code by mail to your confirmed addresses.
        """
        return Response(_new_code(request, self.token, device_codes.PAIRING), status=201)


class RecoveryCodes(Mine):
    """View of the recovery code, for the loss of all devices."""

    @operation("getRecoveryCode", Scope.ACCOUNT, {200: (player_schemas.RecoveryCode, "The time when you created it.")})
    def get(self, request: Request) -> Response:
        """Get the state of your recovery code.

        Tells when you created it. Only `createRecoveryCode` shows the code itself, once.
        """
        return Response(player_schemas.RecoveryCode(made_at=device_codes.recovery_made_at(self.me)))

    @operation(
        "createRecoveryCode",
        Scope.ACCOUNT,
        {201: (player_schemas.CreatedCode, "The code, shown only once.")},
        keeps=ResponseStorage.SECRET,
    )
    def post(self, request: Request) -> Response:
        """Create a recovery code, for the loss of all devices.

        Write it down: with it, `redeemDeviceCode` logs you in on any device, with all your matches. It is valid once;
        that login returns the next one. It replaces your previous recovery code. Clients should offer it at the first
        match. You need a recent login (`proveRecentLogin`). The server reports the code by mail to your confirmed
        addresses.
        """
        return Response(_new_code(request, self.token, device_codes.RECOVERY), status=201)

    @operation("deleteRecoveryCode", Scope.ACCOUNT, {204: (None, "The recovery code is deleted.")})
    def delete(self, request: Request) -> Response:
        """Delete your recovery code.

        The code stops working, for example because you lost it. You need a recent login (`proveRecentLogin`).
        """
        device_codes.forget_recovery(self.token, timezone.now())
        return Response(status=204)


class Codes(View):
    """View of logins by pairing code or recovery code."""

    @operation(
        "redeemDeviceCode",
        None,
        {201: (player_schemas.SignedIn, "Your account, and the token of this device.")},
        public=True,
        keeps=ResponseStorage.NOTHING,
    )
    def post(self, request: Request, wanted: player_schemas.RedeemDeviceCode) -> Response:
        """Log in on this device with a code.

        Send a code from `createPairingCode` or `createRecoveryCode`. Each code works once. Wrong codes count against
        your IP address. A login by pairing code is not a recent login: if you have a login method, it cannot use
        `remove_what_they_added`.
        """
        device = device_codes.NewDevice(wanted.device, wanted.sign_out_others, wanted.remove_what_they_added)
        with guessing(("device_codes", address_of(request)), is_wrong=has_code("wrong_code")):
            came = device_codes.use_code(wanted.code, device, timezone.now())
        return Response(signed_in_answer(came), status=201)


def _new_code(request: Request, current: Token, kind: DeviceCode.Kind) -> player_schemas.CreatedCode:
    too_often("devices", str(current.user_id))
    code, row = device_codes.make_code(current, kind, timezone.now())
    link = request.build_absolute_uri(f"/#/device/{code}")
    return player_schemas.CreatedCode(code=in_groups(code), link=link, qr=qr_rows(link), expires_at=row.expires_at)
