"""A match, its seats, and its log.

The log is three tables with one numbering: every row of a match has a ``version``, counted from 1 without a gap, and a
``digest`` over its content and the digest before it. ``Round`` is a shuffle, ``Move`` a move of a player,
``TableEvent`` an event around the game (joined, started, resigned …). Rows are only ever inserted; the database refuses
anything else (``games.append_only``).
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, ClassVar
from uuid import UUID

from django.conf import settings
from django.db import models
from django.db.models import Min, Q, QuerySet, Value
from django.db.models.functions import Coalesce

from chkobba_api.ids import new_id
from games.clock.outages import Away
from games.engine.messages import say
from games.indexes import TimeIndex
from games.seat_control import Person, Responder, StandIn, Why, responder
from games.texts import reader

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
    kept_for = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
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
    """Whether there is a ``Plan`` to look at when its turn comes. It is read with the seat."""
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


class Seek(models.Model):
    """The match that a player looks for: one match, or several at any time."""

    class Ending(models.TextChoices):
        """How it ended."""

        MATCHED = "matched", "it has found its match"
        EXPIRED = "expired", "its time was up"
        WITHDRAWN = "withdrawn", "its player ended it"

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    game = models.CharField(max_length=40)
    seat_count = models.PositiveSmallIntegerField()
    options = models.JSONField(default=dict)
    """The value of every option."""
    control = models.JSONField()
    """The time control, as the log of a match tells it."""
    terms = models.CharField(max_length=64)
    """A digest of all that players must want alike to play together (``games.services.matchmaking.seeks``)."""
    rated = models.BooleanField(default=False, db_default=False)
    """Whether the match is to change ratings; all must want that alike."""
    rating_within = models.PositiveSmallIntegerField(null=True)
    """By how many points the rating of each other player may differ; null: by any number."""
    least_reliability = models.PositiveSmallIntegerField(null=True)
    """The least reliability of each other player, in percent; null: any."""
    keep_going = models.PositiveSmallIntegerField(null=True)
    """How many matches it keeps going; null: it is over when it has found one."""
    seed_commitments = models.JSONField(default=list)
    """Commitments to seeds that its next matches take, one each."""
    though_away = models.BooleanField(default=False, db_default=False)
    """True: the seek stays active while its player is on vacation."""
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    looking_since = models.DateTimeField(null=True)
    """Since when it waits for others, by which it has its turn; null while it has all that it wants, while its player
    is away or sits at too many matches, and when it is over."""
    wake_at = models.DateTimeField(null=True)
    """When the server must look at it by itself; null when it is over."""
    ended_at = models.DateTimeField(null=True)
    ending = models.CharField(max_length=10, choices=Ending, blank=True)

    class Meta:
        ordering = ("-created_at", "-id")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "terms"], condition=Q(ended_at__isnull=True), name="sought_once"),
            models.CheckConstraint(
                condition=Q(ended_at__isnull=True) | Q(looking_since__isnull=True, wake_at__isnull=True),
                name="seek_rests_when_over",
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["player", "-created_at", "-id"], name="seek_of_player"),
            models.Index(
                fields=["terms", "looking_since", "id"],
                name="seek_in_turn",
                condition=Q(looking_since__isnull=False),
            ),
            models.Index(fields=["-created_at", "-id"], name="seek_listed", condition=Q(looking_since__isnull=False)),
            models.Index(fields=["wake_at"], name="seek_to_wake", condition=Q(wake_at__isnull=False)),
            models.Index(fields=["ended_at"], name="seek_over", condition=Q(ended_at__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"seek of {self.player_id} for {self.game}"

    @property
    def state(self) -> str:
        """How far it is: what has ended it, or whether it waits for others at the moment."""
        return self.ending or ("looking" if self.looking_since else "resting")


class Invitation(models.Model):
    """An invitation by name to a match. It is open as long as a seat is reserved for the player.

    If one of the two has offered other terms, the other one has yet to answer.
    """

    class Ending(models.TextChoices):
        """The ways in which an invitation ends, beside joining and the end of the lobby."""

        DECLINED = "declined", "declined"
        WITHDRAWN = "withdrawn", "taken back"

    match = models.ForeignKey(Match, models.CASCADE, related_name="+", db_index=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    ending = models.CharField(max_length=10, choices=Ending, blank=True)
    offer = models.JSONField(null=True)
    """The open counter-offer (``games.services.matchmaking.counter_offers``), or null."""
    offered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="+", db_index=False
    )
    offers = models.PositiveSmallIntegerField(default=0)
    """How many there were."""

    class Meta:
        ordering = ("-pk",)
        constraints: ClassVar = [models.UniqueConstraint(fields=["match", "player"], name="invited_once")]
        indexes: ClassVar = [
            models.Index(fields=["by", "player", "at"], name="invitation_by"),
            models.Index(fields=["player", "at"], name="invitation_to"),
            models.Index(fields=["at"], name="invitation_by_age"),
        ]

    def __str__(self) -> str:
        return f"invitation of {self.player_id} to {self.match_id}"


class Swap(models.Model):
    """A player would like to change seats with another one, before the match begins."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="+", db_index=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    other = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    at = models.DateTimeField()
    refused_at = models.DateTimeField(null=True)
    """Since when it is not to be: the other one stays, or the player has taken it back."""

    class Meta:
        ordering = ("-pk",)
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "player", "other"], name="swap_asked_once"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["player"], name="swap_of_player"),
            models.Index(fields=["other"], name="swap_with_player"),
            models.Index(fields=["at"], name="swap_by_age"),
        ]

    def __str__(self) -> str:
        return f"swap of {self.player_id} and {self.other_id} at {self.match_id}"


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


