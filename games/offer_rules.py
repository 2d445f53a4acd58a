"""Offers of one player to the others: a pause, its early end, an early end of the match, an undo.

Like the clock, an offer follows from rows of the log, and the match stores it. A match has at most one offer at a time.
An agreed pause stays until it is over.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import datetime
from enum import StrEnum
from typing import Any, ClassVar, Final, TypeVar

import msgspec

from games.models import Match, Move, Row, TableEvent


class How(StrEnum):
    """The results with which a match can end early."""

    AS_IT_STANDS = "as_it_stands"
    """The match ends, and its present score is the result."""
    NO_RESULT = "no_result"
    """The match ends as if it had never begun."""


class Proposal(msgspec.Struct, frozen=True, kw_only=True):
    """An offer of one player to the others."""

    offered: ClassVar[str]
    accepted: ClassVar[str]
    declined: ClassVar[str]
    withdrawn: ClassVar[str]
    """The types of the offer's log rows. ``offered`` is also the error code for another offer made meanwhile."""
    begun: ClassVar[str]
    """The type of the row that records that all have agreed."""
    none_offered: ClassVar[str]
    """The error code for an answer when no such offer is open."""
    number: int = 0
    """The version of the log row with the offer. Answers name this version, so that they never reach a later offer."""
    offered_by: int
    """The seat that made the offer."""
    agreed: tuple[int, ...]
    """The seats that have agreed, the one that made the offer first."""

    def is_open(self, now: datetime) -> bool:
        """Return whether players can still answer the offer."""
        return True


class Pause(Proposal, frozen=True, kw_only=True):
    """A pause that is offered or running."""

    offered, accepted = "pause_offered", "pause_accepted"
    declined, withdrawn, begun = "pause_declined", "pause_withdrawn", "paused"
    none_offered = "no_pause_offered"
    until: datetime
    """The end of the pause. An offer lapses at the same time."""

    def is_open(self, now: datetime) -> bool:
        """Return whether the pause has not ended. Until then, players can answer its offer."""
        return self.until > now


class End(Proposal, frozen=True, kw_only=True):
    """An offer to end the match early."""

    offered, accepted = "end_offered", "end_accepted"
    declined, withdrawn, begun = "end_declined", "end_withdrawn", "finished"
    none_offered = "no_end_offered"
    how: How


class Undo(Proposal, frozen=True, kw_only=True):
    """An offer to take back a move of the player who made it."""

    offered, accepted = "undo_offered", "undo_accepted"
    declined, withdrawn, begun = "undo_declined", "undo_withdrawn", "undone"
    none_offered = "no_undo_offered"
    version: int
    """The version of the log row with the move to take back. The next move ends the offer."""


class PauseEnd(Proposal, frozen=True, kw_only=True):
    """An offer to end a running pause early."""

    offered, accepted = "pause_end_offered", "pause_end_accepted"
    declined, withdrawn, begun = "pause_end_declined", "pause_end_withdrawn", "resumed"
    none_offered = "no_pause_end_offered"
    pause: Pause
    """The running pause, which continues if the others decline."""

    def is_open(self, now: datetime) -> bool:
        """Return whether players can still answer the offer to end the pause. The end of the pause ends the offer."""
        return self.pause.is_open(now)


Kind = TypeVar("Kind", bound=Proposal)

PROPOSALS: Final = (Pause, PauseEnd, End, Undo)
"""All kinds of offers. During a pause, players can only offer its early end."""
_OFFERED: Final = {kind.offered: kind for kind in PROPOSALS}
_ACCEPTED: Final = {kind.accepted for kind in PROPOSALS}
_ENDED: Final = {
    *(ending for kind in (Pause, End, Undo) for ending in (kind.declined, kind.withdrawn)),
    *("undone", "resumed", "finished", "cancelled"),
}
"""Rows after which no offer is left."""


def proposal_of(match: Match) -> Proposal | None:
    """Return the present offer in a match, or its running pause."""
    kept = match.pause
    if not kept:
        return None
    named_by: dict[str, type[Proposal]] = {"how": End, "version": Undo, "pause": PauseEnd}
    return msgspec.convert(kept, next((kind for field, kind in named_by.items() if field in kept), Pause))


def pause_of(match: Match) -> Pause | None:
    """Return the offered or running pause of a match."""
    end = offer_of(match, PauseEnd)
    return end.pause if end else offer_of(match, Pause)


def pause_at(match: Match, now: datetime) -> Pause | None:
    """Return the running pause of a match, or an offered one that players can still answer."""
    pause = pause_of(match)
    return pause if pause and (match.paused_at is not None or pause.is_open(now)) else None


def offer_of(match: Match, kind: type[Kind]) -> Kind | None:
    """Return the present offer of a kind in a match, or None."""
    proposal = proposal_of(match)
    return proposal if isinstance(proposal, kind) else None


def to_keep(proposal: Proposal | None) -> dict[str, Any] | None:
    """Return the JSON form in which an offer is stored."""
    return None if proposal is None else msgspec.json.decode(msgspec.json.encode(proposal))


def folded(proposal: Proposal | None, rows: Iterable[Row]) -> Proposal | None:
    """Return an offer after rows of the log, or None if it has ended."""
    for row in rows:
        if isinstance(row, TableEvent):
            proposal = _after(proposal, row)
        elif isinstance(row, Move) and isinstance(proposal, Undo):
            proposal = None
    return proposal


def _after(proposal: Proposal | None, row: TableEvent) -> Proposal | None:
    kind = _OFFERED.get(row.type)
    if kind is not None and row.seat is not None and (kind is not PauseEnd or isinstance(proposal, Pause)):
        made = {"number": row.version, "offered_by": row.seat, "agreed": (row.seat,)}
        of_pause = {"pause": proposal} if kind is PauseEnd else {}
        return msgspec.convert(json.loads(row.data) | made | of_pause, kind)
    if row.type in _ACCEPTED and proposal and row.seat is not None:
        return msgspec.structs.replace(proposal, agreed=(*proposal.agreed, row.seat))
    if row.type == "substituted" and proposal and row.seat in proposal.agreed:  # a substitute has agreed to nothing
        agreed = tuple(seat for seat in proposal.agreed if seat != row.seat)
        return None if row.seat == proposal.offered_by else msgspec.structs.replace(proposal, agreed=agreed)
    if row.type in (PauseEnd.declined, PauseEnd.withdrawn) and isinstance(proposal, PauseEnd):
        return proposal.pause
    if row.type == "paused":
        return proposal if "until" in json.loads(row.data) else None  # a pause by the staff has no end
    return None if row.type in _ENDED else proposal
