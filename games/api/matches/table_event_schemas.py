"""The shapes of what happens around the table, in the feed: rows of ``TableEvent``, with ``shape``."""

from __future__ import annotations

from typing import Annotated, Literal
from uuid import UUID

from msgspec import UNSET, Meta, Struct, UnsetType

from chkobba_api.rest.schema import Moment
from games.api.matches.match_schemas import LateBots
from games.api.matches.options_schema import AgreedOptions
from games.clock.controls import AnyControl

Reason = Annotated[str, Meta(description="Why the staff did it, in plain words; empty where it was by agreement.")]
ReasonOfStaff = Annotated[
    str | UnsetType, Meta(description="Why the staff did it, in plain words; left out where it was not the staff.")
]


class MatchCreatedEvent(Struct, kw_only=True, tag_field="shape", tag="match_created"):
    """The match was made; `seat` of the entry is its creator's."""

    type: Literal["created"]
    late_bots: LateBots | UnsetType = UNSET
    """When it begins with bots; left out where nobody asked for that."""
    substitutes_after: int | UnsetType = UNSET
    """Seconds on autopilot after which a seat is offered to anybody; left out where none is."""
    bot_accounts: bool | UnsetType = UNSET
    """True where bot accounts may sit down; left out where they may not."""


class MatchJoinedEvent(Struct, kw_only=True, tag_field="shape", tag="match_joined"):
    """A player sat down."""

    type: Literal["joined"]


class MatchLeftEvent(Struct, kw_only=True, tag_field="shape", tag="match_left"):
    """A player got up."""

    type: Literal["left"]


class MatchBotJoinedEvent(Struct, kw_only=True, tag_field="shape", tag="match_bot_joined"):
    """A bot sat down: the creator let it, or the staff gave it the seat of a player."""

    type: Literal["bot_joined"]
    level: str
    """The level of the bot."""
    reason: ReasonOfStaff = UNSET


class MatchBotLeftEvent(Struct, kw_only=True, tag_field="shape", tag="match_bot_left"):
    """A bot got up: the creator let it, or the staff gave the seat back to its player."""

    type: Literal["bot_left"]
    level: str | None
    """Null: there is no bot any more."""
    reason: ReasonOfStaff = UNSET


class MatchChangedEvent(Struct, kw_only=True, tag_field="shape", tag="match_changed"):
    """The creator changed the match: what is named is new."""

    type: Literal["changed"]
    options: AgreedOptions | UnsetType = UNSET
    """What differs from the defaults of the game now."""
    visibility: Literal["public", "private"] | UnsetType = UNSET
    """Who may see it."""
    control: AnyControl | UnsetType = UNSET
    """What is agreed on about time."""
    turn_seconds: int | UnsetType = UNSET
    """Seconds for each move."""
    autostart: bool | UnsetType = UNSET
    """Whether it starts by itself."""
    late_bots: LateBots | UnsetType | None = UNSET
    """When it begins with bots; null: never."""
    substitutes_after: int | UnsetType | None = UNSET
    """Seconds on autopilot after which a seat is offered to anybody; null: never."""
    bot_accounts: bool | UnsetType = UNSET
    """Whether bot accounts may sit down."""


class MatchTermsAgreedEvent(Struct, kw_only=True, tag_field="shape", tag="match_terms_agreed"):
    """A player agreed to terms that the creator has changed."""

    type: Literal["terms_agreed"]


class MatchSeedAddedEvent(Struct, kw_only=True, tag_field="shape", tag="match_seed_added"):
    """A player added a seed to the shuffle."""

    type: Literal["seed_added"]


class MatchSeedCommittedEvent(Struct, kw_only=True, tag_field="shape", tag="match_seed_committed"):
    """A player committed to a seed that is told later."""

    type: Literal["seed_committed"]
    commitment: str
    """The SHA-256 of the seed."""


class MatchSealedEvent(Struct, kw_only=True, tag_field="shape", tag="match_sealed"):
    """Every seat is taken: nothing that goes into the shuffle can be changed any more, and seeds are awaited."""

    type: Literal["sealed"]
    commitments: list[str]
    """What each seat committed to; an empty text where it did not."""
    seeds: list[str]
    """The seed of each seat that is known already, else an empty text."""
    until: Moment
    """Until when seeds are awaited."""


