"""Ratings of players, from matches whose players agreed to play for ratings.

A *pool* is a family of games at a speed: ``chkobba.days``. The effect of a match on ratings follows from its log alone
(``games.services.ratings.match_summary``) and its weight. ``RatedMatch`` stores the weights and the order in which the
matches of a pool counted. So all ratings can be computed again with the same result.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from functools import partial
from itertools import groupby
from typing import Final, NamedTuple
from uuid import UUID

from django.db.models import Exists, Max, OuterRef, Q, QuerySet

from accounts.models import AccountDeletion, Alias, Player
from chkobba_api.errors import DomainError
from games import rating_model
from games.clock.control import Speed
from games.contact_rules import apart_from, are_apart
from games.engine.catalogue import GAMES
from games.engine.messages import say
from games.models import Abandonment, Match, MatchEndJob, RatedMatch, Rating, RatingChange, Seat, Status
from games.rating_model import NEWCOMER, Belief
from games.services.ratings import count_once
from games.services.ratings.match_summary import MatchSummary, summary_of
from games.services.ratings.player_statistics import here
from games.services.ratings.rating_weight import weigh

LATELY: Final = timedelta(days=90)
"""The time without a rated match after which a player is not on leaderboards."""
POOLS: Final = tuple(
    f"{family}.{speed}" for family in dict.fromkeys(game.family for game in GAMES.values()) for speed in Speed
)
"""The keys of all pools of the present games."""


class Change(NamedTuple):
    """The change of a player's rating by a match."""

    player: UUID
    before: Belief
    after: Belief


# --- counting ---------------------------------------------------------------------------------------------------------


def count(match: Match) -> None:
    """Count a finished match if it is rated. Counting it again has no effect."""
    summary = summary_of(match)
    if summary is None or not is_rated(summary):
        return
    with count_once.alone():
        if RatedMatch.objects.filter(match=match).exists():
            return
        summary = count_once.of_now(summary)
        last = RatedMatch.objects.filter(pool=summary.pool).aggregate(last=Max("number"))["last"] or 0
        counted = place(summary, last + 1)
        if not counted.weight:
            return
        known = {stint.player: NEWCOMER for stint in summary.starters}
        rows = Rating.objects.filter(pool=summary.pool, player__in=known)
        known |= {row.player_id: Belief(row.mu, row.sigma) for row in rows}
        _write(
            counted,
            changes(summary, known, counted.weight),
            summary.finished_at,
            {row.player_id: row.matches for row in rows},
        )


def is_rated(summary: MatchSummary) -> bool:
    """Return whether a match is rated, with people at each seat from the start."""
    return summary.rated and len(summary.starters) == summary.match.seat_count


def place(summary: MatchSummary, number: int) -> RatedMatch:
    """Store a match as number ``number`` of its pool, with its weight. The caller holds the lock for counting."""
    weight, evidence = weigh(summary)
    return RatedMatch.objects.create(
        match=summary.match, pool=summary.pool, number=number, weight=weight, evidence=evidence
    )


def changes(summary: MatchSummary, known: Mapping[UUID, Belief], weight: float) -> list[Change]:
    """Return the rating changes by a match for its players from the start.

    ``known`` has their ratings before. A player who resigned has lost, also if their side, or a substitute, has won.
    Substitutes win and lose nothing.
    """
    sides = [[stint for stint in summary.starters if stint.side == side] for side in range(len(summary.places))]
    before = [[known[stint.player] for stint in side] for side in sides]
    played = rating_model.after(before, summary.places, weight)
    found = []
    for number, side in enumerate(sides):
        lost = [len(sides) + 1 if other == number else place for other, place in enumerate(summary.places)]
        for place, stint in enumerate(side):
            is_worse = summary.place_of(stint) > summary.places[number]
            beliefs = rating_model.after(before, lost, weight) if is_worse else played
            found.append(Change(stint.player, before[number][place], beliefs[number][place]))
    return found


def _write(counted: RatedMatch, found: Iterable[Change], at: datetime, matches: Mapping[UUID, int]) -> None:
    """Store the changes. For deleted accounts, only the ratings that open matches need are kept."""
    changed = list(found)
    people = here(one.player for one in changed)
    new = [
        Rating(
            player_id=one.player,
            pool=counted.pool,
            mu=one.after.mu,
            sigma=one.after.sigma,
            matches=matches.get(one.player, 0) + 1,
            last_at=at,
        )
        for one in changed
    ]
    count_once.save(new, Rating, ["player", "pool"])
    RatingChange.objects.bulk_create(change_row(one, counted, at) for one in changed if one.player in people)