class Plan(models.Model):
    """The plan of a player for the next turn of a seat. Other players never see it."""

    seat = models.OneToOneField(Seat, models.CASCADE, primary_key=True, related_name="+")
    version = models.PositiveIntegerField()
    """The version of the match at which the steps were planned: they are for the first turn after it."""
    steps = models.JSONField(default=list)
    """As in ``games.plans.plan``, to be tried in their order."""
    when_forced = models.BooleanField(default=False)
    """Whether the only legal move is played at once, in every turn."""
    tried_at = models.PositiveIntegerField(default=0)
    """The version at which it was looked at last, and nothing of it fitted."""
    look_at = models.DateTimeField(null=True)
    """When the sweep looks whether its turn has come: a move may have been under way that was read before the plan."""

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["look_at"], name="plan_to_look_at", condition=Q(look_at__isnull=False))
        ]

    def __str__(self) -> str:
        return f"plan for {self.seat_id}"

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing in it: its player has taken it back."""
        return not (self.steps or self.when_forced)


class LogRow(models.Model):
    """The columns of all rows of the log."""

    match = models.ForeignKey(Match, models.PROTECT, related_name="+", db_index=False)  # found by what is unique, too
    version = models.PositiveIntegerField()
    at = models.DateTimeField()
    digest = models.CharField(max_length=64)

    class Meta:
        abstract = True

    def content(self) -> tuple[Any, ...]:
        """Return what the digest of the row is made over, beside its place and time."""
        raise NotImplementedError


class Round(LogRow):
    """A shuffle: the deck of a deal, or a reshuffle within a round, and its consequences."""

    number = models.PositiveIntegerField()
    """The round, from 0."""
    attempt = models.PositiveIntegerField()
    """Shuffles of this round before this one: void deals and reshuffles."""
    kind = models.CharField(max_length=10, choices=[("deck", "deck"), ("reshuffle", "reshuffle")])
    deck = models.TextField()
    """Names of cards in the order in which they are dealt, as JSON."""
    events = models.TextField()
    """The consequences, in the game's own compact form."""

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
    """A move of a player, its actual author, and its consequences."""

    seat = models.PositiveSmallIntegerField()
    by = models.CharField(max_length=10, choices=Actor)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    """The person who sent it, if one did."""
    move = models.TextField()
    """The move in its canonical form, as JSON."""
    events = models.TextField()
    ends_round = models.BooleanField(default=False)
    bot = models.TextField(null=True)
    """For a move of a bot its level, version and budget, as JSON (``games.services.bots.bot_choice``); else null, and
    no part of the digest."""

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
        told = (self.seat, self.by, str(self.player_id), self.move, self.events, self.ends_round)
        return told if self.bot is None else (*told, self.bot)


class TableEvent(LogRow):
    """An event around the game: a player joined, the match started, a player resigned, and so on."""

    type = models.CharField(max_length=20)
    seat = models.PositiveSmallIntegerField(null=True)
    by = models.CharField(max_length=10, choices=Actor)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    data = models.TextField(default="{}")
    """Its data, as JSON. All players who can see the match see them."""

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


class BotTurn(models.Model):
    """The turn of a bot that thinks, until its move is played or the match has gone on without it.

    It is a job for the workers that think (``games.services.bots.bot_jobs``).
    """

    match = models.OneToOneField(Match, models.CASCADE, primary_key=True, related_name="+")
    version = models.PositiveIntegerField()
    """The version of the match that the bot answers."""
    asked_at = models.DateTimeField()
    wake_at = models.DateTimeField(db_index=True)
    """When the next worker may take it: at once, or after the lease of the present one."""
    tries = models.PositiveIntegerField(default=0)
    """How often it was taken up."""

    class Meta:
        ordering = ("wake_at",)

    def __str__(self) -> str:
        return f"turn of a bot in {self.match_id} at {self.version}"


