"""The notification channels of a player: receivers, kinds of events and times (docs/notifications.md)."""

from __future__ import annotations

from datetime import time
from typing import Any
from uuid import UUID

from django.urls import reverse
from django.utils import timezone
from msgspec import UNSET, structs
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base import Mine
from accounts.login.email.email_addresses import LASTS, counted_as
from accounts.models import Token
from accounts.services import signed_in
from chkobba_api.email import backends
from chkobba_api.errors import DomainError, invalid, never_raises
from chkobba_api.rest.addresses import address_of
from chkobba_api.rest.idempotency import ResponseStorage
from chkobba_api.rest.language import spoken
from chkobba_api.rest.limits.throttling import Budget, too_often
from chkobba_api.rest.openapi.operation import operation
from chkobba_api.rest.views import View
from chkobba_api.scopes import Scope
from games.api.copying import Shape, copied
from games.api.matches.base import count_by_player
from games.api.notifications import channel_schemas as schemas
from games.engine.messages import say
from games.models import NotificationChannel
from games.notifications import PLAYER_SENDERS, mail, player_channels
from games.notifications.push import renewal
from games.notifications.push.device import UNIFIED
from games.notifications.push.web_push import public_key
from games.notifications.relevance import KINDS
from games.notifications.sender import in_use


class Channels(Mine):
    """The notification channels of the player."""

    @operation("listChannels", Scope.CHANNELS, {200: (schemas.MyChannels, "Your channels.")})
    def get(self, request: Request) -> Response:
        """List your notification channels.

        The answer has all your channels with their settings, and the types that you can add. A program sees and changes
        only the channels that it has added.
        """
        mine = player_channels.seen_by(self.token)
        offered = [
            schemas.OfferedChannel(
                type=name,
                formats=[*sender.formats],
                public_key=public_key() if sender.pushes else None,
                mailbox=_mailbox_of(name),
            )
            for name, sender in PLAYER_SENDERS.items()
            if in_use(sender)
        ]
        shown = [_shown(schemas.Channel, one, request) for one in mine]
        kinds = [schemas.EventKind(kind=kind, label=say(f"notification.{kind}")) for kind in KINDS]
        return Response(schemas.MyChannels(channels=shown, kinds=kinds, offered=offered))

    @operation(
        "addChannel",
        Scope.CHANNELS,
        {
            201: (schemas.AddedChannel, "The new channel with its secret, which is shown only once."),
            200: (schemas.AddedChannel, "The device's existing channel."),
        },
        keeps=ResponseStorage.SECRET,
    )
    @never_raises("already_confirmed")  # the channel is new
    def post(self, request: Request, wanted: schemas.ChannelRequest) -> Response:
        """Add a notification channel.

        From now on the server sends your events (`listMyEvents`) there, except for your own actions and outdated
        events; in quiet hours they wait. A `webhook` is a `POST` to a URL on the internet; redirects are not
        followed. `web_push` is a browser, which subscribes with the `public_key` of `listChannels`; `device` is a
        native app. A device that registers again, or with the same token but a new subscription, keeps its channel with
        its settings. A `mail` address first gets a link to confirm it, and nothing else before; it is not a login
        address (`addLoginAddress`). A channel that a program adds ends with its token. docs/notifications.md explains
        all settings.
        """
        wish = _wish(wanted)
        said = structs.asdict(wanted)
        wish |= {name: said[name] for name in ("format", "name") if said.get(name, UNSET) is not UNSET}
        sender, now = PLAYER_SENDERS[str(type(wanted).__struct_config__.tag)], timezone.now()
        wish["added_by"] = self.token.id
        if sender.pushes or self.token.scopes is not None:
            wish["token"] = self.token
        target = _place(wanted, sender, wish)
        count_by_player(request, self.me, "channels", "throttled", "refused.throttled")
        if sender.needs_confirming:
            count_by_player(request, self.me, "mails", "throttled", "refused.throttled")
        channel = player_channels.add(sender, self.me, now, target=target, **wish)
        if channel.confirmed_at is None:
            ask_to_confirm(self.token, channel)
        secret = channel.secret if sender.signs else None
        status = 201 if channel.created_at == now else 200
        added = _shown(schemas.AddedChannel, channel, request, secret=secret, renewal=renewal.secret_of(channel))
        return Response(added, status=status)


