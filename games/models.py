"""A match, who sits at it, and its log.

The log is three tables with one numbering: every row of a match has a ``version``, counted from 1 without a gap, and a
``digest`` over its content and the digest before it. ``Round`` is what chance did, ``Move`` what a player did in the
game, ``TableEvent`` what happened around it (joined, started, resigned …). Rows are only ever inserted; the database
refuses anything else (``games.guards``).
"""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from chkobba_api.ids import new_id
from games.indexes import TimeIndex

if TYPE_CHECKING:
    from accounts.models import Player


class Status(models.TextChoices):
    """Where in its life a match is."""

    LOBBY = "lobby"
    RUNNING = "running"
    FINISHED = "finished"
    CANCELLED = "cancelled"


class Visibility(models.TextChoices):
    """Who can find a match."""

    PUBLIC = "public", "in the lobby list; anybody may watch"
    PRIVATE = "private", "by room code alone"


class Actor(models.TextChoices):
    """Who really made a move."""

    PLAYER = "player"
    BOT = "bot"
    TIMEOUT = "timeout", "the clock"
    ADMIN = "admin"


class Match(models.Model):
    """The header of a match, with the state that its log folds to."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    game = models.CharField(max_length=40)
    rules_version = models.PositiveSmallIntegerField()
    options = models.JSONField(default=dict)
    """The value of every option."""
    seat_count = models.PositiveSmallIntegerField()
    visibility = models.CharField(max_length=10, choices=Visibility)
    turn_seconds = models.PositiveIntegerField()
    autostart = models.BooleanField(default=False)
    """Whether the match starts by itself when the last seat is taken."""
    creator = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="created_matches")
    code = models.CharField(max_length=8, unique=True, null=True)
    """The room code: with it anybody may sit down until the match starts, and it stays its label afterwards."""
    seeds_due_at = models.DateTimeField(null=True)
    """Until when seeds are awaited that seats have committed to; from then on cards are dealt without them. Null while
    nobody waits for seeds."""
    rematch_of = models.ForeignKey("self", models.PROTECT, null=True, related_name="rematches", db_index=False)
    """The match that is played again here. Of its rematches one at the most is not cancelled."""

    status = models.CharField(max_length=10, choices=Status, default=Status.LOBBY)
    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)
    dealer = models.PositiveSmallIntegerField(null=True)
    """Who deals first."""
    result = models.JSONField(null=True)
    """``winner`` (a side or null), ``totals`` and ``places`` per side, ``reason``."""

    seed = models.CharField(max_length=64)
    """256 bits from which every deck follows, as hex; a secret until the match is over."""
    commitment = models.CharField(max_length=64)
    """The SHA-256 of the seed, published from the beginning."""

    version = models.PositiveIntegerField(default=0)
    """How many rows the log has."""
    digest = models.CharField(max_length=64)
    """The digest of the last row, or of the header while there is none."""
    touched = models.PositiveIntegerField(default=0)
    """Changes that a viewer can see and that are not in the log: a deadline was put off by an outage."""
    snapshot = models.TextField(default="")
    """The state that the log folds to, in the game's own compact form."""
    to_act = models.SmallIntegerField(null=True)
    """The seat that must move."""
    due_at = models.DateTimeField(null=True)
    """When the time of that seat is up; null for one that the server plays for."""
    wake_at = models.DateTimeField(null=True)
    """When the server must look at the match by itself: for a bot, a deadline, an old lobby."""
    paused_at = models.DateTimeField(null=True)
    """Since when the staff holds the match: nobody can move, and no clock runs."""
    time_left = models.DurationField(null=True)
    """What the seat to act had left of its time when the match was paused; null where no time ran."""

    class Meta:
        verbose_name_plural = "matches"
        ordering = ("-created_at",)
        indexes: ClassVar = [
            # In the row and not in a table of its own: one statement less at each move was faster by 15 % than keeping
            # the heap-only updates that this index takes away (docs/decisions.md, "Where the due time lives").
            models.Index(fields=["wake_at"], name="match_to_wake", condition=Q(wake_at__isnull=False)),
            # Lists walk these and fetch no row that they do not show. No column of theirs changes with a move.
            models.Index(
                fields=[
                    "status",
                    "-created_at",
                    "-id",
                    "visibility",
                    "game",
                    "rules_version",
                    "seat_count",
                    "turn_seconds",
                ],
                name="match_listed",
            ),
            models.Index(
                fields=["id", "status", "created_at", "game", "seat_count", "turn_seconds"], name="match_in_short"
            ),
            models.Index(fields=["rematch_of"], name="match_rematched", condition=Q(rematch_of__isnull=False)),
            models.Index(fields=["paused_at"], name="match_paused", condition=Q(paused_at__isnull=False)),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["rematch_of"], condition=~Q(status=Status.CANCELLED), name="one_rematch_at_a_time"
            ),
            models.CheckConstraint(condition=Q(version__gte=0), name="match_version_counts_up"),
            models.CheckConstraint(
                condition=Q(status=Status.RUNNING) | Q(to_act__isnull=True), name="match_acts_while_running"
            ),
            models.CheckConstraint(
                condition=Q(paused_at__isnull=True) | Q(status=Status.RUNNING, due_at__isnull=True),
                name="match_paused_while_running",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.id}"


