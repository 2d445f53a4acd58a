"""The addresses at which players receive notifications: adding and changing them, and failures.

``Player.has_channels`` stores whether a player has any, so that a move needs no query for it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import datetime, time, timedelta
from typing import Any, Final, NamedTuple, Protocol
from uuid import UUID

import structlog
from django.conf import settings
from django.db import IntegrityError
from django.db.models import Q, QuerySet

from accounts.models import AccountDeletion, Player, Token
from accounts.names.nicknames import clean_device
from accounts.services import HasLeft, staying
from chkobba_api.errors import DomainError, invalid
from games.engine.messages import say
from games.models import Delivery, Notification, NotificationChannel
from games.notifications.channel import Channel, Outcome, Wanted
from games.services.notifications.notifications import add_notification
from games.services.notifications.timetable import time_to_send

logger = structlog.get_logger(__name__)

NIGHT: Final = (time(22), time(8))
"""The quiet hours of an address if its player has set no others."""
FAILS_FOR: Final = timedelta(days=1)
"""The time without success after which an address is turned off …"""
FAILS_OFTEN: Final = 10
"""… after at least this number of failures."""
SHOWN: Final = 100
"""The most deliveries of an address that its player can see."""


class Most(NamedTuple):
    """The rate limit of an address: messages within a time."""

    messages: int
    within: timedelta


class OwnChannel(Channel, Protocol):
    """A channel to addresses of players. Subclasses inherit the usual attributes."""

    type: str
    """The name of the channel in the API."""
    pushes: bool = False
    """True if the channel is for devices, which register themselves."""
    signs: bool = False
    """True if messages are signed with the secret of the address, which its player sees once."""
    needs_confirming: bool = False
    """True if the player has to confirm an address first."""
    lasts: timedelta = timedelta(days=3)
    tells_all: bool = False
    at_once: bool = True
    most: Most = Most(30, timedelta(minutes=1))
    """The rate limit of an address, so that no player can flood a receiver. The rest waits for one message."""

    @property
    def formats(self) -> Sequence[str]:
        """The formats of messages, the usual one first; empty if there is only one."""
        return ()

    def wanted(self, notifications: Sequence[Notification]) -> Iterable[Wanted]:
        """Yield the addresses of players on this channel, and the times of their messages."""
        return wanted(self.key, notifications)

    def checked(self, target: str) -> str:
        """Return a target in its canonical form. Raises DomainError ``invalid`` for an invalid one."""
        ...

    def begin(self, address: NotificationChannel, now: datetime) -> None:
        """Prepare a new address. Without a confirmation step it is confirmed at once."""
        ...

    def try_out(self, address: NotificationChannel, now: datetime) -> Outcome:
        """Send a test message to an address, and return the outcome."""
        ...


OWN: Final[dict[str, OwnChannel]] = {}
"""The channels to players' own addresses, by their type in the API. ``games.notifications`` fills it."""


def channel_of(address: NotificationChannel) -> OwnChannel:
    """Return the channel of an address."""
    return next(channel for channel in OWN.values() if channel.key == address.channel)


# --- actions of the player --------------------------------------------------------------------------------------------


def add(channel: OwnChannel, player: Player, now: datetime, *, target: str, **wish: Any) -> NotificationChannel:
    """Add an address of a player.

    Raises DomainError ``channel_not_offered``, ``too_many_channels``, ``invalid``, HasLeft.
    """
    if not channel.in_use():
        raise DomainError("channel_not_offered", say("refused.channel_not_offered"))
    if "format" in wish and wish["format"] not in channel.formats:
        raise invalid("format", say("channel.no_format"))
    if channel.formats:
        wish.setdefault("format", channel.formats[0])
    target = channel.checked(target)
    if "name" in wish:
        wish["name"] = clean_device(wish["name"], "name")
    try:
        with staying(player):
            return _added(channel, player, now, target, wish)
    except IntegrityError:  # another request has just added the same device, or its token has ended
        token = wish.get("token")
        if token and not Token.objects.filter(pk=token.pk).exists():
            raise HasLeft from None
        return add(channel, player, now, target=target, **wish)


