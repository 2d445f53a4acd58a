"""The second factor of players: set it up, renew its codes, turn it off."""

from __future__ import annotations

from typing import Final

from django.utils import timezone
from msgspec import UNSET
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api import login_schemas as shapes
from accounts.api.log_in import trying_present  # whose codes are of second factors, too
from accounts.api.players import Mine, qr_rows
from accounts.login import second_factor_setup
from chkobba_api.human_codes import in_groups
from chkobba_api.rest.idempotency import ResponseStorage
from chkobba_api.rest.problems import TRANSLATIONS, Problem, kinds_of, register
from chkobba_api.rest.schema import operation
from chkobba_api.scopes import Scope
from games.engine.messages import say

_KEY: Final = {
    "key": "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP",
    "address": "otpauth://totp/Chkobba%3Aamel_k?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Chkobba",
    "qr": ["1111111…", "1000001…"],
}
_ON: Final = {"since": "2026-11-21T18:30:00Z", "codes_left": 8}


def translate(error: Exception) -> Problem | None:
    """Return an error of a second factor as a problem, or None for another error."""
    if isinstance(error, second_factor_setup.NotBegun):
        return Problem("no_second_factor", say("refused.no_second_factor"))
    return None


register(kinds_of({"no_second_factor": 409}))
TRANSLATIONS.append(translate)


class MySecondFactor(Mine):
    """One's second factor."""

    @operation(
        "getSecondFactor",
        "Your second factor: on or off",
        tag="me",
        scope=Scope.ACCOUNT,
        description="Beside your password, and beside a link in a mail. A passkey is two factors by itself.",
        responses={200: (shapes.SecondFactor, "Since when.")},
        gets=_ON,
    )
    def get(self, request: Request) -> Response:
        """Answer with whether there is one."""
        return Response(shapes.SecondFactor(**second_factor_setup.state_of(self.me)._asdict()))

    @operation(
        "beginSecondFactor",
        "Get a key for an app that shows codes (TOTP)",
        tag="me",
        scope=Scope.ACCOUNT,
        description=(
            "The app scans `qr`, or takes `key`; then `setSecondFactor` with a code that it shows turns it on. Until "
            "then nothing has changed. Say your present password, unless you have logged in on this device, or used "
            "your code for recovery, within the last quarter of an hour. Without a password that is needed "
            "(`proveRecentLogin`)."
        ),
        request=shapes.BeginSecondFactor,
        responses={201: (shapes.SecondFactorRequest, "The key, shown this once.")},
        problems=[
            *("wrong_password", "current_password_needed", "recent_login_needed", "staff_account"),
            "too_many_wrong_logins",
        ],
        sends={"current": "mint tea at nine"},
        gets=_KEY,
        keeps=ResponseStorage.NOTHING,
    )
    def post(self, request: Request) -> Response:
        """Make a key."""
        wanted = self.body(request, shapes.BeginSecondFactor)
        with trying_present(request):
            begun = second_factor_setup.begin(
                self.token, None if wanted.current is UNSET else wanted.current, timezone.now()
            )
        made = shapes.SecondFactorRequest(key=begun.key, address=begun.address, qr=qr_rows(begun.address))
        return Response(made, status=201)

    @operation(
        "setSecondFactor",
        "Be asked for a second factor from now on, or not any more",
        tag="me",
        scope=Scope.ACCOUNT,
        description=(
            "With a code that your app shows, or one that you wrote down. When it is turned on, and each time that it "
            "is asked for again, you get eight codes for the day on which the app is lost; each is good once. No code "
            "of an app is good twice."
        ),
        request=shapes.SetSecondFactor,
        responses={200: (shapes.SecondFactorSet, "Whether you are asked.")},
        problems=["wrong_second_factor", "no_second_factor", "too_many_wrong_codes"],
        sends={"on": True, "code": "123456"},
        gets={**_ON, "codes": ["K7QX-9DMA-3FWR-PC4H"]},
    )
    def put(self, request: Request) -> Response:
        """Turn it on, or off."""
        wanted, codes = self.body(request, shapes.SetSecondFactor), []
        if wanted.on:
            codes = second_factor_setup.turn_on(self.token, wanted.code, timezone.now())
        else:
            second_factor_setup.turn_off(self.token, wanted.code, timezone.now())
        state = second_factor_setup.state_of(self.me)._asdict()
        return Response(shapes.SecondFactorSet(**state, codes=[in_groups(code) for code in codes]))
