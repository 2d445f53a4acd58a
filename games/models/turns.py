"""Planned moves, and changes of the hours of a player."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.models.matches import Seat


class PlannedMoves(models.Model):
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


class AvailabilityChange(models.Model):
    """A player's vacation has begun or ended: their turns are looked at, and the row is gone when all were.

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


class VacationEnd(models.Model):
    """The end of a player's vacation, of which they are notified; the row is deleted then."""

    player = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="+")
    ends_at = models.DateTimeField(db_index=True)

    class Meta:
        ordering = ("ends_at",)

    def __str__(self) -> str:
        return f"vacation of {self.player_id} until {self.ends_at}"
