"""Models of matches, seats and entry requirements."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from chkobba_api.ids import new_id
from games.seat_control import Person, Responder, StandIn, Why, responder

if TYPE_CHECKING:
    from accounts.models import Player


class Status(models.TextChoices):
    """The stages in the life of a match."""

    LOBBY = "lobby"
    RUNNING = "running"
    FINISHED = "finished"
    CANCELLED = "cancelled"


class Visibility(models.TextChoices):
    """The ways in which players find a match."""

    PUBLIC = "public", "in the lobby list; everyone may watch"
    PRIVATE = "private", "by room code alone"


class Actor(models.TextChoices):
    """The actual authors of moves."""

    PLAYER = "player"
    BOT = "bot"
    TIMEOUT = "timeout", "the clock"
    ADMIN = "admin"
    PLAN = "plan", "what its player had planned"


class Match(models.Model):
    """The header of a match, with the state that its log folds to."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    game = models.CharField(max_length=40)
    rules_version = models.PositiveSmallIntegerField()
    options = models.JSONField(default=dict)
    """The value of every option of the game."""
    seat_count = models.PositiveSmallIntegerField()
    visibility = models.CharField(max_length=10, choices=Visibility)
    turn_seconds = models.PositiveIntegerField()
    autostart = models.BooleanField(default=False)
    """True if the match starts by itself when the last seat is taken."""
    creator = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="created_matches")
    code = models.CharField(max_length=8, null=True)
    """The room code, with which players join until the start. Afterwards it remains as a label of the match."""
    seeds_due_at = models.DateTimeField(null=True)
    """The deadline for players to reveal the seeds to which they have committed; null if no seed is awaited.

    After it, cards are dealt without the missing seeds.
    """
    late_bots = models.JSONField(null=True)
    """The time and the level with which bots take free seats (``games.clock.lobby.LateBots``).

    Null without such an agreement, and after the start.
    """
    bot_accounts = models.BooleanField(default=False, db_default=False)
    """True if bot accounts (``Player.is_bot``) may join."""
    substitutes_after = models.PositiveIntegerField(null=True)
    """Seconds on autopilot after which the seat of a player opens to substitutes; null: never."""
    rematch_of = models.ForeignKey("self", models.PROTECT, null=True, related_name="rematches", db_index=False)
    """The match of which this one is a rematch. A match has at most one rematch that is not cancelled."""
    deal_of = models.ForeignKey("self", models.PROTECT, null=True, related_name="+", db_index=False)
    """The match whose cards are dealt here again, for one of its players against bots.

    It never has a ``deal_of`` itself. Its id is part of the label of each shuffle.
    """

    status = models.CharField(max_length=10, choices=Status, default=Status.LOBBY)
    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)
    dealer = models.PositiveSmallIntegerField(null=True)
    """The seat that deals first."""
    result = models.JSONField(null=True)
    """``winner`` (a side or null), ``totals`` and ``places`` per side, ``reason``."""

    seed = models.CharField(max_length=64)
    """The 256 bits from which every deck follows, as hex; secret until the match is over."""
    commitment = models.CharField(max_length=64)
    """The SHA-256 of the seed, published from the beginning."""

    version = models.PositiveIntegerField(default=0)
    """The number of rows in the log."""
    digest = models.CharField(max_length=64)
    """The digest of the last row, or of the header while the log is empty."""
    touched = models.PositiveIntegerField(default=0)
    """The number of changes that a viewer can see and the log does not record: deadlines postponed by an outage."""
    snapshot = models.TextField(default="")
    """The state that the log folds to, in the game's own compact form."""
    to_act = models.SmallIntegerField(null=True)
    """The seat that must move."""
    due_at = models.DateTimeField(null=True)
    """The deadline of the seat to act; null if the server plays for it."""
    wake_at = models.DateTimeField(null=True)
    """The time of the next due work of the server: a bot's move, a deadline, an old lobby."""
    paused_at = models.DateTimeField(null=True)
    """The start of a pause, by the staff or by agreement, in which no player can move and no clock runs."""
    time_left = models.DurationField(null=True)
    """The time that the seat to act had left at the start of a pause; null if no time ran."""
    terms_version = models.PositiveIntegerField(default=0, db_default=0)
    """The version of the row that last changed the terms; 0 if the match has its original terms."""
    pause = models.JSONField(null=True)
    """The present offer or the agreed pause, as folded from the log (``games.offer_rules``)."""
    undone = models.JSONField(null=True)
    """The versions of the last moves that were taken back, at most as many as are read with a match; null if none was.

    Each has a row ``undone`` of its own in the log.
    """
    clock = models.JSONField()
    """The clock, folded from the log (``games.match_clock``). The times above are its own, postponed by outages."""

    class Meta:
        verbose_name_plural = "matches"
        ordering = ("-created_at",)
        indexes: ClassVar = [
            # A column and not a table of its own: one statement less at each move was faster by 15 % than keeping the
            # heap-only updates that this index prevents (docs/decisions.md, "Where the due time lives").
            models.Index(fields=["wake_at"], name="match_to_wake", condition=Q(wake_at__isnull=False)),
            # Lists scan these indexes and fetch only rows that they show. No move changes a column of these indexes.
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
                fields=["rematch_of"],
                condition=Q(rematch_of__isnull=False) & ~Q(status=Status.CANCELLED),
                name="one_rematch_at_once",
            ),
            # Not ``unique`` of the field, which adds an index for patterns: each move writes into every index.
            models.UniqueConstraint(fields=["code"], condition=Q(code__isnull=False), name="match_code_once"),
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

    @property
    def deals_as(self) -> str:
        """The match id in the label of its shuffles (``games.shuffle``)."""
        return str(self.deal_of_id or self.id)

    @property
    def short_id(self) -> str:
        """The time in the id, in milliseconds, by which people recognize and find matches."""
        return str(self.id)[:13]


