"""Notifications, the channels of players, and deliveries."""

from __future__ import annotations

from datetime import datetime
from typing import ClassVar
from uuid import UUID

from django.conf import settings
from django.db import models
from django.db.models import Min, Q, QuerySet, Value
from django.db.models.functions import Coalesce

from chkobba_api.ids import new_id
from games.indexes import TimeIndex
from games.models.matches import Match


class Notification(models.Model):
    """A notification: facts for a player, written with their cause, whether or not a channel sends them.

    It is unique by player, match, version, kind and cause. The database does not check that player and match exist:
    each move writes such a row, and both look-ups would cost more than the row itself.
    """

    kind = models.CharField(max_length=20)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False, db_constraint=False
    )
    match = models.ForeignKey(Match, models.CASCADE, related_name="+", db_index=False, db_constraint=False)
    version = models.PositiveIntegerField()
    """The version of the match that it led to."""
    seat = models.PositiveSmallIntegerField()
    """The player's own."""
    cause = models.CharField(max_length=40, default="", db_default="")
    """The cause, if one version can have several of a kind: the id of a channel, report or sanction, or the end of a
    vacation. Otherwise empty."""
    at = models.DateTimeField()
    facts = models.JSONField(default=dict)
    """More about it: times as RFC 3339, ids of other matches. Never a sentence, never a card."""
    number = models.PositiveBigIntegerField(null=True)
    """Its place in the stream of the player, from 1 without a gap; given when the stream is read
    (``games.notifications.stream``)."""
    to_deliver = models.BooleanField(default=False)
    """Whether channels that send have not been asked yet (``games.notifications.delivery``)."""

    class Meta:
        ordering = ("pk",)
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["player", "match", "version", "kind", "cause"],
                condition=~Q(kind="chat"),  # of which there are several at one version
                name="notification_once_a_cause",
            ),
            models.UniqueConstraint(fields=["player", "number"], name="notification_in_stream"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["id"], name="notification_to_deliver", condition=Q(to_deliver=True)),
            TimeIndex(fields=["at"], name="notification_by_time"),  # for those that are tidied away
        ]

    def __str__(self) -> str:
        return f"{self.kind} for {self.player_id}"


class NotificationStream(models.Model):
    """How far the notifications of a player are numbered. It is locked while more of them are numbered."""

    player = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="+")
    last = models.PositiveBigIntegerField(default=0)
    """The highest number that was given."""

    def __str__(self) -> str:
        return f"stream of {self.player_id} up to {self.last}"


class NotificationChannel(models.Model):
    """An address at which a player receives notifications, with its settings: a webhook, for example."""

    class Digest(models.TextChoices):
        """How often messages are sent there; notifications wait and are sent as one message."""

        AT_ONCE = "at_once"
        HOURLY = "hourly"
        TWICE_A_DAY = "twice_a_day"
        DAILY = "daily"

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="addresses")
    channel = models.CharField(max_length=20)
    """The key of the channel that sends there (``games.notifications``)."""
    target = models.TextField()
    """The target of the channel: an address on the web, for example."""
    place = models.CharField(max_length=64, null=True, unique=True)
    """Of a device: a digest of where it is, so that each is there once, and tells one player alone; null elsewhere."""
    name = models.CharField(max_length=60, blank=True, db_default="")
    """How its player calls it."""
    details = models.JSONField(null=True)
    """More that the channel needs to send there: the keys of a subscription."""
    token = models.ForeignKey(settings.KNOX_TOKEN_MODEL, models.CASCADE, null=True, related_name="+")
    """The token with which a device or a program added the address. Signing it out removes the address."""
    added_by = models.UUIDField(null=True)
    """The ``id`` of the token that added it; null where it is older than that is noted."""
    format = models.CharField(max_length=20, blank=True)
    """How the receiver wants to read it, where its channel knows several ways."""
    secret = models.CharField(max_length=100, blank=True)
    """The secret that signs messages to the address; its player saw it once."""
    is_on = models.BooleanField(default=True)
    kinds = models.JSONField(null=True)
    """Of which kinds of notifications the player wants to hear; null: of all."""
    quiet_from = models.TimeField(null=True)
    """From when to when by the wall clock nothing is sent; null: it may be sent at any time."""
    quiet_to = models.TimeField(null=True)
    digest = models.CharField(max_length=12, choices=Digest, default=Digest.AT_ONCE)
    digest_hour = models.PositiveSmallIntegerField(default=8)
    """At which hour by the wall clock the digest of a day is sent, or the first one of two."""
    created_at = models.DateTimeField()
    confirmed_at = models.DateTimeField(null=True)
    """When the player confirmed the address; nothing is sent before."""
    failing_since = models.DateTimeField(null=True)
    """Since when nothing was taken there of all that was sent."""
    failures = models.PositiveIntegerField(default=0)
    """How often that was."""
    given_up_at = models.DateTimeField(null=True)
    """When the server turned it off, since nothing was taken there for too long."""
    rests_until = models.DateTimeField(null=True)
    """Until when nothing is sent there: the last message failed, or there were too many."""

    class Meta:
        ordering = ("created_at", "id")

    def __str__(self) -> str:
        return f"{self.channel} of {self.player_id}"

    @property
    def shown_target(self) -> str:
        """What is shown of where it is: of a device, whose address is a key to it, its end or its host."""
        if self.place is None:
            return self.target
        scheme, separator, rest = self.target.partition("://")
        return f"{scheme}://{rest.partition('/')[0]}/…" if separator else f"…{self.target[-4:]}"

    @classmethod
    def in_use(cls) -> QuerySet[NotificationChannel]:
        """Return those to which something is sent."""
        return cls.objects.filter(is_on=True, confirmed_at__isnull=False)


