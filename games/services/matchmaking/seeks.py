"""Seeks: players who want the same match find each other. The longest waiting comes first.

A seek is a row with the time of its next check: soon after it is made, when one of its matches is over, and every few
minutes. Meanwhile its player may return from a vacation, or have room for another match. Each check is about one seek:
earlier checks have found all matches without that seek.

Only one transaction at a time matches seeks with the same terms (``_alone``). Otherwise two seeks made at the same
moment would not see each other, and both would wait. Locks are taken in one order: the terms, players by their ids,
seeks by theirs. A transaction that changes a seek without the lock of its player takes no other lock.
"""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import combinations
from typing import Any, Final
from uuid import UUID

import msgspec
import structlog
from django.db import connection, transaction

from accounts.models import AccountDeletion, Player
from accounts.services import staying
from games import match_clock
from games.clock.control import Control
from games.contact_rules import Ties, ties_among
from games.engine.catalogue import GAMES
from games.engine.messages import say
from games.engine.violations import RuleViolation
from games.models import Match, Sanction, Seat, Seek, Status, Visibility
from games.rating_model import NEWCOMER
from games.services.dispatch import outages
from games.services.dispatch.dispatch import look_at_seek_after_commit
from games.services.errors import DomainError
from games.services.limits import must_have_room, must_have_room_at_address, must_have_room_for_seek
from games.services.matches import entry_requirements, shuffle_seeds
from games.services.matches.entry_requirements import NOTHING, Asked
from games.services.matches.locked_match import LockedMatch
from games.services.matchmaking import lobby
from games.services.ratings.match_summary import pool_of
from games.services.ratings.ratings import beliefs
from games.services.ratings.reliability import shares_of
from games.services.sanctions import must_be_allowed
from games.services.turns.availability import must_be_here

logger = structlog.get_logger(__name__)

SHORTEST: Final = timedelta(minutes=1)
LONGEST: Final = timedelta(days=30)
USUAL: Final = timedelta(days=1)
"""The least, the greatest and the default time for which a seek lasts."""
MOST_SEEDS: Final = 50
"""The most seeds that a seek may commit to beforehand."""
MOST_GOING: Final = 5
"""The most open matches that a standing seek may maintain."""
AGAIN: Final = timedelta(minutes=10)
"""The time after which a seek is checked again in any case."""

Ending = Seek.Ending
_OPEN: Final = (Status.LOBBY, Status.RUNNING)


@dataclass(frozen=True, kw_only=True)
class SeekSettings:
    """The match that a player looks for, and the terms of the seek."""

    game: str
    seats: int
    options: dict[str, Any]
    control: Control
    keep_going: int | None = None
    """The number of open matches that a standing seek maintains; None: the seek ends with its first match."""
    lasts: timedelta = USUAL
    asked: Asked = NOTHING
    """The requirements: whether the match is rated, and the least reliability of the others."""
    rating_within: int | None = None
    """The most points by which the rating of each other player may differ; None: any number."""
    seed_commitments: tuple[str, ...] = ()
    """Commitments to seeds for the shuffles of its matches. Each match takes the first one left."""
    though_away: bool = False
    """True if the seek stays active while its player is on vacation."""


@dataclass(frozen=True)
class Waiting:
    """A seek that waits for a match, with all data that decide which other seeks fit it."""

    seek: Seek
    going: frozenset[UUID] = field(default=frozenset())
    rating: float = NEWCOMER.mu
    """The rating of its player in the pool of the wanted match."""
    reliability: int | None = None
    """The reliability of its player, in percent; None if unknown."""
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


# --- actions of a player ----------------------------------------------------------------------------------------------


