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
    """The player at the wanted seat."""
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
    """Return the offer of a rematch; None if a block or kid mode separates the player from its author."""
    author, player = to.row.player_id, to.seat.player_id
    apart = author and player and are_apart(author, [player])
    return None if apart else ("rematch", {"rematch": str(to.event.match)})


AROUND: Final = (
    EventKind(
        "exported", "{who} exports the record.", Checked, description="The staff exported the record of the match."
    ),
    EventKind(
        "verified",
        "{who} verifies the match: no faults.",
        Checked,
        description="The staff checked the match and found it in order.",
    ),
    EventKind("rematch", "{who} wants to play again.", Rematch, most=3, notify=_rematch),
    EventKind(
        "invited",
        "{who} invites a player: {seat} is reserved.",
        OfInvitation,
        description="The creator invited a player, and the seat is reserved for them.",
        most=50,
        notify_named=("invited", "to"),
    ),
    EventKind(
        "invitation_declined",
        "{who} declines the invitation.",
        InvitationDeclined,
        notify_named=("invitation_declined", "to"),
    ),
    EventKind(
        "invitation_withdrawn",
        "{who} withdraws an invitation.",
        OfInvitation,
        description="The creator withdrew an invitation: the seat is no longer reserved.",
        notify_named=("invitation_withdrawn", "to"),
    ),
    EventKind("terms_offered", "{who} makes a counter-offer.", TermsOffered, notify_named=("terms_offered", "to")),
    EventKind(
        "terms_declined", "{who} declines the counter-offer.", TermsDeclined, notify_named=("terms_declined", "to")
    ),
    EventKind("seat_wanted", "{who} asks for another seat.", SeatWanted, most=10, notify_named=("seat_wanted", "to")),
    EventKind("seat_refused", "{who} stays at {seat}.", SeatRefused, notify_named=("seat_refused", "to")),
    EventKind("moved", "{who} moves to {seat}.", Moved, most=100),
)
