"""Models of planned moves, and of vacations that begin or end."""

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
    """The version of the match at which the player made the plan. The steps are for the first turn after it."""
    steps = models.JSONField(default=list)
    """The steps as in ``games.plans.plan``, tried in their order."""
    when_forced = models.BooleanField(default=False)
    """True if the only legal move is played at once, in every turn."""
    tried_at = models.PositiveIntegerField(default=0)
    """The version at which the plan was last tried and no step fitted."""
    look_at = models.DateTimeField(null=True)
    """The time when the sweep checks whether the turn has come.

    It is needed because a move that was read before the plan was stored does not see the plan.
    """

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["look_at"], name="plan_to_look_at", condition=Q(look_at__isnull=False))
        ]

    def __str__(self) -> str:
        return f"plan for {self.seat_id}"

    @property
    def is_empty(self) -> bool:
        """True if the plan contains nothing, because its player has taken it back."""
        return not (self.steps or self.when_forced)


class AvailabilityChange(models.Model):
    """A job for a player whose vacation has begun or ended: it updates their turns, and is deleted when all are done.

    Like other due work it is found by ``wake_at``, done in steps, and harmless if repeated.
    """

    player = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="+")
    asked_at = models.DateTimeField()
    reached = models.UUIDField(null=True)
    """The last match that was updated."""
    wake_at = models.DateTimeField(db_index=True)

    class Meta:
        ordering = ("wake_at",)

    def __str__(self) -> str:
        return f"turns of {self.player_id}"


class VacationEnd(models.Model):
    """The end of a player's vacation. The row is deleted when the player has been notified."""

    player = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="+")
    ends_at = models.DateTimeField(db_index=True)

    class Meta:
        ordering = ("ends_at",)

    def __str__(self) -> str:
        return f"vacation of {self.player_id} until {self.ends_at}"
