"""Recomputes the figures of all players from the logs, to compare them with the stored ones or to replace these."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import isclose
from operator import attrgetter
from typing import Any, Final
from uuid import UUID

from django.db.models import QuerySet

from accounts import aliases
from accounts.models import Player
from games import rating_model
from games.models import (
    ClubScore,
    CountedMatch,
    HeadToHead,
    Match,
    MatchEndJob,
    PlayerStatistics,
    RatedMatch,
    Rating,
    RatingChange,
    Reliability,
    Status,
)
from games.rating_model import Belief
from games.services.clubs import club_boards
from games.services.ratings import count_once, player_statistics, ratings, reliability
from games.services.ratings.match_summary import MatchSummary, summary_of
from games.services.ratings.ratings import Change, Merge
from games.services.snapshot_reads import one_moment

Progress = Callable[[Iterable[Any], int], Iterable[Any]]
"""A function that shows the progress over a number of matches."""

Figures = dict[tuple[Any, ...], tuple[Any, ...]]
"""Figures by their player and other keys."""

_EXACT: Final = 1e-9
"""The relative difference of sums of fractions that were added in another order."""


@dataclass
class Recount:
    """The figures that follow from all matches."""

    ratings: Figures = field(default_factory=dict)
    points: list[RatingChange] = field(default_factory=list)
    rated: set[UUID] = field(default_factory=set)
    """Matches that are rated by their logs."""
    statistics: player_statistics.Sums = field(default_factory=player_statistics.Sums)
    reliability: reliability.Sums = field(default_factory=reliability.Sums)
    clubs: club_boards.Sums = field(default_factory=club_boards.Sums)

    def rate(self, counted: RatedMatch, summary: MatchSummary, changes: Iterable[Change]) -> None:
        """Apply the rating changes of a match."""
        self.rated.add(counted.pk)
        for one in changes:
            key = (one.player, counted.pool)
            matches = self.ratings[key][2] + 1 if key in self.ratings else 1
            self.ratings[key] = (one.after.mu, one.after.sigma, matches, summary.finished_at)
            self.points.append(ratings.change_row(one, counted, summary.finished_at))

    def merge(self, merge: Merge) -> None:
        """Merge the ratings of two accounts in a pool."""
        theirs = self.ratings.pop((merge.player, merge.pool), None)
        mine = self.ratings.get((merge.into, merge.pool))
        if theirs and mine:
            both = rating_model.together(Belief(*theirs[:2]), Belief(*mine[:2]))
            theirs = (*both, theirs[2] + mine[2], max(theirs[3], mine[3]))
        if theirs:
            self.ratings[merge.into, merge.pool] = theirs

    def name_points(self, now: Mapping[UUID, UUID]) -> None:
        """Assign rating points to the present players.

        If a player had two seats at a match, only the point of their own account counts.
        """
        kept = {(one.player_id, one.pool, one.number): one for one in self.points if one.player_id not in now}
        for one in self.points:
            if into := now.get(one.player_id):
                one.player_id = into
                kept.setdefault((into, one.pool, one.number), one)
        self.points = list(kept.values())


# --- checking ---------------------------------------------------------------------------------------------------------


def differences(progress: Progress) -> Iterator[str]:
    """Yield, as sentences, the stored figures that differ from those of the logs."""
    with one_moment():
        order = list(RatedMatch.objects.select_related("match").order_by("pool", "number"))
        recount = _rated_again(order, progress)
        for sums, figures in (
            (recount.statistics, player_statistics.FIGURES),
            (recount.reliability, reliability.FIGURES),
            (recount.clubs, club_boards.FIGURES),
        ):
            counted = Match.objects.filter(pk__in=CountedMatch.objects.filter(figures=figures).values("match"))
            for summary in _summaries(counted, progress):
                sums.add(summary)
        for counted_match in order:
            if counted_match.pk not in recount.rated:
                yield f"match {counted_match.pk} stands among the rated ones, and is none by its log"
        here = set(Player.objects.filter(left_at=None).values_list("pk", flat=True))
        for kind, worked_out in _figures_of(recount).items():
            expected = {key: value for key, value in worked_out.items() if _people_of(kind, key) <= here}
            yield from _compared(kind, expected, _stored(kind, here))


def _people_of(kind: str, key: tuple[Any, ...]) -> set[UUID]:
    """Return the players of these figures. Figures of two players are deleted with either account."""
    return set(key[:2] if kind == "head to head" else key[:1])


def _compared(kind: str, expected: Figures, stored: Figures) -> Iterator[str]:
    for key in sorted({*expected, *stored}, key=str):
        if not _is_equal(expected.get(key), stored.get(key)):
            who = " ".join(map(str, key))
            yield f"{kind} of {who}: {stored.get(key)} is stored, the logs come to {expected.get(key)}"


def _is_equal(one: tuple[Any, ...] | None, other: tuple[Any, ...] | None) -> bool:
    if one is None or other is None:
        return one is other
    return all(
        isclose(a, b, rel_tol=_EXACT) if isinstance(a, float) and isinstance(b, float) else a == b
        for a, b in zip(one, other, strict=True)
    )


def _figures_of(recount: Recount) -> dict[str, Figures]:
    """Return the computed figures in the form of ``_stored``."""
    _, keys, columns = _TABLES["change"]
    achieved: Figures = {
        key: (
            *(one.sums[name] for name in player_statistics.SUMS),
            dict(one.places),
            {k: list(v) for k, v in one.categories.items()},
        )
        for key, one in recount.statistics.achieved.items()
    }
    moved = {(player,): sums for player, sums in recount.reliability.of.items()}
    return {
        "rating": recount.ratings,
        "change": {attrgetter(*keys)(one): attrgetter(*columns)(one) for one in recount.points},
        "statistics": achieved,
        "head to head": _in_order(recount.statistics.met, player_statistics.MEETINGS),
        "club score": _in_order(recount.clubs.of, club_boards.SUMS),
        "reliability": _in_order(moved, reliability.SUMS),
    }


def _in_order(figures: Mapping[Any, Mapping[str, Any]], columns: Iterable[str]) -> Figures:
    return {key: tuple(sums[name] for name in columns) for key, sums in figures.items()}


_TABLES: Final[Mapping[str, tuple[Any, Sequence[str], Sequence[str]]]] = {
    "rating": (Rating, ("player_id", "pool"), ("mu", "sigma", "matches", "last_at")),
    "change": (
        RatingChange,
        ("player_id", "pool", "number"),
        ("match_id", "mu", "sigma", "mu_before", "sigma_before", "at"),
    ),
    "statistics": (PlayerStatistics, ("player_id", "game"), (*player_statistics.SUMS, "places", "categories")),
    "head to head": (HeadToHead, ("player_id", "other_id", "game"), player_statistics.MEETINGS),
    "club score": (ClubScore, ("player_id", "club_id"), club_boards.SUMS),
    "reliability": (Reliability, ("player_id",), reliability.SUMS),
}
"""The tables of figures, each with the columns of its keys and of its values."""


def _stored(kind: str, here: set[UUID]) -> Figures:
    """Return the stored figures of present players, without deleted accounts."""
    model, keys, columns = _TABLES[kind]
    rows = model.objects.order_by().values_list(*keys, *columns).iterator(chunk_size=2_000)
    return {row[: len(keys)]: row[len(keys) :] for row in rows if row[0] in here}


# --- writing ----------------------------------------------------------------------------------------------------------


def write(progress: Progress) -> int:
    """Replace the stored figures by those of the logs. Return the number of counted matches.

    Matches from before the figures were stored count, too. Ratings keep the order in which matches were counted; new
    ones follow in the order of their ends. Matches with open steps after the end are left to these.
    """
    with count_once.alone():
        waiting = MatchEndJob.objects.values("match")
        finished = Match.objects.filter(status=Status.FINISHED).exclude(pk__in=waiting)
        kept = CountedMatch.objects.values("match")
        over = Match.objects.filter(status=Status.FINISHED, pk__in=kept) | finished
        for kind in (Rating, RatingChange, PlayerStatistics, HeadToHead, Reliability, ClubScore):
            kind.objects.all().delete()
        _order_matches(finished, progress)
        order = list(RatedMatch.objects.select_related("match").order_by("pool", "number"))
        recount = _rated_again(order, progress)
        count = 0
        for summary in _summaries(over.distinct(), progress):
            recount.statistics.add(summary)
            recount.reliability.add(summary)
            recount.clubs.add(summary)
            count += 1
        _save(recount)
        _note_counted(over.distinct())
    return count


def _order_matches(finished: QuerySet[Match], progress: Progress) -> None:
    """Give a number in their pools to matches that count and have none yet."""
    numbers: Counter[str] = Counter()
    for pool, number in RatedMatch.objects.values_list("pool", "number"):
        numbers[pool] = max(numbers[pool], number)
    placed = RatedMatch.objects.values("match")
    for summary in _summaries(finished.exclude(pk__in=placed).order_by("finished_at", "pk"), progress):
        if ratings.is_rated(summary):
            numbers[summary.pool] += 1
            ratings.place(summary, numbers[summary.pool])


def _save(recount: Recount) -> None:
    here = set(Player.objects.filter(left_at=None).values_list("pk", flat=True))
    Rating.objects.bulk_create(
        Rating(player_id=player, pool=pool, mu=mu, sigma=sigma, matches=matches, last_at=at)
        for (player, pool), (mu, sigma, matches, at) in recount.ratings.items()
    )
    RatingChange.objects.bulk_create(one for one in recount.points if one.player_id in here)
    player_statistics.add(recount.statistics)
    reliability.add(recount.reliability)
    club_boards.add(recount.clubs)
    ratings.unneeded(Rating.objects.filter(player__left_at__isnull=False)).delete()


def _note_counted(over: QuerySet[Match]) -> None:
    CountedMatch.objects.bulk_create(
        (
            CountedMatch(match_id=match_id, figures=figures)
            for match_id in over.values_list("pk", flat=True)
            for figures in (player_statistics.FIGURES, reliability.FIGURES, club_boards.FIGURES)
        ),
        ignore_conflicts=True,
    )


# --- shared -----------------------------------------------------------------------------------------------------------


def _rated_again(order: list[RatedMatch], progress: Progress) -> Recount:
    recount = Recount()
    for one in ratings.counted_again(progress(order, len(order))):
        if isinstance(one, Merge):
            recount.merge(one)
        else:
            recount.rate(*one)
    recount.name_points(aliases.everybody())
    return recount


def _summaries(matches: QuerySet[Match], progress: Progress) -> Iterator[MatchSummary]:
    """Yield the summaries of finished matches, with the present players."""
    now = aliases.everybody()
    ids = list(matches.values_list("pk", flat=True))
    for match_id in progress(ids, len(ids)):
        if summary := summary_of(Match.objects.get(pk=match_id)):
            yield summary.with_players(lambda player: now.get(player, player)) if now else summary
