"""Matches and their seats."""

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
    """Where in its life a match is."""

    LOBBY = "lobby"
    RUNNING = "running"
    FINISHED = "finished"
    CANCELLED = "cancelled"


class Visibility(models.TextChoices):
    """The players who can find a match."""

    PUBLIC = "public", "in the lobby list; anybody may watch"
    PRIVATE = "private", "by room code alone"


class Actor(models.TextChoices):
    """The actual author of a move."""

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
    """The value of every option."""
    seat_count = models.PositiveSmallIntegerField()
    visibility = models.CharField(max_length=10, choices=Visibility)
    turn_seconds = models.PositiveIntegerField()
    autostart = models.BooleanField(default=False)
    """Whether the match starts by itself when the last seat is taken."""
    creator = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="created_matches")
    code = models.CharField(max_length=8, null=True)
    """The room code: with it a player can join until the match starts. It stays the label of the match afterwards."""
    seeds_due_at = models.DateTimeField(null=True)
    """Until when seats may reveal seeds that they have committed to; then cards are dealt without them. Null if no seed
    is awaited."""
    late_bots = models.JSONField(null=True)
    """When bots take the free seats, and at which level (``games.clock.lobby.LateBots``). Null without such an
    agreement, and after the start."""
    bot_accounts = models.BooleanField(default=False, db_default=False)
    """Whether players that are programs (``Player.is_bot``) may sit down."""
    substitutes_after = models.PositiveIntegerField(null=True)
    """Seconds on autopilot after which the seat of a player opens to substitutes; null: never."""
    rematch_of = models.ForeignKey("self", models.PROTECT, null=True, related_name="rematches", db_index=False)
    """The match that is played again here. Of its rematches one at the most is not cancelled."""
    deal_of = models.ForeignKey("self", models.PROTECT, null=True, related_name="+", db_index=False)
    """The match whose cards are dealt here once more, for one of its players against bots; it is never one that has a
    ``deal_of`` itself. Its id stands in the label of each shuffle."""

    status = models.CharField(max_length=10, choices=Status, default=Status.LOBBY)
    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)
    dealer = models.PositiveSmallIntegerField(null=True)
    """The first dealer."""
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
    """Start of a pause, by the staff or by agreement, in which no player can move and no clock runs."""
    time_left = models.DurationField(null=True)
    """Time left of the seat to act at the start of a pause; null if no time ran."""
    terms_version = models.PositiveIntegerField(default=0, db_default=0)
    """The version of the row that changed the terms last; 0: they are those with which the match was made."""
    pause = models.JSONField(null=True)
    """The present offer, or the agreed pause, as the log says (``games.offer_rules``)."""
    undone = models.JSONField(null=True)
    """The versions of moves that were taken back, the last ones: as many as are read with a match; null where none was.
    Each has a row ``undone`` of its own in the log."""
    clock = models.JSONField()
    """The clock, folded from the log (``games.match_clock``). The times above are its own, postponed by outages."""

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
                fields=["rematch_of"],
                condition=Q(rematch_of__isnull=False) & ~Q(status=Status.CANCELLED),
                name="one_rematch_at_once",
            ),
            # Not ``unique`` of the field, which makes an index for patterns, too: each move writes into every index.
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
        """Return the match's part of the label of its shuffles (``games.shuffle``)."""
        return str(self.deal_of_id or self.id)

    @property
    def short_id(self) -> str:
        """The time in the id, in milliseconds, by which people can tell and find matches."""
        return str(self.id)[:13]


