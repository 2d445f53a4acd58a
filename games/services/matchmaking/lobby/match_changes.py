"""Changes that the creator makes to a match before its start."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final
from uuid import UUID

from accounts.models import Player
from accounts.services import staying
from chkobba_api.errors import DomainError
from games import match_clock
from games.clock.control import Control
from games.club_access import club_of
from games.engine.messages import say
from games.services.limits import bots_at, must_have_room_for_bots, must_have_room_for_seed
from games.services.matches import entry_requirements, shuffle_seeds
from games.services.matches.locked_match import LockedMatch, locked_match
from games.services.matches.permissions import must_be_creator_in_lobby
from games.services.matchmaking import substitutes
from games.services.matchmaking.lobby.lobby_bots import plan_late_bots
from games.services.matchmaking.lobby.match_creation import agreed_options
from games.services.sanctions import must_be_allowed_at
from games.table_events.lobby import Changed

_CHOSEN_BY_CLUB: Final = {"options", "control", "visibility", "bot_accounts"}
"""Terms that the creator cannot change if the match was made from a club's preset."""


def change_match(match_id: UUID, player: Player, now: datetime, **wishes: Any) -> LockedMatch:
    """Change a match until it starts.

    ``wishes`` may contain ``options`` (only the changed ones), ``control``, ``visibility``, ``autostart``,
    ``late_bots`` (None: no bots join by themselves), ``substitutes_after`` (None: no seat opens to substitutes),
    ``bot_accounts``, and the creator's own ``seed``.

    Raises DomainError ``not_found``, ``not_creator``, ``not_in_lobby``, ``unknown_bot``, ``bot_cannot_play``,
    ``too_many_bots``, ``too_many_at_address``, ``too_many_seeds``, ``rated_without_bots``, ``chosen_by_club``,
    ``limited``; RuleViolation ``bad_option``; ``invalid``.
    """
    with staying(player), locked_match(match_id, now) as table:
        must_be_creator_in_lobby(table, player)
        if _CHOSEN_BY_CLUB & wishes.keys() and club_of(match_id):
            raise DomainError("chosen_by_club", say("refused.chosen_by_club"))
        must_be_allowed_at(wishes.get("visibility", ""), player, now)
        substitutes.must_be_agreeable(wishes.get("substitutes_after"))
        if "options" in wishes:
            options = {**table.match.options, **wishes["options"]}
            wishes["options"] = agreed_options(table.game, options, table.match.seat_count)
        seed, seat = wishes.pop("seed", None), table.seat_of(player)
        if seed is not None and seat and seed != seat.seed:
            must_have_room_for_seed(player, match_id)
            shuffle_seeds.put(seat, seed=seed)
            seat.save(update_fields=["seed", "seed_commitment"])
            table.note("seed_added", seat, player=player)
        there = {"control": table.clock.control, "late_bots": table.late_bots}
        wishes = {
            name: wish
            for name, wish in wishes.items()
            if wish != (there[name] if name in there else getattr(table.match, name))
        }
        control: Control | None = wishes.pop("control", None)
        terms = _terms_of(table)
        if "late_bots" in wishes:
            if wishes["late_bots"]:
                entry_requirements.must_have_no_bots(entry_requirements.asked_at(table.match))
            before = bots_at(table.match, table.seats)
            wishes["late_bots"] = plan_late_bots(table, wishes["late_bots"])
            must_have_room_for_bots(player, bots_at(table.match, table.seats) - before)
        table.change(**wishes)
        if control is not None:
            table.agree(control)
            wishes |= match_clock.agreement(control)
        if wishes:
            table.note("changed", player=player, event=Changed(**wishes))
        if _terms_of(table) != terms:
            table.change(terms_version=table.rows[-1].version)
        shuffle_seeds.begin_if_full(table, player)
    return table


def _terms_of(table: LockedMatch) -> tuple[Any, ...]:
    """Return the terms that players accept by joining. After a change by the creator the match waits for consent."""
    match = table.match
    return match.options, table.clock.control, match.substitutes_after, match.bot_accounts