class MatchSeedToldEvent(Struct, kw_only=True, tag_field="shape", tag="match_seed_told"):
    """A player told the seed that was committed to."""

    type: Literal["seed_told"]
    seed: str
    """The seed."""


class MatchSeedKeptBackEvent(Struct, kw_only=True, tag_field="shape", tag="match_seed_kept_back"):
    """A player did not tell the seed in time: nothing of theirs goes into the shuffle."""

    type: Literal["seed_kept_back"]


class StartedSeat(Struct, kw_only=True):
    """Who sat on a seat at the first deal."""

    player: UUID | None
    """The player; null for a bot."""
    bot: str
    """The level of the bot; an empty text for a player."""


class StartedDealerFrom(Struct, kw_only=True):
    """Who was to deal next when the match before was over."""

    match: UUID
    """The match before."""
    seat: int
    """The seat there."""


class MatchStartedEvent(Struct, kw_only=True, tag_field="shape", tag="match_started"):
    """The match has started; the first deal follows."""

    type: Literal["started"]
    dealer: int
    """The seat that deals first."""
    options: AgreedOptions
    """What the players agreed on."""
    control: AnyControl
    """The agreed time control."""
    turn_seconds: int
    """Seconds for each move."""
    seats: list[StartedSeat]
    """Who sits where."""
    seeds: list[str]
    """What each seat added to the shuffle; an empty text where it added nothing."""
    dealer_from: StartedDealerFrom | UnsetType = UNSET
    """Where the match before names the first dealer."""
    deal_of: UUID | UnsetType = UNSET
    """The match whose cards are dealt once more (`playDealAgain`); left out elsewhere."""
    substitutes_after: int | UnsetType = UNSET
    """Seconds on autopilot after which a seat is offered to anybody; left out where none is."""
    bot_accounts: bool | UnsetType = UNSET
    """True where bot accounts may sit down; left out where they may not."""
    rated: bool | UnsetType = UNSET
    """True where the match changes ratings (docs/ratings.md); left out where it does not."""
    undo: bool | UnsetType = UNSET
    """False where no move can be taken back although the match is not rated; left out elsewhere."""
    hints: bool | UnsetType = UNSET
    """Whether the player to move can ask for a hint, where that was agreed on; left out, they can where all others are
    bots."""


class MatchAutopilotOnEvent(Struct, kw_only=True, tag_field="shape", tag="match_autopilot_on"):
    """The server moves for a player from now on: three turns passed in a row, or the staff had it do so."""

    type: Literal["autopilot_on"]
    reason: ReasonOfStaff = UNSET


class MatchAutopilotOffEvent(Struct, kw_only=True, tag_field="shape", tag="match_autopilot_off"):
    """The player is there again."""

    type: Literal["autopilot_off"]
    reason: ReasonOfStaff = UNSET


class MatchSubstituteWantedEvent(Struct, kw_only=True, tag_field="shape", tag="match_substitute_wanted"):
    """A player has been on autopilot for as long as was agreed on: the seat is offered to anybody."""

    type: Literal["substitute_wanted"]


class MatchSubstitutedEvent(Struct, kw_only=True, tag_field="shape", tag="match_substituted"):
    """A substitute took the seat of a player who had left it, for good."""

    type: Literal["substituted"]
    player: UUID
    """Who plays there from now on."""
    in_place_of: UUID
    """Who has lost the seat."""


class MatchResignedEvent(Struct, kw_only=True, tag_field="shape", tag="match_resigned"):
    """A player gave up."""

    type: Literal["resigned"]


class MatchFinishedEvent(Struct, kw_only=True, tag_field="shape", tag="match_finished"):
    """The match is over."""

    type: Literal["finished"]
    reason: Literal["played", "resigned", "agreed"]
    """How it ended."""
    winner: int | None
    """The winning side; null for a draw."""
    places: list[int]
    """The place of each side."""
    totals: list[int]
    """The points of each side."""


