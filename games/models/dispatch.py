"""Models of the sweep, and of the outages that it noticed."""

from __future__ import annotations

from datetime import datetime
from typing import ClassVar
from uuid import UUID

from django.db import models
from django.db.models import Q

from games.clock.outages import Away


class LastSweep(models.Model):
    """The times of the last sweep and of the last work of any worker, in one row.

    The server measures outages by them.
    """

    at = models.DateTimeField()
    worked_at = models.DateTimeField(null=True)
    """The time when a worker last began a task, accurate to some seconds (``games.tasks``)."""

    def __str__(self) -> str:
        return f"last sweep at {self.at}"

    @classmethod
    def last_at(cls) -> datetime | None:
        """Return the time of the last sweep."""
        return cls.objects.values_list("at", flat=True).first()

    @classmethod
    def last_sign(cls) -> datetime | None:
        """Return the time of the last sign of life of a worker."""
        last = cls.objects.first()
        return None if last is None else last.sign

    @property
    def sign(self) -> datetime:
        """The last sign of life of a worker: a sweep, or any other task."""
        return max(self.at, self.worked_at or self.at)


class Outage(models.Model):
    """A time without a sign of life of any worker. The server postpones deadlines by it, in the order of match ids."""

    began_at = models.DateTimeField()
    """The last sign of life before the outage."""
    ended_at = models.DateTimeField()
    done_to = models.UUIDField(null=True)
    """The last match whose deadline was postponed. It ensures that each match is postponed once, even after a crash."""
    done = models.BooleanField(default=False)

    class Meta:
        ordering = ("began_at",)
        indexes: ClassVar = [models.Index(fields=["began_at"], name="outage_pending", condition=Q(done=False))]

    def __str__(self) -> str:
        return f"no worker from {self.began_at} to {self.ended_at}"

    @property
    def away(self) -> Away:
        """The outage as a time span."""
        return Away(self.began_at, self.ended_at)

    def is_made_up_for(self, match_id: UUID) -> bool:
        """Return whether the deadline of a match that the outage affected is already postponed."""
        return self.done or (self.done_to is not None and match_id <= self.done_to)