def seek(player: Player, wish: SeekSettings, now: datetime) -> Seek:
    """Start to look for players who want the same match.

    A standing seek commits to a seed for each of its future matches, since a revealed seed cannot be used again.

    Raises DomainError ``bots_not_allowed`` for a bot account, since the other players have not agreed to one;
    ``not_rated`` for a rated match of a player who plays none; ``unknown_game``, ``on_vacation``, ``too_many_matches``,
    ``too_many_seeks``, ``limited``, ``already_seeking`` with the ``seek`` for the same match; RuleViolation
    ``bad_seats``, ``bad_option``; HasLeft.
    """
    with staying(player):
        entry_requirements.must_play_rated(wish.asked, player, now)
        must_be_allowed(player, Sanction.Kind.PUBLIC, now)
        if player.is_bot:
            raise DomainError("bots_not_allowed", say("refused.bots_seek_nobody"))
        must_be_here(player, now, though_away=wish.though_away)
        must_have_room(player)
        must_have_room_for_seek(player)
        match = lobby.new_table(player, _wish_of_match(wish.game, wish.seats, wish.options, wish.control), now).match
        terms = _terms_of(match, wish.control, rated=wish.asked.rated)
        same = Seek.objects.filter(player=player, terms=terms, ended_at=None).values_list("pk", flat=True).first()
        if same is not None:
            raise DomainError("already_seeking", say("refused.already_seeking"), seek=str(same))
        made = Seek.objects.create(
            player=player,
            game=match.game,
            seat_count=match.seat_count,
            options=match.options,
            control=msgspec.to_builtins(wish.control),
            terms=terms,
            rated=wish.asked.rated,
            rating_within=wish.rating_within,
            least_reliability=wish.asked.least_reliability,
            keep_going=wish.keep_going,
            seed_commitments=list(wish.seed_commitments),
            though_away=wish.though_away,
            created_at=now,
            expires_at=now + wish.lasts,
            looking_since=now,
            wake_at=now,
        )
        look_at_seek_after_commit(made.pk)
    return made


def _terms_of(match: Match, control: Control, *, rated: bool) -> str:
    """Return a digest of all terms that players of a match must share.

    Defaults are left out, so that a new option in a later release does not separate old and new seeks.
    """
    usual = GAMES[match.game].read_options({}, match.seat_count)
    other = {name: value for name, value in match.options.items() if value != usual.get(name)}
    wanted = [match.game, match.seat_count, other, msgspec.to_builtins(control), *(["rated"] if rated else [])]
    return hashlib.sha256(json.dumps(wanted, sort_keys=True).encode()).hexdigest()


def find(player: Player, seek_id: UUID) -> Seek:
    """Return a seek of a player. Raises DomainError ``not_found``."""
    found = Seek.objects.filter(pk=seek_id, player=player).first()
    if found is None:
        raise DomainError("not_found", say("refused.nothing_here"))
    return found


def withdraw(player: Player, seek_id: UUID, now: datetime) -> Seek:
    """End a seek of a player, and return it. A seek that is over stays unchanged. Raises DomainError ``not_found``."""
    _end(Seek.objects.filter(pk=seek_id, player=player), Ending.WITHDRAWN, now)
    return find(player, seek_id)


def withdraw_all(player: Player, now: datetime) -> None:
    """End all seeks of a player who may no longer seek."""
    _end(Seek.objects.filter(player=player), Ending.WITHDRAWN, now)


def _end(seeks: Any, ending: Seek.Ending, now: datetime) -> None:
    open_ones = seeks.filter(ended_at=None)
    open_ones.update(ended_at=now, ending=ending, looking_since=None, wake_at=None)


# --- matching due seeks -----------------------------------------------------------------------------------------------


def look_at_due(now: datetime, limit: int) -> None:
    """Match all due seeks, at most ``limit``. An error with one does not stop the others."""
    due = Seek.objects.filter(wake_at__lte=now).order_by("wake_at").values_list("pk", flat=True)
    for seek_id in list(due[:limit]):
        try:
            look(seek_id, now)
        except Exception:
            Seek.objects.filter(pk=seek_id, ended_at=None).update(wake_at=now + AGAIN)
            logger.exception("cannot look at a seek", seek=str(seek_id))


