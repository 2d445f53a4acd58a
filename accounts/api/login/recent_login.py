"""The recent login of a device: the state of the login, and a new proof of identity."""

from __future__ import annotations

from django.utils import timezone
from msgspec import UNSET
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import recent_login
from accounts.api.base import Mine
from accounts.api.login import login_schemas as schemas
from accounts.api.login.log_in import trying_present
from accounts.api.login.passkeys import as_sent
from accounts.login import device_codes, passwords
from accounts.login.webauthn import passkeys
from accounts.models import RecentLogin
from chkobba_api.errors import invalid
from chkobba_api.rest.limits.brute_force import guessing, has_code
from chkobba_api.rest.openapi.operation import operation
from chkobba_api.scopes import Scope
from games.engine.messages import say


class MyRecentLogIn(Mine):
    """View of the recent login: a login within the last 15 minutes on the device that sends the request."""

    @operation("getRecentLogin", Scope.ACCOUNT, {200: (schemas.RecentLogin, "The state of your recent login.")})
    def get(self, request: Request) -> Response:
        """Get the state of your recent login.

        A login counts as recent on its device for 15 minutes, and so does the creation of a guest. A player without any
        login method needs no recent login.
        """
        return Response(self._shown())

    @operation("proveRecentLogin", Scope.ACCOUNT, {200: (schemas.RecentLogin, "The state of your recent login.")})
    def put(self, request: Request, wanted: schemas.ProveRecentLogin) -> Response:
        """Prove your identity again on this device.

        Send your password, your recovery code (which stays valid) or a passkey (`beginPasskeyLogin`). A new login has
        the same effect. For 15 minutes you may then add and remove login methods, and delete your account. Wrong proofs
        are counted.
        """
        now = timezone.now()
        sent = [one for one in (wanted.password, wanted.recovery_code, wanted.credential) if one is not UNSET]
        if len(sent) != 1:
            raise invalid("body", say("invalid.proof_of_log_in"))
        if wanted.password is not UNSET:
            factor = None if wanted.second_factor is UNSET else wanted.second_factor
            with trying_present(request):
                passwords.prove(self.token, wanted.password, now, factor=factor)
        elif wanted.recovery_code is not UNSET:
            counted = ("passwords", str(self.me.pk))
            with guessing(counted, is_wrong=has_code("wrong_code"), code="too_many_wrong_logins"):
                device_codes.prove(self.token, wanted.recovery_code, now)
        elif wanted.credential is not UNSET:
            passkeys.prove(self.token, as_sent(wanted.credential), now)
        return Response(self._shown())

    def _shown(self) -> schemas.RecentLogin:
        now = timezone.now()
        until = RecentLogin.objects.filter(token=self.token, until__gt=now).values_list("until", flat=True).first()
        return schemas.RecentLogin(needed=not recent_login.may_change_ways_in(self.token, now), until=until)
