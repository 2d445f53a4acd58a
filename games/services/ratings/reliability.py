"""Reliability: how often a player moved in time, and stayed to the end. Playing improves it again.

Recent matches weigh more: the weight of a match halves with each HALF_LIFE. Weights are computed from a fixed day on,
so that new ones grow instead of all sums shrinking. So no sum changes as time passes, and the order of matches does not
matter.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Final, NamedTuple
from uuid import UUID

from accounts.models import AccountDeletion
from games.models import Match, Reliability
from games.services.ratings import count_once
from games.services.ratings.match_summary import MatchSummary
from games.services.ratings.player_statistics import here

FIGURES: Final = "reliability"
"""The key under which a match is recorded as counted."""
HALF_LIFE: Final = timedelta(days=60)
_FIRST_DAY: Final = datetime(2026, 1, 1, tzinfo=UTC)
"""The day at which the weight of a match is 1."""
KNOWN: Final = 20.0
"""The number of recent turns from which reliability is known; see also KNOWN_LEFT."""
KNOWN_LEFT: Final = 2.5
"""The number of recently left matches that also makes reliability known: players who leave at once have few turns."""
SUMS: Final = ("turns", "in_time", "matches", "finished")


class Shares(NamedTuple):
    """The reliability of a player, in percent."""

    percent: int
    """The product of both shares: that a turn is played, and the match played to its end."""
    turns: int
    """The share of the player's turns that they played in time."""
    matches: int
    """The share of the player's matches at which they were still there at the end."""


def weight(at: datetime) -> float:
    """Return the weight of a match that ended at a moment."""
    return float(2.0 ** ((at - _FIRST_DAY) / HALF_LIFE))


class Sums:
    """The weighted sums of one or more matches for their players."""

    def __init__(self) -> None:
        self.of: dict[UUID, dict[str, float]] = defaultdict(lambda: dict.fromkeys(SUMS, 0.0))
        """The sums by player, with the columns of ``Reliability``."""

    def add(self, summary: MatchSummary) -> None:
        """Count a match with at least two players: a match against bots keeps no player waiting.

        A match that ends before a round is played counts only for players who resigned or left: an early resignation
        costs reliability, and a short match never adds to it.
        """
        if summary.is_solo:
            return
        heavy = weight(summary.finished_at)
        for stint in summary.stints:
            left = stint.left
            if summary.is_short:
                left |= stint.gave_up and any(not one.left for one in summary.stints if one is not stint)
                if not left:
                    continue
            turns = {"turns": stint.in_time + stint.missed, "in_time": stint.in_time}
            for name, count in {**turns, "matches": 1, "finished": int(not left)}.items():
                self.of[stint.player][name] += count * heavy


# --- counting ---------------------------------------------------------------------------------------------------------


def count(match: Match) -> None:
    """Count a finished match. Counting it again has no effect."""
    count_once.count(match, FIGURES, Sums(), add)


def add(sums: Sums) -> None:
    """Add to the stored sums, except for deleted accounts."""
    count_once.add_up(Reliability, ["player"], {(player,): sums.of[player] for player in here(sums.of)})


def merge(player: UUID, into: UUID) -> None:
    """Add a player's sums to those of the account ``into`` after a merge. The caller holds the lock for counting."""
    theirs, sums = Reliability.objects.filter(player=player), Sums()
    for row in theirs:
        sums.of[into] = {name: getattr(row, name) for name in SUMS}
    theirs.delete()
    add(sums)


# --- reading, deletion ------------------------------------------------------------------------------------------------


def shares_of(players: Iterable[UUID], now: datetime) -> dict[UUID, Shares | None]:
    """Return the reliability of the given players, in one query; None for players with too few matches."""
    wanted = list(players)
    rows = {row.player_id: row for row in Reliability.objects.filter(player__in=wanted)}
    return {player: _shares(rows.get(player), now) for player in wanted}


def _shares(row: Reliability | None, now: datetime) -> Shares | None:
    if row is None:
        return None
    heavy = weight(now)
    if row.turns / heavy < KNOWN and (row.matches - row.finished) / heavy < KNOWN_LEFT:
        return None
    turns = row.in_time / row.turns if row.turns else 1.0
    matches = row.finished / row.matches
    return Shares(round(100 * turns * matches), round(100 * turns), round(100 * matches))


def forget_with_player(deletion: AccountDeletion) -> None:
    """Delete the reliability of a deleted account."""
    with count_once.alone():
        Reliability.objects.filter(player=deletion.player).delete()
