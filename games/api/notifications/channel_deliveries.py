"""The deliveries of a channel, and its test message."""

from __future__ import annotations

from typing import Final
from uuid import UUID

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base import Mine
from chkobba_api.errors import DomainError
from chkobba_api.rest.limits.throttling import turn
from chkobba_api.rest.openapi.operation import operation
from chkobba_api.scopes import Scope
from games.api.copying import copied
from games.api.matches.base import count_by_player
from games.api.notifications import channel_schemas as schemas
from games.engine.messages import say
from games.models import Delivery
from games.notifications import player_channels

LONGEST_TRY: Final = 30
"""Seconds after which the lock of a test ends, if its process died while it waited for the receiver."""
WAIT_TO_TRY: Final = 5
"""Seconds after which a client may try again: most receivers answer within this time, or never."""


class ChannelTests(Mine):
    """The test of a channel."""

    @operation("testChannel", Scope.CHANNELS, {200: (schemas.ChannelTest, "The result of the test.")})
    def post(self, request: Request, channel_id: UUID) -> Response:
        """Send a test message to a channel.

        The message has the type `test` and ignores the channel's settings; the answer has its result. The server sends
        one test at a time, for all players: during another test, the answer is 429 with `Retry-After`.
        """
        channel = player_channels.find(self.token, channel_id)
        count_by_player(request, self.me, "channels", "throttled", "refused.throttled")
        with turn("channels.try", LONGEST_TRY) as is_ours:
            if not is_ours:
                raise DomainError("throttled", say("refused.throttled", seconds=WAIT_TO_TRY), retry_after=WAIT_TO_TRY)
            outcome = player_channels.try_out(channel, timezone.now())
        return Response(schemas.ChannelTest(taken=outcome.is_taken, outcome=outcome.said))


class Deliveries(Mine):
    """The deliveries of a channel."""

    @operation("listDeliveries", Scope.CHANNELS, {200: (schemas.ChannelDeliveries, "The deliveries, newest first.")})
    def get(self, request: Request, channel_id: UUID) -> Response:
        """List the deliveries of a channel.

        The messages of the last seven days with their results, and waiting notifications.
        """
        sent = player_channels.sent_to(player_channels.find(self.token, channel_id))
        return Response(schemas.ChannelDeliveries(deliveries=[_logged(one) for one in sent]))


def _logged(delivery: Delivery) -> schemas.ChannelDelivery:
    return copied(
        schemas.ChannelDelivery,
        delivery,
        type=delivery.notification.kind,
        match=delivery.notification.match_id,
        at=delivery.notification.at,
        send_at=delivery.send_at if delivery.state == Delivery.State.WAITING else None,
        outcome=delivery.outcome or None,
    )
