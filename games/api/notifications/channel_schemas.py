"""Schemas of notification channels."""

from __future__ import annotations

from typing import Annotated, Literal
from uuid import UUID

from msgspec import UNSET, Meta, Struct, UnsetType

from accounts.api.player_schemas import DeviceName
from chkobba_api.rest.fields import Moment
from games.clock.calendar import TIME_OF_DAY
from games.engine.messages import Text
from games.notifications import PLAYER_SENDERS
from games.notifications.relevance import KINDS

NotificationKind = Annotated[str, Meta(extra_json_schema={"enum": list(KINDS)}, description="A kind of event.")]
ChannelType = Annotated[str, Meta(extra_json_schema={"enum": list(PLAYER_SENDERS)}, description="The type of channel.")]
ClockTime = Annotated[str, Meta(pattern=TIME_OF_DAY, description="A time of day in your time zone: `22:00`.")]
Hour = Annotated[int, Meta(ge=0, le=23)]
Digest = Literal["at_once", "hourly", "twice_a_day", "daily"]
ChannelFormat = Literal["raw", "discord", "slack", "unifiedpush", "fcm", "apns"]
Target = Annotated[str, Meta(min_length=1, max_length=500)]
Endpoint = Annotated[str, Meta(min_length=1, max_length=2000)]
Key = Annotated[str, Meta(min_length=1, max_length=200)]


class QuietHours(Struct, kw_only=True, forbid_unknown_fields=True):
    """Hours in which the server sends nothing; notifications wait until they end.

    The hours are in your `time_zone`, or in UTC without one.
    """

    begins: ClockTime
    ends: ClockTime
    """The end of the hours, which may be on the next day."""


class UpdateChannel(Struct, kw_only=True, forbid_unknown_fields=True):
    """Changes to the settings of a channel. Omitted fields keep their values."""

    on: bool | UnsetType = UNSET
    """False: the server sends nothing here. True also turns a channel on again that the server has turned off."""
    notifications: Annotated[list[NotificationKind], Meta(max_length=100)] | UnsetType | None = UNSET
    """The kinds of events to send; null: all kinds, also future ones."""
    quiet_hours: QuietHours | UnsetType | None = UNSET
    """Null: notifications may come at any time, also at night."""
    digest: Digest | UnsetType = UNSET
    """The shortest interval between messages. Notifications that wait for it come as one message, without outdated
    ones. `time_low` does not wait for it."""
    digest_hour: Hour | UnsetType = UNSET
    """The hour of the daily digest in your time zone, or of the first of two digests, which are twelve hours apart."""


class PushKeys(Struct, kw_only=True):
    """The keys that encrypt messages to a device, as base64url."""

    p256dh: Key
    """The device's public key: a point of the curve P-256, uncompressed."""
    auth: Key
    """The device's authentication secret: 16 bytes."""


class PushSubscription(Struct, kw_only=True, rename={"expiration_time": "expirationTime"}):
    """The result of `PushSubscription.toJSON()` in a browser. An app with UnifiedPush sends the same fields."""

    endpoint: Endpoint
    """The URL at which the push service takes messages; it begins with `https://`."""
    keys: PushKeys
    """The keys that encrypt the messages."""
    expiration_time: Annotated[float, Meta(ge=0, le=8.64e15)] | None = None
    """The time at which the subscription expires, in milliseconds since 1970; null: no known expiry."""


class WebhookChannelRequest(UpdateChannel, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag="webhook"):
    """A new channel that posts to a URL.

    By default, quiet hours are from 22:00 to 08:00, and the server sends all kinds of events.
    """

    target: Target
    """The receiver: a URL that begins with `https://`."""
    format: Literal["raw", "discord", "slack"] | UnsetType = UNSET
    """`raw` (default) sends facts, signed as Standard Webhooks. `discord` and `slack` send sentences in your language,
    in the format of these chats."""


class MailChannelRequest(UpdateChannel, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag="mail"):
    """A new channel that sends mails. The defaults are those of a webhook."""

    target: Target
    """The receiver: an address such as `me@example.org`."""


class WebPushChannelRequest(UpdateChannel, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag="web_push"):
    """A new channel to a browser. The defaults are those of a webhook."""

    subscription: PushSubscription
    """The subscription of the browser."""
    name: DeviceName | UnsetType = UNSET


class DeviceChannelRequest(UpdateChannel, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag="device"):
    """A new channel to a native app. The defaults are those of a webhook."""

    format: Literal["unifiedpush", "fcm", "apns"] | UnsetType = UNSET
    """The push service that delivers messages. By default the first one that `listChannels` offers."""
    subscription: PushSubscription | UnsetType = UNSET
    """The subscription, with `unifiedpush`."""
    token: Annotated[str, Meta(min_length=1, max_length=2000)] | UnsetType = UNSET
    """The push token, with `fcm` or `apns`."""
    name: DeviceName | UnsetType = UNSET


