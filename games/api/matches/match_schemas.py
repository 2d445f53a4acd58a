"""Schemas of matches: in lists, as views, their offers and their scores."""

from __future__ import annotations

from typing import ClassVar, Literal
from uuid import UUID

from msgspec import Struct

from chkobba_api.rest.fields import Moment
from games.api.matches.catalogue_schemas import GameName
from games.api.matches.feed_schemas import FeedEntry
from games.api.matches.move_schemas import LegalMoves
from games.api.schema_types import AnyTable, Status, Visibility
from games.clock.controls import AnyControl
from games.clock.lobby import LateBots
from games.engine.messages import Text
from games.table_events.kind import AgreedOptions


class SeatShape(Struct, kw_only=True):
    """A seat of a match."""

    number: int
    """The number of the seat, from 0 in the order of play."""
    side: int
    """The side that scores for this seat: a single player, or a team."""
    kind: Literal["player", "bot", "free", "kept"]
    """`kept`: free, but reserved for the player `name` by an invitation or a rematch."""
    player: UUID | None
    """The player who sits here; null for a bot and for a free seat."""
    reserved_for: UUID | None
    """The only player who may take a `kept` seat; else null."""
    name: Text | None
    """The name of the player or the bot; null for a free seat that is not reserved."""
    avatar: str | None
    """The player's picture: a key of `listAvatars`."""
    is_bot: bool
    """True: the player is a bot account, a program. False for the server's own bots: see `bot`."""
    bot: str | None
    """The level of the bot that plays here. It may play on for a player who has resigned, or whose seat the staff gave
    to it."""
    autopilot: bool
    """True: the server moves at once for the player, until they resume. Their time ran out too often, or the staff
    decided so."""
    missed_turns: int
    """The number of turns that the clock played."""
    resigned: bool
    """True: the player has resigned."""
    substitute_from: Moment | None
    """When the seat opens to substitutes, unless its player comes back; null for never."""
    substitute_wanted: bool
    """True: the seat is open to substitutes. A player without a seat in the match may take it (`takeOverSeat`)."""
    substitute_since: int | None
    """The version of the match at which its player took the seat as a substitute; else null. The event
    `match_substituted` of the feed names the player before."""
    seed_commitment: str | None
    """The SHA-256 of the seed that the player reveals when the seats are sealed; null without a commitment."""
    agrees: bool
    """False: the creator has changed the terms, and the player at this seat has not agreed yet (`agreeToTerms`). Until
    then the match cannot start."""


class MatchResult(Struct, kw_only=True):
    """The result of a match. Lists are per side."""

    reason: Literal["played", "resigned", "agreed"]
    """`resigned`: the others gave up before the game was over. `agreed`: all agreed to end with the present score."""
    winner: int | None
    """The winning side, or null for a draw."""
    places: list[int]
    """The places, from 1. Sides that share a place have the same number."""
    totals: list[int]
    """The points of each side."""


class ClosedTime(Struct, kw_only=True):
    """A period in which the clock of the seat whose turn it is stands still."""

    begins: Moment
    """The first moment of the closed time."""
    ends: Moment
    """The end of the closed time: the first moment after it."""
    vacation: bool
    """True: the player is on vacation then. False: it is a night, a free weekday or a free date of theirs."""


class Pause(Struct, kw_only=True):
    """A pause: offered by a player, or agreed and running. While it runs, the match has a `paused_at`."""

    until: Moment
    """When the match resumes by itself. An offer expires then."""
    number: int
    """The number of the offer. Answers name it."""
    offered_by: int
    """The seat that made the offer."""
    agreed: list[int]
    """The seats that have agreed, including `offered_by`."""


class PauseEndOffer(Struct, kw_only=True):
    """An offer to end the pause early."""

    number: int
    """The number of the offer. Answers name it."""
    offered_by: int
    """The seat that made the offer."""
    agreed: list[int]
    """The seats that have agreed, including `offered_by`."""


class EndOffer(Struct, kw_only=True):
    """An offer to end the match early."""

    how: Literal["as_it_stands", "no_result"]
    """`as_it_stands`: with the places that follow from the score so far. `no_result`: without a result."""
    number: int
    """The number of the offer. Answers name it."""
    offered_by: int
    """The seat that made the offer."""
    agreed: list[int]
    """The seats that have agreed, including `offered_by`."""


class UndoOffer(Struct, kw_only=True):
    """A player's request to undo their last move."""

    version: int
    """The version of the match after the move."""
    number: int
    """The number of the offer. Answers name it."""
    offered_by: int
    """The seat that made the move and asks for the undo."""
    agreed: list[int]
    """The seats that have agreed, including `offered_by`."""


