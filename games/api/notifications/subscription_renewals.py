"""Renewals of push subscriptions by browsers and apps."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from msgspec import structs
from rest_framework.request import Request
from rest_framework.response import Response

from chkobba_api.rest.idempotency import ResponseStorage
from chkobba_api.rest.limits.throttling import AddressThrottle, too_often
from chkobba_api.rest.openapi.operation import operation
from chkobba_api.rest.views import View
from games.api.notifications import channel_schemas as schemas
from games.notifications.push import renewal


class Renewals(View):
    """Renewals of push subscriptions by browsers and apps."""

    @operation(
        "renewSubscription",
        None,
        {200: (schemas.RenewedSubscription, "The subscription is replaced.")},
        public=True,
        keeps=ResponseStorage.SECRET,
    )
    def post(self, request: Request, wanted: schemas.RenewSubscription) -> Response:
        """Replace the push subscription of a channel.

        For code that runs without the player, such as a browser's service worker at `pushsubscriptionchange`. It needs
        the `renewal` of the channel, and no token. The channel keeps its settings. A secret is valid for one
        subscription and nothing else; the same request again gets the same answer. After `not_found`, use `addChannel`
        with your token.
        """
        too_often("channels_address", str(AddressThrottle().name_of(request)))
        subscription = wanted.subscription
        channel = renewal.renew(
            wanted.renewal, timezone.now(), target=subscription.endpoint, details=subscription_details(subscription)
        )
        return Response(schemas.RenewedSubscription(renewal=str(renewal.secret_of(channel))))


def subscription_details(subscription: schemas.PushSubscription) -> dict[str, Any]:
    """Return the stored details of a subscription, without its endpoint."""
    return {**structs.asdict(subscription.keys), "expires": subscription.expiration_time}
