"""Turns of bots, hints, analyses, and puzzles."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from chkobba_api.ids import new_id
from games.models.matches import Match


class BotJob(models.Model):
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


class MatchAnalysis(models.Model):
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
