"""Schemas of the events around the table in the feed: rows of ``TableEvent``, with ``shape``."""

from __future__ import annotations

from typing import Annotated, Literal
from uuid import UUID

from msgspec import UNSET, Meta, Struct, UnsetType

from chkobba_api.rest.schema import Moment
from games.api.matches.match_schemas import LateBots
from games.api.matches.options_schema import AgreedOptions
from games.clock.controls import AnyControl

Reason = Annotated[str, Meta(description="The reason of the staff, in plain words; empty if the players agreed on it.")]
ReasonOfStaff = Annotated[
    str | UnsetType, Meta(description="The reason of the staff, in plain words; left out if the staff did not do it.")
]


class MatchCreatedEvent(Struct, kw_only=True, tag_field="shape", tag="match_created"):
    """The match was created; `seat` of the entry is the creator's."""

    type: Literal["created"]
    late_bots: LateBots | UnsetType = UNSET
    """The time at which bots take the free seats and the match starts; left out for never."""
    substitutes_after: int | UnsetType = UNSET
    """Seconds on autopilot after which a player's seat opens to substitutes; left out for never."""
    bot_accounts: bool | UnsetType = UNSET
    """True: bot accounts may join. Left out: they may not."""


class MatchJoinedEvent(Struct, kw_only=True, tag_field="shape", tag="match_joined"):
    """A player joined the match."""

    type: Literal["joined"]


class MatchLeftEvent(Struct, kw_only=True, tag_field="shape", tag="match_left"):
    """A player left the match before its start."""

    type: Literal["left"]


class MatchBotJoinedEvent(Struct, kw_only=True, tag_field="shape", tag="match_bot_joined"):
    """A bot took a seat: the creator or the clock added it, or the staff gave it the seat of a player."""

    type: Literal["bot_joined"]
    level: str
    """The level of the bot."""
    reason: ReasonOfStaff = UNSET


class MatchBotLeftEvent(Struct, kw_only=True, tag_field="shape", tag="match_bot_left"):
    """A bot left its seat: for the creator, for a player who joined, or because the staff gave the seat back."""

    type: Literal["bot_left"]
    level: str | None
    """Null: there is no bot any more."""
    reason: ReasonOfStaff = UNSET


class MatchChangedEvent(Struct, kw_only=True, tag_field="shape", tag="match_changed"):
    """The creator changed the match. The fields that are there are new."""

    type: Literal["changed"]
    options: AgreedOptions | UnsetType = UNSET
    """The new value of every option."""
    visibility: Literal["public", "private"] | UnsetType = UNSET
    """The players who can find the match."""
    control: AnyControl | UnsetType = UNSET
    """The new time control."""
    turn_seconds: int | UnsetType = UNSET
    """Seconds that a first move may take."""
    autostart: bool | UnsetType = UNSET
    """True: the match starts by itself when the last seat is taken."""
    late_bots: LateBots | UnsetType | None = UNSET
    """The time at which bots take the free seats and the match starts; null: never."""
    substitutes_after: int | UnsetType | None = UNSET
    """Seconds on autopilot after which a player's seat opens to substitutes; null: never."""
    bot_accounts: bool | UnsetType = UNSET
    """True: bot accounts may join."""


class MatchTermsAgreedEvent(Struct, kw_only=True, tag_field="shape", tag="match_terms_agreed"):
    """A player agreed to the changed terms."""

    type: Literal["terms_agreed"]


class MatchSeedAddedEvent(Struct, kw_only=True, tag_field="shape", tag="match_seed_added"):
    """A player added a seed to the shuffle."""

    type: Literal["seed_added"]


class MatchSeedCommittedEvent(Struct, kw_only=True, tag_field="shape", tag="match_seed_committed"):
    """A player committed to a seed, to reveal it later."""

    type: Literal["seed_committed"]
    commitment: str
    """The SHA-256 of the seed."""


class MatchSealedEvent(Struct, kw_only=True, tag_field="shape", tag="match_sealed"):
    """Every seat is taken. Seeds and commitments are final, and the server waits for players to reveal their seeds."""

    type: Literal["sealed"]
    commitments: list[str]
    """The commitment of each seat; an empty text for none."""
    seeds: list[str]
    """The plain seed of each seat; an empty text for none."""
    until: Moment
    """The deadline for players to reveal their seeds."""


