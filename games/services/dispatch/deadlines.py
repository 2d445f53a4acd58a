"""All deadlines that a column stores, and the effect of an outage on each.

An outage postpones the deadlines of players by the time that it took from them (``POSTPONED``), in the transaction that
stores the outage. So no deadline is postponed twice or forgotten. ``games.services.dispatch.outages`` postpones the
clocks of running matches, of which there may be a million, in batches. All other columns with times in the future are
``EXEMPT``, with the reason. A test compares both lists with the models.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.db.models import F, Model, Q

from games.clock import lobby
from games.clock.outages import Away
from games.models import Match, Seat, Seek, Status

BATCH: Final = 500
"""The most rows that one statement postpones."""


@dataclass(frozen=True)
class Deadline:
    """A column with a deadline of players."""

    model: type[Model]
    field: str
    open: Q
    """A filter for rows whose deadline is still open."""
    since: Callable[[Any], datetime]
    """A function that returns the time since which the deadline of a row has run."""
    related: tuple[str, ...] = ()
    """Related rows to load."""
    more: Callable[[timedelta], dict[str, Any]] = lambda lost: {}
    """A function that returns further updates of rows whose deadline is postponed by a time."""

    def put_off(self, away: Away) -> None:
        """Postpone all deadlines that ran in an outage, each by the time for which it ran."""
        model: Any = self.model
        running = model.objects.filter(self.open, **{f"{self.field}__gt": away.began_at})
        running = running.select_related(*self.related) if self.related else running
        lost: dict[timedelta, list[Any]] = defaultdict(list)
        for row in running.select_for_update(of=("self",)).order_by("pk"):
            if (by := away.ended_at - max(self.since(row), away.began_at)) > timedelta(0):
                lost[by].append(row.pk)
        for by, keys in lost.items():
            for start in range(0, len(keys), BATCH):
                rows = model.objects.filter(pk__in=keys[start : start + BATCH])
                rows.update(**{self.field: F(self.field) + by}, **self.more(by))


def _substitute_since(seat: Seat) -> datetime:
    """Return the start of a seat's autopilot, postponed by earlier outages."""
    return _set(seat.substitute_from) - timedelta(seconds=seat.match.substitutes_after or 0)


def _sealed_since(match: Match) -> datetime:
    return _set(match.seeds_due_at) - lobby.wait_for_seeds(match.turn_seconds)


def _set(moment: datetime | None) -> datetime:
    if moment is None:
        raise ValueError("this deadline is not set")
    return moment


POSTPONED: Final = (
    Deadline(
        Match,
        "seeds_due_at",
        Q(status=Status.LOBBY),
        _sealed_since,
        more=lambda lost: {"wake_at": F("seeds_due_at") + lost, "touched": F("touched") + 1},
    ),
    Deadline(Seat, "substitute_from", Q(substitute_wanted=False), _substitute_since, related=("match",)),
    Deadline(Seek, "expires_at", Q(ended_at=None), lambda seek: seek.created_at),
)
"""The deadlines that an outage postpones here."""


def put_off(away: Away) -> None:
    """Postpone all deadlines of players, except the clocks of running matches."""
    for deadline in POSTPONED:
        deadline.put_off(away)


_CLOCK: Final = "the clock of a match: games.services.dispatch.outages puts it off"
_JOB: Final = "the server's own work: no player answers for a delay"
_OPENS: Final = "a secret must not open anything for longer than its owner was told"
_DATED: Final = "a date that a player or the staff has named"
_SENTENCE: Final = "a punishment must not last longer than its player was told"

EXEMPT: Final[dict[str, str]] = {
    "games.Match.due_at": _CLOCK,
    "games.Match.wake_at": "follows from the other deadlines of its match",
    "games.Match.clock": _CLOCK,
    "games.Match.time_left": "no time runs in a pause",
    "games.Match.pause": "the pause, and no player's time, lasts longer",
    "games.Match.late_bots": _DATED,
    "games.LastSweep.worked_at": "a sign of life, and no deadline",
    "games.Seek.wake_at": _JOB,
    "games.PlannedMoves.look_at": _JOB,
    "games.BotJob.wake_at": _JOB,
    "games.Hint.wake_at": _JOB,
    "games.MatchAnalysis.wake_at": _JOB,
    "games.MatchEndJob.wake_at": _JOB,
    "games.AvailabilityChange.wake_at": _JOB,
    "games.Delivery.send_at": _JOB,
    "games.SenderLock.until": _JOB,
    "games.NotificationChannel.rests_until": _JOB,
    "games.VacationEnd.ends_at": _DATED,
    "games.Puzzle.day": _DATED,
    "games.Sanction.until": _SENTENCE,
    "games.Sanction.wake_at": _JOB,
    "games.Membership.muted_until": _SENTENCE,
    "accounts.Player.ban": _SENTENCE,
    "accounts.Player.hours": _DATED,
    "accounts.Player.leaves_at": "the player was promised to be forgotten by then",
    "accounts.AccountDeletion.wake_at": _JOB,
    "accounts.Alias.wake_at": _JOB,
    "accounts.AccountMail.send_at": _JOB,
    "accounts.Token.expiry": _OPENS,
    "accounts.DeviceCode.expires_at": _OPENS,
    "accounts.RecentLogin.until": _OPENS,
    "accounts.PasskeyChallenge.expires_at": _OPENS,
    "accounts.AuthorizationCode.expires_at": _OPENS,
    "accounts.StreamTicket.expires_at": _OPENS,
}
"""Columns with a future time that outages leave alone, each with the reason."""