class Hint(models.Model):
    """A hint that the player to move has requested: a job for the workers that think.

    The log has the request as a row ``hint_asked`` with its version. Only the player reads the hint.
    """

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    match = models.ForeignKey(Match, models.CASCADE, related_name="+", db_index=False)
    version = models.PositiveIntegerField()
    """The version of the row of the log. It is about the table as it is until the next move."""
    seat = models.PositiveSmallIntegerField()
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    asked_at = models.DateTimeField()
    wake_at = models.DateTimeField(null=True)
    """When the next worker may take it: at once, or after the lease of the present one; null when it is done or no
    longer needed."""
    tries = models.PositiveIntegerField(default=0)
    """How often it was taken up."""
    move = models.TextField(blank=True)
    """The hint, stored like a move; empty until it is ready."""

    class Meta:
        ordering = ("-asked_at", "-id")
        constraints: ClassVar = [models.UniqueConstraint(fields=["match", "version"], name="hint_once_a_row")]
        indexes: ClassVar = [
            models.Index(fields=["wake_at"], name="hint_to_think_of", condition=Q(wake_at__isnull=False)),
            models.Index(fields=["asked_at"], name="hint_by_age"),
        ]

    def __str__(self) -> str:
        return f"hint for seat {self.seat} of {self.match_id} at {self.version}"