class MatchCancelledEvent(Struct, kw_only=True, tag_field="shape", tag="match_cancelled"):
    """The match never began; or the staff called it off; or all agreed that it has no result."""

    type: Literal["cancelled"]
    reason: ReasonOfStaff = UNSET
    agreed: bool | UnsetType = UNSET
    """True where the players agreed on it; left out elsewhere."""
    continued_in: UUID | UnsetType = UNSET
    """The match that replaces this one after an accepted counter-offer; otherwise left out."""


class MatchExtendedEvent(Struct, kw_only=True, tag_field="shape", tag="match_extended"):
    """The staff gave the seat more time."""

    type: Literal["extended"]
    reason: Reason
    due_at: Moment
    """When its time is up now."""


class MatchClosedHoursEvent(Struct, kw_only=True, tag_field="shape", tag="match_closed_hours"):
    """Some time does not count of the turn of a seat, by the calendar or the vacations of its player."""

    type: Literal["closed_hours"]
    seconds_left: float
    """What the turn has left of the time that counts."""
    closed: list[Annotated[list[Moment], Meta(min_length=2, max_length=2)]] | UnsetType = UNSET
    """What does not count from then on, until some days after the deadline: each from its first moment to the first one
    after it. Only players at the table see it."""
    vacations: list[Annotated[list[Moment], Meta(min_length=2, max_length=2)]] | UnsetType = UNSET
    """The part of `closed` that is vacation. Only players at the table see it."""


class MatchPauseOfferedEvent(Struct, kw_only=True, tag_field="shape", tag="match_pause_offered"):
    """A player offers the others a pause."""

    type: Literal["pause_offered"]
    until: Moment
    """When the match would go on."""


class MatchPauseAcceptedEvent(Struct, kw_only=True, tag_field="shape", tag="match_pause_accepted"):
    """A player agrees to the pause that is offered."""

    type: Literal["pause_accepted"]


class MatchPauseDeclinedEvent(Struct, kw_only=True, tag_field="shape", tag="match_pause_declined"):
    """A player declines the pause that was offered."""

    type: Literal["pause_declined"]
    offered_by: int
    """The seat that had offered it."""


class MatchPauseWithdrawnEvent(Struct, kw_only=True, tag_field="shape", tag="match_pause_withdrawn"):
    """A player took back the pause that they had offered."""

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
    """The seat that had offered it."""


class MatchPauseEndWithdrawnEvent(Struct, kw_only=True, tag_field="shape", tag="match_pause_end_withdrawn"):
    """A player took back their offer to end the pause."""

    type: Literal["pause_end_withdrawn"]


class MatchEndOfferedEvent(Struct, kw_only=True, tag_field="shape", tag="match_end_offered"):
    """A player offers the others to end the match now."""

    type: Literal["end_offered"]
    how: Literal["as_it_stands", "no_result"]
    """With the places that follow from the score so far, or without a result."""


class MatchEndAcceptedEvent(Struct, kw_only=True, tag_field="shape", tag="match_end_accepted"):
    """A player agrees to the end that is offered."""

    type: Literal["end_accepted"]


class MatchEndDeclinedEvent(Struct, kw_only=True, tag_field="shape", tag="match_end_declined"):
    """A player declines the end that was offered."""

    type: Literal["end_declined"]
    offered_by: int
    """The seat that had offered it."""


class MatchEndWithdrawnEvent(Struct, kw_only=True, tag_field="shape", tag="match_end_withdrawn"):
    """A player took back the end that they had offered."""

    type: Literal["end_withdrawn"]


class MatchUndoOfferedEvent(Struct, kw_only=True, tag_field="shape", tag="match_undo_offered"):
    """A player asks to take back the move that they have just made."""

    type: Literal["undo_offered"]
    version: int
    """The entry with the move."""


class MatchUndoAcceptedEvent(Struct, kw_only=True, tag_field="shape", tag="match_undo_accepted"):
    """A player agrees that the move is taken back."""

    type: Literal["undo_accepted"]


class MatchUndoDeclinedEvent(Struct, kw_only=True, tag_field="shape", tag="match_undo_declined"):
    """A player lets the move stand."""

    type: Literal["undo_declined"]
    offered_by: int
    """The seat that had asked."""


