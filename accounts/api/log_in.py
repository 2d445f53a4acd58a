"""Logging in: by name and password, and by a link in a mail."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from django.utils import timezone
from msgspec import UNSET
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api import login_schemas, player_schemas
from accounts.api.names import CODES as OF_NAMES  # noqa: F401  (whose codes are of passwords, too)
from accounts.api.players import ME, TOKEN, Mine, came_in
from accounts.login import account_mails, login_links, passwords, second_factors
from accounts.login.device_codes import WrongCode
from accounts.login.email_addresses import counted_as
from accounts.login.login_limits import PLAYERS, Busy, few_wrong, named, one_password
from chkobba_api.email import mails
from chkobba_api.rest.addresses import address_of
from chkobba_api.rest.brute_force import guessing
from chkobba_api.rest.idempotency import ResponseStorage
from chkobba_api.rest.language import spoken
from chkobba_api.rest.problems import TRANSLATIONS, Problem, kinds_of, register
from chkobba_api.rest.schema import operation
from chkobba_api.rest.throttling import AddressThrottle, Budget, too_often
from chkobba_api.rest.views import View
from chkobba_api.scopes import Scope
from games.engine.messages import say

SOON: Final = 1
"""Seconds after which a password may be tried that came while another one was looked at."""
CAME_IN: Final = {"player": {**ME, "guest": False, "name": "amel_k"}, **TOKEN, "recovery_code": None}


def translate(error: Exception) -> Problem | None:
    """Return an error of passwords as a problem, or None for another error."""
    if isinstance(error, passwords.WrongLogIn):
        return Problem("wrong_login", say("refused.wrong_login"))
    if isinstance(error, passwords.WrongPassword):
        return Problem("wrong_password", say("refused.wrong_password"))
    if isinstance(error, passwords.CurrentNeeded):
        return Problem("current_password_needed", say("refused.current_password_needed"))
    if isinstance(error, passwords.NoName):
        return Problem("no_name", say("refused.no_name"))
    if isinstance(error, second_factors.FactorNeeded):
        return Problem("second_factor_needed", say("refused.second_factor_needed"))
    if isinstance(error, second_factors.WrongFactor):
        return Problem("wrong_second_factor", say("refused.wrong_second_factor"))
    if isinstance(error, Busy):
        said = say("refused.throttled", seconds=SOON)
        return Problem("throttled", said, {"Retry-After": str(SOON)}, retry_after=SOON)
    return None


OF_FACTORS: Final = ("second_factor_needed", "wrong_second_factor", "too_many_wrong_codes")
"""The problems of operations that ask for a second factor."""
CODES: Final = kinds_of(
    {
        "second_factor_needed": 403,
        "wrong_second_factor": 403,
        "wrong_login": 403,
        "wrong_password": 403,
        "current_password_needed": 403,
        "no_name": 409,
        "login_method_unavailable": 409,
        "too_many_wrong_logins": 429,
    }
)
register(CODES)
TRANSLATIONS.append(translate)


class MyPassword(Mine):
    """One's password."""

    @operation(
        "getPassword",
        "Whether you have a password",
        tag="me",
        scope=Scope.ACCOUNT,
        description="And whether it is needed to set another one.",
        responses={200: (login_schemas.Password, "Whether you have one.")},
        gets={"is_set": True, "needs_current": True},
    )
    def get(self, request: Request) -> Response:
        """Answer with whether there is one."""
        return Response(self._shown())

    @operation(
        "setPassword",
        "Set your password, or have none any more",
        tag="me",
        scope=Scope.ACCOUNT,
        description=(
            "With it and your name (`claimName`) you log in on any device. Who has one says the present one, unless "
            "they have logged in on this device, or used their code for recovery, within the last quarter of an hour. "
            "The first password is a new way in: if you have another one, it needs a recent log-in "
            "(`proveRecentLogin`). A mail goes to all your confirmed addresses."
        ),
        request=login_schemas.PasswordRequest,
        responses={200: (login_schemas.Password, "It is set.")},
        problems=[
            "wrong_password",
            "current_password_needed",
            "recent_login_needed",
            "no_name",
            "staff_account",
            "too_many_wrong_logins",
        ],
        sends={"password": "mint tea at nine", "sign_out_others": True},
        gets={"is_set": True, "needs_current": True},
    )
    def put(self, request: Request) -> Response:
        """Set it."""
        wanted, now = self.body(request, login_schemas.PasswordRequest), timezone.now()
        typed = None if wanted.current is UNSET else wanted.current
        with trying_present(request):
            if wanted.password is None:
                passwords.remove(self.token, typed, now)
            else:
                passwords.set_password(
                    self.token,
                    wanted.password,
                    typed,
                    now,
                    sign_out_others=wanted.sign_out_others,
                    and_what_they_added=wanted.remove_what_they_added,
                )
        self.me.refresh_from_db(fields=["password"])
        return Response(self._shown())

    def _shown(self) -> login_schemas.Password:
        needed = passwords.needs_current(self.token, timezone.now())
        return login_schemas.Password(is_set=self.me.has_usable_password(), needs_current=needed)