class Seat(models.Model):
    """A place at a match: free, a player's, or a bot's."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="seats", db_index=False
    )
    bot = models.CharField(max_length=20, blank=True)
    """The level of the bot at this seat.

    The bot may also play for a player who has resigned, or whose seat the staff gave to it.
    """
    reserved_for = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    """The player who has a reservation for the free seat, by a rematch or an invitation."""
    seed = models.CharField(max_length=64, blank=True)
    """The seed of the player for the shuffle. A committed seed appears here when it is revealed."""
    seed_commitment = models.CharField(max_length=64, blank=True, default="", db_default="")
    """The SHA-256 of the seed that the player reveals at sealing (``games.services.matches.shuffle_seeds``)."""
    terms_version = models.PositiveIntegerField(default=0, db_default=0)
    """The version of the terms to which the player has agreed (``Match.terms_version``)."""
    autopilot = models.BooleanField(default=False)
    """True if the server moves at once for the player, who ran out of time too often, or by an action of the staff."""
    missed = models.PositiveIntegerField(default=0)
    """The number of turns in which the clock moved for the player."""
    missed_in_row = models.PositiveSmallIntegerField(default=0)
    resigned = models.BooleanField(default=False)
    substitute_from = models.DateTimeField(null=True)
    """The time from which the seat opens to substitutes, unless its player returns from autopilot."""
    substitute_wanted = models.BooleanField(default=False, db_default=False)
    """True if the seat is open to substitutes. Its player keeps it until a substitute takes it."""
    substitute_since = models.PositiveIntegerField(null=True)
    """The version of the match at which the present player took the seat as a substitute; else null."""
    has_plan = models.BooleanField(default=False, db_default=False)
    """True if the seat has a ``PlannedMoves``. It is read with the seat, so a move needs no query for it."""
    seek = models.ForeignKey("Seek", models.SET_NULL, null=True, blank=True, related_name="seats", db_index=False)
    """The seek through which the player came here; else null. Only the player sees it."""

    PRESENCE: ClassVar = ("autopilot", "missed_in_row", "substitute_from", "substitute_wanted")
    """The columns that change when a player is absent for too long, or returns."""

    class Meta:
        ordering = ("match", "number")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "number"], name="seat_once"),
            models.UniqueConstraint(fields=["match", "player"], name="player_once_at_a_table"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["match"], name="seat_on_autopilot", condition=Q(autopilot=True)),
            models.Index(fields=["match"], name="seat_offered", condition=Q(substitute_wanted=True)),
            models.Index(
                fields=["substitute_from"],
                name="seat_to_offer",
                condition=Q(substitute_from__isnull=False, substitute_wanted=False),
            ),
            models.Index(fields=["player", "match"], name="seat_of_player"),
            models.Index(fields=["seek", "match"], name="seat_of_seek", condition=Q(seek__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"seat {self.number} of {self.match_id}"

    def leave_to_autopilot(self, now: datetime, substitutes_after: int | None) -> None:
        """Put the seat on autopilot. After ``substitutes_after`` seconds it opens to substitutes; None: never."""
        self.autopilot = True
        if substitutes_after is not None:
            self.substitute_from = now + timedelta(seconds=substitutes_after)

    def end_autopilot(self) -> None:
        """End the autopilot, and close the seat to substitutes. The caller saves the columns ``PRESENCE``."""
        self.autopilot, self.substitute_from, self.substitute_wanted = False, None, False

    def agrees_to(self, match: Match) -> bool:
        """Return whether the player has agreed to the present terms of the match. Its creator always agrees."""
        is_asked = self.player_id is not None and self.player_id != match.creator_id
        return not is_asked or self.terms_version >= match.terms_version

    @property
    def is_free(self) -> bool:
        """True if neither a player nor a bot sits here."""
        return self.player_id is None and not self.bot

    @property
    def awaited(self) -> Player | None:
        """The player who has a reservation for the free seat; None if that player has left the server."""
        return self.reserved_for if self.is_free and self.reserved_for and self.reserved_for.left_at is None else None

    @property
    def person(self) -> Player | None:
        """The player that the seat shows: the seated one, else the awaited one."""
        return self.player or self.awaited

    @property
    def bot_name(self) -> str:
        """The name of the bot at this seat, in English; empty without a bot."""
        return f"{self.bot.capitalize()} bot" if self.bot else ""

    @property
    def responder(self) -> Responder:
        """The control of the seat."""
        return responder(
            has_player=self.player_id is not None, bot=self.bot, autopilot=self.autopilot, resigned=self.resigned
        )

    @property
    def is_given_to_bot(self) -> bool:
        """True if the staff gave the seat of a player to a bot."""
        answering = self.responder
        return isinstance(answering, StandIn) and answering.why is Why.STAFF

    @property
    def is_open_to_player(self) -> bool:
        """True if the player may move: the player has control, or is only absent."""
        answering = self.responder
        return isinstance(answering, Person) or (isinstance(answering, StandIn) and answering.why is Why.ABSENT)


class Abandonment(models.Model):
    """A player's final loss of a seat to a substitute. The result still counts for the player, too."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="+")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", db_index=False)
    seat = models.PositiveSmallIntegerField()
    version = models.PositiveIntegerField()
    """The version of the match at which a substitute took the seat."""
    at = models.DateTimeField()

    class Meta:
        ordering = ("match", "version")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "match"], name="abandoned_once"),
        ]

    def __str__(self) -> str:
        return f"seat {self.seat} of {self.match_id} abandoned by {self.player_id}"


class EntryRequirements(models.Model):
    """The requirements and terms of a match: rated, reliability, bots that give way.

    It is a table of its own, so that no move reads or writes it. A match without a row has none.
    """

    match = models.OneToOneField(Match, models.CASCADE, primary_key=True, related_name="+")
    rated = models.BooleanField(default=False)
    least_reliability = models.PositiveSmallIntegerField(null=True)
    """The least reliability in percent. Players with too few matches may join anyway."""
    undo = models.BooleanField(default=True, db_default=True)
    """True if undo is possible when all agree. Ignored in a rated match."""
    hints = models.BooleanField(null=True)
    """True if the player to move can ask for hints, except in a rated match. Null: only against bots."""
    bots_give_way = models.BooleanField(default=False, db_default=False)
    """True if a player who joins before the start may take a bot's seat."""
    one_network = models.JSONField(null=True)
    """For a rated match: the pairs of seats that shared a network at its start (``accounts.devices.networks``)."""

    def __str__(self) -> str:
        return f"conditions of {self.match_id}"