def _added(
    channel: OwnChannel, player: Player, now: datetime, target: str, wish: Mapping[str, Any]
) -> NotificationChannel:
    """Add an address of a player, or update an existing one. The caller holds the player's row lock."""
    address = _known(channel, player, target, wish) or NotificationChannel(
        player=player, channel=channel.key, created_at=now
    )
    limit = settings.LIMITS["channels"]
    if address.created_at == now:
        address.quiet_from, address.quiet_to = NIGHT
        if NotificationChannel.objects.filter(player=player).count() >= limit:
            raise DomainError("too_many_channels", say("refused.too_many.channels", count=limit), limit=limit)
    _take_in(channel, address, now, target, wish)
    return address


def renew(
    address_id: UUID, place: str, now: datetime, *, target: str, details: Mapping[str, Any]
) -> NotificationChannel:
    """Replace the target of a device whose digest of the old target is ``place``. Repeating it is harmless.

    Raises DomainError ``not_found`` if the device is gone or has another target by now; ``invalid``.
    """
    nothing = DomainError("not_found", say("refused.nothing_here"))
    mine = NotificationChannel.objects.filter(pk=address_id).select_related("player", "token")
    owner = mine.first()
    if owner is None:
        raise nothing
    try:
        with staying(owner.player):
            address = mine.first()  # another request may have renewed or removed it
            if address is None:
                raise nothing
            channel = channel_of(address)
            target = channel.checked(target)
            if address.place not in (place, place_of(address.channel, target)):
                raise nothing
            _take_in(channel, address, now, target, {"details": details})
    except HasLeft:
        raise nothing from None
    except IntegrityError:  # another request has just added the same device
        return renew(address_id, place, now, target=target, details=details)
    return address


def _take_in(
    channel: OwnChannel, address: NotificationChannel, now: datetime, target: str, wish: Mapping[str, Any]
) -> None:
    """Store the target and the settings of an address. The caller holds the row lock of the address's player."""
    address.target = target
    for name, value in wish.items():
        setattr(address, name, value)
    if address.given_up_at:
        address.is_on = True
    if address.is_on:
        _begin_anew(address)
    channel.begin(address, now)
    if address.place:
        _forget(NotificationChannel.objects.filter(place=address.place).exclude(pk=address.pk))
    address.save()
    _store_has_channels(address.player)


def place_of(kind: str, target: str) -> str:
    """Return the digest that identifies a device. It does not depend on the owner."""
    return hashlib.sha256(f"{kind} {target}".encode()).hexdigest()


def _known(channel: OwnChannel, player: Player, target: str, wish: Mapping[str, Any]) -> NotificationChannel | None:
    """Return the address of a device that a player has already. A device may register again, or with a new target."""
    devices = NotificationChannel.objects.filter(player=player, channel=channel.key, place__isnull=False).order_by()
    for one in devices:
        same_device = one.token_id is not None and wish.get("token") and one.token_id == wish["token"].pk
        if one.format == wish.get("format", "") and (one.target == target or same_device):
            return one
    return None


def seen_by(current: Token) -> QuerySet[NotificationChannel]:
    """Return the addresses that a token can see and change: all of its player, or those that a program added."""
    mine = NotificationChannel.objects.filter(player=current.user)
    return mine if current.scopes is None else mine.filter(token=current)


def find(current: Token, address_id: UUID) -> NotificationChannel:
    """Return an address that a token can see. Raises DomainError ``not_found``."""
    address = seen_by(current).filter(pk=address_id).select_related("player").first()
    if address is None:
        raise DomainError("not_found", say("refused.nothing_here"))
    return address


