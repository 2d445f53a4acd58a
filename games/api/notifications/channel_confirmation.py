"""The confirmation of a mail channel."""

from __future__ import annotations

from uuid import UUID

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base import Mine
from accounts.login.email.email_addresses import LASTS, counted_as
from accounts.models import Token
from accounts.services import signed_in
from chkobba_api.errors import DomainError
from chkobba_api.rest.language import spoken
from chkobba_api.rest.limits.throttling import Budget
from chkobba_api.rest.openapi.operation import operation
from chkobba_api.scopes import Scope
from games.api.matches.base import count_by_player
from games.api.notifications import channel_schemas as schemas
from games.engine.messages import say
from games.models import NotificationChannel
from games.notifications import mail, player_channels


class Confirmation(Mine):
    """The confirmation of a mail channel."""

    @operation(
        "sendConfirmation",
        Scope.CHANNELS,
        {200: (schemas.ConfirmationSent, "The link is on its way, unless the mailbox has reached its limit.")},
    )
    def post(self, request: Request, channel_id: UUID) -> Response:
        """Send the confirmation link of a channel again.

        For a mail channel that is not `confirmed`. The link is valid for one day and one use, and leads to a page with
        a button. One mailbox gets at most three such mails a day, from all players together.
        """
        channel = player_channels.find(self.token, channel_id)
        if channel.confirmed_at is not None:
            raise DomainError("already_confirmed", say("refused.already_confirmed"))
        count_by_player(request, self.me, "mails", "throttled", "refused.throttled")
        ask_to_confirm(self.token, channel)
        return Response(schemas.ConfirmationSent(lasts=int(LASTS.total_seconds())))


def ask_to_confirm(current: Token, channel: NotificationChannel) -> None:
    """Send a confirmation link to a mail channel, within the limit of its mailbox. Raises HasLeft.

    The answer does not show that the limit is reached: it would reveal that other players have named the address.
    """
    if Budget("mails_to").spend(counted_as(channel.target))[0] < 0:
        return
    with signed_in(current):  # an address that is confirmed later would outlive a device that is being signed out
        mail.ask_to_confirm(channel, timezone.now(), language=spoken())