ChannelRequest = WebhookChannelRequest | MailChannelRequest | WebPushChannelRequest | DeviceChannelRequest
"""The body that adds a channel; ``type`` names the kind. Another kind in ``PLAYER_SENDERS`` needs a variant here."""


class Channel(Struct, kw_only=True):
    """A notification channel with its settings."""

    id: UUID
    """The id of the channel."""
    type: ChannelType
    """The type of the channel."""
    target: str
    """The receiver; for a browser or a device, only the part that tells it from others."""
    name: str
    """Your name for the channel; empty if you gave none."""
    current: bool
    """True: it is the channel of the device that sends this request, added with the same token."""
    format: ChannelFormat | None
    """The format of messages; null if the type has only one."""
    on: bool
    """True: the server sends notifications here."""
    notifications: list[str] | None
    """The kinds of events that the server sends here; null: all."""
    quiet_hours: QuietHours | None
    """The hours in which nothing is sent, in your time zone; null: none."""
    digest: Digest
    """The shortest interval between messages."""
    digest_hour: int
    """The hour of the daily digest in your time zone, or of the first of two digests."""
    created_at: Moment
    """The time at which you added the channel."""
    confirmed: bool
    """True: the channel is known to be yours. The server sends no notifications before."""
    failing_since: Moment | None
    """The time since which the receiver has accepted no message; null if it accepted the last one."""
    turned_off_at: Moment | None
    """The time at which the server turned the channel off, because nothing was accepted for a day; null if it did
    not."""


class AddedChannel(Channel, kw_only=True):
    """A channel that you have added, with its secrets."""

    secret: str | None
    """The secret that signs a webhook's messages, shown only once; null if messages are not signed."""
    renewal: str | None
    """The secret with which `renewSubscription` replaces the subscription without your token, shown only once. Store it
    where the code that handles the change finds it. Null without a subscription."""


class RenewSubscription(Struct, kw_only=True, forbid_unknown_fields=True):
    """The new subscription of a browser or an app."""

    renewal: Annotated[str, Meta(min_length=1, max_length=300)]
    """The secret of the old subscription: `renewal` in the last answer of `addChannel` or of this operation."""
    subscription: PushSubscription
    """The new subscription, which replaces the old one."""


class RenewedSubscription(Struct, kw_only=True):
    """The secret for the next renewal of a subscription."""

    renewal: str
    """The secret to send as `renewal` next time, shown only once."""


class OfferedChannel(Struct, kw_only=True):
    """A type of channel that this server can send to."""

    type: ChannelType
    """The value of `type` in `addChannel`."""
    formats: list[str]
    """The formats of messages, the default first; empty if there is only one."""
    public_key: str | None
    """The key with which browsers and UnifiedPush subscribe (`applicationServerKey`, base64url); null for types without
    one."""
    mailbox: str | None
    """The address of the page that shows the mails, on a trial server that keeps them; null elsewhere."""


class EventKind(Struct, kw_only=True):
    """A kind of event that a channel can send."""

    kind: NotificationKind
    """The value in `notifications` of a channel."""
    label: Text
    """The name of the event in your language."""


class MyChannels(Struct, kw_only=True):
    """Your channels, and the channels and events that you can choose."""

    channels: list[Channel]
    """Your channels, oldest first."""
    kinds: list[EventKind]
    """The kinds of events that you can choose, most common first."""
    offered: list[OfferedChannel]
    """The types that you can add here. Other types need settings that the host has not set."""


class ConfirmationSent(Struct, kw_only=True):
    """The confirmation link that was sent to a mail channel."""

    lasts: int
    """The number of seconds for which the link is valid."""


class ChannelTest(Struct, kw_only=True):
    """The result of testing a channel."""

    taken: bool
    """True: the receiver accepted the message."""
    outcome: str
    """The status of the answer as digits, from HTTP, or from SMTP for mail. Without an answer: `not_public` (the name
    leads into a private network), `too_slow` or `no_answer`; for a browser or a device also `expired`, `rejected` (it
    accepts no more messages) or `too_late`."""


class ChannelDelivery(Struct, kw_only=True):
    """A notification that was sent to a channel, or waits for it."""

    id: UUID
    """The id of the delivery."""
    message: UUID | None
    """The id of the message that contains it, with other notifications sent at the same time: the `webhook-id`. Null
    before it was sent."""
    type: str
    """The type of the event, as in `listMyEvents`."""
    match: UUID
    """The id of the match."""
    at: Moment
    """The time of the event."""
    state: Literal["waiting", "taken", "given_up", "outdated"]
    """The state of the delivery. `outdated`: the event no longer applied when it was to be sent."""
    send_at: Moment | None
    """The time of the next attempt; null if there will be none."""
    attempts: int
    """The number of attempts so far."""
    tried_at: Moment | None
    """The time of the last attempt; null before the first."""
    outcome: str | None
    """The result of the last attempt, as in `ChannelTest`; null before the first."""


class ChannelDeliveries(Struct, kw_only=True):
    """The deliveries of a channel."""

    deliveries: list[ChannelDelivery]
    """The deliveries of the last seven days, newest first, at most a hundred."""
