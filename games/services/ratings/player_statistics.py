"""Statistics: the results of players in each game against people, and against and with each other player.

They are sums over finished matches, so the order of counting does not matter.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import permutations
from typing import Any, Final
from uuid import UUID

from django.db.models import Q

from accounts.models import AccountDeletion, Player
from games.models import HeadToHead, Match, PlayerStatistics
from games.services.ratings import count_once
from games.services.ratings.match_summary import MatchSummary, Stint

FIGURES: Final = "statistics"
"""The key under which a match is recorded as counted."""


@dataclass
class Achieved:
    """The results of a player in a game, with the columns of ``PlayerStatistics``."""

    sums: Counter[str] = field(default_factory=Counter)
    """The counts ``matches``, ``won``, ``drawn`` and ``rounds``."""
    places: Counter[str] = field(default_factory=Counter)
    categories: dict[str, list[int]] = field(default_factory=lambda: defaultdict(lambda: [0, 0]))


class Sums:
    """The statistics of one or more matches."""

    def __init__(self) -> None:
        self.achieved: dict[tuple[UUID, str], Achieved] = defaultdict(Achieved)
        """The results by player and game."""
        self.met: dict[tuple[UUID, UUID, str], Counter[str]] = defaultdict(Counter)
        """The counts by player, other player and game, with the columns of ``HeadToHead``."""

    def add(self, summary: MatchSummary) -> None:
        """Count a match between people."""
        if not summary.is_contest:
            return
        game = summary.match.game
        for stint in summary.stints:
            self._add_rounds(self.achieved[stint.player, game], stint)
        for stint in summary.starters:
            self._add_match(self.achieved[stint.player, game], summary, stint)
        for stint, other in permutations(summary.starters, 2):
            if stint.player == other.player:  # one person has played against themselves with two guest accounts
                continue
            self.met[stint.player, other.player, game] += _meeting(summary, stint, other)

    def _add_rounds(self, achieved: Achieved, stint: Stint) -> None:
        achieved.sums["rounds"] += len(stint.rounds)
        for sheet in stint.rounds:
            for line in sheet.categories:
                points = line.points[stint.side]
                paid = achieved.categories[line.key]
                paid[0] += points > 0
                paid[1] += points

    def _add_match(self, achieved: Achieved, summary: MatchSummary, stint: Stint) -> None:
        place = summary.place_of(stint)
        is_first, is_shared = place == 1, summary.places.count(1) > 1
        achieved.sums += Counter(matches=1, won=is_first and not is_shared, drawn=is_first and is_shared)
        achieved.places[str(place)] += 1


def _meeting(summary: MatchSummary, stint: Stint, other: Stint) -> Counter[str]:
    """Return the result of a match for a player against, or with, another one."""
    mine, theirs = summary.place_of(stint), summary.place_of(other)
    if stint.side == other.side:
        return Counter(together=1, together_won=int(mine == 1 and summary.places.count(1) == 1))
    return Counter(against=1, ahead=int(mine < theirs), level=int(mine == theirs))


# --- counting ---------------------------------------------------------------------------------------------------------


def count(match: Match) -> None:
    """Count a finished match. Counting it again has no effect."""
    count_once.count(match, FIGURES, Sums(), add)


def add(sums: Sums) -> None:
    """Add to the stored results, except for deleted accounts."""
    people = here({player for player, _ in sums.achieved})
    _add_statistics({key: one for key, one in sums.achieved.items() if key[0] in people})
    count_once.add_up(
        HeadToHead, _OF_TWO, {key: one for key, one in sums.met.items() if key[0] in people and key[1] in people}
    )


def here(players: Iterable[UUID]) -> set[UUID]:
    """Return the given players without deleted accounts."""
    return set(Player.objects.filter(pk__in=list(players), left_at=None).values_list("pk", flat=True))


def _add_statistics(achieved: dict[tuple[UUID, str], Achieved]) -> None:
    wanted = Q(player__in={player for player, _ in achieved}, game__in={game for _, game in achieved})
    rows: dict[tuple[UUID, str], Any] = {
        (row.player_id, row.game): row for row in PlayerStatistics.objects.filter(wanted)
    }
    for key, one in achieved.items():
        row = rows.setdefault(key, PlayerStatistics(player_id=key[0], game=key[1]))
        for name, more in one.sums.items():
            setattr(row, name, getattr(row, name) + more)
        row.places = dict(Counter(row.places) + one.places)
        for line, (times, points) in one.categories.items():
            before = row.categories.get(line, [0, 0])
            row.categories[line] = [before[0] + times, before[1] + points]
    count_once.save([rows[key] for key in achieved], PlayerStatistics, ["player", "game"])


def merge(player: UUID, into: UUID) -> None:
    """Add a player's statistics to those of the account into which it was merged. The caller holds the lock.

    Results of the two against each other are deleted.
    """
    statistics = PlayerStatistics.objects.filter(player=player)
    met = HeadToHead.objects.filter(Q(player=player) | Q(other=player))
    sums = Sums()
    for row in statistics:
        achieved = sums.achieved[into, row.game]
        achieved.sums.update({name: getattr(row, name) for name in SUMS})
        achieved.places.update(row.places)
        achieved.categories.update({line: list(paid) for line, paid in row.categories.items()})
    for one in met.exclude(player=into).exclude(other=into):
        pair = (into, one.other_id) if one.player_id == player else (one.player_id, into)
        sums.met[(*pair, one.game)].update({name: getattr(one, name) for name in MEETINGS})
    statistics.delete()
    met.delete()
    _add_statistics(sums.achieved)
    count_once.add_up(HeadToHead, _OF_TWO, sums.met)


_OF_TWO: Final = ("player", "other", "game")
SUMS: Final = ("matches", "won", "drawn", "rounds")
MEETINGS: Final = ("against", "ahead", "level", "together", "together_won")


# --- reading, deletion ------------------------------------------------------------------------------------------------


def statistics_of(player: Player) -> list[PlayerStatistics]:
    """Return the results of a player, by game."""
    return list(PlayerStatistics.objects.filter(player=player).order_by("-matches", "game"))


def between(player: Player, other: Player) -> list[HeadToHead]:
    """Return the results of a player against another one, and with them, by game."""
    return list(HeadToHead.objects.filter(player=player, other=other).order_by("-against", "-together", "game"))


def forget_with_player(deletion: AccountDeletion) -> None:
    """Delete the statistics of a deleted account, also those of others against them."""
    with count_once.alone():
        PlayerStatistics.objects.filter(player=deletion.player).delete()
        HeadToHead.objects.filter(Q(player=deletion.player) | Q(other=deletion.player)).delete()