class OneChannel(Mine):
    """A notification channel of the player."""

    @operation("getChannel", Scope.CHANNELS, {200: (schemas.Channel, "The channel.")})
    def get(self, request: Request, channel_id: UUID) -> Response:
        """Get a channel.

        The answer has the channel's settings, and shows whether the receiver accepts messages.
        """
        return Response(_shown(schemas.Channel, player_channels.find(self.token, channel_id), request))

    @operation("updateChannel", Scope.CHANNELS, {200: (schemas.Channel, "The channel as it is now.")})
    def patch(self, request: Request, channel_id: UUID, wanted: schemas.UpdateChannel) -> Response:
        """Change the settings of a channel.

        Omitted fields keep their values. Waiting notifications follow the new settings.
        """
        changed = player_channels.change(self.token, channel_id, timezone.now(), **_wish(wanted))
        return Response(_shown(schemas.Channel, changed, request))

    @operation("removeChannel", Scope.CHANNELS, {204: (None, "The channel is deleted.")})
    def delete(self, request: Request, channel_id: UUID) -> Response:
        """Remove a channel.

        The server deletes the channel, with its waiting and sent notifications. `on: false` turns it off and keeps it.
        """
        player_channels.remove(self.token, channel_id)
        return Response(status=204)


def _wish(wanted: schemas.UpdateChannel) -> dict[str, Any]:
    """Return the wanted settings of a channel by their model fields. Raises DomainError ``invalid``."""
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


def _place(wanted: schemas.ChannelRequest, sender: player_channels.PlayerSender, wish: dict[str, Any]) -> str:
    """Return the target of a new channel, and add its keys to the wish. Raises ``invalid`` without a target."""
    if not in_use(sender):
        return ""  # the service refuses the channel
    if isinstance(wanted, schemas.WebhookChannelRequest | schemas.MailChannelRequest):
        return wanted.target
    if isinstance(wanted, schemas.DeviceChannelRequest) and wish.get("format", sender.formats[0]) != UNIFIED:
        if wanted.token is UNSET:
            raise invalid("token", say("channel.missing"))
        return wanted.token
    if wanted.subscription is UNSET:
        raise invalid("subscription", say("channel.missing"))
    wish["details"] = subscription_details(wanted.subscription)
    return wanted.subscription.endpoint


def _shown(shape: type[Shape], channel: NotificationChannel, request: Request, **secrets: Any) -> Shape:
    quiet = None
    if channel.quiet_from is not None and channel.quiet_to is not None:
        quiet = schemas.QuietHours(begins=f"{channel.quiet_from:%H:%M}", ends=f"{channel.quiet_to:%H:%M}")
    return copied(
        shape,
        channel,
        type=player_channels.sender_of(channel).type,
        target=channel.shown_target,
        current=channel.token_id is not None and channel.token_id == getattr(request.auth, "pk", None),
        format=channel.format or None,
        on=channel.is_on,
        notifications=channel.kinds,
        quiet_hours=quiet,
        confirmed=channel.confirmed_at is not None,
        turned_off_at=channel.given_up_at,
        **secrets,
    )


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
        too_often("channels_address", address_of(request))
        subscription = wanted.subscription
        channel = renewal.renew(
            wanted.renewal, timezone.now(), target=subscription.endpoint, details=subscription_details(subscription)
        )
        return Response(schemas.RenewedSubscription(renewal=str(renewal.secret_of(channel))))


def subscription_details(subscription: schemas.PushSubscription) -> dict[str, Any]:
    """Return the stored details of a subscription, without its endpoint."""
    return {**structs.asdict(subscription.keys), "expires": subscription.expiration_time}
