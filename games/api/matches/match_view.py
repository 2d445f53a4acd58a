"""Responses of the API for a match. State leaves the engine through ``observe`` and ``visible`` only."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, TypeVar
from uuid import UUID

import msgspec

from accounts.models import Player
from games import log, match_clock
from games.api.copying import copied
from games.api.matches import catalogue_schemas, feed_view, legal_moves_view, match_schemas
from games.api.matches.match_schemas import MatchView
from games.clock.closures import measure
from games.clock.control import Control
from games.clock.state import Clock
from games.engine.messages import Text, say
from games.models import Match, Seat, Status
from games.offer_rules import End, PauseEnd, Proposal, Undo, offer_of, pause_at
from games.services.matches.clocked_match import late_bots_of

Shape = TypeVar("Shape", bound=msgspec.Struct)


def summary(match: Match, player: Player | None, now: datetime) -> match_schemas.MatchSummary:
    """Return a match without its table, as a player or a client without a token (None) may see it now.

    The caller has prefetched its seats.
    """
    loaded = log.with_seats(match, list(match.seats.all()))
    return copied(match_schemas.MatchSummary, match, **_summary_fields(loaded, loaded.seat_of(player), now))


def view(loaded: log.Loaded, player: Player | None, now: datetime, rematch: UUID | None = None) -> MatchView:
    """Return a match as a player, or a client without a token (None), may see it now.

    Without its rules there is no table: only the header, the seats and the stored result.
    """
    match, game, state = loaded.match, loaded.game, loaded.state
    seat = loaded.seat_of(player)
    number = None if seat is None else seat.number
    seen = None if state is None else game.observe(state, number)
    last = [] if state is None else log.last_moves(match) if loaded.moves is None else loaded.moves
    return copied(
        MatchView,
        match,
        **_summary_fields(loaded, seat, now),
        server_time=now,
        code=match.code if seat else None,
        you=_you(loaded, seat),
        table=None if seen is None else game.show(seen),
        legal_moves=legal_moves_view.legal_moves(loaded, seat, seen),
        last_moves=feed_view.entries(loaded, last[-match.seat_count * log.LAST_MOVES_A_SEAT :], number),
        rematch=rematch,
    )


def _summary_fields(loaded: log.Loaded, seat: Seat | None, now: datetime) -> dict[str, Any]:
    """Return the fields of a summary that are not attributes of the match."""
    match, sides = loaded.match, loaded.sides
    control = match_clock.control_of(match)
    clock = _clock(match, control)
    is_running = match.status == Status.RUNNING
    banks = [clock.bank(seat) for seat in range(match.seat_count)] if clock and control.has_banks else None
    return {
        "game": _game_name(loaded),
        "has_rules": loaded.has_rules,
        "control": control,
        "control_text": control.full_text,
        "seats": [_seat(one, match, sides[one.number], is_running=is_running) for one in loaded.seats],
        "your_seat": None if seat is None else seat.number,
        "your_turn": seat is not None and legal_moves_view.may_move(loaded, seat),
        "creator": match.creator_id,
        "bank_from": _bank_from(match, clock, banks),
        "closed": [] if seat is None else _closed(match, clock),
        "banks": None if banks is None else [int(seconds) for seconds in banks],
        "pause": _offer(pause_at(match, now), match_schemas.Pause),
        "pause_end_offer": _offer(offer_of(match, PauseEnd), match_schemas.PauseEndOffer),
        "end_offer": _offer(offer_of(match, End), match_schemas.EndOffer),
        "undo_offer": _offer(offer_of(match, Undo), match_schemas.UndoOffer),
        "seconds_left": _seconds_left(match, clock, now),
        "totals": _totals(loaded),
        "result": match_schemas.MatchResult(**match.result) if match.result else None,
        "late_bots": late_bots_of(match),
        "rematch_of": match.rematch_of_id,
        "deal_of": match.deal_of_id,
    }


def _clock(match: Match, control: Control) -> Clock | None:
    """Return the clock of a match if it tells more than the header: of banks, and of closed times."""
    tells_more = control.has_banks or (control.honours and match.due_at is not None)
    is_over = match.status in (Status.FINISHED, Status.CANCELLED)
    return match_clock.clock_of(match) if tells_more and not is_over else None


def _seconds_left(match: Match, clock: Clock | None, now: datetime) -> int | None:
    """Return the seconds that the seat to act has left, also while the match is paused; None if no time runs."""
    left = match.time_left
    if match.due_at is not None:
        left = measure(clock.closed if clock else (), now, match.due_at)
    return None if left is None else int(left.total_seconds())


def _offer(offer: Proposal | None, shape: type[Shape]) -> Shape | None:
    """Return an offer as players see it, or None without one."""
    return None if offer is None else msgspec.convert(msgspec.to_builtins(offer), shape)


def _bank_from(match: Match, clock: Clock | None, banks: list[float] | None) -> datetime | None:
    if clock is None or banks is None or match.due_at is None or match.to_act is None:
        return None
    return clock.before(match.due_at, timedelta(seconds=banks[match.to_act]))


def _closed(match: Match, clock: Clock | None) -> list[match_schemas.ClosedTime]:
    """Return the times until the deadline that do not count for the present turn."""
    due_at = match.due_at
    if clock is None or due_at is None:
        return []
    return [
        match_schemas.ClosedTime(
            begins=begins, ends=ends, vacation=any(one.begins <= begins < one.ends for one in clock.vacations)
        )
        for begins, ends in clock.closed
        if begins < due_at
    ]


def _game_name(loaded: log.Loaded) -> catalogue_schemas.GameName:
    game = loaded.game
    if not loaded.has_rules:
        return catalogue_schemas.GameName(key=loaded.match.game, name=loaded.match.game, direction=None)
    return catalogue_schemas.GameName(key=game.key, name=game.name, direction=game.direction.value)


def _totals(loaded: log.Loaded) -> list[int]:
    if loaded.state is not None:
        return list(loaded.game.totals(loaded.state))
    result = loaded.match.result
    return list(result["totals"]) if result else [0] * (max(loaded.sides) + 1)


def _seat(seat: Seat, match: Match, side: int, *, is_running: bool) -> match_schemas.SeatShape:
    person = seat.person
    kind = "player" if seat.player else "bot" if seat.bot else "kept" if person else "free"
    return copied(
        match_schemas.SeatShape,
        seat,
        side=side,
        kind=kind,
        player=seat.player_id,
        reserved_for=person.id if kind == "kept" and person else None,
        name=_name_of(seat),
        avatar=person.avatar if person else None,
        is_bot=bool(person and person.is_bot),
        bot=seat.bot or None,
        missed_turns=seat.missed,
        substitute_from=seat.substitute_from if is_running else None,
        substitute_wanted=seat.substitute_wanted and is_running,
        seed_commitment=seat.seed_commitment or None,
        agrees=seat.agrees_to(match),
    )


def name_of(player: Player) -> Text:
    """Return the shown name of a player, or a text for a player whose account was deleted."""
    return player.shown_name if player.left_at is None else say("player.former")


def _name_of(seat: Seat) -> Text | None:
    if person := seat.person:
        return name_of(person)
    return say(f"bot.name.{seat.bot}") if seat.bot else None


def _you(loaded: log.Loaded, seat: Seat | None) -> match_schemas.You | None:
    if seat is None:
        return None
    creator = loaded.match.creator_id == seat.player_id
    return match_schemas.You(
        seat=seat.number,
        side=loaded.sides[seat.number],
        creator=creator,
        seed=seat.seed,
        seed_commitment=seat.seed_commitment,
    )