class MatchSummary(Struct, kw_only=True):
    """A match, without its table."""

    id: UUID
    """The id of the match, for URLs."""
    version: int
    """The version of the match. It grows by one with each step. A move names the version for which you chose it."""
    status: Status
    """`lobby`: before the first deal. `cancelled`: it was not played to its end."""
    game: GameName
    """The game of the match."""
    rules_version: int
    """The version of the rules. A match keeps the version with which it was created."""
    has_rules: bool
    """True: this server still has these rules. Without them no player can move. You still get header, seats, result,
    record, and the seat and time of each move, but no table, score sheets, or events of moves."""
    options: AgreedOptions
    """The agreed value of every option."""
    terms_version: int
    """The version of the match at which the creator last changed options, time control, substitutes or bot accounts; 0
    for never."""
    visibility: Visibility
    """`public`: in lists, and everyone may watch. `private`: by room code or invitation only."""
    control: AnyControl
    """The agreed time control. `type` names its kind; more kinds may come."""
    control_text: Text
    """The time control in words."""
    turn_seconds: int
    """Seconds that a first move may take, from `control`, for clients that know only the kind `move`."""
    autostart: bool
    """True: the match starts by itself when the last seat is taken."""
    seats: list[SeatShape]
    """The seats, by number."""
    your_seat: int | None
    """The number of your seat; null without one."""
    your_turn: bool
    """True: you can move now. It is your turn, and the match is not paused."""
    creator: UUID
    """The player who created the match."""
    created_at: Moment
    """When the match was created."""
    started_at: Moment | None
    """When the first cards were dealt; null before."""
    finished_at: Moment | None
    """When the match was over; null before."""
    to_act: int | None
    """The seat that must move; null if there is none."""
    due_at: Moment | None
    """The deadline of the seat `to_act`; null while the server plays for that seat, and while the match is paused."""
    bank_from: Moment | None
    """The time when the seat `to_act` begins to use its bank; null without banks, and while `due_at` is null."""
    closed: list[ClosedTime]
    """The times until `due_at` that do not count for the current turn; empty if the match honours none. Only players of
    the match see them: they show when a player sleeps or is away."""
    banks: list[int] | None
    """Seconds in the bank of each seat at the start of the turn, by seat number; null without banks, and when the match
    is over."""
    paused_at: Moment | None
    """The start of the pause, by the staff or by agreement (`pause`); null without one. During a pause no player can
    move, and no time runs."""
    pause: Pause | None
    """The pause that a player has offered, or that all have agreed on; null without one."""
    pause_end_offer: PauseEndOffer | None
    """The offer to end the pause early; null if there is none."""
    end_offer: EndOffer | None
    """The offer to end the match early; null if there is none."""
    undo_offer: UndoOffer | None
    """A player's request to undo their last move; null if there is none."""
    seconds_left: int | None
    """The whole seconds that the seat to act has left at the time of this response. They stand still while the match is
    paused. Null if no time runs."""
    totals: list[int]
    """Scores after the last finished round, per side."""
    result: MatchResult | None
    """The result; null before the match is over."""
    seeds_due_at: Moment | None
    """While the seats are sealed: the deadline for players to reveal the seeds to which they have committed. Then the
    cards are dealt."""
    late_bots: LateBots | None
    """Before the start: the time at which bots take the free seats and the match starts; null for never."""
    substitutes_after: int | None
    """Seconds on autopilot after which a player's seat opens to substitutes; null: never."""
    bot_accounts: bool
    """True: bot accounts, players that are programs, may join (`convertToBotAccount`)."""
    rematch_of: UUID | None
    """The match of which this one is the rematch; null if this match is no rematch."""
    deal_of: UUID | None
    """The match whose cards are dealt again here (`playDealAgain`); else null."""
    commitment: str
    """The SHA-256 of the seed that all decks follow from; the record reveals the seed."""


class MatchPage(Struct, kw_only=True):
    """A page of matches, with links to other pages."""

    next: str | None
    """The URL of the next page; null on the last one."""
    previous: str | None
    """The URL of the previous page; null on the first one."""
    results: list[MatchSummary]
    """The matches of this page."""
    server_time: Moment
    """The time of this response."""


class MyMatchPage(MatchPage, kw_only=True):
    """A page of your matches, with the number of matches that wait for you."""

    awaiting: int
    """The number of all your matches that wait for you, as `awaiting=me` lists them. Filters do not change it."""


class You(Struct, kw_only=True):
    """The viewer as a player of the match."""

    seat: int
    """The number of your seat."""
    side: int
    """The number of your side."""
    creator: bool
    """True: you have created the match."""
    seed: str
    """Your seed for the shuffle; empty without one, and before you have revealed a committed seed."""
    seed_commitment: str
    """The SHA-256 of the seed that you committed to, or an empty text."""


class MatchView(MatchSummary, kw_only=True):
    """A match as the viewer may see it: everything that a client needs to draw it and to play."""

    has_etag: ClassVar[bool] = True

    server_time: Moment
    """The time of this response. A client whose clock is wrong uses it to compute the time until `due_at`. A replayed
    response has the time of the first one. The ETag covers all fields except this one and `seconds_left`."""
    code: str | None
    """The room code, for players who sit here; else null. After the start it only lets substitutes in."""
    you: You | None
    """Your seat and seed; null for a spectator."""
    table: AnyTable | None
    """The table; null before the start. Its fields depend on `kind`."""
    legal_moves: LegalMoves | None
    """Your legal moves; null when it is not your turn, and while the match is paused."""
    last_moves: list[FeedEntry]
    """The last moves of the game, oldest first."""
    rematch: UUID | None
    """The rematch of this match; null if there is none."""


class CategoryShape(Struct, kw_only=True):
    """A line of the score sheet."""

    key: str
    """The key of the line."""
    name: Text
    """The name of the line, for players."""
    points: list[int]
    """The points of each side."""
    text: Text
    """An explanation of the points."""


class RoundScore(Struct, kw_only=True):
    """The score sheet of a finished round; lists are per side."""

    round: int
    """The round, from 0."""
    dealer: int
    """The seat that dealt."""
    scores: list[int]
    """Points of this round."""
    totals: list[int]
    """Points after this round."""
    categories: list[CategoryShape]
    """The lines of the score sheet."""


class Rounds(Struct, kw_only=True):
    """The score sheets of all finished rounds."""

    rounds: list[RoundScore]
    """The score sheets, the first round first."""


class MoveAnswer(Struct, kw_only=True):
    """The match after your move."""

    view: MatchView
    """The match as you see it now."""
    entries: list[FeedEntry]
    """The entries of the feed since the version that your move named."""
