"""Views of the password, and of logins by password or by login link."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings
from django.utils import timezone
from msgspec import UNSET
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api import player_schemas
from accounts.api.answers import signed_in_answer
from accounts.api.base import Mine
from accounts.api.login import login_schemas
from accounts.login import passwords
from accounts.login.device_codes import NewDevice, use_link
from accounts.login.email import account_mails
from accounts.login.email.email_addresses import clean_address
from accounts.login.login_limits import PLAYERS, at_name, named, one_password
from chkobba_api.errors import DomainError
from chkobba_api.rest.addresses import address_of
from chkobba_api.rest.idempotency import ResponseStorage
from chkobba_api.rest.language import spoken
from chkobba_api.rest.limits.brute_force import guessing, has_code
from chkobba_api.rest.limits.throttling import too_often
from chkobba_api.rest.openapi.operation import operation
from chkobba_api.rest.views import View
from chkobba_api.scopes import Scope
from games.engine.messages import say


class MyPassword(Mine):
    """View of the player's password."""

    @operation("getPassword", Scope.ACCOUNT, {200: (login_schemas.Password, "The state of your password.")})
    def get(self, request: Request) -> Response:
        """Get the state of your password.

        Tells whether you have a password, and whether a new one requires the present one.
        """
        return Response(self._shown())

    @operation("setPassword", Scope.ACCOUNT, {200: (login_schemas.Password, "The new state of your password.")})
    def put(self, request: Request, wanted: login_schemas.PasswordRequest) -> Response:
        """Set or remove your password.

        You log in with the password and your name (`claimName`) on any device. If you have a password, send it in
        `current`. That is not needed if you have logged in on this device, or used the recovery code, within the last
        15 minutes. The first password is a new login method: if you have another method, you need a recent login
        (`proveRecentLogin`). With a second factor, you need one for each change. The server reports the change by mail
        to all your confirmed addresses.
        """
        typed = None if wanted.current is UNSET else wanted.current
        with trying_present(request):
            passwords.set_password(
                self.token,
                wanted.password,
                typed,
                timezone.now(),
                sign_out_others=wanted.sign_out_others,
                and_what_they_added=wanted.remove_what_they_added,
            )
        self.me.refresh_from_db(fields=["password"])
        return Response(self._shown())

    def _shown(self) -> login_schemas.Password:
        needed = passwords.needs_current(self.token, timezone.now())
        return login_schemas.Password(is_set=self.me.has_usable_password(), needs_current=needed)


class LogIns(View):
    """View of logins by name and password."""

    @operation(
        "logIn",
        None,
        {201: (player_schemas.SignedIn, "Your account, and the token of this device.")},
        public=True,
        keeps=ResponseStorage.NOTHING,
    )
    def post(self, request: Request, wanted: login_schemas.LogIn) -> Response:
        """Log in on this device with name and password.

        A wrong name and a wrong password get the same answer, `wrong_login`. They are counted by name at each address,
        so that no stranger can lock you out. Each password, right or wrong, is also counted by address. While the
        server checks another password, the answer is 429 `throttled`: your address keeps a place in the queue, so try
        again after a second. If you have a second factor (`setSecondFactor`), a right password gets 403
        `second_factor_needed`: send the same request again, with the code.
        """
        device = NewDevice(wanted.device, wanted.sign_out_others, wanted.remove_what_they_added)
        factor = None if wanted.second_factor is UNSET else wanted.second_factor
        with _trying(address_of(request), wanted.name):
            came = passwords.log_in(wanted.name, wanted.password, device, timezone.now(), factor=factor)
        return Response(signed_in_answer(came), status=201)


@contextmanager
def trying_present(request: Request) -> Iterator[None]:
    """Let a player try the present password; charge each hash to the player and to the address."""
    player = str(request.user.pk)
    with (
        guessing(("passwords", player), is_wrong=has_code("wrong_password"), code="too_many_wrong_logins"),
        one_password(PLAYERS, address_of(request), player),
    ):
        yield


@contextmanager
def _trying(address: str, name: str) -> Iterator[None]:
    """Let an address try a password; charge each hash to the address, and a right password to the name, too.

    It makes no difference whether a player has the name: the name is charged only for a right password, which proves
    that the player exists.
    """
    with (
        guessing(at_name(address, name), is_wrong=has_code("wrong_login"), code="too_many_wrong_logins"),
        guessing(
            ("log_ins", f"name:{named(name)}"),
            is_wrong=has_code("second_factor_needed", "wrong_second_factor"),
            counts_right=True,
            code="too_many_wrong_logins",
        ),
        one_password(PLAYERS, address),
    ):
        yield


class Links(View):
    """View of requests for login links."""

    @operation(
        "requestLoginLink",
        None,
        {202: (login_schemas.LoginLinkSent, "It is sent if a player has confirmed the address.")},
        public=True,
    )
    def post(self, request: Request, wanted: login_schemas.LoginLinkRequest) -> Response:
        """Request a login link by mail.

        You can also use it if you have forgotten the password: after a login by link you may set a new one. The answer
        is the same whether or not a player has confirmed the address. If several players have, the mail has a link for
        each. The link opens the page, which uses it when you press its button (`redeemLoginLink`).
        """
        if not settings.MAILS:
            raise DomainError("login_method_unavailable", say("refused.login_method_unavailable"))
        address = clean_address(wanted.mail)
        too_often("links", address_of(request))
        account_mails.ask_for_links(address, spoken(), timezone.now())
        lasts = int(account_mails.LINK_LASTS.total_seconds())
        return Response(login_schemas.LoginLinkSent(lasts=lasts), status=202)


class RedeemedLinks(View):
    """View of logins by a link."""

    @operation(
        "redeemLoginLink",
        None,
        {201: (player_schemas.SignedIn, "Your account, and the token of this device.")},
        public=True,
        keeps=ResponseStorage.NOTHING,
    )
    def post(self, request: Request, wanted: login_schemas.RedeemLoginLink) -> Response:
        """Log in on this device with a link.

        Send the secret of a link from `requestLoginLink`. It is valid once, for fifteen minutes. If you have a second
        factor, send its code, too.
        """
        device = NewDevice(wanted.device, wanted.sign_out_others, wanted.remove_what_they_added)
        factor = None if wanted.second_factor is UNSET else wanted.second_factor
        with guessing(("device_codes", address_of(request)), is_wrong=has_code("wrong_code")):
            came = use_link(wanted.link, device, timezone.now(), factor=factor)
        return Response(signed_in_answer(came), status=201)