class LogIns(View):
    """Logging in by name and password."""

    @operation(
        "logIn",
        "Log in on this device with name and password",
        tag="players",
        scope=None,
        description=(
            "A wrong name and a wrong password are one answer, `wrong_login`, and are counted by name at each "
            "address, so that no stranger keeps anybody out. Each password is counted by address, right or wrong. "
            "While other passwords are looked at, it is 429 `throttled`: your address has a place in the line; come "
            "again after a second. Who has a second factor (`setSecondFactor`) is asked for it when the password is "
            "right: 403 `second_factor_needed`; send all of it again, with the code."
        ),
        request=login_schemas.LogIn,
        responses={201: (player_schemas.SignedIn, "You, and the token of this device.")},
        problems=["wrong_login", "too_many_wrong_logins", *OF_FACTORS],
        sends={"name": "amel_k", "password": "mint tea at nine", "device": "My new phone"},
        gets=CAME_IN,
        public=True,
        keeps=ResponseStorage.NOTHING,
    )
    def post(self, request: Request) -> Response:
        """Log in."""
        wanted = self.body(request, login_schemas.LogIn)
        with _trying(address_of(request), wanted.name):
            came = passwords.log_in(
                wanted.name,
                wanted.password,
                wanted.device,
                timezone.now(),
                factor=None if wanted.second_factor is UNSET else wanted.second_factor,
                sign_out_others=wanted.sign_out_others,
                and_what_they_added=wanted.remove_what_they_added,
            )
        return Response(came_in(came), status=201)


@contextmanager
def trying_present(request: Request) -> Iterator[None]:
    """Allow a player to try the present password: each hash is charged to player and address."""
    player = str(request.user.pk)
    with (
        guessing(
            ("passwords", player),
            is_wrong=lambda error: isinstance(error, passwords.WrongPassword),
            code="too_many_wrong_logins",
        ),
        one_password(PLAYERS, address_of(request), player),
    ):
        yield


@contextmanager
def _trying(address: str, name: str) -> Iterator[None]:
    """Allow a password to be tried: each hash is charged to the address, and a right one to the name, too.

    Whether a player has the name makes no difference: only a right password shows that, and the name is charged with
    nothing else.
    """
    with (
        few_wrong(address, name, lambda error: isinstance(error, passwords.WrongLogIn)),
        guessing(
            ("log_ins", f"name:{named(name)}"),
            is_wrong=lambda error: isinstance(error, second_factors.FactorNeeded | second_factors.WrongFactor),
            counts_right=True,
            code="too_many_wrong_logins",
        ),
        one_password(PLAYERS, address),
    ):
        yield


class Links(View):
    """Links that are sent by mail."""

    @operation(
        "requestLoginLink",
        "Have a link to log in by sent to your email address",
        tag="players",
        scope=None,
        description=(
            "Also for who has forgotten the password: who has come in by a link may set another one. The answer is the "
            "same whether anybody has confirmed the address or not. Where several players have, the mail has a link "
            "for each. The link leads to the page, which uses it when its button is pressed (`redeemLoginLink`)."
        ),
        request=login_schemas.LoginLinkRequest,
        responses={202: (login_schemas.LoginLinkSent, "It is sent, if anybody has confirmed the address.")},
        problems=["login_method_unavailable"],
        sends={"mail": "amel@home.example"},
        gets={"lasts": 900},
        public=True,
    )
    def post(self, request: Request) -> Response:
        """Write it down to be sent."""
        wanted = self.body(request, login_schemas.LoginLinkRequest)
        if not mails.is_offered():
            raise Problem("login_method_unavailable", say("refused.login_method_unavailable"))
        address = account_mails.clean_address(wanted.mail)
        too_often("links", str(AddressThrottle().name_of(request)))
        if Budget("links_to").spend(counted_as(address))[0] >= 0:  # else nobody is told that it was too often
            account_mails.ask_for_links(address, spoken(), timezone.now())
        lasts = int(account_mails.LINK_LASTS.total_seconds())
        return Response(login_schemas.LoginLinkSent(lasts=lasts), status=202)


class UsedLinks(View):
    """Logging in by a link."""

    @operation(
        "redeemLoginLink",
        "Log in on this device by a link",
        tag="players",
        scope=None,
        description=(
            "By the secret of a link of `requestLoginLink`, which is good for fifteen minutes and for once. Who has a "
            "second factor is asked for it, too."
        ),
        request=login_schemas.RedeemLoginLink,
        responses={201: (player_schemas.SignedIn, "You, and the token of this device.")},
        problems=["wrong_code", *OF_FACTORS],
        sends={"link": "k3JtPzq0Uq6x…", "device": "My new phone"},
        gets=CAME_IN,
        public=True,
        keeps=ResponseStorage.NOTHING,
    )
    def post(self, request: Request) -> Response:
        """Use it."""
        wanted = self.body(request, login_schemas.RedeemLoginLink)
        address = str(AddressThrottle().name_of(request))
        with guessing(("device_codes", address), is_wrong=lambda error: isinstance(error, WrongCode)):
            came = login_links.use_link(
                wanted.link,
                wanted.device,
                timezone.now(),
                factor=None if wanted.second_factor is UNSET else wanted.second_factor,
                sign_out_others=wanted.sign_out_others,
                and_what_they_added=wanted.remove_what_they_added,
            )
        return Response(came_in(came), status=201)