class MatchUndoWithdrawnEvent(Struct, kw_only=True, tag_field="shape", tag="match_undo_withdrawn"):
    """A player no longer asks to take the move back."""

    type: Literal["undo_withdrawn"]


class MatchUndoneEvent(Struct, kw_only=True, tag_field="shape", tag="match_undone"):
    """A move was taken back, as all have agreed: the table is as it was before, and the seat moves again."""

    type: Literal["undone"]
    version: int
    """The entry with the move that does not count any more."""


class MatchHintAskedEvent(Struct, kw_only=True, tag_field="shape", tag="match_hint_asked"):
    """The player to move has asked for a hint (`requestHint`). Nothing has changed on the table."""

    type: Literal["hint_asked"]


class MatchPausedEvent(Struct, kw_only=True, tag_field="shape", tag="match_paused"):
    """The match is paused, by the staff or by agreement: nobody can move and no time runs."""

    type: Literal["paused"]
    reason: Reason
    until: Moment | UnsetType = UNSET
    """When it goes on by itself: all have agreed. Left out where the staff stopped it."""
    seconds_left: float | None
    """What the seat to act has left of its time; null where none ran."""


class MatchResumedEvent(Struct, kw_only=True, tag_field="shape", tag="match_resumed"):
    """The match goes on: the pause is over, the staff has ended it, or all have agreed to end it."""

    type: Literal["resumed"]
    reason: Reason


class MatchExportedEvent(Struct, kw_only=True, tag_field="shape", tag="match_exported"):
    """The staff took the record."""

    type: Literal["exported"]
    reason: Reason


class MatchVerifiedEvent(Struct, kw_only=True, tag_field="shape", tag="match_verified"):
    """The staff checked the match and found it in order."""

    type: Literal["verified"]
    reason: Reason


class MatchRematchEvent(Struct, kw_only=True, tag_field="shape", tag="match_rematch"):
    """Somebody wants to play again."""

    type: Literal["rematch"]
    match: UUID
    """There."""


class MatchInvitedEvent(Struct, kw_only=True, tag_field="shape", tag="match_invited"):
    """The creator invited a player: the seat is kept for them."""

    type: Literal["invited"]
    to: UUID
    """The player."""


class MatchInvitationDeclinedEvent(Struct, kw_only=True, tag_field="shape", tag="match_invitation_declined"):
    """A player declined the invitation: the seat is free for anybody."""

    type: Literal["invitation_declined"]
    to: UUID
    """The player who invited them."""


class MatchInvitationWithdrawnEvent(Struct, kw_only=True, tag_field="shape", tag="match_invitation_withdrawn"):
    """The creator took an invitation back: the seat is free for anybody."""

    type: Literal["invitation_withdrawn"]
    to: UUID
    """The invited player."""


class MatchTermsOfferedEvent(Struct, kw_only=True, tag_field="shape", tag="match_terms_offered"):
    """The invited player, or the creator, would rather play something else; `listInvitations` tells the two what."""

    type: Literal["terms_offered"]
    to: UUID
    """The player who receives the counter-offer."""


class MatchTermsDeclinedEvent(Struct, kw_only=True, tag_field="shape", tag="match_terms_declined"):
    """A counter-offer was declined or withdrawn. The invitation stays open."""

    type: Literal["terms_declined"]
    to: UUID
    """The other one of the two."""


class MatchSeatWantedEvent(Struct, kw_only=True, tag_field="shape", tag="match_seat_wanted"):
    """A player would like to change seats with another one."""

    type: Literal["seat_wanted"]
    to: UUID
    """The player whose seat is wanted."""
    of_seat: int
    """Their seat."""


class MatchSeatRefusedEvent(Struct, kw_only=True, tag_field="shape", tag="match_seat_refused"):
    """A player stays where they sit: no seats are changed with this other one."""

    type: Literal["seat_refused"]
    to: UUID
    """The other one."""


class MatchMovedEvent(Struct, kw_only=True, tag_field="shape", tag="match_moved"):
    """A player, or a bot, came from another seat to this one."""

    type: Literal["moved"]
    from_seat: int
    """The seat before."""


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
