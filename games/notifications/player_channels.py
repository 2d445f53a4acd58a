"""The channels of players, which receive their notifications: adding and changing them, and failures.

``Player.has_channels`` stores whether a player has any, so that a move needs no query for it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import datetime, time, timedelta
from typing import Any, Final, NamedTuple, Protocol
from uuid import UUID

import structlog
from django.conf import settings
from django.db import IntegrityError
from django.db.models import Q, QuerySet

from accounts.models import Player, Token
from accounts.names.printable import clean_device
from accounts.services import HasLeft, staying
from chkobba_api.errors import DomainError, invalid
from games.engine.messages import say
from games.models import Delivery, Notification, NotificationChannel
from games.notifications.sender import Outcome, Sender, Wanted, in_use
from games.services.notifications.notifications import add_notification
from games.services.notifications.timetable import time_to_send

logger = structlog.get_logger(__name__)

NIGHT: Final = (time(22), time(8))
"""The quiet hours of a channel if its player has set no others."""
FAILS_FOR: Final = timedelta(days=1)
"""The time without success after which a channel is turned off, if FAILS_OFTEN messages have failed."""
FAILS_OFTEN: Final = 10
"""The least number of failures after which a channel is turned off (FAILS_FOR)."""
SHOWN: Final = 100
"""The most deliveries of a channel that its player can see."""


class Most(NamedTuple):
    """The rate limit of a channel: messages within a time."""

    messages: int
    within: timedelta


class PlayerSender(Sender, Protocol):
    """A sender to channels of players, all of one type. Subclasses inherit the usual attributes."""

    type: str
    """The type of its channels in the API."""
    pushes: bool = False
    """True if the channels are devices, which register themselves."""
    signs: bool = False
    """True if messages are signed with the secret of the channel, which its player sees once."""
    needs_confirming: bool = False
    """True if the player has to confirm a new channel first."""
    lasts: timedelta = timedelta(days=3)
    tells_all: bool = False
    at_once: bool = True
    most: Most = Most(30, timedelta(minutes=1))
    """The rate limit of a channel, so that no player can flood a receiver. The rest waits for one message."""

    @property
    def formats(self) -> Sequence[str]:
        """The formats of messages, the usual one first; empty if there is only one."""
        return ()

    def wanted(self, notifications: Sequence[Notification]) -> Iterator[Wanted]:
        """Yield the channels of this sender that want notifications, with the times to send them.

        Row locks on the channels prevent the removal of a channel before its deliveries are stored.
        """
        players = {notification.player_id for notification in notifications}
        of_players: dict[UUID, list[NotificationChannel]] = {}
        now = max(notification.at for notification in notifications)
        theirs = in_use_at(now).filter(sender=self.key, player__in=players).order_by("pk")
        for channel in theirs.select_related("player").select_for_update(of=("self",)):
            of_players.setdefault(channel.player_id, []).append(channel)
        for notification in notifications:
            for channel in of_players.get(notification.player_id, ()):
                if channel.kinds is None or notification.kind in channel.kinds:
                    yield Wanted(notification, _time_to_send(channel, notification.kind, notification.at), channel)

    def checked(self, target: str) -> str:
        """Return a target in its canonical form. Raises DomainError ``invalid`` for an invalid one."""
        ...

    def begin(self, channel: NotificationChannel, now: datetime) -> None:
        """Prepare a new channel. Without a confirmation step it is confirmed at once."""
        ...

    def try_out(self, channel: NotificationChannel, now: datetime) -> Outcome:
        """Send a test message to a channel, and return the outcome."""
        ...


PLAYER_SENDERS: Final[dict[str, PlayerSender]] = {}
"""The senders to channels of players, by the type in the API. ``games.notifications`` fills it."""


def sender_of(channel: NotificationChannel) -> PlayerSender:
    """Return the sender of a channel."""
    return next(sender for sender in PLAYER_SENDERS.values() if sender.key == channel.sender)


# --- actions of the player --------------------------------------------------------------------------------------------


def add(sender: PlayerSender, player: Player, now: datetime, *, target: str, **wish: Any) -> NotificationChannel:
    """Add a channel of a player.

    Raises DomainError ``channel_not_offered``, ``too_many_channels``, ``invalid``; HasLeft, also if the token that adds
    the channel (``added_by``) has ended: a device that is being signed out cannot add one that outlives it.
    """
    if not in_use(sender):
        raise DomainError("channel_not_offered", say("refused.channel_not_offered"))
    if "format" in wish and wish["format"] not in sender.formats:
        raise invalid("format", say("channel.no_format"))
    if sender.formats:
        wish.setdefault("format", sender.formats[0])
    target = sender.checked(target)
    if "name" in wish:
        wish["name"] = clean_device(wish["name"], "name")
    try:
        with staying(player):
            if "added_by" in wish and not Token.objects.filter(id=wish["added_by"]).exists():
                raise HasLeft
            return _added(sender, player, now, target, wish)
    except IntegrityError:  # another request has just added the same device, or its token has ended
        token = wish.get("token")
        if token and not Token.objects.filter(pk=token.pk).exists():
            raise HasLeft from None
        return add(sender, player, now, target=target, **wish)


def _added(
    sender: PlayerSender, player: Player, now: datetime, target: str, wish: Mapping[str, Any]
) -> NotificationChannel:
    """Add a channel of a player, or update an existing one. The caller holds the player's row lock."""
    channel = _known(sender, player, target, wish) or NotificationChannel(
        player=player, sender=sender.key, created_at=now
    )
    limit = settings.LIMITS["channels"]
    if channel.created_at == now:
        channel.quiet_from, channel.quiet_to = NIGHT
        if NotificationChannel.objects.filter(player=player).count() >= limit:
            raise DomainError("too_many_channels", say("refused.too_many.channels", count=limit), limit=limit)
    _take_in(sender, channel, now, target, wish)
    return channel