def change_row(change: Change, counted: RatedMatch, at: datetime) -> RatingChange:
    """Return the row of a change."""
    return RatingChange(
        player_id=change.player,
        match_id=counted.pk,
        pool=counted.pool,
        number=counted.number,
        mu=change.after.mu,
        sigma=change.after.sigma,
        mu_before=change.before.mu,
        sigma_before=change.before.sigma,
        at=at,
    )


# --- reading ----------------------------------------------------------------------------------------------------------


def must_be_pool(key: str) -> str:
    """Return the key if it is the key of a rating pool. Raises DomainError ``not_found``."""
    if key not in POOLS:
        raise DomainError("not_found", say("refused.no_pool"))
    return key


def shown(player_id: UUID, viewer: Player | None) -> Player:
    """Return a player whose ratings and statistics the viewer may see: rated players, and the viewer.

    Raises DomainError ``not_found`` for all others, and for players kept apart from the viewer.
    """
    if viewer is not None and viewer.pk == player_id:
        return viewer
    _must_not_be_apart(viewer, player_id)
    found = Player.objects.filter(pk=player_id, rated=True, left_at=None).first()
    if found is None:
        raise DomainError("not_found", say("refused.no_figures"))
    return found


def _must_not_be_apart(viewer: Player | None, player_id: UUID) -> None:
    if are_apart(viewer.pk if viewer else None, [player_id]):
        raise DomainError("not_found", say("refused.no_figures"))


def shown_together(player_id: UUID, other_id: UUID, viewer: Player | None) -> tuple[Player, Player]:
    """Return two players whose results against each other the viewer may see.

    The viewer is one of them, since players at a table have seen it all, or may see the figures of both.

    Raises DomainError ``not_found``.
    """
    if viewer is not None and viewer.pk in (player_id, other_id):
        _must_not_be_apart(viewer, other_id if viewer.pk == player_id else player_id)
        people = {one.pk: one for one in Player.objects.filter(pk__in=(player_id, other_id), left_at=None)}
        if player_id in people and other_id in people:
            return people[player_id], people[other_id]
    return shown(player_id, viewer), shown(other_id, viewer)


def ratings_of(player: Player) -> list[Rating]:
    """Return the ratings of a player, the most recently played first."""
    return list(Rating.objects.filter(player=player).order_by("-last_at", "pool"))


def history(player: Player, pool: str) -> QuerySet[RatingChange]:
    """Return the rating history of a player in a pool. Sort it by ``-number``."""
    return RatingChange.objects.filter(player=player, pool=pool)


def leaders(pool: str, viewer: Player | None, now: datetime, *, bots: bool) -> QuerySet[Rating]:
    """Return the leaderboard of a pool, of people or of bot accounts.

    It has players who play rated matches, have played one lately and are not provisional. It leaves out players in kid
    mode and those kept apart from the viewer. Sort it by ``-mu`` and ``-id``.
    """
    known = Rating.objects.filter(pool=pool, sigma__lte=rating_model.PROVISIONAL, last_at__gt=now - LATELY)
    known = known.filter(player__rated=True, player__left_at=None, player__is_bot=bots).select_related("player")
    return known.exclude(apart_from(None)).exclude(apart_from(viewer))


def beliefs(pool: str, players: Iterable[UUID]) -> dict[UUID, Belief]:
    """Return the ratings of the given players in a pool. Newcomers are missing."""
    rows = Rating.objects.filter(pool=pool, player__in=list(players), player__rated=True)
    return {row.player_id: Belief(row.mu, row.sigma) for row in rows}


# --- merging two accounts ---------------------------------------------------------------------------------------------


class Merge(NamedTuple):
    """A merge of two ratings of a pool."""

    pool: str
    player: UUID
    into: UUID


