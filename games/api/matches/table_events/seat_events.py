"""Schemas of the events of seats: swaps before the start, the autopilot, and substitutes."""

from __future__ import annotations

from typing import Literal
from uuid import UUID

from msgspec import UNSET, Struct

from games.api.matches.table_events.reasons import ReasonOfStaff


class MatchSeatWantedEvent(Struct, kw_only=True, tag_field="shape", tag="match_seat_wanted"):
    """A player asks another player to swap seats."""

    type: Literal["seat_wanted"]
    to: UUID
    """The player who is asked."""
    of_seat: int
    """The seat of that player."""


class MatchSeatRefusedEvent(Struct, kw_only=True, tag_field="shape", tag="match_seat_refused"):
    """A player keeps their seat, and does not swap with the other one."""

    type: Literal["seat_refused"]
    to: UUID
    """The other player of the swap."""


class MatchMovedEvent(Struct, kw_only=True, tag_field="shape", tag="match_moved"):
    """A player or a bot moved to this seat from another one."""

    type: Literal["moved"]
    from_seat: int
    """The number of the seat before."""


class MatchAutopilotOnEvent(Struct, kw_only=True, tag_field="shape", tag="match_autopilot_on"):
    """The server moves for a player from now on: they missed three turns in a row, or the staff decided so."""

    type: Literal["autopilot_on"]
    reason: ReasonOfStaff = UNSET


class MatchAutopilotOffEvent(Struct, kw_only=True, tag_field="shape", tag="match_autopilot_off"):
    """The player moves again, and the autopilot is off."""

    type: Literal["autopilot_off"]
    reason: ReasonOfStaff = UNSET


class MatchSubstituteWantedEvent(Struct, kw_only=True, tag_field="shape", tag="match_substitute_wanted"):
    """A player was on autopilot for the agreed time: the seat opens to substitutes."""

    type: Literal["substitute_wanted"]


class MatchSubstitutedEvent(Struct, kw_only=True, tag_field="shape", tag="match_substituted"):
    """A substitute took the seat of an absent player, for good."""

    type: Literal["substituted"]
    player: UUID
    """The player who sits there from now on."""
    in_place_of: UUID
    """The player who lost the seat."""
