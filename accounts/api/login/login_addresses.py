"""Login addresses: the email addresses to which the server sends login links."""

from __future__ import annotations

from uuid import UUID

from django.conf import settings
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base import Mine
from accounts.api.devices import names_of_devices
from accounts.api.login import login_schemas as schemas
from accounts.login.email import login_addresses
from accounts.login.email.email_addresses import clean_address, counted_as
from accounts.models import EmailAddress
from chkobba_api.errors import DomainError
from chkobba_api.rest.addresses import address_of
from chkobba_api.rest.language import spoken
from chkobba_api.rest.limits.throttling import Budget, too_often
from chkobba_api.rest.openapi.operation import operation
from chkobba_api.scopes import Scope
from games.engine.messages import say


def shown(named: EmailAddress, devices: dict[UUID, str]) -> schemas.LoginAddress:
    """Return a login address as its player sees it."""
    return schemas.LoginAddress(
        id=named.pk,
        mail=named.address,
        confirmed=named.confirmed_at is not None,
        added_by=devices.get(named.added_by) if named.added_by else None,
    )


class MyLoginAddresses(Mine):
    """View of the login addresses of the player."""

    @operation("listLoginAddresses", Scope.ACCOUNT, {200: (schemas.LoginAddresses, "All your login addresses.")})
    def get(self, request: Request) -> Response:
        """List your login addresses.

        The server sends login links to these addresses only (`requestLoginLink`).
        """
        devices = names_of_devices(self.me)
        mine = [shown(one, devices) for one in login_addresses.of_player(self.me)]
        return Response(schemas.LoginAddresses(addresses=mine))

    @operation("addLoginAddress", Scope.ACCOUNT, {201: (schemas.LoginAddress, "The login address.")})
    def post(self, request: Request, wanted: schemas.LoginAddressRequest) -> Response:
        """Add a login address.

        The server mails a link to the address. It opens a page with a button that confirms the address. A repeated
        request sends the link again. Once the address is confirmed, the server reports it by mail to your other
        confirmed addresses. You need a recent login (`proveRecentLogin`). To get notifications about matches there, add
        a channel (`addChannel`).
        """
        if not settings.MAILS:
            raise DomainError("login_method_unavailable", say("refused.login_method_unavailable"))
        address = clean_address(wanted.mail)
        too_often("mails", str(self.me.pk))
        too_often("mails_address", address_of(request))
        # The answer does not show it: it would reveal that other players have added this mailbox.
        may_send = Budget("mails_to").spend(counted_as(address))[0] >= 0
        named = login_addresses.add(self.token, address, timezone.now(), spoken(), may_send=may_send)
        return Response(shown(named, names_of_devices(self.me)), status=201)


class OneLoginAddress(Mine):
    """View of one login address of the player."""

    @operation("removeLoginAddress", Scope.ACCOUNT, {204: (None, "The login address is removed.")})
    def delete(self, request: Request, address_id: UUID) -> Response:
        """Remove a login address.

        Links that the server sent there stop working. You need a recent login (`proveRecentLogin`).
        """
        if not login_addresses.remove(self.token, address_id, timezone.now()):
            raise DomainError("not_found", say("refused.no_login_address"))
        return Response(status=204)