def merge(player: UUID, into: UUID) -> dict[str, int]:
    """Combine a player's ratings with those of the account into which it was merged. The caller holds the lock.

    Return for each pool of the player the number of the last match that counted before, so that ratings can be
    recomputed. The points of both histories become one history. If both sat at a match, only one of its points stays.
    """
    mine = {row.pool: row for row in Rating.objects.filter(player=into)}
    numbers = {}
    for row in Rating.objects.filter(player=player):
        numbers[row.pool] = RatedMatch.objects.filter(pool=row.pool).aggregate(last=Max("number"))["last"] or 0
        if other := mine.get(row.pool):
            row.mu, row.sigma = rating_model.together(Belief(row.mu, row.sigma), Belief(other.mu, other.sigma))
            row.matches, row.last_at = row.matches + other.matches, max(row.last_at, other.last_at)
            other.delete()
        row.player_id = into
        row.save()
    both = RatingChange.objects.filter(player=into, pool=OuterRef("pool"), number=OuterRef("number"))
    points = RatingChange.objects.filter(player=player)
    points.filter(Exists(both)).delete()
    points.update(player=into)
    return numbers


class _Names:
    """The ids under which players were rated, at each number of a pool."""

    def __init__(self) -> None:
        self.steps = {row.player_id: row for row in Alias.objects.order_by("pk")}
        self.merges: dict[str, list[tuple[int, Alias]]] = defaultdict(list)
        for row in self.steps.values():
            for pool, number in row.rated_up_to.items():
                self.merges[pool].append((number, row))
        for one in self.merges.values():
            one.sort(key=lambda merge: (merge[0], merge[1].pk))

    def at(self, player: UUID, pool: str, number: int) -> UUID:
        """Return the id under which a player was rated in a match."""
        while (row := self.steps.get(player)) and row.rated_up_to.get(pool, 0) < number:
            player = row.into_id
        return player

    def merged(self, pool: str, before: int | None) -> Iterator[Merge]:
        """Yield each merge before a match counted (None: until now), once."""
        while (waiting := self.merges[pool]) and (before is None or waiting[0][0] < before):
            _, row = waiting.pop(0)
            yield Merge(pool, row.player_id, row.into_id)


# --- recomputing ------------------------------------------------------------------------------------------------------


def counted_again(matches: Iterable[RatedMatch]) -> Iterator[tuple[RatedMatch, MatchSummary, list[Change]] | Merge]:
    """Compute the changes by matches again from their logs, in the order in which they counted.

    The matches come pool by pool. Merges of two players in between are part of the result.
    """
    names = _Names()
    for pool, of_pool in groupby(matches, key=lambda counted: counted.pool):
        known: dict[UUID, Belief] = {}
        for counted in of_pool:
            yield from _merged(known, names.merged(pool, counted.number))
            summary = summary_of(counted.match)
            if summary is None or not is_rated(summary):
                continue
            if not counted.weight:
                yield counted, summary, []
                continue
            summary = summary.with_players(partial(names.at, pool=pool, number=counted.number))
            here = {stint.player: known.get(stint.player, NEWCOMER) for stint in summary.starters}
            found = changes(summary, here, counted.weight)
            known |= {one.player: one.after for one in found}
            yield counted, summary, found
        yield from _merged(known, names.merged(pool, None))


def _merged(known: dict[UUID, Belief], merges: Iterable[Merge]) -> Iterator[Merge]:
    for one in merges:
        theirs = known.pop(one.player, None)
        if theirs is not None:
            mine = known.get(one.into)
            known[one.into] = theirs if mine is None else rating_model.together(theirs, mine)
        yield one


# --- deletion ---------------------------------------------------------------------------------------------------------


def forget_with_player(deletion: AccountDeletion) -> None:
    """Delete the history and the ratings of a deleted account.

    Until the last of their matches is over, the two numbers of the rating stay, to rate the other players.
    """
    with count_once.alone():
        RatingChange.objects.filter(player=deletion.player).delete()
        unneeded(Rating.objects.filter(player=deletion.player)).delete()


def unneeded(ratings: QuerySet[Rating]) -> QuerySet[Rating]:
    """Return the given ratings without those that a running match, or one still to be counted, needs.

    Such a match also rates a player who has lost the seat to a substitute.
    """
    to_count = Q(match__status=Status.RUNNING) | Exists(MatchEndJob.objects.filter(match=OuterRef("match")))
    for model in (Seat, Abandonment):
        ratings = ratings.exclude(Exists(model._default_manager.filter(to_count, player=OuterRef("player"))))
    return ratings


def forget_of_leavers() -> None:
    """Delete the ratings of deleted accounts whose matches have all counted."""
    with count_once.alone():
        unneeded(Rating.objects.filter(player__left_at__isnull=False)).delete()