def look(seek_id: UUID, now: datetime) -> None:
    """Find as many matches for a seek as it may have now, or end it if its time is up.

    Calling it at any time, or several times, is harmless: if a worker dies, the seek stays due.
    """
    ours = Seek.objects.select_related("player").filter(pk=seek_id, ended_at=None).first()
    if ours is None:
        return
    if ours.expires_at <= now and not outages.is_going_on(now):
        _end(Seek.objects.filter(pk=seek_id), Ending.EXPIRED, now)
        return
    is_new = ours.wake_at == ours.created_at  # checked by ``seek`` just before
    if is_new or _may_look(ours, now):
        while _bring_together(ours, now):
            pass
    # If another action has set ``wake_at`` meanwhile, it stays, and the seek is checked again.
    due = Seek.objects.filter(pk=seek_id, ended_at=None, wake_at=ours.wake_at)
    due.update(wake_at=min(ours.expires_at, now + AGAIN))


def _may_look(ours: Seek, now: datetime) -> bool:
    """Return whether a seek may have another match. Make it wait for others, or rest."""
    with _alone(ours.terms):  # without it, the seek could find its last match just after the count
        if _is_able(ours, len(_going([ours])[ours.pk]), now):
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
        must_be_here(one.player, now, though_away=one.though_away)
        must_have_room(one.player)
        must_have_room_at_address(one.player)
    except DomainError:
        return False
    return True


def _rest(one: Seek) -> None:
    """Hide a seek until its next check. It then comes behind all waiting seeks."""
    Seek.objects.filter(pk=one.pk).update(looking_since=None)


def _going(seeks: Iterable[Seek]) -> dict[UUID, set[UUID]]:
    """Return the open matches of the given seeks, in one query."""
    seats = Seat.objects.filter(seek__in=[one.pk for one in seeks], resigned=False, match__status__in=_OPEN)
    going: dict[UUID, set[UUID]] = defaultdict(set)
    for seek_id, match_id in seats.values_list("seek_id", "match_id"):
        going[seek_id].add(match_id)
    return going


# --- forming groups ---------------------------------------------------------------------------------------------------


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
            group = _first_group(ours, now)
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
        _end(Seek.objects.filter(pk=ours.pk), Ending.EXPIRED, now)
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


def _first_group(ours: Seek, now: datetime) -> list[Waiting]:
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
    going, ties = _going(seeks), ties_among(players)
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


def _begin(group: Sequence[Waiting], now: datetime) -> LockedMatch:
    """Create the match of a group. It is private and starts by itself. Its creator is the longest waiting player.

    Raises _Unable; DomainError, RuleViolation if such a match is no longer possible.
    """
    seeks = _locked(group, now)
    first = seeks[0]
    control = match_clock.agreed_in({"control": first.control})
    table = lobby.new_table(first.player, _wish_of_match(first.game, first.seat_count, first.options, control), now)
    for seat, one in zip(table.seats, seeks, strict=True):
        seat.player, seat.seek = one.player, one
        shuffle_seeds.put(seat, commitment=_take_commitment(one))
        table.note("joined" if seat.number else "created", seat, player=one.player)
    lobby.save_new(table, asked=Asked(rated=first.rated))
    for waiting in group:
        _note_match(waiting, now)
    return table


def _take_commitment(one: Seek) -> str:
    """Take the commitment to a seed for the next match of a locked seek; empty if none is left."""
    if not one.seed_commitments:
        return ""
    first, *one.seed_commitments = one.seed_commitments
    one.save(update_fields=["seed_commitments"])
    return str(first)


def _locked(group: Sequence[Waiting], now: datetime) -> list[Seek]:
    """Return the seeks of a group, locked with their players.

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
        _end(found, Ending.MATCHED, now)
    else:
        found.update(looking_since=now if len(one.going) + 1 < one.seek.keep_going else None)


def _wish_of_match(game: str, seats: int, options: dict[str, Any], control: Control) -> lobby.MatchSettings:
    return lobby.MatchSettings(
        game=game,
        seats=seats,
        options=options,
        visibility=Visibility.PRIVATE,
        control=control,
        autostart=True,
        bots={},
    )


# --- deletion ---------------------------------------------------------------------------------------------------------


def forget_with_player(*, departure: AccountDeletion, **signal: object) -> None:
    """Delete the seeks of a deleted account."""
    Seek.objects.filter(player=departure.player).delete()
