"""Login addresses: the email addresses to which a link to log in by is sent."""

from __future__ import annotations

from typing import Final
from uuid import UUID

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api import login_schemas as shapes
from accounts.api.log_in import CODES as OF_LOG_INS  # noqa: F401  (whose codes are of addresses, too)
from accounts.api.players import Mine, names_of_devices
from accounts.login import login_addresses
from accounts.login.account_mails import clean_address
from accounts.login.email_addresses import counted_as
from accounts.models import EmailAddress
from chkobba_api.email import mails
from chkobba_api.rest.language import spoken
from chkobba_api.rest.problems import TRANSLATIONS, Problem, kinds_of, register
from chkobba_api.rest.schema import operation
from chkobba_api.rest.throttling import AddressThrottle, Budget, too_often
from chkobba_api.scopes import Scope
from games.engine.messages import say

_ADDRESS: Final = {
    "id": "019d3c5e-7c1e-7f30-c4d6-7e3a0b9c1f24",
    "mail": "amel@home.example",
    "confirmed": False,
    "added_by": "Amel's phone",
}


def translate(error: Exception) -> Problem | None:
    """Return an error of login addresses as a problem, or None for another error."""
    if isinstance(error, login_addresses.TooManyLoginAddresses):
        said = say("refused.too_many.login_addresses", count=error.limit)
        return Problem("too_many_login_addresses", said, limit=error.limit)
    return None


register(kinds_of({"too_many_login_addresses": 409}))
TRANSLATIONS.append(translate)


def shown(named: EmailAddress, devices: dict[UUID, str]) -> shapes.LoginAddress:
    """Return a login address as its player sees it."""
    return shapes.LoginAddress(
        id=named.pk,
        mail=named.address,
        confirmed=named.confirmed_at is not None,
        added_by=devices.get(named.added_by) if named.added_by else None,
    )


class MyLoginAddresses(Mine):
    """The login addresses of a player."""

    @operation(
        "listLoginAddresses",
        "The email addresses by which you log in",
        tag="me",
        scope=Scope.ACCOUNT,
        description="A link to log in by is sent to these, and to no other address (`requestLoginLink`).",
        responses={200: (shapes.LoginAddresses, "All of them.")},
        gets={"addresses": [{**_ADDRESS, "confirmed": True}]},
    )
    def get(self, request: Request) -> Response:
        """Answer with the list."""
        devices = names_of_devices(self.me)
        mine = [shown(one, devices) for one in login_addresses.of_player(self.me)]
        return Response(shapes.LoginAddresses(addresses=mine))

    @operation(
        "addLoginAddress",
        "Log in by an email address, too",
        tag="me",
        scope=Scope.ACCOUNT,
        description=(
            "A link goes there, behind which is a button that confirms the address; asked again, it is sent again. "
            "All other addresses that you have confirmed are told. Needs a recent log-in (`proveRecentLogin`). To be "
            "told of matches there, add a channel (`addChannel`)."
        ),
        request=shapes.LoginAddressRequest,
        responses={201: (shapes.LoginAddress, "The address.")},
        problems=["recent_login_needed", "too_many_login_addresses", "login_method_unavailable"],
        sends={"mail": "amel@home.example"},
        gets=_ADDRESS,
    )
    def post(self, request: Request) -> Response:
        """Add it."""
        wanted = self.body(request, shapes.LoginAddressRequest)
        if not mails.is_offered():
            raise Problem("login_method_unavailable", say("refused.login_method_unavailable"))
        address = clean_address(wanted.mail)
        too_often("mails", str(self.me.pk))
        too_often("mails_address", str(AddressThrottle().name_of(request)))
        may_send = (
            Budget("mails_to").spend(counted_as(address))[0] >= 0
        )  # no answer tells it: it would show that other players have named this mailbox
        named = login_addresses.add(self.token, address, timezone.now(), spoken(), may_send=may_send)
        return Response(shown(named, names_of_devices(self.me)), status=201)


class OneLoginAddress(Mine):
    """One login address of a player."""

    @operation(
        "removeLoginAddress",
        "Log in by an email address no more",
        tag="me",
        scope=Scope.ACCOUNT,
        description="Links that were sent there stop working. Needs a recent log-in (`proveRecentLogin`).",
        responses={204: (None, "Nobody logs in by it.")},
        problems=["not_found", "recent_login_needed"],
    )
    def delete(self, request: Request, address_id: UUID) -> Response:
        """Remove it."""
        if not login_addresses.remove(self.token, address_id, timezone.now()):
            raise Problem("not_found", say("refused.no_login_address"))
        return Response(status=204)
