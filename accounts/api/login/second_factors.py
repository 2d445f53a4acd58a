"""The second factor of players: views that set it up, renew its backup codes, and turn it off."""

from __future__ import annotations

from django.utils import timezone
from msgspec import UNSET
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.answers import qr_rows
from accounts.api.base import Mine
from accounts.api.login import login_schemas as schemas
from accounts.api.login.log_in import trying_present
from accounts.login import second_factor_setup
from chkobba_api.ids import in_groups
from chkobba_api.rest.idempotency import ResponseStorage
from chkobba_api.rest.openapi.operation import operation
from chkobba_api.scopes import Scope


class MySecondFactor(Mine):
    """View of the player's second factor."""

    @operation("getSecondFactor", Scope.ACCOUNT, {200: (schemas.SecondFactor, "The state of your second factor.")})
    def get(self, request: Request) -> Response:
        """Get the state of your second factor.

        The second factor protects logins by password and by a link in a mail. A passkey is two factors by itself.
        """
        since, codes_left = second_factor_setup.state_of(self.me)
        return Response(schemas.SecondFactor(since=since, codes_left=codes_left))

    @operation(
        "beginSecondFactor",
        Scope.ACCOUNT,
        {201: (schemas.SecondFactorRequest, "The key, shown only once.")},
        keeps=ResponseStorage.NOTHING,
    )
    def post(self, request: Request, wanted: schemas.BeginSecondFactor) -> Response:
        """Get a key for an app that shows codes (TOTP).

        The app scans `qr` or takes `key`. Then call `setSecondFactor` with a code of the app to turn the second factor
        on. Before that nothing changes. Send your present password, unless you have logged in on this device, or used
        the recovery code, within the last 15 minutes. Without a password you need such a recent login
        (`proveRecentLogin`).
        """
        typed = None if wanted.current is UNSET else wanted.current
        with trying_present(request):
            key, address = second_factor_setup.begin(self.token, typed, timezone.now())
        return Response(schemas.SecondFactorRequest(key=key, address=address, qr=qr_rows(address)), status=201)

    @operation("setSecondFactor", Scope.ACCOUNT, {200: (schemas.SecondFactorSet, "The state of your second factor.")})
    def put(self, request: Request, wanted: schemas.SetSecondFactor) -> Response:
        """Turn your second factor on or off.

        Send a code of your app, or a backup code. If you turn it on, you get eight backup codes for the loss of the
        app, each valid once. A request to turn it on again returns new backup codes. No code of the app is valid twice.
        """
        codes: list[str] = []
        if wanted.on:
            codes = second_factor_setup.turn_on(self.token, wanted.code, timezone.now())
        else:
            second_factor_setup.turn_off(self.token, wanted.code, timezone.now())
        since, codes_left = second_factor_setup.state_of(self.me)
        shown = [in_groups(code) for code in codes]
        return Response(schemas.SecondFactorSet(since=since, codes_left=codes_left, codes=shown))