def renew(
    channel_id: UUID, place: str, now: datetime, *, target: str, details: Mapping[str, Any]
) -> NotificationChannel:
    """Replace the target of a device whose digest of the old target is ``place``. Repeating it is harmless.

    Raises DomainError ``not_found`` if the device is gone or has another target by now; ``invalid``.
    """
    nothing = DomainError("not_found", say("refused.nothing_here"))
    mine = NotificationChannel.objects.filter(pk=channel_id).select_related("player", "token")
    owner = mine.first()
    if owner is None:
        raise nothing
    try:
        with staying(owner.player):
            channel = mine.first()  # another request may have renewed or removed it
            if channel is None:
                raise nothing
            sender = sender_of(channel)
            target = sender.checked(target)
            if channel.place not in (place, place_of(channel.sender, target)):
                raise nothing
            _take_in(sender, channel, now, target, {"details": details})
    except HasLeft:
        raise nothing from None
    except IntegrityError:  # another request has just added the same device
        return renew(channel_id, place, now, target=target, details=details)
    return channel


def _take_in(
    sender: PlayerSender, channel: NotificationChannel, now: datetime, target: str, wish: Mapping[str, Any]
) -> None:
    """Store the target and the settings of a channel. The caller holds the row lock of the channel's player."""
    channel.target = target
    for name, value in wish.items():
        setattr(channel, name, value)
    if channel.given_up_at:
        channel.is_on = True
    if channel.is_on:
        _begin_anew(channel)
    sender.begin(channel, now)
    if channel.place:
        _forget(NotificationChannel.objects.filter(place=channel.place).exclude(pk=channel.pk))
    channel.save()
    _store_has_channels(channel.player)


def place_of(kind: str, target: str) -> str:
    """Return the digest that identifies a device. It does not depend on the owner."""
    return hashlib.sha256(f"{kind} {target}".encode()).hexdigest()


def _known(sender: PlayerSender, player: Player, target: str, wish: Mapping[str, Any]) -> NotificationChannel | None:
    """Return the channel of a device that a player has already. A device may register again, or with a new target."""
    devices = NotificationChannel.objects.filter(player=player, sender=sender.key, place__isnull=False).order_by()
    for one in devices:
        same_device = one.token_id is not None and wish.get("token") and one.token_id == wish["token"].pk
        if one.format == wish.get("format", "") and (one.target == target or same_device):
            return one
    return None


