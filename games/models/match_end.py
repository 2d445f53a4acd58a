"""Models of the jobs after the end of a match."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from games.models.matches import Match


class MatchEndJob(models.Model):
    """The remaining steps after the end of a match. The row is deleted when all steps are done."""

    match = models.OneToOneField(Match, models.CASCADE, primary_key=True, related_name="+")
    done = models.JSONField(default=list)
    """The keys of the finished steps (``games.match_end``)."""
    wake_at = models.DateTimeField(db_index=True)
    failures = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ("wake_at",)

    def __str__(self) -> str:
        return f"follow-up of {self.match_id}"


class CountedMatch(models.Model):
    """A record that a finished match is included in some figures, so that no match counts twice."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="+", db_index=False)
    figures = models.CharField(max_length=12)
    """The key of the figures (``games.match_end``)."""

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["match", "figures"], name="counted_once")]

    def __str__(self) -> str:
        return f"{self.match_id} in the {self.figures}"
