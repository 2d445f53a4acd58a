"""What waits for the workers that think: rows that say from when on somebody is to take them up, and how often it was.

Such a row has ``wake_at`` (nothing, where nothing is to be done) and ``tries``. Whoever takes one up puts it off by a
lease; if they die, it is due again after that, and ``tries`` tells whose it is.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, TypeVar

from django.db import transaction
from django.db.models import Model, QuerySet

from games.services.dispatch.fair_order import LOOKED_AT, Waiting, in_fair_order

Row = TypeVar("Row", bound=Model)


def count_due(kind: type[Model], now: datetime, limit: int) -> int:
    """Return how many wait for somebody, counted to a limit."""
    return len(_due(kind, now).values_list("pk")[:limit])


def take_next(kind: type[Row], whose: str, now: datetime, lease: timedelta) -> Row | None:
    """Take up the row that comes next, if any waits, and put it off by a lease.

    Those to whom a column says that rows belong take turns.
    """
    oldest = _due(kind, now).values_list("wake_at", "pk", whose)[:LOOKED_AT]
    for since, pk, _ in in_fair_order(Waiting(*row) for row in oldest):
        with transaction.atomic():
            row: Any = _rows(kind).select_for_update().filter(pk=pk, wake_at=since).first()
            if row:
                row.wake_at, row.tries = now + lease, row.tries + 1
                row.save(update_fields=["wake_at", "tries"])
                found: Row = row
                return found
    return None


def _rows(kind: type[Row]) -> QuerySet[Row]:
    return kind._default_manager.all()


def _due(kind: type[Row], now: datetime) -> QuerySet[Row]:
    return _rows(kind).filter(wake_at__lte=now).order_by("wake_at")
