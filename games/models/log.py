"""The models of the log of a match."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.indexes import TimeIndex
from games.models.matches import Actor, Match


class LogRow(models.Model):
    """The columns that all rows of the log share."""

    match = models.ForeignKey(Match, models.PROTECT, related_name="+", db_index=False)  # the unique index serves
    version = models.PositiveIntegerField()
    at = models.DateTimeField()
    digest = models.CharField(max_length=64)

    class Meta:
        abstract = True


class Round(LogRow):
    """A shuffle: the deck of a deal, or a reshuffle within a round, and its consequences."""

    number = models.PositiveIntegerField()
    """The number of the round, from 0."""
    attempt = models.PositiveIntegerField()
    """The number of earlier shuffles of this round: void deals and reshuffles."""
    kind = models.CharField(max_length=10, choices=[("deck", "deck"), ("reshuffle", "reshuffle")])
    deck = models.TextField()
    """The names of the cards in dealing order, as JSON."""
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


class Move(LogRow):
    """A move in a seat, its actual author, and its consequences."""

    seat = models.PositiveSmallIntegerField()
    by = models.CharField(max_length=10, choices=Actor)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    """The player who sent the move; null if none did."""
    move = models.TextField()
    """The move in its canonical form, as JSON."""
    events = models.TextField()
    ends_round = models.BooleanField(default=False)
    bot = models.TextField(null=True)
    """The level, version and budget of the bot that moved, as JSON (``games.services.bots.bot_choice``).

    Null for other moves; null is no part of the digest.
    """

    class Meta:
        ordering = ("match", "version")
        constraints: ClassVar = [models.UniqueConstraint(fields=["match", "version"], name="move_version_once")]
        indexes: ClassVar = [
            TimeIndex(fields=["at"], name="move_by_time"),  # for the moves of the last two days
        ]

    def __str__(self) -> str:
        return f"move {self.version} of {self.match_id}"


class TableEvent(LogRow):
    """An event around the game: a player joined, the match started, a player resigned, and so on."""

    type = models.CharField(max_length=20)
    seat = models.PositiveSmallIntegerField(null=True)
    by = models.CharField(max_length=10, choices=Actor)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    data = models.TextField(default="{}")
    """The data of the event, as JSON. All viewers of the match can read it."""

    class Meta:
        ordering = ("match", "version")
        constraints: ClassVar = [models.UniqueConstraint(fields=["match", "version"], name="table_event_version_once")]
        indexes: ClassVar = [models.Index(fields=["-at"], name="table_event_called_off", condition=Q(type="cancelled"))]

    def __str__(self) -> str:
        return f"{self.type} in {self.match_id}"


Row = Round | Move | TableEvent
"""Any row of the log."""