def seen_by(current: Token) -> QuerySet[NotificationChannel]:
    """Return the channels that a token can see and change: all of its player, or those that a program added."""
    mine = NotificationChannel.objects.filter(player=current.user)
    return mine if current.scopes is None else mine.filter(token=current)


def find(current: Token, channel_id: UUID) -> NotificationChannel:
    """Return a channel that a token can see. Raises DomainError ``not_found``."""
    channel = seen_by(current).filter(pk=channel_id).select_related("player").first()
    if channel is None:
        raise DomainError("not_found", say("refused.nothing_here"))
    return channel


def change(current: Token, channel_id: UUID, now: datetime, **wish: Any) -> NotificationChannel:
    """Change the settings of a channel. Waiting notifications follow the new settings.

    Raises DomainError ``not_found``, HasLeft.
    """
    player = current.user
    with staying(player):
        channel = find(current, channel_id)
        for name, value in wish.items():
            setattr(channel, name, value)
        if channel.is_on and wish.get("is_on"):
            _begin_anew(channel)
        channel.save()
        _store_has_channels(player)
        waiting = Delivery.waiting().filter(channel=channel)
        if not channel.is_on:
            waiting.update(state=Delivery.State.GIVEN_UP)
        unsent = list(waiting.filter(message=None).select_related("notification"))
        for delivery in unsent:
            delivery.send_at = _time_to_send(channel, delivery.notification.kind, now)
        Delivery.objects.bulk_update(unsent, ["send_at"])
    return channel


def _begin_anew(channel: NotificationChannel) -> None:
    channel.failing_since, channel.failures, channel.given_up_at, channel.rests_until = None, 0, None, None


def remove(current: Token, channel_id: UUID) -> None:
    """Delete a channel and its deliveries. Raises DomainError ``not_found``, HasLeft."""
    with staying(current.user):
        _forget(NotificationChannel.objects.filter(pk=find(current, channel_id).pk))
        _store_has_channels(current.user)


def turn_off(channel: NotificationChannel) -> None:
    """Turn a channel off at the request of its reader. Repeating it is harmless. Raises HasLeft."""
    with staying(channel.player):
        NotificationChannel.objects.filter(pk=channel.pk).update(is_on=False)
        Delivery.waiting().filter(channel=channel).update(state=Delivery.State.GIVEN_UP)
        _store_has_channels(channel.player)


def confirm(player: Player, sender: str, target: str, now: datetime) -> None:
    """Confirm that a player receives messages at a target. Notifications are sent there from now on."""
    NotificationChannel.objects.filter(player=player, sender=sender, target=target, confirmed_at=None).update(
        confirmed_at=now
    )
    _store_has_channels(player)


def try_out(channel: NotificationChannel, now: datetime) -> Outcome:
    """Send a test message to a channel, and return the outcome. Raises DomainError ``not_confirmed``."""
    if channel.confirmed_at is None:
        raise DomainError("not_confirmed", say("refused.not_confirmed"))
    return sender_of(channel).try_out(channel, now)


def sent_to(channel: NotificationChannel) -> QuerySet[Delivery]:
    """Return the sent and waiting deliveries of a channel, the newest first."""
    return channel.deliveries.select_related("notification").order_by("-notification")[:SHOWN]


def forget_of_others(*, token: Token, **signal: object) -> None:
    """Delete the channels that other devices of a player have added. The caller holds the player's row lock."""
    _forget(NotificationChannel.objects.filter(player=token.user).exclude(added_by=token.id))
    _store_has_channels(token.user)


def forget_target(player: Player, sender: str, target: str) -> None:
    """Delete the channels of a player to one target."""
    _forget(NotificationChannel.objects.filter(player=player, sender=sender, target=target))
    _store_has_channels(player)


def forget(*, player: Player, **signal: object) -> None:
    """Delete all channels of a player. The caller holds the player's row lock."""
    _forget(NotificationChannel.objects.filter(player=player))
    _store_has_channels(player)


