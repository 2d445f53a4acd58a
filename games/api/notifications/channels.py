"""Where a player wants to be told of what concerns them, and when (docs/notifications.md)."""

from __future__ import annotations

from datetime import time
from typing import Any, Final
from uuid import UUID

from django.urls import reverse
from django.utils import timezone
from msgspec import UNSET, structs
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.players import Mine
from accounts.login.email_addresses import LASTS, counted_as
from chkobba_api.email import backends
from chkobba_api.rest.idempotency import ResponseStorage
from chkobba_api.rest.language import spoken
from chkobba_api.rest.problems import Problem
from chkobba_api.rest.schema import operation
from chkobba_api.rest.throttling import AddressThrottle, Budget, too_often, turn
from chkobba_api.rest.views import View, invalid
from chkobba_api.scopes import Scope
from games.api.matches.base import count_by_player
from games.api.notifications import channel_schemas as shapes
from games.engine.messages import say
from games.models import Delivery, NotificationChannel
from games.notifications import OWN, mail, player_channels
from games.notifications.push import renewal
from games.notifications.push.device import UNIFIED
from games.notifications.push.web_push import public_key
from games.notifications.sentences import KINDS
from games.services.errors import Refusal

LONGEST_TRY: Final = 30
"""Seconds after which a process that died while it awaited a receiver is no longer waited for."""
WAIT_TO_TRY: Final = 5
"""Seconds in which most receivers have answered, or never do."""

_SAID: Final = {
    "type": "webhook",
    "target": "https://club.example/chkobba",
    "format": "raw",
    "notifications": ["your_turn", "match_finished"],
    "quiet_hours": {"begins": "22:00", "ends": "08:00"},
    "digest": "hourly",
    "digest_hour": 8,
}
_CHANNEL: Final = {
    "id": "019d3c5e-7c1d-7a11-8c3e-5d2f9b7a4c60",
    **_SAID,
    "on": True,
    "created_at": "2026-11-21T18:30:00Z",
    "name": "",
    "current": False,
    "confirmed": True,
    "failing_since": None,
    "turned_off_at": None,
}
_RENEWAL: Final = "019d3c5e7c1d7a118c3e5d2f9b7a4c60.…:…"
_SUBSCRIPTION: Final = {
    "endpoint": "https://push.example/v1/abc",
    "keys": {"p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcx…", "auth": "BTBZMqHH6r4Tts7J_aSIgg"},
    "expirationTime": None,
}
_OFFERED: Final = [
    {"type": "webhook", "formats": ["raw", "discord", "slack"], "public_key": None, "mailbox": None},
    {"type": "mail", "formats": [], "public_key": None, "mailbox": None},
    {
        "type": "web_push",
        "formats": [],
        "public_key": "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIg…",
        "mailbox": None,
    },
    {
        "type": "device",
        "formats": ["unifiedpush", "fcm", "apns"],
        "public_key": "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIg…",
        "mailbox": None,
    },
]
_KINDS: Final = [{"kind": "your_turn", "label": "It is your turn"}]
_DELIVERY: Final = {
    "id": "019d3c5e-7c1e-7b20-9a4f-6e3a8c5d1b72",
    "message": "019d3c5e-7c1e-7b20-9a4f-6e3a8c5d1b72",
    "type": "your_turn",
    "match": "019d3c5e-7c1f-7c3a-8a51-6b0c2d9e4f80",
    "at": "2026-11-21T18:30:00Z",
    "state": "taken",
    "send_at": None,
    "attempts": 1,
    "tried_at": "2026-11-21T18:30:02Z",
    "outcome": "204",
}


