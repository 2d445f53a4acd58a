"""Models of bot jobs, hints, analyses and puzzles."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from chkobba_api.ids import new_id
from games.models.matches import Match


class BotJob(models.Model):
    """The turn of a bot that has to choose a move: a job for the bot workers (``games.services.bots.bot_jobs``).

    It exists until the move is played, or the match has gone on without it.
    """

    match = models.OneToOneField(Match, models.CASCADE, primary_key=True, related_name="+")
    version = models.PositiveIntegerField()
    """The version of the match in which the bot has to move."""
    asked_at = models.DateTimeField()
    wake_at = models.DateTimeField(db_index=True)
    """The time from which a worker may take the job: at once, or after the lease of the present worker."""
    tries = models.PositiveIntegerField(default=0)
    """The number of times that a worker has taken the job."""

    class Meta:
        ordering = ("wake_at",)

    def __str__(self) -> str:
        return f"turn of a bot in {self.match_id} at {self.version}"


class Hint(models.Model):
    """A hint that the player to move has requested: a job for the bot workers.

    The log records the request as a row ``hint_requested``. Only the player reads the hint.
    """

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    match = models.ForeignKey(Match, models.CASCADE, related_name="+", db_index=False)
    version = models.PositiveIntegerField()
    """The version of the row ``hint_requested``. The hint applies to the table as it is until the next move."""
    seat = models.PositiveSmallIntegerField()
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    asked_at = models.DateTimeField()
    wake_at = models.DateTimeField(null=True)
    """The time from which a worker may take the job: at once, or after the lease of the present worker.

    Null when the hint is ready or no longer needed.
    """
    tries = models.PositiveIntegerField(default=0)
    """The number of times that a worker has taken the job."""
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
    """The analysis of a player's moves in a finished match: a job for the bot workers, and its findings.

    Only the player reads it.
    """

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    match = models.ForeignKey(Match, models.CASCADE, related_name="+")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    asked_at = models.DateTimeField()
    wake_at = models.DateTimeField(null=True)
    """The time from which a worker may continue the analysis; null when the analysis is done."""
    tries = models.PositiveIntegerField(default=0)
    """Attempts since the last progress."""
    moves = models.PositiveIntegerField(default=0)
    """The number of moves to analyse."""
    seconds = models.FloatField(default=0)
    """The processor time that the analysis has used, in seconds."""
    findings = models.JSONField(default=list)
    """For each analysed move: ``version``, ``better`` (the better move; null if the played move was best) and ``cost``.

    The cost is in points, with the bounds of its confidence interval; null if unknown.
    """
    rounds = models.JSONField(default=list)
    """For each analysed round: ``made`` and ``cards``.

    ``made`` is the lead of the player's side over the mean of the other sides, in points. ``cards`` is the value of its
    cards, in points, with the bounds of its interval.
    """

    class Meta:
        ordering = ("-asked_at", "-id")
        constraints: ClassVar = [models.UniqueConstraint(fields=["match", "player"], name="match_analysis_once")]
        indexes: ClassVar = [
            models.Index(fields=["wake_at"], name="match_analysis_to_do", condition=Q(wake_at__isnull=False)),
            models.Index(fields=["player", "asked_at"], name="match_analysis_of_player"),
            models.Index(fields=["asked_at"], name="match_analysis_by_age"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} looks back at {self.match_id}"


class Puzzle(models.Model):
    """The puzzle of a day: a position whose remaining round can be solved."""

    day = models.DateField(primary_key=True)
    """The date in UTC."""
    game = models.CharField(max_length=40)
    rules_version = models.PositiveIntegerField()
    state = models.TextField()
    """The position, in the game's own compact form."""
    values = models.JSONField()
    """The value of each legal move, in the order of the rules.

    It is the lead in points at the end of the round with best play on both sides.
    """

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