def change(current: Token, address_id: UUID, now: datetime, **wish: Any) -> NotificationChannel:
    """Change the settings of an address. Waiting notifications follow the new settings.

    Raises DomainError ``not_found``, HasLeft.
    """
    player = current.user
    with staying(player):
        address = find(current, address_id)
        for name, value in wish.items():
            setattr(address, name, value)
        if address.is_on and wish.get("is_on"):
            _begin_anew(address)
        address.save()
        _store_has_channels(player)
        waiting = Delivery.waiting().filter(address=address)
        if not address.is_on:
            waiting.update(state=Delivery.State.GIVEN_UP)
        unsent = list(waiting.filter(message=None).select_related("notification"))
        for delivery in unsent:
            delivery.send_at = _time_to_send(address, delivery.notification.kind, now)
        Delivery.objects.bulk_update(unsent, ["send_at"])
    return address


def _begin_anew(address: NotificationChannel) -> None:
    address.failing_since, address.failures, address.given_up_at, address.rests_until = None, 0, None, None


def remove(current: Token, address_id: UUID) -> None:
    """Delete an address and its deliveries. Raises DomainError ``not_found``, HasLeft."""
    with staying(current.user):
        _forget(NotificationChannel.objects.filter(pk=find(current, address_id).pk))
        _store_has_channels(current.user)


def turn_off(address: NotificationChannel) -> None:
    """Turn an address off at the request of its reader. Repeating it is harmless. Raises HasLeft."""
    with staying(address.player):
        NotificationChannel.objects.filter(pk=address.pk).update(is_on=False)
        Delivery.waiting().filter(address=address).update(state=Delivery.State.GIVEN_UP)
        _store_has_channels(address.player)


def confirm(player: Player, channel: str, target: str, now: datetime) -> None:
    """Confirm that a player receives messages at a target. Notifications are sent there from now on."""
    NotificationChannel.objects.filter(player=player, channel=channel, target=target, confirmed_at=None).update(
        confirmed_at=now
    )
    _store_has_channels(player)


def try_out(address: NotificationChannel, now: datetime) -> Outcome:
    """Send a test message to an address, and return the outcome. Raises DomainError ``not_confirmed``."""
    if address.confirmed_at is None:
        raise DomainError("not_confirmed", say("refused.not_confirmed"))
    return channel_of(address).try_out(address, now)


def sent_to(address: NotificationChannel) -> QuerySet[Delivery]:
    """Return the sent and waiting deliveries of an address, the newest first."""
    return address.deliveries.select_related("notification").order_by("-notification")[:SHOWN]


def forget_with_player(departure: AccountDeletion) -> None:
    """Delete the addresses of a deleted account."""
    forget(departure.player)


def forget_locked_out(*, player: Player, **signal: object) -> None:
    """Delete the addresses of a player whose login methods the staff has ended."""
    forget(player)


def forget_of_others(*, token: Token, **signal: object) -> None:
    """Delete the addresses that other devices of a player have added. The caller holds the player's row lock."""
    _forget(NotificationChannel.objects.filter(player=token.user).exclude(added_by=token.id))
    _store_has_channels(token.user)


def forget(player: Player) -> None:
    """Delete all addresses of a player. The caller holds the player's row lock."""
    _forget(NotificationChannel.objects.filter(player=player))
    _store_has_channels(player)


def forget_with_tokens(*, tokens: QuerySet[Token], **signal: object) -> None:
    """Delete the addresses that devices and programs added with the given tokens, which end."""
    _forget(NotificationChannel.objects.filter(token__in=tokens))


def _forget(which: QuerySet[NotificationChannel]) -> None:
    """Delete addresses with their deliveries. A row lock on each address prevents new deliveries meanwhile."""
    list(which.select_for_update(of=("self",)).order_by("pk").values_list("pk", flat=True))
    which.delete()


def _store_has_channels(player: Player) -> None:
    player.has_channels = NotificationChannel.in_use().filter(player=player).exists()
    player.save(update_fields=["has_channels"])


# --- sending ----------------------------------------------------------------------------------------------------------