class Channels(Mine):
    """Where one is told."""

    @operation(
        "listChannels",
        "Where you are told of what concerns you",
        tag="me",
        scope=Scope.CHANNELS,
        description=(
            "Every place that you have added, with its settings, and what can be added. A program sees and changes "
            "those alone that it has added itself."
        ),
        responses={200: (shapes.MyChannels, "Your channels.")},
        gets={"channels": [_CHANNEL], "kinds": _KINDS, "offered": _OFFERED},
    )
    def get(self, request: Request) -> Response:
        """Answer with the player's own."""
        mine = player_channels.seen_by(self.token)
        offered = [
            shapes.OfferedChannel(
                type=name,
                formats=[*channel.formats],
                public_key=public_key() if channel.pushes else None,
                mailbox=_mailbox_of(name),
            )
            for name, channel in OWN.items()
            if channel.in_use()
        ]
        shown = [shapes.Channel(**_shown(one, request)) for one in mine]
        kinds = [shapes.EventKind(kind=kind, label=say(f"notification.{kind}")) for kind in KINDS]
        return Response(shapes.MyChannels(channels=shown, kinds=kinds, offered=offered))

    @operation(
        "addChannel",
        "Be told somewhere else, too",
        tag="me",
        scope=Scope.CHANNELS,
        description=(
            "What concerns you (the events of `listMyEvents`) is sent there from now on: not of what you did "
            "yourself, not what is out of date, and not in your quiet hours. A `webhook` is a `POST` to an address "
            "that you name, on the internet; redirects are not followed. `web_push` is a browser, which subscribes "
            "with the `public_key` of `listChannels`; `device` an app of its own. Whatever says again where it is, or "
            "from the same token that it is elsewhere by now, is still the same channel, with its settings. An address "
            "of `mail` gets a link first, by which it is confirmed, and nothing else before; nobody logs in by it "
            "(`addLoginAddress`). What a program adds ends with its token. docs/notifications.md explains all settings."
        ),
        request=shapes.ChannelRequest,
        responses={
            201: (shapes.AddedChannel, "The channel, and its secret, which is shown this once."),
            200: (shapes.AddedChannel, "The channel of a device that was there already."),
        },
        problems=["too_many_channels", "channel_not_offered"],
        sends=_SAID,
        gets={**_CHANNEL, "secret": "whsec_…44 characters…", "renewal": None},
        keeps=ResponseStorage.SECRET,
    )
    def post(self, request: Request) -> Response:
        """Add it."""
        wanted = self.body(request, shapes.ChannelRequest)
        wish = _wish(wanted)
        if wanted.type not in OWN:
            raise invalid("type", say("channel.no_type"))
        if wanted.format is not UNSET:
            wish["format"] = wanted.format
        channel, now = OWN[wanted.type], timezone.now()
        wish["added_by"] = self.token.id
        if channel.pushes or self.token.scopes is not None:
            wish["token"] = self.token
        if channel.pushes and wanted.name is not UNSET:
            wish["name"] = wanted.name
        target = _place(wanted, channel, wish)
        count_by_player(request, self.me, "channels", "throttled", "refused.throttled")
        if channel.needs_confirming:
            count_by_player(request, self.me, "mails", "throttled", "refused.throttled")
        address = player_channels.add(channel, self.me, now, target=target, **wish)
        if address.confirmed_at is None:
            _ask_to_confirm(request, address)
        secret = address.secret if channel.signs else None
        status = 201 if address.created_at == now else 200
        added = shapes.AddedChannel(**_shown(address, request), secret=secret, renewal=renewal.secret_of(address))
        return Response(added, status=status)


class OneChannel(Mine):
    """A place where one is told."""

    @operation(
        "getChannel",
        "A channel",
        tag="me",
        scope=Scope.CHANNELS,
        description="With its settings, and whether what is sent there is taken.",
        responses={200: (shapes.Channel, "The channel.")},
        problems=["not_found"],
        gets=_CHANNEL,
    )
    def get(self, request: Request, channel_id: UUID) -> Response:
        """Answer with it."""
        return Response(shapes.Channel(**_shown(player_channels.find(self.token, channel_id), request)))

    @operation(
        "updateChannel",
        "Change when, and of what, you are told",
        tag="me",
        scope=Scope.CHANNELS,
        description="What is left out stays. What waits to be sent goes by what you say now.",
        request=shapes.UpdateChannel,
        responses={200: (shapes.Channel, "The channel, as it is now.")},
        problems=["not_found"],
        sends={"quiet_hours": None, "digest": "daily", "digest_hour": 19},
        gets={**_CHANNEL, "quiet_hours": None, "digest": "daily", "digest_hour": 19},
    )
    def patch(self, request: Request, channel_id: UUID) -> Response:
        """Change it."""
        wish = _wish(self.body(request, shapes.UpdateChannel))
        changed = player_channels.change(self.token, channel_id, timezone.now(), **wish)
        return Response(shapes.Channel(**_shown(changed, request)))

    @operation(
        "removeChannel",
        "Be told there no more",
        tag="me",
        scope=Scope.CHANNELS,
        description="It is forgotten, with what waits for it and what was sent. `on: false` keeps it.",
        responses={204: (None, "It is gone.")},
        problems=["not_found"],
    )
    def delete(self, request: Request, channel_id: UUID) -> Response:
        """Forget it."""
        player_channels.remove(self.token, channel_id)
        return Response(status=204)


