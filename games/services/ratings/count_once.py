"""Counting each finished match into the figures of its players once, and one match at a time on the whole server.

A lock of PostgreSQL, held until the end of the transaction, makes it one at a time. So ratings change in one order,
which is stored, and no two transactions wait for each other's rows. It takes milliseconds, in a worker, after the
match.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final, Protocol, TypeVar

from django.db import connection, transaction

from accounts.aliases import now_of
from games.models import CountedMatch, Match
from games.services.ratings.match_summary import MatchSummary, summary_of

_LOCK: Final = 0x7374616E64696E67
"""The number of the advisory lock. No other lock may use it."""


class Sums(Protocol):
    """The sums over one or more matches."""

    def add(self, summary: MatchSummary) -> None:
        """Add a match to the sums."""


SumsOf = TypeVar("SumsOf", bound=Sums)


def count(match: Match, figures: str, sums: SumsOf, add: Callable[[SumsOf], None]) -> None:
    """Count a finished match into figures: compute its sums, and add them to the stored ones.

    Counting it again has no effect.
    """
    summary = summary_of(match)
    if summary is None:
        return
    with alone():
        if first_time(match, figures):
            sums.add(of_now(summary))
            add(sums)


def of_now(summary: MatchSummary) -> MatchSummary:
    """Return a summary with the present players, after merges. The caller holds the lock for counting."""
    now = now_of(stint.player for stint in summary.stints)
    return summary.with_players(lambda player: now.get(player, player)) if now else summary


@contextmanager
def alone() -> Iterator[None]:
    """Lock the figures of all players for one transaction. SQLite allows only one writer anyway."""
    with transaction.atomic():
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])
        yield


def first_time(match: Match, figures: str) -> bool:
    """Record that a match is counted in figures. Return whether it was not counted before."""
    return CountedMatch.objects.get_or_create(match=match, figures=figures)[1]


def add_up(model: Any, unique: Sequence[str], sums: Mapping[tuple[Any, ...], Mapping[str, float]]) -> None:
    """Add sums to stored rows, or to new ones. The caller holds the lock (``alone``).

    A key has the values of the ``unique`` columns; each sum names its column.
    """
    names = [model._meta.get_field(name).attname for name in unique]
    wanted = {f"{name}__in": {key[place] for key in sums} for place, name in enumerate(names)}
    rows = {tuple(getattr(row, name) for name in names): row for row in model.objects.filter(**wanted)}
    for key, more in sums.items():
        row = rows.setdefault(key, model(**dict(zip(names, key, strict=True))))
        for name, count in more.items():
            setattr(row, name, getattr(row, name) + count)
    save([rows[key] for key in sums], model, unique)


def save(rows: Sequence[Any], model: Any, unique: Sequence[str]) -> None:
    """Insert or update rows in one statement. The ``unique`` columns identify each row, not its id."""
    columns = [field.name for field in model._meta.concrete_fields if field.name not in ("id", *unique)]
    for row in rows:
        row.id = None
    model.objects.bulk_create(rows, update_conflicts=True, unique_fields=unique, update_fields=columns)