class MatchSeedToldEvent(Struct, kw_only=True, tag_field="shape", tag="match_seed_told"):
    """A player revealed the seed of a commitment."""

    type: Literal["seed_told"]
    seed: str
    """The seed of the player."""


class MatchSeedKeptBackEvent(Struct, kw_only=True, tag_field="shape", tag="match_seed_kept_back"):
    """A player did not reveal their seed in time. It does not count for the shuffle."""

    type: Literal["seed_kept_back"]


class StartedSeat(Struct, kw_only=True):
    """The player or bot on a seat at the first deal."""

    player: UUID | None
    """The player; null for a bot."""
    bot: str
    """The level of the bot; an empty text for a player."""


class StartedDealerFrom(Struct, kw_only=True):
    """The previous match, and the seat there that was to deal next."""

    match: UUID
    """The id of the previous match."""
    seat: int
    """The seat there that was to deal next."""


class MatchStartedEvent(Struct, kw_only=True, tag_field="shape", tag="match_started"):
    """The match has started; the first deal follows."""

    type: Literal["started"]
    dealer: int
    """The seat that deals first."""
    options: AgreedOptions
    """The agreed value of every option."""
    control: AnyControl
    """The agreed time control."""
    turn_seconds: int
    """Seconds that a first move may take."""
    seats: list[StartedSeat]
    """The players and bots, by seat."""
    seeds: list[str]
    """The seed of each seat; an empty text for none."""
    dealer_from: StartedDealerFrom | UnsetType = UNSET
    """The previous match, if it names the first dealer; else left out."""
    deal_of: UUID | UnsetType = UNSET
    """The match whose cards are dealt again (`playDealAgain`); else left out."""
    substitutes_after: int | UnsetType = UNSET
    """Seconds on autopilot after which a player's seat opens to substitutes; left out for never."""
    bot_accounts: bool | UnsetType = UNSET
    """True: bot accounts may join. Left out: they may not."""
    rated: bool | UnsetType = UNSET
    """True: the match changes ratings (docs/ratings.md). Left out: it does not."""
    undo: bool | UnsetType = UNSET
    """False: a match that is not rated allows no undo. Else left out."""
    hints: bool | UnsetType = UNSET
    """True: the player to move can ask for a hint. False: they cannot. Left out: only if all others are bots."""


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


class MatchResignedEvent(Struct, kw_only=True, tag_field="shape", tag="match_resigned"):
    """A player resigned from the match."""

    type: Literal["resigned"]


class MatchFinishedEvent(Struct, kw_only=True, tag_field="shape", tag="match_finished"):
    """The match is over."""

    type: Literal["finished"]
    reason: Literal["played", "resigned", "agreed"]
    """`resigned`: the others gave up before the game was over. `agreed`: all agreed to end it as it stood."""
    winner: int | None
    """The winning side; null for a draw."""
    places: list[int]
    """The place of each side."""
    totals: list[int]
    """The points of each side."""


class MatchCancelledEvent(Struct, kw_only=True, tag_field="shape", tag="match_cancelled"):
    """The match never started, the staff cancelled it, or all players agreed on no result."""

    type: Literal["cancelled"]
    reason: ReasonOfStaff = UNSET
    agreed: bool | UnsetType = UNSET
    """True: the players agreed on it. Else left out."""
    continued_in: UUID | UnsetType = UNSET
    """The match that replaces this one after an accepted counter-offer; otherwise left out."""


class MatchExtendedEvent(Struct, kw_only=True, tag_field="shape", tag="match_extended"):
    """The staff gave the seat more time."""

    type: Literal["extended"]
    reason: Reason
    due_at: Moment
    """The new deadline of the seat."""


class MatchClosedHoursEvent(Struct, kw_only=True, tag_field="shape", tag="match_closed_hours"):
    """Some time does not count for the turn of a seat, by its player's calendar or vacations."""

    type: Literal["closed_hours"]
    seconds_left: float
    """Seconds that the turn has left, not counting closed times."""
    closed: list[Annotated[list[Moment], Meta(min_length=2, max_length=2)]] | UnsetType = UNSET
    """The closed times from then on, until some days after the deadline. Each has its first moment, and the first one
    after it. Only players at the table see them."""
    vacations: list[Annotated[list[Moment], Meta(min_length=2, max_length=2)]] | UnsetType = UNSET
    """The part of `closed` that is vacation. Only players at the table see it."""


class MatchPauseOfferedEvent(Struct, kw_only=True, tag_field="shape", tag="match_pause_offered"):
    """A player offers the others a pause."""

    type: Literal["pause_offered"]
    until: Moment
    """When the match would resume."""


