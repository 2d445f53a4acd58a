"""Matching due seeks: checks at certain times, groups of seeks that fit each other, and the match of a group.

A seek is a row with the time of its next check: soon after it is made, when one of its matches is over, and every few
minutes. Meanwhile its player may return from a vacation, or have room for another match. Each check is about one seek:
earlier checks have found all matches without that seek.

Only one transaction at a time matches seeks with the same terms (``_alone``). Otherwise two seeks made at the same
moment would not see each other, and both would wait. Locks are taken in one order: the terms, players by their ids,
seeks by theirs. A transaction that changes a seek without the lock of its player takes no other lock.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import combinations
from typing import Final
from uuid import UUID

import structlog
from django.db import connection, transaction

from accounts.models import Player
from chkobba_api.errors import DomainError
from games import match_clock
from games.contact_rules import Ties, ties_among
from games.due_work import Backoff, DueWork
from games.engine.violations import RuleViolation
from games.models import Match, Sanction, Seat, Seek, Status
from games.rating_model import NEWCOMER
from games.services.dispatch import outages
from games.services.dispatch.dispatch import look_at_seek_after_commit
from games.services.limits import may_find_match, must_have_room, must_have_room_at_address
from games.services.matches import entry_requirements, shuffle_seeds
from games.services.matches.entry_requirements import Asked
from games.services.matches.locked_match import LockedMatch
from games.services.matchmaking.lobby.match_creation import MatchSettings, new_table, save_new
from games.services.matchmaking.seeks import Ending, end_seeks
from games.services.ratings.match_summary import pool_of
from games.services.ratings.ratings import beliefs
from games.services.ratings.reliability import shares_of
from games.services.sanctions import must_be_allowed
from games.services.turns.availability import must_be_here

logger = structlog.get_logger(__name__)
AGAIN: Final = timedelta(minutes=10)
"""The time after which a seek is checked again in any case."""
_OPEN: Final = (Status.LOBBY, Status.RUNNING)
SEEKS_LAST: Final = timedelta(days=7)
"""The time for which a player can read the outcome of a seek."""


def look(seek_id: UUID, now: datetime) -> None:
    """Find as many matches for a seek as it may have now, or end it if its time is up.

    Calling it at any time, or several times, is harmless: if a worker dies, the seek stays due.
    """
    ours = Seek.objects.select_related("player").filter(pk=seek_id, ended_at=None).first()
    if ours is None:
        return
    if ours.expires_at <= now and not outages.is_going_on(now):
        end_seeks(Seek.objects.filter(pk=seek_id), Ending.EXPIRED, now)
        return
    is_new = ours.wake_at == ours.created_at  # checked by ``seek`` just before
    if is_new or _may_look(ours, now):
        while _bring_together(ours, now):
            pass
    # If another action has set ``wake_at`` meanwhile, it stays, and the seek is checked again.
    due = Seek.objects.filter(pk=seek_id, ended_at=None, wake_at=ours.wake_at)
    due.update(wake_at=min(ours.expires_at, now + AGAIN))


SEEKS: Final = DueWork(
    Seek,
    run=lambda seek, now: look(seek.pk, now),
    backoff=Backoff(AGAIN, longest=AGAIN),
    at_once=100,
    of_player=("player",),
    ended_at="ended_at",
    lasts=SEEKS_LAST,
)


def _may_look(ours: Seek, now: datetime) -> bool:
    """Return whether a seek may have another match. Make it wait for others, or rest."""
    with _alone(ours.terms):  # without it, the seek could find its last match just after the count
        if _is_able(ours, len(open_matches_of([ours])[ours.pk]), now):
            Seek.objects.filter(pk=ours.pk, ended_at=None, looking_since=None).update(looking_since=now)
            return True
        _rest(ours)
        return False


def look_again(match: Match, now: datetime) -> None:
    """Check the seeks again that had found a match, when the match is over."""
    found = Seek.objects.filter(seats__match=match, ended_at=None)
    for seek_id in list(found.order_by("pk").values_list("pk", flat=True)):
        Seek.objects.filter(pk=seek_id, ended_at=None).update(wake_at=now)
        look_at_seek_after_commit(seek_id)


def _is_able(one: Seek, going: int, now: datetime) -> bool:
    """Return whether a seek with ``going`` running matches may have another one: its player is here and has room."""
    if not one.player.is_active or (one.keep_going is not None and going >= one.keep_going):
        return False
    try:
        entry_requirements.must_play_rated(Asked(rated=one.rated), one.player, now)
        must_be_allowed(one.player, Sanction.Kind.PUBLIC, now)
        must_be_here(one.player, now, despite_vacation=one.despite_vacation)
        must_have_room(one.player)
        must_have_room_at_address(one.player)
    except DomainError:
        return False
    return may_find_match(one.player, now)


def _rest(one: Seek) -> None:
    """Hide a seek until its next check. It then comes behind all waiting seeks."""
    Seek.objects.filter(pk=one.pk).update(looking_since=None)


# --- groups -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Waiting:
    """A seek that waits for a match, with all data that decide which other seeks fit it."""

    seek: Seek
    going: frozenset[UUID] = field(default=frozenset())
    rating: float = NEWCOMER.mu
    """The rating of the seek's player in the pool of the wanted match."""
    reliability: int | None = None
    """The reliability of the seek's player, in percent; None if unknown."""
    ties: Ties = field(default=Ties())
    """The relations among all waiting players."""


