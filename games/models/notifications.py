"""Models of notifications, the channels of players, and deliveries."""

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
    """A notification: facts for a player, stored with their cause, whether or not they are sent.

    It is unique by player, match, version, kind and cause. The database does not check that player and match exist:
    each move writes such a row, and both look-ups would cost more than the row itself.
    """

    kind = models.CharField(max_length=20)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False, db_constraint=False
    )
    match = models.ForeignKey(Match, models.CASCADE, related_name="+", db_index=False, db_constraint=False)
    version = models.PositiveIntegerField()
    """The version of the match that the cause led to."""
    seat = models.PositiveSmallIntegerField()
    """The seat of the player."""
    cause = models.CharField(max_length=40, default="", db_default="")
    """The cause, if one version can have several: the id of a channel, report or sanction, or the end of a vacation.

    Otherwise it is empty.
    """
    at = models.DateTimeField()
    facts = models.JSONField(default=dict)
    """More facts: times as RFC 3339, ids of other matches. Never a sentence, never a card."""
    number = models.PositiveBigIntegerField(null=True)
    """The number in the stream of the player, from 1 without gaps; set on reading (``games.notifications.stream``)."""
    to_deliver = models.BooleanField(default=False)
    """True until the notification has its deliveries (``games.notifications.delivery``)."""

    class Meta:
        ordering = ("pk",)
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["player", "match", "version", "kind", "cause"],
                condition=~Q(kind="chat"),  # one version can have several
                name="notification_once_a_cause",
            ),
            models.UniqueConstraint(fields=["player", "number"], name="notification_in_stream"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["id"], name="notification_to_deliver", condition=Q(to_deliver=True)),
            TimeIndex(fields=["at"], name="notification_by_time"),  # for the clean-up
        ]

    def __str__(self) -> str:
        return f"{self.kind} for {self.player_id}"


class NotificationStream(models.Model):
    """The last number in the notification stream of a player. The row is locked while notifications get numbers."""

    player = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="+")
    last = models.PositiveBigIntegerField(default=0)
    """The highest number so far."""

    def __str__(self) -> str:
        return f"stream of {self.player_id} up to {self.last}"


class NotificationChannel(models.Model):
    """A player's destination for notifications, with its settings: a webhook, for example."""

    class Digest(models.TextChoices):
        """The intervals at which messages are sent. Until then notifications wait, and are sent as one message."""

        AT_ONCE = "at_once"
        HOURLY = "hourly"
        TWICE_A_DAY = "twice_a_day"
        DAILY = "daily"

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="channels")
    sender = models.CharField(max_length=20)
    """The key of the sender to the channel (``games.notifications``)."""
    target = models.TextField()
    """The receiver: a URL, for example."""
    place = models.CharField(max_length=64, null=True, unique=True)
    """For a device, the digest of its target; null otherwise.

    It is unique: a device has one row, and notifies one player only.
    """
    name = models.CharField(max_length=60, blank=True, db_default="")
    """The player's own name for the channel."""
    details = models.JSONField(null=True)
    """More data that the sender needs: the keys of a push subscription."""
    token = models.ForeignKey(settings.KNOX_TOKEN_MODEL, models.CASCADE, null=True, related_name="+")
    """The token with which a device or a program added the channel. Signing it out removes the channel."""
    added_by = models.UUIDField(null=True)
    """The ``id`` of the token that added the channel; null in rows older than this column."""
    format = models.CharField(max_length=20, blank=True)
    """The format of messages, if its sender has several."""
    secret = models.CharField(max_length=100, blank=True)
    """The secret that signs messages to the channel. The API showed it to the player once."""
    is_on = models.BooleanField(default=True)
    kinds = models.JSONField(null=True)
    """The kinds of notifications that the player wants here; null: all."""
    quiet_from = models.TimeField(null=True)
    """The start of the quiet hours, in local time of the player. Null: messages may be sent at any time."""
    quiet_to = models.TimeField(null=True)
    digest = models.CharField(max_length=12, choices=Digest, default=Digest.AT_ONCE)
    digest_hour = models.PositiveSmallIntegerField(default=8)
    """The local hour at which the daily digest is sent, or the first one of two a day."""
    created_at = models.DateTimeField()
    confirmed_at = models.DateTimeField(null=True)
    """The time when the player confirmed the channel. Nothing is sent before."""
    failing_since = models.DateTimeField(null=True)
    """The start of the present series of failures; null if the last message was taken."""
    failures = models.PositiveIntegerField(default=0)
    """The number of failures in the series."""
    given_up_at = models.DateTimeField(null=True)
    """The time when the server turned the channel off, because messages had failed for too long."""
    rests_until = models.DateTimeField(null=True)
    """The time until which nothing is sent, after a failure or too many messages."""

    class Meta:
        ordering = ("created_at", "id")

    def __str__(self) -> str:
        return f"{self.sender} of {self.player_id}"

    @property
    def shown_target(self) -> str:
        """The target for display. The full target of a device is a secret: only its end or its host is shown."""
        if self.place is None:
            return self.target
        scheme, separator, rest = self.target.partition("://")
        return f"{scheme}://{rest.partition('/')[0]}/…" if separator else f"…{self.target[-4:]}"

    @classmethod
    def in_use(cls) -> QuerySet[NotificationChannel]:
        """Return the channels that are turned on and confirmed."""
        return cls.objects.filter(is_on=True, confirmed_at__isnull=False)