class MatchPauseAcceptedEvent(Struct, kw_only=True, tag_field="shape", tag="match_pause_accepted"):
    """A player accepts the offered pause."""

    type: Literal["pause_accepted"]


class MatchPauseDeclinedEvent(Struct, kw_only=True, tag_field="shape", tag="match_pause_declined"):
    """A player declines the offered pause."""

    type: Literal["pause_declined"]
    offered_by: int
    """The seat that made the offer."""


class MatchPauseWithdrawnEvent(Struct, kw_only=True, tag_field="shape", tag="match_pause_withdrawn"):
    """A player withdraws their offer of a pause."""

    type: Literal["pause_withdrawn"]


class MatchPauseEndOfferedEvent(Struct, kw_only=True, tag_field="shape", tag="match_pause_end_offered"):
    """A player offers the others to end the pause at once."""

    type: Literal["pause_end_offered"]


class MatchPauseEndAcceptedEvent(Struct, kw_only=True, tag_field="shape", tag="match_pause_end_accepted"):
    """A player agrees to end the pause at once."""

    type: Literal["pause_end_accepted"]


class MatchPauseEndDeclinedEvent(Struct, kw_only=True, tag_field="shape", tag="match_pause_end_declined"):
    """A player declines to end the pause: it goes on."""

    type: Literal["pause_end_declined"]
    offered_by: int
    """The seat that made the offer."""


class MatchPauseEndWithdrawnEvent(Struct, kw_only=True, tag_field="shape", tag="match_pause_end_withdrawn"):
    """A player withdraws their offer to end the pause."""

    type: Literal["pause_end_withdrawn"]


class MatchEndOfferedEvent(Struct, kw_only=True, tag_field="shape", tag="match_end_offered"):
    """A player offers the others to end the match now."""

    type: Literal["end_offered"]
    how: Literal["as_it_stands", "no_result"]
    """`as_it_stands`: with the places that follow from the score so far. `no_result`: without a result."""


class MatchEndAcceptedEvent(Struct, kw_only=True, tag_field="shape", tag="match_end_accepted"):
    """A player accepts the early end of the match."""

    type: Literal["end_accepted"]


class MatchEndDeclinedEvent(Struct, kw_only=True, tag_field="shape", tag="match_end_declined"):
    """A player declines the early end of the match."""

    type: Literal["end_declined"]
    offered_by: int
    """The seat that made the offer."""


class MatchEndWithdrawnEvent(Struct, kw_only=True, tag_field="shape", tag="match_end_withdrawn"):
    """A player withdraws their offer to end the match."""

    type: Literal["end_withdrawn"]


class MatchUndoOfferedEvent(Struct, kw_only=True, tag_field="shape", tag="match_undo_offered"):
    """A player asks the others to undo their last move."""

    type: Literal["undo_offered"]
    version: int
    """The version of the entry with the move."""


class MatchUndoAcceptedEvent(Struct, kw_only=True, tag_field="shape", tag="match_undo_accepted"):
    """A player accepts the undo of a move."""

    type: Literal["undo_accepted"]


class MatchUndoDeclinedEvent(Struct, kw_only=True, tag_field="shape", tag="match_undo_declined"):
    """A player declines the undo of a move."""

    type: Literal["undo_declined"]
    offered_by: int
    """The seat that asked for the undo."""


class MatchUndoWithdrawnEvent(Struct, kw_only=True, tag_field="shape", tag="match_undo_withdrawn"):
    """A player withdraws their request for an undo."""

    type: Literal["undo_withdrawn"]


class MatchUndoneEvent(Struct, kw_only=True, tag_field="shape", tag="match_undone"):
    """A move was undone, as all agreed: the table is as before it, and the seat moves again."""

    type: Literal["undone"]
    version: int
    """The version of the entry with the move that no longer counts."""


class MatchHintAskedEvent(Struct, kw_only=True, tag_field="shape", tag="match_hint_asked"):
    """The player to move has asked for a hint (`requestHint`). Nothing has changed on the table."""

    type: Literal["hint_asked"]


class MatchPausedEvent(Struct, kw_only=True, tag_field="shape", tag="match_paused"):
    """The match is paused, by the staff or by agreement: no player can move, and no time runs."""

    type: Literal["paused"]
    reason: Reason
    until: Moment | UnsetType = UNSET
    """When a pause by agreement ends by itself. Left out in a pause of the staff."""
    seconds_left: float | None
    """Seconds that the seat to act has left; null if no time ran."""