class LookBack(models.Model):
    """The analysis of a player's moves in a finished match: a job for the workers that think, and its findings.

    Only the player reads it.
    """

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    match = models.ForeignKey(Match, models.CASCADE, related_name="+")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    asked_at = models.DateTimeField()
    wake_at = models.DateTimeField(null=True)
    """When the next worker may continue it; null when it is done."""
    tries = models.PositiveIntegerField(default=0)
    """How often it was taken up since something came of it."""
    moves = models.PositiveIntegerField(default=0)
    """How many there are to look at."""
    seconds = models.FloatField(default=0)
    """The processor time that it has used."""
    findings = models.JSONField(default=list)
    """For each move looked at: ``version``, ``better`` (a move, or null: the same), ``cost`` (points, with the bounds
    of their interval; null if unknown)."""
    rounds = models.JSONField(default=list)
    """For each round looked at: ``made``, the points by which the player's side was ahead of the mean of the others,
    and ``cards``, the value of its cards (points, with the bounds of their interval)."""

    class Meta:
        ordering = ("-asked_at", "-id")
        constraints: ClassVar = [models.UniqueConstraint(fields=["match", "player"], name="looked_back_once")]
        indexes: ClassVar = [
            models.Index(fields=["wake_at"], name="look_back_to_do", condition=Q(wake_at__isnull=False)),
            models.Index(fields=["player", "asked_at"], name="look_back_of_player"),
            models.Index(fields=["asked_at"], name="look_back_by_age"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} looks back at {self.match_id}"


class Puzzle(models.Model):
    """The puzzle of a day: a position of which the rest of the round can be solved."""

    day = models.DateField(primary_key=True)
    """Of the calendar in UTC."""
    game = models.CharField(max_length=40)
    rules_version = models.PositiveIntegerField()
    state = models.TextField()
    """The position, as states are stored."""
    values = models.JSONField()
    """The value of each legal move, in the order of the rules: the lead in points at the end of the round with best
    play on both sides."""

    class Meta:
        ordering = ("-day",)

    def __str__(self) -> str:
        return f"{self.day} {self.game}"


class PuzzleAnswer(models.Model):
    """A player's first answer to a puzzle."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    puzzle = models.ForeignKey(Puzzle, models.CASCADE, related_name="answers")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    move = models.TextField()
    right = models.BooleanField()
    at = models.DateTimeField()

    class Meta:
        ordering = ("-puzzle",)
        constraints: ClassVar = [models.UniqueConstraint(fields=["player", "puzzle"], name="answered_once")]

    def __str__(self) -> str:
        return f"{self.player_id} {self.puzzle_id}"


class LastSweep(models.Model):
    """When the sweep last ran, and when a worker last did anything: one row.

    From it the server knows for how long it was away.
    """

    at = models.DateTimeField()
    worked_at = models.DateTimeField(null=True)
    """When a worker last began a task, to some seconds (``games.tasks``)."""

    def __str__(self) -> str:
        return f"last sweep at {self.at}"

    @classmethod
    def last_at(cls) -> datetime | None:
        """Return when the sweep last ran."""
        return cls.objects.values_list("at", flat=True).first()

    @classmethod
    def last_sign(cls) -> datetime | None:
        """Return when a worker last gave a sign of life."""
        last = cls.objects.first()
        return None if last is None else last.sign

    @property
    def sign(self) -> datetime:
        """The last sign of life that a worker gave: a sweep, or whatever else it did."""
        return max(self.at, self.worked_at or self.at)


class Outage(models.Model):
    """A time without a sign of any worker. Deadlines are postponed by it, in the order of ids."""

    began_at = models.DateTimeField()
    """When a worker gave its last sign of life before it."""
    ended_at = models.DateTimeField()
    done_to = models.UUIDField(null=True)
    """The last match whose deadline was put off, so that each is once, whatever happens meanwhile."""
    done = models.BooleanField(default=False)

    class Meta:
        ordering = ("began_at",)
        indexes: ClassVar = [models.Index(fields=["began_at"], name="outage_pending", condition=Q(done=False))]

    def __str__(self) -> str:
        return f"no worker from {self.began_at} to {self.ended_at}"

    @property
    def away(self) -> Away:
        """When it was."""
        return Away(self.began_at, self.ended_at)

    def is_made_up_for(self, match_id: UUID) -> bool:
        """Whether the deadline of a match was put off by it, if it is one that it took something of."""
        return self.done or (self.done_to is not None and match_id <= self.done_to)


class Occasion(models.Model):
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
                condition=~Q(kind="words"),  # of which there are several at one version
                name="occasion_once_a_cause",
            ),
            models.UniqueConstraint(fields=["player", "number"], name="occasion_in_stream"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["id"], name="occasion_to_deliver", condition=Q(to_deliver=True)),
            TimeIndex(fields=["at"], name="occasion_by_time"),  # for those that are tidied away
        ]

    def __str__(self) -> str:
        return f"{self.kind} for {self.player_id}"


class Stream(models.Model):
    """How far the occasions of a player are numbered. It is locked while more of them are numbered."""

    player = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="+")
    last = models.PositiveBigIntegerField(default=0)
    """The highest number that was given."""

    def __str__(self) -> str:
        return f"stream of {self.player_id} up to {self.last}"


class Address(models.Model):
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
    """Of which kinds of occasions the player wants to hear; null: of all."""
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
    def in_use(cls) -> QuerySet[Address]:
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
    """An occasion on its way by a channel. The receiver may get it twice, and knows it by its id."""

    class State(models.TextChoices):
        """How far it is."""

        WAITING = "waiting", "is sent, or sent again, when its time has come"
        TAKEN = "taken", "the receiver has it"
        GIVEN_UP = "given_up", "nobody has taken it in the time that its channel has"
        OUTDATED = "outdated", "it was not so any more when it was to be sent"

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    channel = models.CharField(max_length=20)
    occasion = models.ForeignKey(Occasion, models.CASCADE, related_name="deliveries", db_index=False)
    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    send_at = models.DateTimeField()
    """When it is sent, or sent again. Taking it moves this time, so that no other sender takes it."""
    attempts = models.PositiveIntegerField(default=0)
    address = models.ForeignKey(Address, models.CASCADE, null=True, related_name="deliveries", db_index=False)
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
                "occasion",
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
        return f"{self.occasion_id} by {self.channel}"

    @classmethod
    def waiting(cls) -> QuerySet[Delivery]:
        """Return those that are still to be taken."""
        return cls.objects.filter(state=cls.State.WAITING)

    @classmethod
    def oldest_waiting(cls) -> datetime | None:
        """Return when the oldest thing happened that the host is still to be told, or that nobody has handed out.

        What goes to addresses of players may well wait: for the morning, for a digest, or since nobody is there.
        """
        marked = Occasion.objects.filter(to_deliver=True).order_by("pk").values_list("at", flat=True).first()
        waiting = cls.waiting().filter(address=None).aggregate(at=Min("occasion__at"))["at"]
        return min((at for at in (marked, waiting) if at), default=None)


class Sending(models.Model):
    """Whose turn it is to send occasions: one row, so that one worker at a time waits for receivers."""

    until = models.DateTimeField(null=True)
    """Until when a sender has the lock, unless it ends earlier; null if none has it."""

    def __str__(self) -> str:
        return f"sending until {self.until}"


class FollowUp(models.Model):
    """The remaining follow-up work of a finished match; deleted when every step is done."""

    match = models.OneToOneField(Match, models.CASCADE, primary_key=True, related_name="+")
    done = models.JSONField(default=list)
    """Keys of the steps that are done (``games.match_end``)."""
    wake_at = models.DateTimeField(db_index=True)
    failures = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ("wake_at",)

    def __str__(self) -> str:
        return f"follow-up of {self.match_id}"


class HoursChange(models.Model):
    """A player's holiday has begun or ended: their turns are looked at, and the row is gone when all were.

    It is due work like any other: found by ``wake_at``, done in steps, harmless when it is done again.
    """

    player = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="+")
    asked_at = models.DateTimeField()
    reached = models.UUIDField(null=True)
    """The last match that was looked at."""
    wake_at = models.DateTimeField(db_index=True)

    class Meta:
        ordering = ("wake_at",)

    def __str__(self) -> str:
        return f"turns of {self.player_id}"


class HolidayEnd(models.Model):
    """The end of a player's vacation, of which they are notified; the row is deleted then."""

    player = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="+")
    ends_at = models.DateTimeField(db_index=True)

    class Meta:
        ordering = ("ends_at",)

    def __str__(self) -> str:
        return f"holiday of {self.player_id} until {self.ends_at}"