class Seat(models.Model):
    """A place at a table: free, a player's, or a bot's."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="seats", db_index=False
    )
    bot = models.CharField(max_length=20, blank=True)
    """The level of the bot that sits here, or of the one that plays on for a player: he resigned, or the staff gave his
    seat to it."""
    kept_for = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    """Who alone may take the free seat: somebody whom a rematch waits for."""
    seed = models.CharField(max_length=64, blank=True)
    """What the player added to the shuffle; of one that was committed to, nothing before it was told."""
    seed_commitment = models.CharField(max_length=64, blank=True, default="", db_default="")
    """The SHA-256 of the seed that the player will tell when the seats are sealed (``games.services.seeds``)."""
    autopilot = models.BooleanField(default=False)
    """Whether the server moves at once for the player: he let his time run out too often, or the staff had it do so."""
    missed = models.PositiveIntegerField(default=0)
    """Turns that the clock played."""
    missed_in_row = models.PositiveSmallIntegerField(default=0)
    resigned = models.BooleanField(default=False)

    class Meta:
        ordering = ("match", "number")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "number"], name="seat_once"),
            models.UniqueConstraint(fields=["match", "player"], name="player_once_at_a_table"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["match"], name="seat_on_autopilot", condition=Q(autopilot=True)),
            models.Index(fields=["player", "match"], name="seat_of_player"),
        ]

    def __str__(self) -> str:
        return f"seat {self.number} of {self.match_id}"

    @property
    def is_free(self) -> bool:
        """Whether nobody sits here."""
        return self.player_id is None and not self.bot

    @property
    def awaited(self) -> Player | None:
        """The player for whom the free seat is kept; nobody keeps one for who has left the server."""
        return self.kept_for if self.is_free and self.kept_for and self.kept_for.left_at is None else None

    @property
    def person(self) -> Player | None:
        """The player whom the seat shows: who sits here, or is awaited."""
        return self.player or self.awaited

    @property
    def bot_name(self) -> str:
        """What the bot that sits here is called; nothing where none does."""
        return f"{self.bot.capitalize()} bot" if self.bot else ""

    @property
    def is_played_by_server(self) -> bool:
        """Whether the server moves for the seat without waiting."""
        return bool(self.bot) or self.autopilot

    @property
    def is_given_to_bot(self) -> bool:
        """Whether the staff gave the seat of a player to a bot."""
        return self.player_id is not None and bool(self.bot) and not self.resigned


class LogRow(models.Model):
    """What all rows of the log have."""

    match = models.ForeignKey(Match, models.PROTECT, related_name="+")
    version = models.PositiveIntegerField()
    at = models.DateTimeField()
    digest = models.CharField(max_length=64)

    class Meta:
        abstract = True

    def content(self) -> tuple[Any, ...]:
        """Return what the digest of the row is made over, beside its place and time."""
        raise NotImplementedError


class Round(LogRow):
    """How cards were shuffled: the deck of a deal, or a reshuffle within a round, and what followed."""

    number = models.PositiveIntegerField()
    """The round, from 0."""
    attempt = models.PositiveIntegerField()
    """Shuffles of this round before this one: void deals and reshuffles."""
    kind = models.CharField(max_length=10, choices=[("deck", "deck"), ("reshuffle", "reshuffle")])
    deck = models.TextField()
    """Names of cards in the order in which they are dealt, as JSON."""
    events = models.TextField()
    """What followed, in the game's own compact form."""

    class Meta:
        ordering = ("match", "version")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "version"], name="round_version_once"),
            models.UniqueConstraint(fields=["match", "number", "attempt"], name="shuffle_once"),
        ]

    def __str__(self) -> str:
        return f"round {self.number}.{self.attempt} of {self.match_id}"

    def content(self) -> tuple[Any, ...]:
        """See LogRow."""
        return self.number, self.attempt, self.kind, self.deck, self.events


