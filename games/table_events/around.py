"""Events that do not change a running match: work of the staff, rematches, invitations, and swaps of seats."""

from __future__ import annotations

from typing import Final
from uuid import UUID

from msgspec import Struct

from games.contact_rules import are_apart
from games.table_events.kind import EventKind, Notice, Reason, Recipient


class Checked(Struct, kw_only=True):
    """The payload of work of the staff that does not change the match."""

    reason: Reason


class Rematch(Struct, kw_only=True):
    """A player has created a rematch."""

    match: UUID
    """The id of the rematch."""


class OfInvitation(Struct, kw_only=True):
    """The payload of an invitation that the creator makes or withdraws."""

    to: UUID
    """The id of the invited player."""


class InvitationDeclined(Struct, kw_only=True):
    """A player declined the invitation: the seat is no longer reserved."""

    to: UUID
    """The player who made the declined invitation."""


class TermsOffered(Struct, kw_only=True):
    """The invited player or the creator made a counter-offer. Only these two see it, in `listInvitations`."""

    to: UUID
    """The player who receives the counter-offer."""


class TermsDeclined(Struct, kw_only=True):
    """A counter-offer was declined or withdrawn. The invitation stays open."""

    to: UUID
    """The other player of the invitation."""


class SeatWanted(Struct, kw_only=True):
    """A player asks another player to swap seats."""

    to: UUID
    """The player who is asked."""
    of_seat: int
    """The seat of that player."""


class SeatRefused(Struct, kw_only=True):
    """A player keeps their seat, and does not swap with the other one."""

    to: UUID
    """The other player of the swap."""


class Moved(Struct, kw_only=True):
    """A player or a bot moved to this seat from another one."""

    from_seat: int
    """The number of the seat before."""


def _rematch(to: Recipient) -> Notice | None:
    """Return the offer of a rematch, but not to a player who is kept apart from its author."""
    author, player = to.row.player_id, to.seat.player_id
    apart = author and player and are_apart(author, [player])
    return None if apart else ("rematch", {"rematch": str(to.event.match)})


AROUND: Final = (
    EventKind(
        type="exported",
        description="The staff exported the record of the match.",
        payload=Checked,
        sentence="{who} exports the record.",
    ),
    EventKind(
        type="verified",
        description="The staff checked the match and found it in order.",
        payload=Checked,
        sentence="{who} verifies the match: no faults.",
    ),
    EventKind(type="rematch", payload=Rematch, sentence="{who} wants to play again.", most=3, notify=_rematch),
    EventKind(
        type="invited",
        description="The creator invited a player, and the seat is reserved for them.",
        payload=OfInvitation,
        sentence="{who} invites a player: {seat} is reserved.",
        most=50,
        notify_named=("invited", "to"),
    ),
    EventKind(
        type="invitation_declined",
        payload=InvitationDeclined,
        sentence="{who} declines the invitation.",
        notify_named=("invitation_declined", "to"),
    ),
    EventKind(
        type="invitation_withdrawn",
        description="The creator withdrew an invitation: the seat is no longer reserved.",
        payload=OfInvitation,
        sentence="{who} withdraws an invitation.",
        notify_named=("invitation_withdrawn", "to"),
    ),
    EventKind(
        type="terms_offered",
        payload=TermsOffered,
        sentence="{who} makes a counter-offer.",
        notify_named=("terms_offered", "to"),
    ),
    EventKind(
        type="terms_declined",
        payload=TermsDeclined,
        sentence="{who} declines the counter-offer.",
        notify_named=("terms_declined", "to"),
    ),
    EventKind(
        type="seat_wanted",
        payload=SeatWanted,
        sentence="{who} asks for another seat.",
        most=10,
        notify_named=("seat_wanted", "to"),
    ),
    EventKind(
        type="seat_refused",
        payload=SeatRefused,
        sentence="{who} stays at {seat}.",
        notify_named=("seat_refused", "to"),
    ),
    EventKind(type="moved", payload=Moved, sentence="{who} moves to {seat}.", most=100),
)