def fit(one: Waiting, other: Waiting) -> bool:
    """Return whether two seeks may share a match. All seeks of a match must fit each other.

    Everything that keeps two players apart belongs here. Two standing seeks do not meet again while they share a match:
    a player who wants five matches wants them with more than one other player.
    """
    if one.seek.player_id == other.seek.player_id or one.seek.terms != other.seek.terms:
        return False
    if one.ties.part(one.seek.player_id, other.seek.player_id):
        return False
    return not one.going & other.going and _suits(one, other) and _suits(other, one)


def _suits(one: Waiting, other: Waiting) -> bool:
    """Return whether the rating and the reliability of a player meet another player's seek.

    A newcomer has the rating of newcomers, and counts as reliable.
    """
    within, least = one.seek.rating_within, one.seek.least_reliability
    if within is not None and abs(one.rating - other.rating) > within:
        return False
    return least is None or other.reliability is None or other.reliability >= least


def first_group(ours: Seek, now: datetime) -> list[Waiting]:
    """Return the group for a match with a seek. Of several groups it is the longest waiting. Empty if there is none.

    Each group contains the seek, since all others were checked before. So few seeks wait, most of which do not fit each
    other, and trying all groups takes no time.
    """
    here = Seek.objects.filter(terms=ours.terms, looking_since__isnull=False, expires_at__gt=now)
    seeks = list(here.order_by("looking_since", "pk"))
    waiting = _known(ours, seeks, now)
    us = next((one for one in waiting if one.seek.pk == ours.pk), None)
    if us is None:
        return []
    group = _grown([us], [one for one in waiting if fit(us, one)], ours.seat_count)
    return sorted(group, key=lambda one: (one.seek.looking_since, one.seek.pk))


def _known(ours: Seek, seeks: Sequence[Seek], now: datetime) -> list[Waiting]:
    """Return seeks with the same terms as ours, with the data of their players, in four queries."""
    pool = pool_of(ours.game, match_clock.agreed_in({"control": ours.control}))
    players = {one.player_id for one in seeks}
    going, ties = open_matches_of(seeks), ties_among(players)
    ratings, shares = beliefs(pool, players), shares_of(players, now)
    return [
        Waiting(
            one,
            going=frozenset(going[one.pk]),
            ties=ties,
            rating=ratings.get(one.player_id, NEWCOMER).mu,
            reliability=share.percent if (share := shares[one.player_id]) else None,
        )
        for one in seeks
    ]


def _grown(group: list[Waiting], others: Sequence[Waiting], size: int) -> list[Waiting]:
    """Return a group completed by the first others that fit each other; empty if there are none."""
    if len(group) == size:
        return group
    for place, one in enumerate(others[: len(others) - (size - len(group)) + 1]):
        rest = [other for other in others[place + 1 :] if fit(one, other)]
        if grown := _grown([*group, one], rest, size):
            return grown
    return []


def open_matches_of(seeks: Iterable[Seek]) -> dict[UUID, set[UUID]]:
    """Return the open matches of the given seeks, in one query."""
    seats = Seat.objects.filter(seek__in=[one.pk for one in seeks], resigned=False, match__status__in=_OPEN)
    going: dict[UUID, set[UUID]] = defaultdict(set)
    for seek_id, match_id in seats.values_list("seek_id", "match_id"):
        going[seek_id].add(match_id)
    return going


