"""What the API says and hears of where players want to be told of what concerns them."""

from __future__ import annotations

from typing import Annotated, Literal
from uuid import UUID

from msgspec import UNSET, Meta, Struct, UnsetType

from chkobba_api.rest.schema import Moment
from games.engine.messages import Text
from games.notifications import OWN
from games.notifications.sentences import KINDS

NotificationKind = Annotated[str, Meta(extra_json_schema={"enum": list(KINDS)}, description="A kind of event.")]
ChannelType = Annotated[str, Meta(extra_json_schema={"enum": list(OWN)}, description="What kind of place it is.")]
ClockTime = Annotated[
    str, Meta(pattern="^([01][0-9]|2[0-3]):[0-5][0-9]$", description="A time of day by your wall clock: `22:00`.")
]
Hour = Annotated[int, Meta(ge=0, le=23)]
Digest = Literal["at_once", "hourly", "twice_a_day", "daily"]
ChannelFormat = Literal["raw", "discord", "slack", "unifiedpush", "fcm", "apns"]
Endpoint = Annotated[str, Meta(min_length=1, max_length=2000)]
Key = Annotated[str, Meta(min_length=1, max_length=200)]


class QuietHours(Struct, kw_only=True, forbid_unknown_fields=True):
    """Hours in which nothing is sent: it waits until they end. Your `time_zone` says when that is; without one, UTC."""

    begins: ClockTime
    ends: ClockTime
    """May be on the next day."""


class UpdateChannel(Struct, kw_only=True, forbid_unknown_fields=True):
    """What is to change of when, and of what, you are told."""

    on: bool | UnsetType = UNSET
    """`true` after the server has turned it off tries again."""
    notifications: Annotated[list[NotificationKind], Meta(max_length=100)] | UnsetType | None = UNSET
    """Of which kinds of events you want to hear; null: of all, also of those that come later."""
    quiet_hours: QuietHours | UnsetType | None = UNSET
    """Null: at any time, also at night."""
    digest: Digest | UnsetType = UNSET
    """How often at the most; what waits meanwhile is said as one, what is out of date by then not at all. `time_low`
    waits for no digest."""
    digest_hour: Hour | UnsetType = UNSET
    """By your wall clock: when the daily digest comes, or the first one of two, which are twelve hours apart."""


class PushKeys(Struct, kw_only=True):
    """With what messages to a device are encrypted, as base64url."""

    p256dh: Key
    """Its public key: a point of the curve P-256, uncompressed."""
    auth: Key
    """Its secret: 16 bytes."""


class PushSubscription(Struct, kw_only=True, rename={"expiration_time": "expirationTime"}):
    """What `PushSubscription.toJSON()` returns in a browser; an app with UnifiedPush writes the same."""

    endpoint: Endpoint
    """Where the push service takes messages: an address that begins with `https://`."""
    keys: PushKeys
    """With what they are encrypted."""
    expiration_time: Annotated[float, Meta(ge=0, le=8.64e15)] | None = None
    """When the subscription ends by itself, in milliseconds since 1970; null: never, as far as is known."""


class ChannelRequest(UpdateChannel, kw_only=True, forbid_unknown_fields=True):
    """Where you want to be told. Left out, quiet hours are from 22:00 to 08:00, and you hear of everything."""

    type: ChannelType
    """`webhook`: a `POST` to an address on the web; `web_push`: a browser; `device`: a native app; `mail`: a mail."""
    target: Annotated[str, Meta(min_length=1, max_length=500)] | UnsetType = UNSET
    """Where: for a webhook, an address that begins with `https://`; for mail, `me@example.org`. A browser or a device
    says it otherwise."""
    format: ChannelFormat | UnsetType = UNSET
    """Of a webhook: `raw`, which it is when left out, is facts, signed as Standard Webhooks are; `discord` and `slack`
    are sentences in your language, as these chats take them. Of a device: by which way messages come to it."""
    subscription: PushSubscription | UnsetType = UNSET
    """Where, for `web_push`, and for a `device` with `unifiedpush`."""
    token: Annotated[str, Meta(min_length=1, max_length=2000)] | UnsetType = UNSET
    """Where, for a `device` with `fcm` or `apns`: the token that it has from there."""
    name: Annotated[str, Meta(max_length=60)] | UnsetType = UNSET
    """How you call the browser or the device."""


