"""Schemas of matches: in lists, as views, and their scores."""

from __future__ import annotations

from typing import Literal
from uuid import UUID

from msgspec import Struct

from chkobba_api.rest.schema import Moment
from games.api.matches.catalogue_schemas import GameName
from games.api.matches.feed_schemas import FeedEntry
from games.api.matches.options_schema import AgreedOptions
from games.api.schema_types import AnyTable, Status, Visibility
from games.api.turns.move_schemas import LegalMoves
from games.api.turns.offer_schemas import EndOffer, Pause, PauseEndOffer, UndoOffer
from games.clock.controls import AnyControl
from games.engine.messages import Text


class SeatShape(Struct, kw_only=True):
    """A seat at the table."""

    number: int
    """Its number, from 0 in the order of play."""
    side: int
    """What scores: a player alone, or a team."""
    kind: Literal["player", "bot", "free", "kept"]
    """`kept`: free, and `name` is invited to take it, by its creator or a rematch."""
    player: UUID | None
    """Who sits here; null for a bot, and where nobody sits."""
    reserved_for: UUID | None
    """Of a `kept` seat: who alone may take it."""
    name: Text | None
    """What the player or the bot is called; null where the seat is free for anybody."""
    avatar: str | None
    """The player's picture: a key of `listAvatars`."""
    is_bot: bool
    """Whether the player is a bot account: a program plays. The server's own bots are none; `bot` tells them."""
    bot: str | None
    """The level of the bot that plays here. Beside a player who resigned, or whose seat the staff gave to a bot: the
    one that plays on."""
    autopilot: bool
    """The server moves at once for the player, until they resume: their time ran out too often, or the staff had it do
    so."""
    missed_turns: int
    """Turns that the clock played."""
    resigned: bool
    """Whether the player has given up."""
    substitute_from: Moment | None
    """From when on the seat is offered to anybody, unless its player comes back; null where that is not to be."""
    substitute_wanted: bool
    """Whether it is offered now: who does not sit at the table may take it (`takeOverSeat`)."""
    substitute_since: int | None
    """The version of the match at which its player took it from somebody who had left it; before, that player is who
    played here, whom `match_substituted` names in the feed. Null where nobody has."""
    seed_commitment: str | None
    """The SHA-256 of the seed that the player tells when the seats are sealed; null where none was committed to."""
    agrees: bool
    """False: the creator has changed the terms, and the player at this seat has not agreed yet (`agreeToTerms`). The
    match cannot begin before that."""


class MatchResult(Struct, kw_only=True):
    """How a match ended; lists are per side."""

    reason: Literal["played", "resigned", "agreed"]
    """`resigned`: the others gave up before the game was over. `agreed`: all agreed to end it as it stood."""
    winner: int | None
    """The winning side, or null for a draw."""
    places: list[int]
    """From 1; sides that share a place share its number."""
    totals: list[int]
    """Points."""


class LateBots(Struct, kw_only=True):
    """When a match begins with bots on the seats that are free by then."""

    at: Moment
    """When."""
    level: str
    """The level of the bots."""


class ClosedTime(Struct, kw_only=True):
    """A time that does not count for the seat whose turn it is."""

    begins: Moment
    """Its first moment."""
    ends: Moment
    """The first moment after it."""
    vacation: bool
    """Whether its player is on vacation then; else it is a night, a free weekday or a free date of theirs."""