class Move(LogRow):
    """What a player did, who really did it, and what followed."""

    seat = models.PositiveSmallIntegerField()
    by = models.CharField(max_length=10, choices=Actor)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    """Who sent it, when a person did."""
    move = models.TextField()
    """The move in its canonical form, as JSON."""
    events = models.TextField()
    ends_round = models.BooleanField(default=False)

    class Meta:
        ordering = ("match", "version")
        constraints: ClassVar = [models.UniqueConstraint(fields=["match", "version"], name="move_version_once")]
        indexes: ClassVar = [
            TimeIndex(fields=["at"], name="move_by_time"),  # for the moves of the last two days
        ]

    def __str__(self) -> str:
        return f"move {self.version} of {self.match_id}"

    def content(self) -> tuple[Any, ...]:
        """See LogRow."""
        return self.seat, self.by, str(self.player_id), self.move, self.events, self.ends_round


class TableEvent(LogRow):
    """What happened around the game: somebody joined, the match started, a player resigned, and so on."""

    type = models.CharField(max_length=20)
    seat = models.PositiveSmallIntegerField(null=True)
    by = models.CharField(max_length=10, choices=Actor)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    data = models.TextField(default="{}")
    """More about it, as JSON. Everybody who sees the match sees it."""

    class Meta:
        ordering = ("match", "version")
        constraints: ClassVar = [models.UniqueConstraint(fields=["match", "version"], name="table_event_version_once")]
        indexes: ClassVar = [models.Index(fields=["-at"], name="table_event_called_off", condition=Q(type="cancelled"))]

    def __str__(self) -> str:
        return f"{self.type} in {self.match_id}"

    def content(self) -> tuple[Any, ...]:
        """See LogRow."""
        return self.type, self.seat, self.by, str(self.player_id), self.data


Row = Round | Move | TableEvent
"""Any row of the log."""


class Sweep(models.Model):
    """When the sweep last ran: one row. From it the server knows for how long it was away."""

    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"last sweep at {self.at}"

    @classmethod
    def last_at(cls) -> datetime | None:
        """Return when the sweep last ran."""
        return cls.objects.values_list("at", flat=True).first()


class Outage(models.Model):
    """A time in which nobody swept, and which counts for nobody: deadlines are put off by it, in the order of ids."""

    began_at = models.DateTimeField()
    """When the sweep ran last before it."""
    ended_at = models.DateTimeField()
    done_to = models.UUIDField(null=True)
    """The last match whose deadline was put off, so that each is once, whatever happens meanwhile."""
    done = models.BooleanField(default=False)

    class Meta:
        ordering = ("began_at",)
        indexes: ClassVar = [models.Index(fields=["began_at"], name="outage_pending", condition=Q(done=False))]

    def __str__(self) -> str:
        return f"nobody swept from {self.began_at} to {self.ended_at}"


class Notice(models.Model):
    """Something that a player must be told: the outbox. A row is deleted when its receiver has taken it.

    It is written in the transaction that caused it. The receiver may get it twice, and knows it by its id.
    """

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    type = models.CharField(max_length=20)
    match = models.ForeignKey(Match, models.CASCADE, related_name="+")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    body = models.TextField()
    """What is sent, as JSON."""
    created_at = models.DateTimeField()
    send_at = models.DateTimeField(db_index=True)
    """When it is to be sent, or sent again."""
    attempts = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ("created_at",)

    def __str__(self) -> str:
        return f"{self.type} for {self.player_id}"


class Answer(models.Model):
    """The first answer to a request with an idempotency key, to give it again."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    key = models.CharField(max_length=100)
    request = models.CharField(max_length=64)
    """The SHA-256 of the request, to tell a repetition from another request."""
    match = models.ForeignKey(Match, models.CASCADE, null=True, related_name="+", db_constraint=False)
    """The match that it tells of, so that the answers which hold a name are found when its player leaves."""
    body = models.TextField()
    created_at = models.DateTimeField()

    class Meta:
        ordering = ("created_at",)
        constraints: ClassVar = [models.UniqueConstraint(fields=["player", "key"], name="idempotency_key_once")]
        indexes: ClassVar = [models.Index(fields=["created_at"], name="answer_by_age")]

    def __str__(self) -> str:
        return f"answer to {self.key}"