# --- the match of a group ---------------------------------------------------------------------------------------------


class _Unable(Exception):
    """Raised for a seek of the group that may have no match now."""

    def __init__(self, seek: Seek) -> None:
        super().__init__(seek)
        self.seek = seek


class _Parted(Exception):
    """Raised when two players of the group are kept apart by now."""


def _bring_together(ours: Seek, now: datetime) -> bool:
    """Find one match for a seek. Return whether to look for another one."""
    try:
        with _alone(ours.terms):
            group = first_group(ours, now)
            if group:
                _begin(group, now)
            return bool(group)
    except _Parted:
        return True
    except _Unable as unable:
        _rest(unable.seek)
        return unable.seek.pk != ours.pk
    except (RuleViolation, DomainError):  # a new release has rules that do not allow the match any more
        logger.warning("nobody can play what is sought", seek=str(ours.pk), exc_info=True)
        end_seeks(Seek.objects.filter(pk=ours.pk), Ending.EXPIRED, now)
        return False


@contextmanager
def _alone(terms: str) -> Iterator[None]:
    """Match seeks with these terms in a transaction that excludes all others with the same terms.

    There is no row to lock, since future seeks count, too. On SQLite only one transaction writes at a time anyway.
    """
    with transaction.atomic():
        if connection.vendor == "postgresql":
            number = int.from_bytes(bytes.fromhex(terms[:16]), signed=True)
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_xact_lock(%s)", [number])
        yield


def _begin(group: Sequence[Waiting], now: datetime) -> LockedMatch:
    """Create the match of a group. It is private and starts by itself. Its creator is the longest waiting player.

    Raises _Unable; DomainError, RuleViolation if such a match is no longer possible.
    """
    seeks = _locked(group, now)
    first = seeks[0]
    control = match_clock.agreed_in({"control": first.control})
    settings = MatchSettings(game=first.game, seats=first.seat_count, options=first.options, control=control)
    table = new_table(first.player, settings, now)
    for seat, one in zip(table.seats, seeks, strict=True):
        seat.player, seat.seek = one.player, one
        shuffle_seeds.put(seat, commitment=_take_commitment(one))
        table.note("joined" if seat.number else "created", seat, player=one.player)
    save_new(table, asked=Asked(rated=first.rated))
    for waiting in group:
        _note_match(waiting, now)
    return table


def _take_commitment(one: Seek) -> str:
    """Take the commitment to a seed for the seek's next match; empty if none is left. The caller locks the row."""
    if not one.seed_commitments:
        return ""
    first, *one.seed_commitments = one.seed_commitments
    one.save(update_fields=["seed_commitments"])
    return str(first)


def _locked(group: Sequence[Waiting], now: datetime) -> list[Seek]:
    """Return the seeks of a group, with row locks on the seeks and their players.

    Raises _Unable for the first that may have no match, _Parted if two players are kept apart by now: a block locks
    both.
    """
    ids = [one.seek.player_id for one in group]
    here = Player.objects.select_for_update(no_key=True).filter(pk__in=ids, is_active=True)
    players = {player.pk: player for player in here.order_by("pk")}
    ties = ties_among(ids)
    if any(ties.part(one, other) for one, other in combinations(ids, 2)):
        raise _Parted
    waiting = Seek.objects.select_for_update().filter(
        pk__in=[one.seek.pk for one in group], looking_since__isnull=False
    )
    still = set(waiting.order_by("pk").values_list("pk", flat=True))
    for one in group:
        if one.seek.pk not in still or one.seek.player_id not in players:
            raise _Unable(one.seek)
        one.seek.player = players[one.seek.player_id]
        if not _is_able(one.seek, len(one.going), now):
            raise _Unable(one.seek)
    return [one.seek for one in group]


def _note_match(one: Waiting, now: datetime) -> None:
    """End a seek that has found its match. A standing one comes behind all others, or rests if it has enough."""
    found = Seek.objects.filter(pk=one.seek.pk)
    if one.seek.keep_going is None:
        end_seeks(found, Ending.MATCHED, now)
    else:
        found.update(looking_since=now if len(one.going) + 1 < one.seek.keep_going else None)