class Channel(Struct, kw_only=True):
    """Where you are told of what concerns you, and when."""

    id: UUID
    """Its id."""
    type: ChannelType
    """What kind of place it is."""
    target: str
    """Where; of a browser or a device so much of it as tells it from others."""
    name: str
    """How you call it; empty where you have not said."""
    current: bool
    """Whether it is the device that asks: it was added with the token of this request."""
    format: ChannelFormat | None
    """How it is written; null where there is one way alone."""
    on: bool
    """Whether anything is sent."""
    notifications: list[str] | None
    """Of which kinds of events; null: of all."""
    quiet_hours: QuietHours | None
    """When nothing is sent, by your wall clock; null: never."""
    digest: Digest
    """How often at the most."""
    digest_hour: int
    """When the daily digest comes, or the first one of two."""
    created_at: Moment
    """When you added it."""
    confirmed: bool
    """Whether it is known that it is yours; nothing is sent before."""
    failing_since: Moment | None
    """Since when nothing was taken there; null where the last thing was."""
    turned_off_at: Moment | None
    """When the server turned it off, since nothing was taken there for a day; null where it did not."""


class AddedChannel(Channel, kw_only=True):
    """A channel that you have added."""

    secret: str | None
    """Of a webhook: with what its messages are signed, shown this once. Null where nothing is signed."""
    renewal: str | None
    """Of a subscription: the secret with which `renewSubscription` replaces it without your token, shown this once.
    Keep it where the code that hears of the change finds it. Null where there is no subscription."""


class RenewSubscription(Struct, kw_only=True, forbid_unknown_fields=True):
    """The subscription that a browser or an app has by now."""

    renewal: Annotated[str, Meta(min_length=1, max_length=300)]
    """The secret of the one before: `renewal`, as `addChannel` or this operation answered it."""
    subscription: PushSubscription
    """The new address for messages."""


class RenewedSubscription(Struct, kw_only=True):
    """The subscription was replaced."""

    renewal: str
    """The secret for the next time, shown this once."""


class OfferedChannel(Struct, kw_only=True):
    """A kind of place to which this server can send."""

    type: ChannelType
    """What `addChannel` calls it."""
    formats: list[str]
    """How it can be written, the usual way first; empty where there is one way alone."""
    public_key: str | None
    """With what browsers and UnifiedPush subscribe (`applicationServerKey`, base64url); null where nobody does."""
    mailbox: str | None
    """In a try-out that keeps its mails: where they are to be read. Null elsewhere."""


class EventKind(Struct, kw_only=True):
    """A kind of event of which you can choose to hear."""

    kind: NotificationKind
    """What `notifications` call it."""
    label: Text
    """What it is in words."""


class MyChannels(Struct, kw_only=True):
    """Where you are told."""

    channels: list[Channel]
    """Your channels, the oldest first."""
    kinds: list[EventKind]
    """Of what one can be told, the most usual first."""
    offered: list[OfferedChannel]
    """What can be added here; others need settings of the server that it has not."""


class ConfirmationSent(Struct, kw_only=True):
    """A link goes where a channel is to send, by which it is confirmed."""

    lasts: int
    """For how many seconds the link is good."""


class ChannelTest(Struct, kw_only=True):
    """What came of trying a channel."""

    taken: bool
    """Whether it was taken there."""
    outcome: str
    """The status of the answer, of HTTP or for mail of SMTP, as digits; or `not_public` (the name leads into somebody's
    own network), `too_slow`, `no_answer`; of a browser or a device also `expired`, `rejected` (it takes nothing any
    more), `too_late`."""


class ChannelDelivery(Struct, kw_only=True):
    """Something that was sent to a channel, or waits for it."""

    id: UUID
    """Its id."""
    message: UUID | None
    """The message that it is in, with what was sent at the same time: the `webhook-id`. Null before it was sent."""
    type: str
    """What happened, as in `listMyEvents`."""
    match: UUID
    """The match."""
    at: Moment
    """When it happened."""
    state: Literal["waiting", "taken", "given_up", "outdated"]
    """`outdated`: it was not so any more when it was to be sent."""
    send_at: Moment | None
    """When it is sent, or sent again; null where it is not."""
    attempts: int
    """How often it was sent."""
    tried_at: Moment | None
    """When it was sent last."""
    outcome: str | None
    """What came of that, as in `Tried`; null where it was not sent."""


class ChannelDeliveries(Struct, kw_only=True):
    """What was sent to a channel."""

    deliveries: list[ChannelDelivery]
    """The newest first; of the last seven days, a hundred at the most."""
