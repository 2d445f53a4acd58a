"""The first page of the admin: key figures, with links to the rows behind them.

It stays cheap with any number of matches: each count uses an index and stops at a bound.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple

from django.conf import settings
from django.db.models import Count, QuerySet
from django.db.models.functions import TruncHour
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString

from games import selectors
from games.admin.common import plots
from games.admin.common.read_only import duration
from games.admin.moderation import reports
from games.models import Actor, Delivery, LastSweep, Match, Move, Report, Seat, Status, TableEvent

MOST: Final = 10_000
"""Counts stop here; no reader needs a larger number."""
HOURS: Final = 48
LATELY: Final = timedelta(days=14)
LISTED: Final = 8
SLOW_OUTBOX: Final = timedelta(minutes=1)


class Tile(NamedTuple):
    """A key figure with its label and link."""

    label: str
    shown: str
    link: str = ""
    bad: bool = False
    more: str = ""


def going_on(request: HttpRequest) -> dict[str, Any]:
    """Return the context of the first page; empty for staff without access to matches."""
    if not request.user.has_perm("games.view_match") and not request.user.has_perm("games.change_match"):
        return {}
    now = timezone.now()
    counts = moves_per_hour(now)
    return {
        "tiles": [*_tiles(now), *_reports(request)],
        "moves_plot": _plot(counts, now),
        "moves_total": f"{sum(counts):,}",
        "called_off": list(_called_off(now)),
        "broken_off_link": reverse("admin:games_match_changelist") + "?trouble=called-off",
    }


def _tiles(now: datetime) -> Iterator[Tile]:
    matches, seats = reverse("admin:games_match_changelist"), reverse("admin:games_seat_changelist")
    running = Match.objects.filter(status=Status.RUNNING)
    yield Tile("Running matches", _bounded(running), f"{matches}?status__exact=running")
    yield Tile("In the lobby", _bounded(Match.objects.filter(status=Status.LOBBY)), f"{matches}?status__exact=lobby")
    overdue = _bounded(Match.objects.filter(selectors.overdue(now)))
    yield Tile("Overdue by a minute", overdue, f"{matches}?trouble=overdue", overdue != "0", "no player can move there")
    gone = _bounded(Match.objects.filter(selectors.without_rules()))
    yield Tile("Without rules", gone, f"{matches}?trouble=rules", gone != "0", "no longer in the catalogue")
    paused = _bounded(running.filter(paused_at__isnull=False))
    yield Tile("Paused", paused, f"{matches}?trouble=paused")
    on_autopilot = _bounded(Seat.objects.filter(autopilot=True, match__status=Status.RUNNING))
    yield Tile("Seats on autopilot", on_autopilot, f"{seats}?autopilot__exact=1&match__status__exact=running")
    yield _sweep(now)
    yield _outbox(now)


def _reports(request: HttpRequest) -> Iterator[Tile]:
    """Yield the number of open reports, if the user may read reports."""
    if reports.may_read(request):
        waiting = _bounded(Report.objects.filter(state=Report.State.OPEN))
        link = f"{reverse('admin:games_report_changelist')}?state__exact=open"
        yield Tile("Open reports", waiting, link)


def _sweep(now: datetime) -> Tile:
    """Return the time since the last sweep. It is bad by the same limit as in ``/readyz``."""
    last = LastSweep.last_at()
    late = last is None or (now - last).total_seconds() > settings.SWEEP_SECONDS * settings.SWEEPS_MISSED
    shown = "never" if last is None else duration(now - last)
    return Tile(
        "Since the last sweep", shown, "", late, f"every {settings.SWEEP_SECONDS:g} s, if beat and a worker run"
    )


def _outbox(now: datetime) -> Tile:
    if not settings.WEBHOOK_URL:
        return Tile("Outbox", "off", more="no receiver is set")
    oldest = Delivery.oldest_waiting()
    age = now - oldest if oldest else timedelta(0)
    waiting = f"{_bounded(Delivery.waiting())} waiting" + (f", the oldest for {duration(age)}" if oldest else "")
    return Tile("Outbox", duration(age) if oldest else "empty", "", age > SLOW_OUTBOX, waiting)


def _bounded(rows: QuerySet[Any]) -> str:
    count = rows.order_by()[: MOST + 1].count()
    return f"{count:,}" if count <= MOST else f"over {MOST:,}"


def moves_per_hour(now: datetime) -> list[int]:
    """Return the number of moves in each of the last hours; the current hour comes last."""
    this = now.replace(minute=0, second=0, microsecond=0)
    first = this - timedelta(hours=HOURS - 1)
    by_hour = Move.objects.filter(at__gte=first).annotate(hour=TruncHour("at")).order_by().values_list("hour")
    counted = dict(by_hour.annotate(count=Count("pk")))
    return [counted.get(first + timedelta(hours=number), 0) for number in range(HOURS)]


def _plot(counts: list[int], now: datetime) -> SafeString:
    this = now.replace(minute=0, second=0, microsecond=0)
    hours = [this - timedelta(hours=number) for number in reversed(range(HOURS))]
    title = f"Moves in each of the last {HOURS} hours: {sum(counts)} in total, {counts[-1]} in this hour."
    return plots.bars(title, counts, [f"{hour:%H:%M}" for hour in hours], every=8)


def _called_off(now: datetime) -> Iterator[dict[str, Any]]:
    rows = TableEvent.objects.filter(type="cancelled", at__gte=now - LATELY).select_related("match", "player")
    for row in rows.order_by("-at")[:LISTED]:
        data = json.loads(row.data)
        who = row.player.shown_name if row.player else "No player"
        if row.by == Actor.ADMIN:
            why = f"{who} (staff): “{data.get('reason', '')}”"
        elif row.by == Actor.TIMEOUT:
            why = "It was not started in time."
        else:
            why = f"{who} cancelled it before the start."
        yield {"match": row.match, "at": row.at, "why": why}