class CalendarFeed(models.Model):
    """The secret URL of a player's deadlines as a calendar. Only its digest is stored."""

    player = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="+")
    digest = models.CharField(max_length=64, unique=True)
    renewed_at = models.DateTimeField()
    added_by = models.UUIDField(null=True)
    """The ``id`` of the token of the device that created the URL; null in rows older than this column."""

    def __str__(self) -> str:
        return f"calendar of {self.player_id}"


class ProgramCalendarFeed(models.Model):
    """The secret URL of the same calendar that a program created for itself. It ends with the program's token."""

    token = models.OneToOneField(settings.KNOX_TOKEN_MODEL, models.CASCADE, primary_key=True, related_name="+")
    digest = models.CharField(max_length=64, unique=True)
    renewed_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"calendar for {self.token_id}"


class Delivery(models.Model):
    """A notification on its way to a receiver. A receiver may get it twice, and recognizes it by its id."""

    class State(models.TextChoices):
        """The states of a delivery."""

        WAITING = "waiting", "is sent, or sent again, when its time has come"
        TAKEN = "taken", "the receiver has it"
        GIVEN_UP = "given_up", "not delivered within the time of its sender"
        OUTDATED = "outdated", "no longer true when it was to be sent"

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    sender = models.CharField(max_length=20)
    """The key of the sender (``games.notifications``)."""
    notification = models.ForeignKey(Notification, models.CASCADE, related_name="deliveries", db_index=False)
    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    send_at = models.DateTimeField()
    """The time of the next attempt. A worker that takes the delivery moves this time, so that other workers skip it."""
    attempts = models.PositiveIntegerField(default=0)
    channel = models.ForeignKey(
        NotificationChannel, models.CASCADE, null=True, related_name="deliveries", db_index=False
    )
    """The channel of the player; null for the host's webhook, which has a single receiver."""
    message = models.UUIDField(null=True)
    """The id of the message with this delivery. The id is the same at each attempt, for the receiver."""
    tried_at = models.DateTimeField(null=True)
    """The time of the last attempt."""
    outcome = models.CharField(max_length=20, default="", db_default="")
    """The outcome for the player: the status of an answer, or the reason for none."""

    class Meta:
        verbose_name_plural = "deliveries"
        ordering = ("send_at",)
        constraints: ClassVar = [
            models.UniqueConstraint(
                "notification",
                "sender",
                Coalesce("channel", Value(UUID(int=0)), output_field=models.UUIDField()),
                name="delivery_once_a_channel",
            )
        ]
        indexes: ClassVar = [
            models.Index(fields=["sender", "send_at"], name="delivery_due", condition=Q(state="waiting")),
            models.Index(
                fields=["channel", "-tried_at"], name="delivery_of_channel", condition=Q(channel__isnull=False)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.notification_id} by {self.sender}"

    @classmethod
    def waiting(cls) -> QuerySet[Delivery]:
        """Return the deliveries that no receiver has taken yet."""
        return cls.objects.filter(state=cls.State.WAITING)

    @classmethod
    def oldest_waiting(cls) -> datetime | None:
        """Return the time of the oldest notification without deliveries, or still waiting for the host.

        Deliveries to players do not count: they may wait for the morning, for a digest, or for a receiver that is away.
        """
        marked = Notification.objects.filter(to_deliver=True).order_by("pk").values_list("at", flat=True).first()
        waiting = cls.waiting().filter(channel=None).aggregate(at=Min("notification__at"))["at"]
        return min((at for at in (marked, waiting) if at), default=None)


class SenderLock(models.Model):
    """The lock on sending, in one row: only one worker at a time sends notifications and waits for receivers."""

    until = models.DateTimeField(null=True)
    """The time until which a worker has the lock, unless it ends earlier; null if none has it."""

    def __str__(self) -> str:
        return f"sending until {self.until}"