class MatchSummary(Struct, kw_only=True):
    """A match, without its table."""

    id: UUID
    """Its id, for addresses."""
    version: int
    """Grows by one with whatever happens; a move names the version that it answers."""
    status: Status
    """`lobby`: before the first deal; `cancelled`: it never was played to its end."""
    game: GameName
    """Which game is played."""
    rules_version: int
    """The version of the rules; a match keeps the one that it was begun with."""
    has_rules: bool
    """Whether this server still has these rules. Without them nobody can play on; header, seats, result, record and who
    moved when are still told, and the table, score sheets and what moves led to are not."""
    options: AgreedOptions
    """What the players agreed on: what differs from the defaults, and what was named."""
    terms_version: int
    """The version of the match at which its creator changed options, time control, substitutes or bot accounts last; 0
    where that never happened."""
    visibility: Visibility
    """`public`: in lists, and anybody may watch. `private`: for those with the room code."""
    control: AnyControl
    """What was agreed on about time; `type` tells which kind of control it is, and more kinds may come."""
    control_text: Text
    """The same in words."""
    turn_seconds: int
    """Seconds for each move; what `control` says, for clients that know no other kind than `move`."""
    autostart: bool
    """Whether it starts by itself when the last seat is taken."""
    seats: list[SeatShape]
    """Who sits where, by number."""
    your_seat: int | None
    """Where you sit; null where you do not."""
    your_turn: bool
    """Whether you can move now: it is your turn, and the match is not paused."""
    creator: UUID
    """The player who made it."""
    created_at: Moment
    """When it was made."""
    started_at: Moment | None
    """When the first cards were dealt."""
    finished_at: Moment | None
    """When it was over."""
    to_act: int | None
    """The seat that must move."""
    due_at: Moment | None
    """When its time is up; null while the server plays for it, and while the match is paused."""
    bank_from: Moment | None
    """When that seat begins to use its bank; null where there are no banks, and where `due_at` is."""
    closed: list[ClosedTime]
    """The times until `due_at` that do not count for the current turn; empty if the match honours none. Only players at
    the table see them: they show when a player sleeps or is away."""
    banks: list[int] | None
    """Seconds in the bank of each seat, by number, as they were when the turn began; null where there are no banks, and
    when the match is over."""
    paused_at: Moment | None
    """Since when the match is paused, by the staff or by agreement (`pause`): nobody can move, and no time runs. Null
    when it is not."""
    pause: Pause | None
    """The pause that players have offered, or agreed on."""
    pause_end_offer: PauseEndOffer | None
    """The early end of the pause that a player has offered; null where there is none."""
    end_offer: EndOffer | None
    """The end of the match that somebody has offered."""
    undo_offer: UndoOffer | None
    """A move that its player asks to take back; null where nobody does."""
    seconds_left: int | None
    """What the seat to act has left of its time at the moment of this answer, in whole seconds; it stands still while
    the match is paused. Null where no time runs."""
    totals: list[int]
    """Scores after the last finished round, per side."""
    result: MatchResult | None
    """How it ended; null while it has not."""
    seeds_due_at: Moment | None
    """While every seat is sealed: until when seeds are awaited that players have committed to. Then cards are dealt."""
    late_bots: LateBots | None
    """Before the start: when it begins with bots on the seats that are free by then; null where nobody asked."""
    substitutes_after: int | None
    """Seconds on autopilot after which the seat of a player is offered to anybody; null: never."""
    bot_accounts: bool
    """Whether bot accounts may sit down, players that are programs (`convertToBotAccount`)."""
    rematch_of: UUID | None
    """The match that is played again here."""
    deal_of: UUID | None
    """The match whose cards are dealt here once more (`playDealAgain`)."""
    commitment: str
    """The SHA-256 of the seed that all decks follow from; the record reveals the seed."""


class MatchPage(Struct, kw_only=True):
    """Some matches, and where to find more."""

    next: str | None
    """The address of the next page; null on the last one."""
    previous: str | None
    """The address of the page before; null on the first one."""
    results: list[MatchSummary]
    """The matches."""
    server_time: Moment
    """The moment of this answer."""


class MyMatchPage(MatchPage, kw_only=True):
    """Some of your matches, where to find more, and how many wait for you."""

    awaiting: int
    """How many of all of your matches wait for you, as `awaiting=me` lists them; whatever else this page is asked
    for."""


class You(Struct, kw_only=True):
    """The viewer at this table."""

    seat: int
    """Your seat."""
    side: int
    """Your side."""
    creator: bool
    """Whether you made the match."""
    seed: str
    """What you added to the shuffle; of a seed that you committed to, nothing before you have told it."""
    seed_commitment: str
    """The SHA-256 of the seed that you committed to, or an empty text."""


class MatchView(MatchSummary, kw_only=True):
    """A match as the viewer may see it: everything that a client needs to draw it and to play."""

    server_time: Moment
    """The moment of this answer: by it a client whose clock is wrong knows how far off `due_at` is. Of an answer that
    is given again it is the first one's. The ETag stands for everything but this and `seconds_left`."""
    code: str | None
    """The room code, for those who sit here; nobody can join by it any more when the match has started."""
    you: You | None
    """Null for a spectator."""
    table: AnyTable | None
    """The table, from the start on; its shape depends on `kind`."""
    legal_moves: LegalMoves | None
    """Null when it is not your turn, and while the match is paused."""
    last_moves: list[FeedEntry]
    """The last moves of the game, oldest first."""
    rematch: UUID | None
    """The match in which this one is played again."""


class CategoryShape(Struct, kw_only=True):
    """A line of the score sheet."""

    key: str
    """What it is, as a key."""
    name: Text
    """The name that players read."""
    points: list[int]
    """Per side."""
    text: Text
    """How the points came about."""


class RoundScore(Struct, kw_only=True):
    """The score sheet of a finished round; lists are per side."""

    round: int
    """The round, from 0."""
    dealer: int
    """The seat that dealt."""
    scores: list[int]
    """Points of this round."""
    totals: list[int]
    """Points after it."""
    categories: list[CategoryShape]
    """How they came about, line by line."""


class Rounds(Struct, kw_only=True):
    """The score sheets of all finished rounds."""

    rounds: list[RoundScore]
    """The first one first."""


class MoveAnswer(Struct, kw_only=True):
    """The match after your move."""

    view: MatchView
    """The match as you see it now."""
    entries: list[FeedEntry]
    """What has happened since the version that you answered."""