class FreeText(models.Model):
    """Players may write free text at this match, if all of them allow it.

    A table of its own, so that a move reads and writes nothing about chat.
    """

    match = models.OneToOneField(Match, models.CASCADE, primary_key=True, related_name="+")

    def __str__(self) -> str:
        return f"free text at {self.match_id}"


class Word(models.Model):
    """A message of a player at a table, for its players, or in a club, for its members.

    It is no row of the log, so it makes no move stale.
    """

    class Kind(models.TextChoices):
        """The kind of message."""

        PHRASE = "phrase"
        REACTION = "reaction"
        TEXT = "text"

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    match = models.ForeignKey(Match, models.PROTECT, null=True, related_name="+", db_index=False)
    """Null where it was said in a club."""
    version = models.PositiveIntegerField(null=True)
    """The version of the match when it was written: players who join later do not read it."""
    club = models.ForeignKey("Club", models.PROTECT, null=True, related_name="+", db_index=False)
    """Null where it was said at a table."""
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    seat = models.PositiveSmallIntegerField(null=True)
    kind = models.CharField(max_length=10, choices=Kind)
    key = models.CharField(max_length=20, blank=True)
    """The key of a phrase or a reaction (``games.services.social.phrases``)."""
    about = models.PositiveIntegerField(null=True)
    """Of a reaction: the version of the match that it is about."""
    text = models.TextField(blank=True)
    """Of free text; empty once its player has left for good."""
    at = models.DateTimeField()
    hidden_at = models.DateTimeField(null=True)
    """Since when it is shown to the staff alone, which has hidden it."""

    class Meta:
        ordering = ("-id",)
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["match", "player", "about", "key"], condition=Q(kind="reaction"), name="reaction_once"
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["match", "-id"], name="word_of_match"),
            models.Index(fields=["club", "-id"], name="word_of_club", condition=Q(club__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"{self.kind} of {self.player_id} at {self.match_id or self.club_id}"

    @property
    def in_english(self) -> str:
        """What was said, for the staff, also where it is hidden."""
        return self.text if self.kind == self.Kind.TEXT else reader().say(say(f"{self.kind}.{self.key}"))

    @property
    def is_removed(self) -> bool:
        """Whether nobody at the table reads it any more."""
        return self.hidden_at is not None or (self.kind == self.Kind.TEXT and not self.text)


class Mute(models.Model):
    """A player reads no messages of another one, at any table. The other one does not learn of it."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    muted = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ("-pk",)
        constraints: ClassVar = [models.UniqueConstraint(fields=["player", "muted"], name="muted_once")]

    def __str__(self) -> str:
        return f"{self.muted_id} muted by {self.player_id}"


class Relation(models.Model):
    """A follow or a block of a player to another one, who learns of neither. Friends follow each other."""

    class Kind(models.TextChoices):
        """The kinds of relations."""

        FOLLOW = "follow", "follows"
        BLOCK = "block", "has blocked"

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    other = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    kind = models.CharField(max_length=10, choices=Kind)
    at = models.DateTimeField()

    class Meta:
        ordering = ("-pk",)
        constraints: ClassVar = [models.UniqueConstraint(fields=["player", "other"], name="relation_once")]
        indexes: ClassVar = [
            models.Index(fields=["player", "kind", "-id"], name="relation_of_player"),
            models.Index(fields=["other", "kind", "-id"], name="relation_to_other"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.get_kind_display()} {self.other_id}"


class Note(models.Model):
    """The private note of a player at a match."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="+", db_index=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    text = models.TextField()
    changed_at = models.DateTimeField()

    class Meta:
        ordering = ("-changed_at",)
        constraints: ClassVar = [models.UniqueConstraint(fields=["player", "match"], name="note_once")]

    def __str__(self) -> str:
        return f"note of {self.player_id} at {self.match_id}"


class Report(models.Model):
    """The report of a player about a problem at a step of a match, and the answer of the staff.

    It may be about a message there, or in a club. It is no row of the log, which all viewers of the match read: only
    its player and the staff see it.
    """

    class State(models.TextChoices):
        """How far it is."""

        OPEN = "open"
        ANSWERED = "answered"
        CLOSED = "closed"

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    match = models.ForeignKey(Match, models.PROTECT, null=True, related_name="+", db_index=False)
    """Null where it is about a word of a club."""
    version = models.PositiveIntegerField(null=True)
    """The step of the match that it is about."""
    club = models.ForeignKey("Club", models.PROTECT, null=True, related_name="+", db_index=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    word = models.ForeignKey(Word, models.SET_NULL, null=True, related_name="+")
    """The word that it is about, as long as that is kept; null where it is about the game."""
    expected = models.TextField()
    """Empty where it is about a word."""
    happened = models.TextField()
    at = models.DateTimeField()
    state = models.CharField(max_length=10, choices=State, default=State.OPEN)
    answer = models.TextField(blank=True)
    """The answer of the staff; its player reads it."""
    staff = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+", db_index=False)
    """The member of the staff who answered or closed it."""
    settled_at = models.DateTimeField(null=True)
    """When it was answered or closed last."""

    class Meta:
        ordering = ("-id",)
        indexes: ClassVar = [
            models.Index(fields=["match", "version"], name="report_of_match"),
            models.Index(fields=["club"], name="report_of_club", condition=Q(club__isnull=False)),
            models.Index(fields=["id"], name="report_open", condition=Q(state="open")),
            models.Index(fields=["settled_at"], name="report_settled", condition=Q(settled_at__isnull=False)),
        ]

    def __str__(self) -> str:
        if self.match_id is None:
            return f"report of a word of {self.club}"
        return f"report of step {self.version} of {self.match_id}"


class Sanction(models.Model):
    """A warning or sanction of the staff against a player, with the reason.

    It ends by itself, and can be appealed once. Only the player and the staff see it.
    """

    class Kind(models.TextChoices):
        """The kinds of sanctions."""

        WARNING = "warning", "a warning: nothing is forbidden"
        WORDS = "words", "no words at tables"
        RATED = "rated", "no rated matches"
        PUBLIC = "public", "no public tables, no seeks"
        BAN = "ban", "a ban: nothing but reading, appealing and leaving"

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    kind = models.CharField(max_length=10, choices=Kind)
    reason = models.TextField()
    """The reason. The player reads it."""
    at = models.DateTimeField()
    until = models.DateTimeField()
    """When it ends, or has ended; of a warning, when it was given."""
    staff = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", db_index=False)
    """The member of the staff who gave it."""
    lifted_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+", db_index=False)
    """The member of the staff who ended it early."""
    appeal = models.TextField(blank=True)
    """The player's appeal."""
    appealed_at = models.DateTimeField(null=True)
    answer = models.TextField(blank=True)
    """The staff's answer to the appeal."""
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+", db_index=False
    )
    answered_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("-id",)
        indexes: ClassVar = [
            models.Index(fields=["player", "-until"], name="sanction_of_player"),
            models.Index(fields=["until"], name="sanction_by_end"),
            models.Index(
                fields=["id"],
                name="sanction_appealed",
                condition=Q(appealed_at__isnull=False, answered_at__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} for {self.player_id}"


class Conditions(models.Model):
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


class Counted(models.Model):
    """A finished match stands in some figures; so none counts twice."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="+", db_index=False)
    figures = models.CharField(max_length=12)
    """Which ones (``games.match_end``)."""

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["match", "figures"], name="counted_once")]

    def __str__(self) -> str:
        return f"{self.match_id} in the {self.figures}"


class RatedMatch(models.Model):
    """A finished rated match: its number in the order of its pool, and its weight."""

    match = models.OneToOneField(Match, models.CASCADE, primary_key=True, related_name="+")
    pool = models.CharField(max_length=40)
    number = models.PositiveIntegerField()
    """From 1 without a gap."""
    weight = models.FloatField(default=1, db_default=1)
    """Its weight for ratings, from 0 (none) to 1. It is computed once, when the match is counted."""
    evidence = models.JSONField()
    """The reasons for the weight (``games.services.ratings.rating_weight``)."""

    class Meta:
        ordering = ("pool", "number")
        constraints: ClassVar = [models.UniqueConstraint(fields=["pool", "number"], name="rated_in_turn")]

    def __str__(self) -> str:
        return f"{self.match_id} as number {self.number} of {self.pool}"


class Rating(models.Model):
    """The rating of a player in a family of games at a speed."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    pool = models.CharField(max_length=40)
    """The key of the pool (``games.services.ratings.ratings``)."""
    mu = models.FloatField()
    sigma = models.FloatField()
    """The mean and the deviation of the belief (``games.rating_model``)."""
    matches = models.PositiveIntegerField()
    last_at = models.DateTimeField()
    """When the last match was over that counts."""

    class Meta:
        ordering = ("pool", "-mu", "-id")
        constraints: ClassVar = [models.UniqueConstraint(fields=["player", "pool"], name="rating_once")]
        indexes: ClassVar = [models.Index(fields=["pool", "-mu", "-id"], name="rating_in_order")]

    def __str__(self) -> str:
        return f"rating of {self.player_id} in {self.pool}"


class RatingChange(models.Model):
    """A rating of a player after a match: a point of its history."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    match = models.ForeignKey(Match, models.CASCADE, related_name="+")
    pool = models.CharField(max_length=40)
    number = models.PositiveIntegerField()
    """That of the match in its pool (``RatedMatch``)."""
    mu = models.FloatField()
    sigma = models.FloatField()
    mu_before = models.FloatField()
    sigma_before = models.FloatField()
    at = models.DateTimeField()
    """When the match was over."""

    class Meta:
        ordering = ("player", "pool", "-number")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "pool", "number"], name="rating_changed_once")
        ]

    def __str__(self) -> str:
        return f"rating of {self.player_id} after {self.match_id}"


class Tally(models.Model):
    """The results of a player in a game against people."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    game = models.CharField(max_length=40)
    matches = models.PositiveIntegerField(default=0)
    won = models.PositiveIntegerField(default=0)
    drawn = models.PositiveIntegerField(default=0)
    """Matches in which they shared the first place."""
    places = models.JSONField(default=dict)
    """How often they came to each place."""
    rounds = models.PositiveIntegerField(default=0)
    categories = models.JSONField(default=dict)
    """For each line of the score sheets: in how many rounds it paid their side, and how many points in all."""

    class Meta:
        ordering = ("player", "game")
        constraints: ClassVar = [models.UniqueConstraint(fields=["player", "game"], name="tally_once")]

    def __str__(self) -> str:
        return f"tally of {self.player_id} at {self.game}"


class Encounter(models.Model):
    """The results of a player against another one, and with them, in a game."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    other = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    game = models.CharField(max_length=40)
    against = models.PositiveIntegerField(default=0)
    """Matches on different sides."""
    ahead = models.PositiveIntegerField(default=0)
    level = models.PositiveIntegerField(default=0)
    """Those of them in which the player came before the other one, or shared their place."""
    together = models.PositiveIntegerField(default=0)
    """Matches on one side."""
    together_won = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ("player", "other", "game")
        constraints: ClassVar = [models.UniqueConstraint(fields=["player", "other", "game"], name="encounter_once")]

    def __str__(self) -> str:
        return f"{self.player_id} and {self.other_id} at {self.game}"


class Reliability(models.Model):
    """How far others can rely on a player: sums over their matches, in which later ones weigh more.

    Each match weighs twice as much as one that was over a half-life before (``games.services.ratings.reliability``), so
    the sums need not be touched as time goes by, and do not depend on the order of matches.
    """

    player = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="+")
    turns = models.FloatField(default=0)
    in_time = models.FloatField(default=0)
    """Turns that were theirs, and those of them that they played themselves."""
    matches = models.FloatField(default=0)
    finished = models.FloatField(default=0)
    """Matches in which they sat, and those of them at which they were still there at the end."""

    def __str__(self) -> str:
        return f"reliability of {self.player_id}"


class Club(models.Model):
    """A group of players with tables, presets, a board and words of its own, run by its organizers."""

    class Joining(models.TextChoices):
        """How one becomes a member; by the code of an invitation always."""

        OPEN = "open", "anybody joins"
        REQUEST = "request", "an organizer admits who asks"
        INVITATION = "invitation", "by invitation alone; nobody else sees it"

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    name = models.CharField(max_length=40)
    """Unique by its look (``ClubLook``); empty once the club has ended."""
    description = models.TextField(blank=True)
    joining = models.CharField(max_length=10, choices=Joining)
    code = models.CharField(max_length=10, unique=True, null=True)
    """The code of the invitation: with it a player becomes a member. Null once the club has ended."""
    founded_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    """When the club ended: its last member left, or the staff ended it. Its name is free again."""

    class Meta:
        ordering = ("-id",)
        indexes: ClassVar = [
            models.Index(
                fields=["-id"], name="club_listed", condition=Q(ended_at__isnull=True) & ~Q(joining="invitation")
            ),
        ]

    def __str__(self) -> str:
        return self.name or "former club"


class ClubLook(models.Model):
    """The look of a club's name (``accounts.names.confusables``). It is unique."""

    look = models.CharField(max_length=500, primary_key=True)
    club = models.ForeignKey(Club, models.CASCADE, related_name="looks")

    def __str__(self) -> str:
        return self.look


class Membership(models.Model):
    """The membership of a player in a club: one row, also for requests and removed members."""

    class Standing(models.TextChoices):
        """The role."""

        ASKED = "asked", "has asked to be admitted"
        MEMBER = "member"
        ORGANIZER = "organizer"
        REMOVED = "removed", "was removed, or not admitted"
        BANNED = "banned", "may not come again"

    club = models.ForeignKey(Club, models.CASCADE, related_name="+", db_index=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    standing = models.CharField(max_length=10, choices=Standing)
    since = models.DateTimeField()
    """When the standing began."""
    joined_at = models.DateTimeField(null=True)
    """When they became a member last; by it a club passes on."""
    reason = models.TextField(blank=True)
    """Why an organizer removed or banned them, in plain words; they read it."""
    is_told = models.BooleanField(default=True)
    """True: the player gets notifications of the club's tables."""
    muted_until = models.DateTimeField(null=True)
    """Until when they may say nothing there."""

    BELONGING: ClassVar = (Standing.MEMBER, Standing.ORGANIZER)
    """The standings of members."""

    class Meta:
        ordering = ("club", "-id")
        constraints: ClassVar = [models.UniqueConstraint(fields=["player", "club"], name="membership_once")]
        indexes: ClassVar = [
            models.Index(fields=["club", "standing", "-id"], name="membership_of_club"),
            models.Index(fields=["since"], name="membership_removed", condition=Q(standing="removed")),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} in {self.club_id}"

    @property
    def belongs(self) -> bool:
        """Return whether the player is a member or an organizer."""
        return self.standing in self.BELONGING


class Preset(models.Model):
    """A preset of a club: a game with options and a time control, under a name."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    club = models.ForeignKey(Club, models.CASCADE, related_name="+")
    name = models.CharField(max_length=60)
    game = models.CharField(max_length=40)
    seat_count = models.PositiveSmallIntegerField()
    options = models.JSONField(default=dict)
    """Options that differ from the game's defaults."""
    control = models.JSONField()
    """The time control, as the log of a match tells it."""
    rated = models.BooleanField(default=False)
    free_text = models.BooleanField(default=False)
    changed_at = models.DateTimeField()

    class Meta:
        ordering = ("club", "id")

    def __str__(self) -> str:
        return self.name


class ClubTable(models.Model):
    """A match is a club's: its members alone see it, and sit down there.

    A table of its own, so that no move reads or writes it.
    """

    match = models.OneToOneField(Match, models.CASCADE, primary_key=True, related_name="+")
    club = models.ForeignKey(Club, models.PROTECT, related_name="+", db_index=False)

    class Meta:
        indexes: ClassVar = [models.Index(fields=["club", "match"], name="table_of_club")]

    def __str__(self) -> str:
        return f"{self.match_id} of {self.club_id}"


class ClubScore(models.Model):
    """The results of a player at a club's tables, against people."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="+", db_index=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    matches = models.PositiveIntegerField(default=0)
    won = models.PositiveIntegerField(default=0)
    drawn = models.PositiveIntegerField(default=0)
    """Matches in which they shared the first place."""

    class Meta:
        ordering = ("club", "-won", "-drawn", "matches", "id")
        constraints: ClassVar = [models.UniqueConstraint(fields=["club", "player"], name="club_score_once")]
        indexes: ClassVar = [
            models.Index(fields=["club", "-won", "-drawn", "matches", "id"], name="club_score_in_order")
        ]

    def __str__(self) -> str:
        return f"score of {self.player_id} in {self.club_id}"


class Answer(models.Model):
    """The first answer to a request with an idempotency key, to give it again."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="+", db_index=False)
    """The player whose key it is; null for clients without a token, whose keys contain a digest of their address."""
    key = models.CharField(max_length=100)
    """The idempotency key of the client. For an anonymous client, a digest of its address and the key."""
    request = models.CharField(max_length=64)
    """The SHA-256 of the request, to tell a repetition from another request."""
    match = models.ForeignKey(Match, models.CASCADE, null=True, related_name="+", db_constraint=False)
    """The match that it tells of, so that the answers which hold a name are found when its player leaves."""
    status = models.PositiveSmallIntegerField(default=201, db_default=201)
    headers = models.JSONField(null=True)
    """Those that belong to the body; null for moves, which have none."""
    body = models.TextField()
    """The answer as JSON. It is empty if the answer contained a secret: a secret is shown only once."""
    created_at = models.DateTimeField()

    class Meta:
        ordering = ("created_at",)
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "key"], name="idempotency_key_once"),
            models.UniqueConstraint(
                fields=["key"], condition=Q(player__isnull=True), name="idempotency_key_of_nobody_once"
            ),
        ]
        indexes: ClassVar = [models.Index(fields=["created_at"], name="answer_by_age")]

    def __str__(self) -> str:
        return f"answer to {self.key}"