class Renewals(View):
    """Subscriptions that were replaced."""

    @operation(
        "renewSubscription",
        "Say where your browser or app takes messages by now",
        tag="me",
        scope=None,
        description=(
            "For code that runs while nobody is there, as a browser's worker does at `pushsubscriptionchange`: by the "
            "`renewal` of the channel and without your token. The channel keeps its settings. A secret is good for one "
            "subscription, and for nothing else; sent again with the same one it gets the same answer. Where it is "
            "`not_found`, `addChannel` says it with your token."
        ),
        request=shapes.RenewSubscription,
        responses={200: (shapes.RenewedSubscription, "It is replaced.")},
        problems=["not_found", "invalid"],
        sends={"renewal": _RENEWAL, "subscription": _SUBSCRIPTION},
        gets={"renewal": _RENEWAL},
        public=True,
        keeps=ResponseStorage.SECRET,
    )
    def post(self, request: Request) -> Response:
        """Replace it."""
        wanted = self.body(request, shapes.RenewSubscription)
        too_often("channels_address", str(AddressThrottle().name_of(request)))
        told = wanted.subscription
        address = renewal.renew(wanted.renewal, timezone.now(), target=told.endpoint, details=_details(told))
        return Response(shapes.RenewedSubscription(renewal=str(renewal.secret_of(address))))


class TryChannel(Mine):
    """Whether something arrives."""

    @operation(
        "testChannel",
        "Send something to a channel now",
        tag="me",
        scope=Scope.CHANNELS,
        description=(
            "A message of the type `test`, whatever the settings are; the answer says what came of it. One is sent "
            "at a time, whoever asks: while another receiver is awaited, 429 asks you to come again in some seconds."
        ),
        responses={200: (shapes.ChannelTest, "What came of it.")},
        problems=["not_found", "not_confirmed"],
        gets={"taken": True, "outcome": "204"},
    )
    def post(self, request: Request, channel_id: UUID) -> Response:
        """Send it."""
        address = player_channels.find(self.token, channel_id)
        count_by_player(request, self.me, "channels", "throttled", "refused.throttled")
        with turn("channels.try", LONGEST_TRY) as is_ours:
            if not is_ours:
                wait = {"Retry-After": str(WAIT_TO_TRY)}
                raise Problem("throttled", say("refused.throttled", seconds=WAIT_TO_TRY), wait, retry_after=WAIT_TO_TRY)
            outcome = player_channels.try_out(address, timezone.now())
        return Response(shapes.ChannelTest(taken=outcome.is_taken, outcome=outcome.said))


class Confirmation(Mine):
    """Whether an address is its player's."""

    @operation(
        "sendConfirmation",
        "Send the link again by which you confirm a channel",
        tag="me",
        scope=Scope.CHANNELS,
        description=(
            "To an email address that is not `confirmed`. The link is good for a day, and for once; behind it is a "
            "button. One mailbox gets three such mails a day at the most, whoever asks for them."
        ),
        responses={200: (shapes.ConfirmationSent, "It is on its way, unless there were too many.")},
        problems=["not_found", "already_confirmed"],
        gets={"lasts": 86400},
    )
    def post(self, request: Request, channel_id: UUID) -> Response:
        """Send it."""
        address = player_channels.find(self.token, channel_id)
        if address.confirmed_at is not None:
            raise Refusal("already_confirmed", say("refused.already_confirmed"))
        count_by_player(request, self.me, "mails", "throttled", "refused.throttled")
        _ask_to_confirm(request, address)
        return Response(shapes.ConfirmationSent(lasts=int(LASTS.total_seconds())))