def in_use_at(now: datetime) -> QuerySet[NotificationChannel]:
    """Return the active addresses, without those of programs whose tokens have expired."""
    return NotificationChannel.in_use().filter(Q(token=None) | Q(token__expiry=None) | Q(token__expiry__gt=now))


def wanted(channel: str, notifications: Sequence[Notification]) -> Iterator[Wanted]:
    """Yield the addresses of a channel for notifications, with the times to send them.

    Row locks on the addresses prevent the removal of an address before its deliveries are stored.
    """
    players = {notification.player_id for notification in notifications}
    of_players: dict[UUID, list[NotificationChannel]] = {}
    now = max((notification.at for notification in notifications), default=None)
    if now is None:
        return
    theirs = in_use_at(now).filter(channel=channel, player__in=players).order_by("pk")
    for address in theirs.select_related("player").select_for_update(of=("self",)):
        of_players.setdefault(address.player_id, []).append(address)
    for notification in notifications:
        for address in of_players.get(notification.player_id, ()):
            if address.kinds is None or notification.kind in address.kinds:
                yield Wanted(notification, _time_to_send(address, notification.kind, notification.at), address)


def _time_to_send(address: NotificationChannel, kind: str, at: datetime) -> datetime:
    moment = time_to_send(address, kind, at)
    return max(moment, address.rests_until or moment)


def note_outcome(
    address: NotificationChannel, outcome: Outcome, about: Notification, now: datetime, again: datetime
) -> bool:
    """Store the outcome of a message to an address. Return whether more may be sent there now.

    After a failure nothing is sent there until ``again``, so that a receiver that hangs costs little. After too many
    failures the address is turned off.
    """
    mine = NotificationChannel.objects.filter(pk=address.pk)
    if not (outcome.is_taken or outcome.blames_receiver):
        return True
    if outcome.is_taken:
        if address.failures:
            mine.update(failing_since=None, failures=0)
            address.failing_since, address.failures = None, 0
        return not _has_enough(address, now)
    address.failing_since, address.failures = address.failing_since or now, address.failures + 1
    mine.update(failing_since=address.failing_since, failures=address.failures)
    lasting = now - address.failing_since >= FAILS_FOR and address.failures >= FAILS_OFTEN
    if outcome.is_final or lasting:
        _give_up(address, about, now, is_gone=outcome.is_final and address.place is not None)
        return False
    if not outcome.is_refused:
        _let_rest(address, again)
    return outcome.is_refused


def _has_enough(address: NotificationChannel, now: datetime) -> bool:
    """Return whether an address has reached the rate limit of its channel. If so, let it rest."""
    most = channel_of(address).most
    lately = address.deliveries.filter(tried_at__gt=now - most.within, tried_at__lte=now)
    if lately.order_by().values("message").distinct().count() < most.messages:
        return False
    _let_rest(address, now + most.within)
    return True


def _let_rest(address: NotificationChannel, until: datetime) -> None:
    address.rests_until = until
    NotificationChannel.objects.filter(pk=address.pk).update(rests_until=until)
    Delivery.waiting().filter(address=address, send_at__lt=until).update(send_at=until)


def _give_up(address: NotificationChannel, about: Notification, now: datetime, *, is_gone: bool) -> None:
    """Turn an address off, delete a device that is gone, and notify the player through the remaining channels."""
    with suppress(HasLeft), staying(address.player):  # has_channels could be wrong if the player adds one meanwhile
        if not NotificationChannel.objects.filter(pk=address.pk, is_on=True).update(is_on=False, given_up_at=now):
            return
        Delivery.waiting().filter(address=address).update(state=Delivery.State.GIVEN_UP)
        if is_gone:
            _forget(NotificationChannel.objects.filter(pk=address.pk))
        _store_has_channels(address.player)
        add_notification("channel_off", address.player, about, now, cause=str(address.pk), channel=str(address.pk))
    logger.info("an address was turned off", address=str(address.pk), channel=address.channel)