def forget_with_tokens(*, tokens: QuerySet[Token], **signal: object) -> None:
    """Delete the channels that devices and programs added with the given tokens, which end."""
    _forget(NotificationChannel.objects.filter(token__in=tokens))


def _forget(which: QuerySet[NotificationChannel]) -> None:
    """Delete channels with their deliveries. A row lock on each channel prevents new deliveries meanwhile."""
    list(which.select_for_update(of=("self",)).order_by("pk").values_list("pk", flat=True))
    which.delete()


def _store_has_channels(player: Player) -> None:
    player.has_channels = NotificationChannel.in_use().filter(player=player).exists()
    player.save(update_fields=["has_channels"])


# --- sending ----------------------------------------------------------------------------------------------------------


def in_use_at(now: datetime) -> QuerySet[NotificationChannel]:
    """Return the active channels of active players, without those of programs whose tokens have expired."""
    lasting = Q(token=None) | Q(token__expiry=None) | Q(token__expiry__gt=now)
    return NotificationChannel.in_use().filter(lasting, player__is_active=True)


def _time_to_send(channel: NotificationChannel, kind: str, at: datetime) -> datetime:
    moment = time_to_send(channel, kind, at)
    return max(moment, channel.rests_until or moment)


def note_outcome(
    channel: NotificationChannel, outcome: Outcome, about: Notification, now: datetime, again: datetime
) -> bool:
    """Store the outcome of a message to a channel. Return whether more may be sent there now.

    After a failure nothing is sent there until ``again``, so that a receiver that hangs costs little. After too many
    failures the channel is turned off.
    """
    mine = NotificationChannel.objects.filter(pk=channel.pk)
    if not (outcome.is_taken or outcome.blames_receiver):
        return True
    if outcome.is_taken:
        if channel.failures:
            mine.update(failing_since=None, failures=0)
            channel.failing_since, channel.failures = None, 0
        return not _has_enough(channel, now)
    channel.failing_since, channel.failures = channel.failing_since or now, channel.failures + 1
    mine.update(failing_since=channel.failing_since, failures=channel.failures)
    lasting = now - channel.failing_since >= FAILS_FOR and channel.failures >= FAILS_OFTEN
    if outcome.is_final or lasting:
        _give_up(channel, about, now, is_gone=outcome.is_final and channel.place is not None)
        return False
    if not outcome.is_refused:
        _let_rest(channel, again)
    return outcome.is_refused


def _has_enough(channel: NotificationChannel, now: datetime) -> bool:
    """Return whether a channel has reached the rate limit of its sender. If so, let it rest."""
    most = sender_of(channel).most
    lately = channel.deliveries.filter(tried_at__gt=now - most.within, tried_at__lte=now)
    if lately.order_by().values("message").distinct().count() < most.messages:
        return False
    _let_rest(channel, now + most.within)
    return True


def _let_rest(channel: NotificationChannel, until: datetime) -> None:
    channel.rests_until = until
    NotificationChannel.objects.filter(pk=channel.pk).update(rests_until=until)
    Delivery.waiting().filter(channel=channel, send_at__lt=until).update(send_at=until)


def _give_up(channel: NotificationChannel, about: Notification, now: datetime, *, is_gone: bool) -> None:
    """Turn a channel off, delete a device that is gone, and notify the player through the remaining channels."""
    with suppress(HasLeft), staying(channel.player):  # has_channels could be wrong if the player adds one meanwhile
        if not NotificationChannel.objects.filter(pk=channel.pk, is_on=True).update(is_on=False, given_up_at=now):
            return
        Delivery.waiting().filter(channel=channel).update(state=Delivery.State.GIVEN_UP)
        if is_gone:
            _forget(NotificationChannel.objects.filter(pk=channel.pk))
        _store_has_channels(channel.player)
        add_notification("channel_off", channel.player, about, now, cause=str(channel.pk), channel=str(channel.pk))
    logger.info("a channel was turned off", channel=str(channel.pk), sender=channel.sender)