class Deliveries(Mine):
    """What was sent to a channel."""

    @operation(
        "listDeliveries",
        "What was sent to a channel",
        tag="me",
        scope=Scope.CHANNELS,
        description="The last messages, with what came of each, and what waits.",
        responses={200: (shapes.ChannelDeliveries, "The newest first.")},
        problems=["not_found"],
        gets={"deliveries": [_DELIVERY]},
    )
    def get(self, request: Request, channel_id: UUID) -> Response:
        """Answer with the log."""
        sent = player_channels.sent_to(player_channels.find(self.token, channel_id))
        return Response(shapes.ChannelDeliveries(deliveries=[_logged(one) for one in sent]))


def _wish(wanted: shapes.UpdateChannel) -> dict[str, Any]:
    """Return what is to be of an address, by its fields. Raises Problem ``invalid``."""
    names = {"on": "is_on", "notifications": "kinds", "digest": "digest", "digest_hour": "digest_hour"}
    said = structs.asdict(wanted)
    wish = {names[name]: value for name, value in said.items() if name in names and value is not UNSET}
    if not set(wish.get("kinds") or ()) <= set(KINDS):
        raise invalid("notifications", say("channel.no_kind"))
    if wanted.quiet_hours is None:
        wish |= {"quiet_from": None, "quiet_to": None}
    elif wanted.quiet_hours is not UNSET:
        begins, ends = wanted.quiet_hours.begins, wanted.quiet_hours.ends
        if begins == ends:
            raise invalid("quiet_hours", say("channel.no_hours"))
        wish |= {"quiet_from": time.fromisoformat(begins), "quiet_to": time.fromisoformat(ends)}
    return wish


def _mailbox_of(name: str) -> str | None:
    return reverse("mailbox") if name == "mail" and backends.is_open() else None


def _ask_to_confirm(request: Request, address: NotificationChannel) -> None:
    """Send something to an address that its player is to confirm; no more than a few to one mailbox, whoever asks.

    Nobody is told when it is too many, lest the answer tells that others have named the address.
    """
    if Budget("mails_to").spend(counted_as(address.target))[0] >= 0:
        mail.ask_to_confirm(address, timezone.now(), language=spoken())


def _place(wanted: shapes.ChannelRequest, channel: player_channels.OwnChannel, wish: dict[str, Any]) -> str:
    """Return where a new channel is, with its keys in the wish. Raises Problem ``invalid`` where it is missing."""
    if not channel.in_use():
        return ""  # which is refused
    by_subscription = not channel.formats or wish.get("format", channel.formats[0]) == UNIFIED
    if channel.pushes and by_subscription:
        if wanted.subscription is UNSET:
            raise invalid("subscription", say("channel.missing"))
        wish["details"] = _details(wanted.subscription)
        return wanted.subscription.endpoint
    name = "token" if channel.pushes else "target"
    place = wanted.token if channel.pushes else wanted.target
    if place is UNSET:
        raise invalid(name, say("channel.missing"))
    return place


def _details(subscription: shapes.PushSubscription) -> dict[str, Any]:
    """Return what is kept of a subscription, beside where it is."""
    return {**structs.asdict(subscription.keys), "expires": subscription.expiration_time}


def _shown(address: NotificationChannel, request: Request) -> dict[str, Any]:
    quiet = None
    if address.quiet_from is not None and address.quiet_to is not None:
        quiet = shapes.QuietHours(begins=f"{address.quiet_from:%H:%M}", ends=f"{address.quiet_to:%H:%M}")
    return {
        "id": address.pk,
        "type": player_channels.channel_of(address).type,
        "target": address.shown_target,
        "name": address.name,
        "current": address.token_id is not None and address.token_id == getattr(request.auth, "pk", None),
        "format": address.format or None,
        "on": address.is_on,
        "notifications": address.kinds,
        "quiet_hours": quiet,
        "digest": address.digest,
        "digest_hour": address.digest_hour,
        "created_at": address.created_at,
        "confirmed": address.confirmed_at is not None,
        "failing_since": address.failing_since,
        "turned_off_at": address.given_up_at,
    }


def _logged(delivery: Delivery) -> shapes.ChannelDelivery:
    return shapes.ChannelDelivery(
        id=delivery.pk,
        message=delivery.message,
        type=delivery.notification.kind,
        match=delivery.notification.match_id,
        at=delivery.notification.at,
        state=delivery.state,  # type: ignore[arg-type]  # one of its choices
        send_at=delivery.send_at if delivery.state == Delivery.State.WAITING else None,
        attempts=delivery.attempts,
        tried_at=delivery.tried_at,
        outcome=delivery.outcome or None,
    )