class MatchResumedEvent(Struct, kw_only=True, tag_field="shape", tag="match_resumed"):
    """The match resumes: the pause is over, the staff has ended it, or all have agreed to end it."""

    type: Literal["resumed"]
    reason: Reason


class MatchExportedEvent(Struct, kw_only=True, tag_field="shape", tag="match_exported"):
    """The staff exported the record of the match."""

    type: Literal["exported"]
    reason: Reason


class MatchVerifiedEvent(Struct, kw_only=True, tag_field="shape", tag="match_verified"):
    """The staff checked the match and found it in order."""

    type: Literal["verified"]
    reason: Reason


class MatchRematchEvent(Struct, kw_only=True, tag_field="shape", tag="match_rematch"):
    """A player has created a rematch."""

    type: Literal["rematch"]
    match: UUID
    """The id of the rematch."""


class MatchInvitedEvent(Struct, kw_only=True, tag_field="shape", tag="match_invited"):
    """The creator invited a player, and the seat is reserved for them."""

    type: Literal["invited"]
    to: UUID
    """The id of the invited player."""


class MatchInvitationDeclinedEvent(Struct, kw_only=True, tag_field="shape", tag="match_invitation_declined"):
    """A player declined the invitation: the seat is no longer reserved."""

    type: Literal["invitation_declined"]
    to: UUID
    """The player who invited them."""


class MatchInvitationWithdrawnEvent(Struct, kw_only=True, tag_field="shape", tag="match_invitation_withdrawn"):
    """The creator withdrew an invitation: the seat is no longer reserved."""

    type: Literal["invitation_withdrawn"]
    to: UUID
    """The id of the invited player."""


class MatchTermsOfferedEvent(Struct, kw_only=True, tag_field="shape", tag="match_terms_offered"):
    """The invited player or the creator made a counter-offer. Only these two see it, in `listInvitations`."""

    type: Literal["terms_offered"]
    to: UUID
    """The player who receives the counter-offer."""


class MatchTermsDeclinedEvent(Struct, kw_only=True, tag_field="shape", tag="match_terms_declined"):
    """A counter-offer was declined or withdrawn. The invitation stays open."""

    type: Literal["terms_declined"]
    to: UUID
    """The other player of the invitation."""


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


MatchEvent = (
    MatchCreatedEvent
    | MatchJoinedEvent
    | MatchLeftEvent
    | MatchBotJoinedEvent
    | MatchBotLeftEvent
    | MatchChangedEvent
    | MatchTermsAgreedEvent
    | MatchSeedAddedEvent
    | MatchSeedCommittedEvent
    | MatchSealedEvent
    | MatchSeedToldEvent
    | MatchSeedKeptBackEvent
    | MatchStartedEvent
    | MatchAutopilotOnEvent
    | MatchAutopilotOffEvent
    | MatchSubstituteWantedEvent
    | MatchSubstitutedEvent
    | MatchResignedEvent
    | MatchFinishedEvent
    | MatchCancelledEvent
    | MatchExtendedEvent
    | MatchClosedHoursEvent
    | MatchPauseOfferedEvent
    | MatchPauseAcceptedEvent
    | MatchPauseDeclinedEvent
    | MatchPauseWithdrawnEvent
    | MatchPauseEndOfferedEvent
    | MatchPauseEndAcceptedEvent
    | MatchPauseEndDeclinedEvent
    | MatchPauseEndWithdrawnEvent
    | MatchEndOfferedEvent
    | MatchEndAcceptedEvent
    | MatchEndDeclinedEvent
    | MatchEndWithdrawnEvent
    | MatchUndoOfferedEvent
    | MatchUndoAcceptedEvent
    | MatchUndoDeclinedEvent
    | MatchUndoWithdrawnEvent
    | MatchUndoneEvent
    | MatchHintAskedEvent
    | MatchPausedEvent
    | MatchResumedEvent
    | MatchExportedEvent
    | MatchVerifiedEvent
    | MatchRematchEvent
    | MatchInvitedEvent
    | MatchInvitationDeclinedEvent
    | MatchInvitationWithdrawnEvent
    | MatchTermsOfferedEvent
    | MatchTermsDeclinedEvent
    | MatchSeatWantedEvent
    | MatchSeatRefusedEvent
    | MatchMovedEvent
)
