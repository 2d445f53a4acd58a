"""Joining a match, agreeing to its changed terms, and leaving it."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from accounts.models import Player
from accounts.services import staying
from chkobba_api.errors import DomainError, never_raises
from chkobba_api.ids import typed_code
from games import log
from games.engine.messages import say
from games.models import Match, Seat, Status
from games.selectors import may_see
from games.services.limits import must_have_room
from games.services.matches import entry_requirements, shuffle_seeds
from games.services.matches.locked_match import LockedMatch, as_table, locked_match, not_found
from games.services.matches.permissions import (
    must_be_admitted,
    must_be_in_lobby,
    must_be_open,
    must_be_welcome,
    must_belong,
    not_in_lobby,
    seat_for,
    seat_numbered,
)
from games.services.matchmaking import substitutes
from games.services.matchmaking.lobby.lobby_bots import put_bot
from games.services.matchmaking.lobby.match_cancellation import call_off
from games.services.turns.availability import must_be_here


def join(
    match_id: UUID,
    player: Player,
    now: datetime,
    *,
    seat: int | None = None,
    seed: str = "",
    seed_commitment: str = "",
    despite_vacation: bool = False,
    terms_version: int | None = None,
) -> LockedMatch:
    """Join a public match, or one with a seat reserved for the player.

    ``terms_version`` names the terms that the player has read. Without it, they agree to the present terms.

    Raises DomainError ``not_found``, ``not_in_lobby``, ``terms_changed``, ``already_seated``, ``no_such_seat``,
    ``seat_taken``, ``match_full``, ``too_many_matches``, ``on_vacation``, ``bots_not_allowed``, ``not_rated``,
    ``not_reliable_enough``, ``not_a_member``.
    """
    with staying(player), locked_match(match_id, now) as table:
        if not may_see(table, player):
            raise not_found()
        must_be_here(player, now, despite_vacation=despite_vacation)
        sit_down(table, player, seat, seed, seed_commitment, terms_version)
    return table


@never_raises("not_found")  # a code that belongs to no match is wrong
def join_by_code(
    code: str,
    player: Player,
    now: datetime,
    *,
    seat: int | None = None,
    seed: str = "",
    seed_commitment: str = "",
    despite_vacation: bool = False,
    substitute: bool = False,
    terms_version: int | None = None,
    dry_run: bool = False,
) -> LockedMatch:
    """Join the match with a room code, in any case, with or without spaces and dashes.

    With ``substitute``, take an open seat of a running match: the code is an invitation. With ``dry_run`` nothing
    changes: the player reads the terms before deciding.

    Raises DomainError ``wrong_code`` for an unknown code, ``already_seated`` with the id of the match for its players,
    also after the start, ``not_in_lobby`` with ``substitute_wanted``, ``join_refused`` if a player at the table is kept
    apart from the player, and as ``join`` and ``substitutes.take_seat`` do.
    """
    found = Match.objects.filter(code=typed_code(code)).values_list("pk", "status").first()
    if found is None:
        raise DomainError("wrong_code", say("refused.wrong_code"))
    match_id, status = found
    if Seat.objects.filter(match=match_id, player=player).exists():
        raise DomainError("already_seated", say("refused.already_seated"), match=str(match_id))
    if status == Status.RUNNING and substitute and not dry_run:
        with staying(player), locked_match(match_id, now) as table:
            substitutes.sit_in(table, player, seat, despite_vacation=despite_vacation)
        return table
    if status != Status.LOBBY:
        refused = not_in_lobby(status)
        refused.fields["substitute_wanted"] = Seat.objects.filter(match=match_id, substitute_wanted=True).exists()
        raise refused
    if dry_run:
        table = as_table(log.load(Match.objects.get(pk=match_id)), now)
        must_belong(table.match, player)
        must_be_welcome(table, player)
        return table
    with staying(player), locked_match(match_id, now) as table:
        must_be_here(player, now, despite_vacation=despite_vacation)
        sit_down(table, player, seat, seed, seed_commitment, terms_version)
    return table


def sit_down(
    table: LockedMatch,
    player: Player,
    number: int | None = None,
    seed: str = "",
    seed_commitment: str = "",
    terms_version: int | None = None,
) -> None:
    """Seat a player on the given or the first free seat. Start the match if it is full. Raises as ``join``."""
    must_be_in_lobby(table)
    if terms_version is not None:
        _must_be_terms(table, terms_version)
    if table.seat_of(player):
        raise DomainError("already_seated", say("refused.already_seated"))
    must_belong(table.match, player)
    must_be_admitted(table, player)
    asked = entry_requirements.asked_at(table.match)
    entry_requirements.must_meet(asked, player, table.now)
    bots_give_way = asked.bots_give_way and table.match.seeds_due_at is None
    seat = _free_seat(table, player, bots_give_way) if number is None else seat_numbered(table, number)
    if bots_give_way and seat.bot and not seat.player:
        put_bot(table, seat, None)
    if not seat.is_free or seat.awaited not in (None, player):
        raise DomainError("seat_taken", say("refused.seat_taken", seat=seat.number), seat=seat.number)
    for kept in [one for one in table.seats if one.reserved_for_id == player.id and one is not seat]:
        kept.reserved_for = None  # a player keeps only one seat
        kept.save(update_fields=["reserved_for"])
    must_have_room(player)
    seat.player, seat.reserved_for, seat.terms_version = player, None, table.match.terms_version
    shuffle_seeds.put(seat, seed=seed, commitment=seed_commitment)
    seat.save(update_fields=["player", "bot", "reserved_for", "seed", "seed_commitment", "terms_version"])
    table.note("joined", seat, player=player)
    shuffle_seeds.begin_if_full(table, player)


def _must_be_terms(table: LockedMatch, version: int) -> None:
    """Raise DomainError ``terms_changed`` if the terms of a match are not those that a player has read."""
    if version != (now := table.match.terms_version):
        raise DomainError("terms_changed", say("refused.terms_changed"), terms_version=now)


def agree_to_terms(match_id: UUID, player: Player, now: datetime, terms_version: int) -> LockedMatch:
    """Agree to terms that the creator has changed. Start the match if it waited only for this.

    Raises DomainError ``not_found``, ``not_seated``, ``not_in_lobby``, ``terms_changed``.
    """
    with locked_match(match_id, now) as table:
        seat = seat_for(table, player)
        must_be_in_lobby(table)
        _must_be_terms(table, terms_version)
        if not seat.agrees_to(table.match):
            seat.terms_version = terms_version
            seat.save(update_fields=["terms_version"])
            table.note("terms_agreed", seat, player=player)
            shuffle_seeds.begin_if_full(table, player)
    return table


def _free_seat(table: LockedMatch, player: Player, bots_give_way: bool) -> Seat:
    """Return the seat reserved for the player, or the first one that is free or that a bot gives up."""
    for wanted in (player, None):
        for seat in table.seats:
            if seat.is_free and seat.awaited == wanted:
                return seat
    if bots_give_way and (bots := [seat for seat in table.seats if seat.bot]):
        return bots[0]
    raise DomainError("match_full", say("refused.match_full"))


def leave(match_id: UUID, player: Player, now: datetime) -> LockedMatch:
    """Leave a lobby, which frees the seat. If the creator leaves, the match is cancelled.

    Raises DomainError ``not_found``, ``not_seated``, ``not_in_lobby``, ``seats_sealed``.
    """
    with locked_match(match_id, now, needs_rules=False) as table:
        seat = seat_for(table, player)
        must_be_in_lobby(table)
        must_be_open(table)
        if table.match.creator_id == player.id:
            call_off(table, player)
        else:
            seat.player = None
            shuffle_seeds.put(seat)
            seat.save(update_fields=["player", "seed", "seed_commitment"])
            table.note("left", seat, player=player)
    return table