class Seat(models.Model):
    """A place at a table: free, a player's, or a bot's."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="seats", db_index=False
    )
    bot = models.CharField(max_length=20, blank=True)
    """The level of the bot at this seat, or of the one that plays for a player who resigned or whose seat the staff
    gave to it."""
    reserved_for = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    """The player for whom the free seat is reserved, in a rematch or by an invitation."""
    seed = models.CharField(max_length=64, blank=True)
    """The seed of the player for the shuffle; empty until a committed one is revealed."""
    seed_commitment = models.CharField(max_length=64, blank=True, default="", db_default="")
    """The SHA-256 of the seed that the player will reveal when the seats are sealed
    (``games.services.matches.shuffle_seeds``)."""
    terms_version = models.PositiveIntegerField(default=0, db_default=0)
    """The terms of the match to which the player has agreed (``Match.terms_version``)."""
    autopilot = models.BooleanField(default=False)
    """Whether the server moves at once for the player, whose time ran out too often, or the staff had it do so."""
    missed = models.PositiveIntegerField(default=0)
    """Turns that the clock played."""
    missed_in_row = models.PositiveSmallIntegerField(default=0)
    resigned = models.BooleanField(default=False)
    substitute_from = models.DateTimeField(null=True)
    """From when on the seat opens to substitutes, unless its player returns from autopilot."""
    substitute_wanted = models.BooleanField(default=False, db_default=False)
    """True: the seat is open to substitutes. Its player keeps it until a substitute takes it."""
    substitute_since = models.PositiveIntegerField(null=True)
    """The version of the match at which its player took it as a substitute; else null."""
    has_plan = models.BooleanField(default=False, db_default=False)
    """Whether there is a ``PlannedMoves`` to look at when its turn comes. It is read with the seat."""
    seek = models.ForeignKey("Seek", models.SET_NULL, null=True, blank=True, related_name="seats", db_index=False)
    """The seek by which its player came here; else null. Only the player sees it."""

    PRESENCE: ClassVar = ("autopilot", "missed_in_row", "substitute_from", "substitute_wanted")
    """The columns that change when a player is absent for too long, and when one returns."""

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
        """Have the server play for the player, and the seat be offered after so many seconds, if it ever is."""
        self.autopilot = True
        if substitutes_after is not None:
            self.substitute_from = now + timedelta(seconds=substitutes_after)

    def end_autopilot(self) -> None:
        """Have nobody play for an absent player any more, nor anybody be offered the seat. Save ``PRESENCE``."""
        self.autopilot, self.substitute_from, self.substitute_wanted = False, None, False

    def agrees_to(self, match: Match) -> bool:
        """Say whether the terms of a match are those to which its player has agreed; its creator has made them."""
        is_asked = self.player_id is not None and self.player_id != match.creator_id
        return not is_asked or self.terms_version >= match.terms_version

    @property
    def is_free(self) -> bool:
        """Whether nobody sits here."""
        return self.player_id is None and not self.bot

    @property
    def awaited(self) -> Player | None:
        """The player for whom the free seat is kept; nobody keeps one for a player who has left the server."""
        return self.reserved_for if self.is_free and self.reserved_for and self.reserved_for.left_at is None else None

    @property
    def person(self) -> Player | None:
        """The player whom the seat shows: who sits here, or is awaited."""
        return self.player or self.awaited

    @property
    def bot_name(self) -> str:
        """What the bot that sits here is called; nothing where none does."""
        return f"{self.bot.capitalize()} bot" if self.bot else ""

    @property
    def responder(self) -> Responder:
        """Who answers for the seat."""
        return responder(
            has_player=self.player_id is not None, bot=self.bot, autopilot=self.autopilot, resigned=self.resigned
        )

    @property
    def is_given_to_bot(self) -> bool:
        """Whether the staff gave the seat of a player to a bot."""
        answering = self.responder
        return isinstance(answering, StandIn) and answering.why is Why.STAFF

    @property
    def is_open_to_player(self) -> bool:
        """Whether the seat's player may move: it is theirs, or they are only absent."""
        answering = self.responder
        return isinstance(answering, Person) or (isinstance(answering, StandIn) and answering.why is Why.ABSENT)


class Abandonment(models.Model):
    """A player who lost a seat to a substitute, for good: the result counts for them, too, but they cannot play."""

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

    A table of its own, so that no move reads or writes it. A match without a row has none.
    """

    match = models.OneToOneField(Match, models.CASCADE, primary_key=True, related_name="+")
    rated = models.BooleanField(default=False)
    least_reliability = models.PositiveSmallIntegerField(null=True)
    """In percent; players with too few matches may join all the same."""
    undo = models.BooleanField(default=True, db_default=True)
    """True: undo is possible if all agree. Ignored in a rated match."""
    hints = models.BooleanField(null=True)
    """True: the player to move can ask for hints, except in a rated match. Null: only against bots."""
    bots_give_way = models.BooleanField(default=False, db_default=False)
    """True: a player who joins before the start may take a bot's seat."""
    one_network = models.JSONField(null=True)
    """For a rated match: the pairs of seats that shared a network at its start (``accounts.devices.networks``)."""

    def __str__(self) -> str:
        return f"conditions of {self.match_id}"