class CalendarFeed(models.Model):
    """The secret address at which a player's deadlines are to be had as a calendar; only its digest is stored."""

    player = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="+")
    digest = models.CharField(max_length=64, unique=True)
    renewed_at = models.DateTimeField()
    added_by = models.UUIDField(null=True)
    """The ``id`` of the token of the device that drew it; null where it is older than that is noted."""

    def __str__(self) -> str:
        return f"calendar of {self.player_id}"


class ProgramCalendarFeed(models.Model):
    """The secret address of the same calendar that a program has drawn for itself. It ends with the program's token."""

    token = models.OneToOneField(settings.KNOX_TOKEN_MODEL, models.CASCADE, primary_key=True, related_name="+")
    digest = models.CharField(max_length=64, unique=True)
    renewed_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"calendar for {self.token_id}"


class Delivery(models.Model):
    """A notification on its way by a channel. The receiver may get it twice, and knows it by its id."""

    class State(models.TextChoices):
        """How far it is."""

        WAITING = "waiting", "is sent, or sent again, when its time has come"
        TAKEN = "taken", "the receiver has it"
        GIVEN_UP = "given_up", "nobody has taken it in the time that its channel has"
        OUTDATED = "outdated", "it was not so any more when it was to be sent"

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    channel = models.CharField(max_length=20)
    notification = models.ForeignKey(Notification, models.CASCADE, related_name="deliveries", db_index=False)
    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    send_at = models.DateTimeField()
    """When it is sent, or sent again. Taking it moves this time, so that no other sender takes it."""
    attempts = models.PositiveIntegerField(default=0)
    address = models.ForeignKey(
        NotificationChannel, models.CASCADE, null=True, related_name="deliveries", db_index=False
    )
    """Where it goes; null where its channel is the host's and has one place alone."""
    message = models.UUIDField(null=True)
    """The id of the message with which it is sent: the same at each attempt, for the receiver."""
    tried_at = models.DateTimeField(null=True)
    """When it was sent last."""
    outcome = models.CharField(max_length=20, default="", db_default="")
    """The outcome for the player: the status of an answer, or why there was none."""

    class Meta:
        verbose_name_plural = "deliveries"
        ordering = ("send_at",)
        constraints: ClassVar = [
            models.UniqueConstraint(
                "notification",
                "channel",
                Coalesce("address", Value(UUID(int=0)), output_field=models.UUIDField()),
                name="delivery_once_an_address",
            )
        ]
        indexes: ClassVar = [
            models.Index(fields=["channel", "send_at"], name="delivery_due", condition=Q(state="waiting")),
            models.Index(
                fields=["address", "-tried_at"], name="delivery_of_address", condition=Q(address__isnull=False)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.notification_id} by {self.channel}"

    @classmethod
    def waiting(cls) -> QuerySet[Delivery]:
        """Return those that are still to be taken."""
        return cls.objects.filter(state=cls.State.WAITING)

    @classmethod
    def oldest_waiting(cls) -> datetime | None:
        """Return when the oldest thing happened that the host is still to be told, or that nobody has handed out.

        What goes to addresses of players may well wait: for the morning, for a digest, or since nobody is there.
        """
        marked = Notification.objects.filter(to_deliver=True).order_by("pk").values_list("at", flat=True).first()
        waiting = cls.waiting().filter(address=None).aggregate(at=Min("notification__at"))["at"]
        return min((at for at in (marked, waiting) if at), default=None)


class SenderLock(models.Model):
    """Whose turn it is to send notifications: one row, so that one worker at a time waits for receivers."""

    until = models.DateTimeField(null=True)
    """Until when a sender has the lock, unless it ends earlier; null if none has it."""

    def __str__(self) -> str:
        return f"sending until {self.until}"
