"""The sweep, and the outages that it noticed."""

from __future__ import annotations

from datetime import datetime
from typing import ClassVar
from uuid import UUID

from django.db import models
from django.db.models import Q

from games.clock.outages import Away


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
