"""What the API says and hears: the JSON of every request and answer, as structs.

The schema is made from these, and requests are read into them, strictly: a number is no text, and an unknown field is
an error.
"""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, Union
from uuid import UUID

from msgspec import UNSET, Meta, Struct, UnsetType

from chkobba_api.rest.schema import REFERENCE, Moment
from games.api.options import AgreedOptions, OptionsSchema
from games.bots import LEVELS
from games.clock.calendar import Calendar, Closure, Night, Weekday
from games.clock.controls import AnyControl
from games.clock.controls.move import TurnSeconds
from games.clock.hours import LONGEST_HOLIDAY
from games.engine.catalogue import GAMES
from games.engine.messages import Text
from games.services.matches import entry_requirements
from games.services.matchmaking import seeks
from games.services.staff import reports

A_DAY: Final = 24 * 3600

if TYPE_CHECKING:
    AnyTable = Any
    AnyOptions = Any
else:
    AnyOptions = OptionsSchema
    AnyTable = Union[tuple(dict.fromkeys(game.view_type() for game in GAMES.values()))]  # noqa: UP007
    """The table of any game; ``kind`` tells which."""

SeatNumber = Annotated[int, Meta(ge=0, le=7, description="A seat, from 0 in the order of play.")]
Visibility = Literal["public", "private"]
Direction = Literal["clockwise", "counterclockwise"]
Status = Literal["lobby", "running", "finished", "cancelled"]
Level = Annotated[str, Meta(extra_json_schema={"x-extensible-enum": list(LEVELS)})]
"""A level of bots. Not an `enum`: the catalogue of a server may have more than a client was made with."""
SeatSeed = Annotated[
    str,
    Meta(
        pattern=r"^[A-Za-z0-9_-]{1,64}$(?!\n)", description="What you add to the shuffle: 1 to 64 of A-Z a-z 0-9 _ -."
    ),
]
SeedCommitment = Annotated[
    str,
    Meta(
        pattern=r"^[0-9a-f]{64}$(?!\n)",
        description="The SHA-256 of the seed that you will tell when the seats are sealed, as 64 hex digits.",
    ),
]
AnyMove = Annotated[
    dict[str, Any],
    Meta(description="A move of the game that is played.", extra_json_schema={"$ref": REFERENCE.format(name="Move")}),
]
AnyEvent = Annotated[dict[str, Any], Meta(extra_json_schema={"$ref": REFERENCE.format(name="FeedEvent")})]
AnyRuleset = Annotated[dict[str, Any], Meta(extra_json_schema={"$ref": REFERENCE.format(name="Ruleset")})]
SeatKey = Annotated[str, Meta(pattern=r"^[0-7]$(?!\n)")]


# --- games ------------------------------------------------------------------------------------------------------------


class MatchLength(Struct, kw_only=True):
    """How long a match may be, and what is agreed on for it."""

    key: str
    """The key: `short`, `usual` or `long`."""
    name: Text
    """The name that players read."""
    options: dict[str, Any]
    """The options that make it so, as `createMatch` takes them."""


class GameSummary(Struct, kw_only=True):
    """A game of the catalogue."""

    key: str
    """What the API calls it."""
    name: Text
    """The name that players read."""
    summary: Text
    """What the game is about, for somebody who has never played it."""
    seats: list[int]
    """The numbers of players that it allows."""
    direction: Direction
    """Which way play goes around the table: the next player sits at the left (`clockwise`) or at the right."""
    lengths: list[MatchLength]
    """How long matches may be, the shortest first; the usual length is among them."""


class BotLevel(Struct, kw_only=True):
    """A level of bots."""

    key: str
    """What the API calls it."""
    description: Text
    """How it plays."""
    games: list[str]
    """The games that it plays."""


class Pace(Struct, kw_only=True):
    """A time control with a name. It is offered; any other control may be agreed on."""

    key: str
    """What the API calls it."""
    name: Text
    """What it is good for, in a few words."""
    text: Text
    """What it says of time, in words."""
    control: AnyControl
    """The control, as `createMatch` takes it."""


class Catalogue(Struct, kw_only=True):
    """Every game, the bots that play them, and paces at which one plays."""

    games: list[GameSummary]
    """Every game."""
    bots: list[BotLevel]
    """Every level of bots."""
    paces: list[Pace]
    """Time controls to choose from, from fast to slow."""
    honours: list[Closure]
    """What a control may honour of players' calendars, where turns last an hour or longer (`honours`)."""


class StoredKind(Struct, kw_only=True):
    """A kind of thing that the server stores of people."""

    key: str
    """What the API calls it."""
    text: Text
    """What it is, and until when it is kept."""
    days: int | None
    """After how many days it is forgotten by itself; null where it is not."""


WayIn = Literal["password", "passkey", "mail"]


class Server(Struct, kw_only=True):
    """The server itself."""

    contact_url: str | None
    """Whom to turn to: a page, or `mailto:`; null where whoever runs the server has given none."""
    privacy_url: str | None
    """The page about privacy of whoever runs the server; null where there is none."""
    log_in: list[WayIn]
    """By what players log in here, beside codes: name and password, passkeys, links in mails."""
    sheltered: bool
    """Whether everybody here meets friends alone, as in a school, and nobody writes freely to others."""
    stored: list[StoredKind]
    """What is stored of people."""


class GameDetail(GameSummary, kw_only=True):
    """A game with its options and rules."""

    version: int
    """The version of the rules; a match keeps the one that it was begun with."""
    sides: dict[str, list[int]]
    """For each number of seats, with the default options, the side of each seat."""
    options: AnyOptions
    """A JSON Schema of what the players may agree on, with defaults and a sentence each."""
    highest_target: dict[str, int]
    """For each number of seats, with the default options, the highest `target` of a new match, lest it never end; empty
    where nothing bounds it but `options`."""
    rules: str
    """The rules for people, in Markdown: Set-up, Your turn, Scoring, An example, Words."""
    rules_language: str
    """The language of `rules`: English where nobody has translated them into yours."""
    ruleset: AnyRuleset
    """The rules as data."""


# --- matches ----------------------------------------------------------------------------------------------------------


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
    kept_for: UUID | None
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
    """Whether it is offered now: who does not sit at the table may take it (`takeSeat`)."""
    substitute_since: int | None
    """The version of the match at which its player took it from somebody who had left it; before, that player is who
    played here, whom `match_substituted` names in the feed. Null where nobody has."""
    seed_commitment: str | None
    """The SHA-256 of the seed that the player tells when the seats are sealed; null where none was committed to."""
    agrees: bool
    """False: the creator has changed the terms, and the player at this seat has not agreed yet (`agreeToTerms`). The
    match cannot begin before that."""


class GameName(Struct, kw_only=True):
    """Which game is played."""

    key: str
    """What the API calls it."""
    name: Text
    """The name that players read."""
    direction: Direction | None
    """Which way play goes around the table; null where the rules of the match are gone."""


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


class Pause(Struct, kw_only=True):
    """A pause that is offered, or goes on by agreement (`paused_at`)."""

    until: Moment
    """When the match goes on by itself; an offer lapses then."""
    number: int
    """The number of the offer, which answers name."""
    offered_by: int
    """The seat that has offered it."""
    agreed: list[int]
    """The seats that have agreed to it."""


class PauseEndOffer(Struct, kw_only=True):
    """An early end of the pause that a player has offered."""

    number: int
    """The number of the offer, which answers name."""
    offered_by: int
    """The seat that has offered it."""
    agreed: list[int]
    """The seats that have agreed to it."""


class PauseRequest(Struct, kw_only=True, forbid_unknown_fields=True):
    """A pause that you offer."""

    until: Moment
    """When the match shall go on: from ten minutes to fourteen days ahead."""


class EndOffer(Struct, kw_only=True):
    """An end of the match that is offered."""

    how: Literal["as_it_stands", "no_result"]
    """With the places that follow from the score so far, or without a result."""
    number: int
    """The number of the offer, which answers name."""
    offered_by: int
    """The seat that has offered it."""
    agreed: list[int]
    """The seats that have agreed to it."""


class EndOfferRequest(Struct, kw_only=True, forbid_unknown_fields=True):
    """An end of the match that you offer."""

    how: Literal["as_it_stands", "no_result"]
    """With the places that follow from the score so far, or without a result."""


class UndoOffer(Struct, kw_only=True):
    """A move that its player asks to take back."""

    version: int
    """The version of the match that the move led to."""
    number: int
    """The number of the offer, which answers name."""
    offered_by: int
    """The seat that has moved, and asks for it."""
    agreed: list[int]
    """The seats that have agreed to it."""


class AnswerUndo(Struct, kw_only=True, forbid_unknown_fields=True):
    """Your answer to an undo offer."""

    accept: bool
    """False: you decline."""
    offer: Annotated[int, Meta(ge=0, le=2**31 - 1)]
    """`number` of the offer that you have read."""


class AnswerEnd(Struct, kw_only=True, forbid_unknown_fields=True):
    """What you say to an end that is offered."""

    accept: bool
    """False: you decline."""
    offer: Annotated[int, Meta(ge=0, le=2**31 - 1)]
    """`number` of the offer that you have read."""


class AnswerPause(Struct, kw_only=True, forbid_unknown_fields=True):
    """What you say to a pause that is offered."""

    accept: bool
    """False: you decline."""
    offer: Annotated[int, Meta(ge=0, le=2**31 - 1)]
    """`number` of the offer that you have read."""


class AnswerPauseEnd(Struct, kw_only=True, forbid_unknown_fields=True):
    """Your answer to an offer to end the pause."""

    accept: bool
    """False: you decline."""
    offer: Annotated[int, Meta(ge=0, le=2**31 - 1)]
    """`number` of the offer that you have read."""


class LateBots(Struct, kw_only=True):
    """When a match begins with bots on the seats that are free by then."""

    at: Moment
    """When."""
    level: str
    """The level of the bots."""


class LateBotsRequest(Struct, kw_only=True, forbid_unknown_fields=True):
    """When a match shall begin with bots on the seats that are free by then."""

    at: Moment
    """When: from a minute ahead until two weeks after the match was made."""
    level: Level
    """The level of the bots."""


class ClosedTime(Struct, kw_only=True):
    """A time that does not count for the seat whose turn it is."""

    begins: Moment
    """Its first moment."""
    ends: Moment
    """The first moment after it."""
    holiday: bool
    """Whether its player is on holiday then; else it is a night, a free weekday or a free date of theirs."""


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
    """Whether bot accounts may sit down, players that are programs (`becomeBot`)."""
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


class LegalMove(Struct, kw_only=True):
    """A move that may be made now."""

    move: AnyMove
    """What to send."""
    kind: str
    """What kind of move it is, to group by: a key."""
    text: Text
    """The move in plain words."""


class Hint(Struct, kw_only=True):
    """A hint: the move of an expert bot that knows only what you know."""

    state: Literal["none", "waiting", "ready", "failed"]
    """`none`: you have asked for none in this turn. `failed`: nothing was found; it will not come."""
    version: int | None
    """The entry of the feed by which you have asked for it; null where you have not."""
    move: LegalMove | None
    """The hint; null until it is ready."""


class Cost(Struct, kw_only=True):
    """The cost of a move compared with an expert's move, in points of the round."""

    points: float
    """In the mean of the deals that could have been."""
    low: float
    """In 95 of 100 cases it is no less than this."""
    high: float
    """And no more than this."""


class Finding(Struct, kw_only=True):
    """The analysis of one of your moves."""

    version: int
    """The entry of the feed with the move."""
    played: LegalMove
    """Your move."""
    better: LegalMove | None
    """The expert's move, by what you could know; null if it is the same."""
    cost: Cost | None
    """The cost; null if it cannot be computed, for example of a bet."""
    mistake: bool
    """True: it has certainly cost more than 0.15 points."""
    choices: list[LegalMove]
    """At a mistake, moves among which you may try to find the better one before you look: at most 12, in the order of
    the rules; `played` and `better` are among them."""


class CardsWorth(Struct, kw_only=True):
    """By how many points the cards of a round put your side ahead of the mean of the others, as luck has it."""

    points: float
    """In the mean of many ways to play them, all seats alike; beside other deals to the same seats."""
    low: float
    """In 95 of 100 cases it is no less than this."""
    high: float
    """And no more than this."""


class RoundLuck(Struct, kw_only=True):
    """A round, and luck in it apart from what you have made of it."""

    round: int
    """From 0."""
    made: float
    """By how many points your side was ahead of the mean of the others in it."""
    cards: CardsWorth
    """What the cards were worth, as they lay. What is left of `made` is play, yours and theirs, and its luck."""


class Analysis(Struct, kw_only=True):
    """The analysis of your moves in a finished match."""

    state: Literal["none", "waiting", "done"]
    """`none`: you have not asked for it."""
    moves: int
    """How many there are that you had the choice of."""
    looked_at: int
    """How many of them were looked at; where that took a minute, the others are not."""
    left_today: int
    """How many more matches you can ask for within a day."""
    findings: list[Finding]
    """The results so far, in the order of the moves."""
    rounds: list[RoundLuck]
    """The rounds that were played to their end and looked at by now."""


class MoveKind(Struct, kw_only=True):
    """How many legal moves are of a kind."""

    kind: str
    """Its key."""
    label: Text
    """What people call it."""
    count: int
    """How many moves are of it."""


class LegalMoves(Struct, kw_only=True):
    """What the viewer may do now."""

    count: int
    """How many there are."""
    complete: bool
    """Whether `moves` lists them; there may be hundreds, then `GET …/legal-moves` does, a page of a kind at a time."""
    kinds: list[MoveKind]
    """How many there are of each kind."""
    moves: list[LegalMove]
    """The moves, where `complete`; else empty."""


class LegalMovesPage(Struct, kw_only=True):
    """Some of the legal moves."""

    count: int
    """How many there are, of the kind that was asked for."""
    moves: list[LegalMove]
    """The moves of this page."""
    next: int | None
    """The `offset` at which the next page begins; null on the last one."""


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


class FeedEntry(Struct, kw_only=True):
    """One step of the match: what somebody did and what followed, as far as the viewer may see it."""

    version: int
    """The version of the match after it."""
    at: Moment
    """When it happened."""
    seat: int | None
    """Whose step it is; null for chance, and for what concerns the whole table."""
    by: Literal["player", "bot", "timeout", "admin", "plan", "chance"]
    """Who really made it. `plan`: its player had planned it; until the match is over others read `player` there."""
    events: list[AnyEvent]
    """Each has a `type`, and a `shape` that no other game's events have; docs/feed.md lists them with their fields."""
    tables: list[AnyTable | None] | UnsetType = UNSET
    """For each of `events` the table after it, as the viewer may see it; null where nothing on the table changed. Only
    where `tables=true` asks for it."""


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


class Feed(Struct, kw_only=True):
    """What has happened after a version, without gaps."""

    entries: list[FeedEntry]
    """What has happened, oldest first."""
    version: int
    """The version up to which `entries` go: what to ask for next."""
    more: bool
    """Whether there is more already."""


class MyEvent(Struct, kw_only=True):
    """Something that concerns you: a fact about one of your matches."""

    id: int
    """Its place in your stream, from 1 without a gap."""
    type: str
    """docs/stream.md lists them. A client that meets one that it does not know goes on."""
    at: Moment
    """When it happened."""
    match: UUID
    """The match."""
    game: str
    """The key of its game."""
    version: int
    """The version of the match that it led to."""
    seat: int
    """Yours."""
    due_at: Moment | None
    """By when you must act; null where nothing is awaited of you."""
    of_seat: int | None
    """The seat that is offered, or was taken by a substitute; null where it is about no other seat than yours."""
    rematch: UUID | None
    """The match in which the old one is played again, or something else in its place; of `rematch` and `terms_accepted`
    alone."""
    seek: UUID | None
    """The seek of yours by which you came to the match; of `match_started` alone, null where you came otherwise."""


class MyEvents(Struct, kw_only=True):
    """What concerns you after an event, without gaps."""

    events: list[MyEvent]
    """What has happened, oldest first."""
    last: int
    """The id up to which `events` go: what to ask for next."""
    more: bool
    """Whether there is more already."""


class CreatedTicket(Struct, kw_only=True):
    """A ticket for one stream, shown this once."""

    ticket: str
    """What to send as `ticket`."""
    expires_at: Moment
    """Until when it opens a stream."""


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


RecordedMove = Annotated[
    dict[str, Any],
    Meta(
        description="A move as records hold it: `type` and the fields of that move, without `shape` (docs/records.md)."
    ),
]


class RecordedRound(Struct, kw_only=True):
    """A round of a record."""

    decks: list[list[str]]
    """The deck of each deal, void ones first, in the order in which cards are dealt."""
    reshuffles: list[list[str]]
    """The decks that were shuffled anew within the round."""
    moves: list[tuple[int, RecordedMove]]
    """Pairs of seat and move."""


class SeatOfRecord(Struct, kw_only=True):
    """Who sat where."""

    seat: int
    """The number of the seat."""
    name: str
    """Who sat there."""
    bot: str | None
    """The level of the bot; null for a player."""
    is_bot: bool = False
    """Whether the player was a bot account."""
    seed: str
    """What the player added to the shuffle; empty, too, where the seed was not told to which they had committed."""
    seed_commitment: str = ""
    """The SHA-256 to which the player had committed before anybody's seed was told; empty where there was none."""


class DealerFrom(Struct, kw_only=True):
    """Who was to deal next when the match before was over."""

    match: UUID
    """The match before."""
    seat: int
    """The seat there, of its loser."""


class BotOfRecord(Struct, kw_only=True):
    """Which bot chose a move: from what its seat saw, and from luck that follows from the seed of the server."""

    round: int
    """The round, from 0."""
    move: int
    """The place of the move among those of the round, from 0."""
    answers: int
    """The version of the match that it answered; its luck hangs on it."""
    level: str
    """The level of the bot."""
    version: int
    """The version of the level."""
    iterations: int | UnsetType = UNSET
    """How often it looked, at most, where it has a budget."""
    seconds: float | UnsetType = UNSET
    """When it would have been given up, where it has a budget."""


class SealedOfRecord(Struct, kw_only=True):
    """The values fixed when all seats were sealed, before any seed was revealed."""

    commitments: list[str]
    """The commitment of each seat; empty for none."""
    seeds: list[str]
    """The plain seed of each seat, else an empty text."""


class RecordAbout(Struct, kw_only=True):
    """Where a record comes from, and how to check its decks."""

    match: UUID
    """The match."""
    started_at: Moment
    """When the first cards were dealt."""
    finished_at: Moment
    """When it was over."""
    seats: list[SeatOfRecord]
    """Who sat where."""
    result: MatchResult
    """How it ended."""
    shuffle: str
    """The version of the way in which decks follow from the seeds."""
    seed: str
    """The seed of the server: 64 hex digits."""
    commitment: str
    """The SHA-256 of the seed, known since the match was made."""
    dealer_from: DealerFrom | UnsetType = UNSET
    """Why the first dealer does not follow from the seeds: the match before names them. Left out where it does."""
    deal_of: UUID | UnsetType = UNSET
    """The match whose cards were dealt once more: its id stands in the labels of the shuffles. Left out elsewhere."""
    sealed: SealedOfRecord | UnsetType = UNSET
    """The values fixed before seeds were revealed; left out if no seat had committed."""
    bots: list[BotOfRecord] | UnsetType = UNSET
    """Which bot chose which move, where any did."""
    how_to_check: str
    """How to work the decks out again, for people."""


class MatchRecord(Struct, kw_only=True):
    """A finished match on paper: game, decks and moves (docs/records.md)."""

    format: Literal["card-match/1"]
    """Which format it is."""
    game: str
    """The key of the game."""
    version: int | UnsetType = UNSET
    """The version of the rules; left out, the first."""
    seats: int
    """How many."""
    options: AgreedOptions
    """What the players agreed on."""
    dealer: int
    """The seat that dealt first."""
    rounds: list[RecordedRound]
    """What was dealt and played."""
    about: RecordAbout
    """Who played, and how to check the shuffle."""


# --- requests ---------------------------------------------------------------------------------------------------------


SubstitutesAfter = Annotated[
    int, Meta(ge=60, le=30 * 24 * 3600, description="Seconds on autopilot, from a minute to thirty days.")
]


LeastReliability = Annotated[int, Meta(ge=1, le=entry_requirements.MOST_ASKED)]


class Invitee(Struct, kw_only=True, forbid_unknown_fields=True):
    """Somebody who is to be invited: by `player` or by `name`."""

    player: UUID | UnsetType = UNSET
    """The player's id: of a friend, or of whom one has met at a table."""
    name: Annotated[str, Meta(min_length=1, max_length=100)] | UnsetType = UNSET
    """Their unique name (`claimName`), as people type it."""
    seat: SeatNumber | UnsetType = UNSET
    """Their seat; if left out, the first free one."""


Invitees = Annotated[list[Invitee], Meta(max_length=7)]


class MatchRequest(Struct, kw_only=True, forbid_unknown_fields=True):
    """What the creator of a match wants."""

    game: str
    """A key of `listGames`."""
    seats: Annotated[int, Meta(ge=2, le=8)] | UnsetType = UNSET
    """How many; left out, the fewest that the game allows."""
    options: AgreedOptions = {}
    """What differs from the defaults of the game."""
    visibility: Visibility = "public"
    """`public`: in the lobby list, and anybody may watch. `private`: by room code alone."""
    control: AnyControl | UnsetType = UNSET
    """What is agreed on about time; left out, a day for each move."""
    turn_seconds: Annotated[TurnSeconds, Meta(extra_json_schema={"default": A_DAY})] | UnsetType = UNSET
    """In the place of `control`: seconds for each move."""
    seat: SeatNumber = 0
    """Where you sit."""
    bots: dict[SeatKey, Level] = {}
    """The level of the bot on each of these seats, as `{"1": "medium"}`."""
    autostart: bool = False
    """Whether the match starts by itself when the last seat is taken."""
    late_bots: LateBotsRequest | UnsetType = UNSET
    """When bots sit down where nobody has by then, and the match begins; left out, never."""
    substitutes_after: SubstitutesAfter | UnsetType = UNSET
    """Seconds on autopilot after which the seat of a player is offered to anybody; left out, never."""
    bot_accounts: bool | UnsetType = UNSET
    """Whether bot accounts may sit down, players that are programs; left out, they may not, unless you are one."""
    free_text: bool = False
    """Whether players may write to one another what they like, where all who sit there allow it (docs/words.md)."""
    rated: bool = False
    """Whether it changes ratings: only who plays rated matches sits down, and no bots (docs/ratings.md)."""
    least_reliability: LeastReliability | UnsetType = UNSET
    """How reliable who sits down must be, in percent; left out, whoever it is."""
    undo: bool | UnsetType = UNSET
    """Whether a move can be taken back where all agree (`offerUndo`); left out, it can, unless the match is rated: then
    it never can."""
    hints: bool | UnsetType = UNSET
    """Whether the player to move can ask for a hint (`askHint`); left out, they can where all others are bots. Never in
    a rated match."""
    bots_give_way: bool = False
    """True: a player who joins before the start may take a bot's seat if no other is free."""
    invite: Invitees = []
    """The invited players. A seat is reserved for each."""
    again: UUID | UnsetType = UNSET
    """A match that is over, at which you sat: who sat there with you is invited, as far as they can be and there are
    seats, around you as they sat then."""
    seed: SeatSeed | UnsetType = UNSET
    seed_commitment: SeedCommitment | UnsetType = UNSET
    """In the place of `seed`, for a shuffle that nobody can choose (docs/fair-shuffles.md)."""
    though_away: bool = False
    """True: you sit down although you are on holiday. The others wait until it ends."""


class ChangeMatch(Struct, kw_only=True, forbid_unknown_fields=True):
    """What is to change before the start; what is left out stays."""

    options: AgreedOptions | UnsetType = UNSET
    """What is to differ from the defaults; options that are not named stay."""
    visibility: Visibility | UnsetType = UNSET
    """Who may see it."""
    control: AnyControl | UnsetType = UNSET
    """What is agreed on about time."""
    turn_seconds: TurnSeconds | UnsetType = UNSET
    """In the place of `control`: seconds for each move."""
    autostart: bool | UnsetType = UNSET
    """Whether the match starts by itself when the last seat is taken."""
    late_bots: LateBotsRequest | UnsetType | None = UNSET
    """When bots sit down where nobody has by then, and the match begins; null: never."""
    substitutes_after: SubstitutesAfter | UnsetType | None = UNSET
    """Seconds on autopilot after which the seat of a player is offered to anybody; null: never."""
    bot_accounts: bool | UnsetType = UNSET
    """Whether bot accounts may sit down; one that sits there stays."""
    seed: SeatSeed | UnsetType = UNSET
    """Your own seed."""


TermsVersion = Annotated[int, Meta(ge=0, le=2**31 - 1)]


class Join(Struct, kw_only=True, forbid_unknown_fields=True):
    """Where to sit down."""

    seat: SeatNumber | UnsetType = UNSET
    """Left out: the first free one."""
    seed: SeatSeed | UnsetType = UNSET
    seed_commitment: SeedCommitment | UnsetType = UNSET
    """In the place of `seed`, for a shuffle that nobody can choose (docs/fair-shuffles.md)."""
    though_away: bool = False
    """True: you sit down although you are on holiday. The others wait until it ends."""
    terms_version: TermsVersion | UnsetType = UNSET
    """`terms_version` of the match as you have read it: if its creator has changed the terms since, you don't sit down
    (409 `terms_changed`). Left out: you agree to the present terms."""


class AgreeToTerms(Struct, kw_only=True, forbid_unknown_fields=True):
    """The terms to which you agree."""

    terms_version: TermsVersion
    """`terms_version` of the match as you have read it."""


class OwnSeed(Struct, kw_only=True, forbid_unknown_fields=True):
    """Your part of the shuffle of the match that you join; none if both are left out."""

    though_away: bool = False
    """True: you sit down although you are on holiday. The others wait until it ends."""
    seed: SeatSeed | UnsetType = UNSET
    seed_commitment: SeedCommitment | UnsetType = UNSET
    """In the place of `seed`, for a shuffle that nobody can choose (docs/fair-shuffles.md)."""


class ChangeSeat(Struct, kw_only=True, forbid_unknown_fields=True):
    """The other seat."""

    seat: SeatNumber
    """The seat."""


class AddSeed(Struct, kw_only=True, forbid_unknown_fields=True):
    """What you add to the shuffle: one of the two."""

    commitment: SeedCommitment | UnsetType = UNSET
    """Before the seats are sealed: you will tell the seed later."""
    seed: SeatSeed | UnsetType = UNSET
    """The seed that you have committed to, once the seats are sealed; or a plain one, before."""


class JoinByCode(Join, kw_only=True, forbid_unknown_fields=True):
    """Which table to sit down at."""

    code: Annotated[str, Meta(max_length=40)]
    """The room code, in any case, with or without spaces and dashes."""
    substitute: bool = False
    """Whether you take a seat that is offered where the match has begun (`takeSeat`)."""
    dry_run: bool = False
    """True: you do not sit down; the answer shows the match, so that you can read its terms first."""


class TakeSeat(Struct, kw_only=True, forbid_unknown_fields=True):
    """Which seat to take."""

    seat: SeatNumber | UnsetType = UNSET
    """Left out: the first one that is offered."""
    though_away: bool = False
    """True: you sit down although you are on holiday. The others wait until it ends."""


class SetBots(Struct, kw_only=True, forbid_unknown_fields=True):
    """Which seats bots take."""

    fill: Level | UnsetType = UNSET
    """A level for every free seat."""
    seats: dict[SeatKey, Level | None] = {}
    """A level for each of these seats; null lets the bot there get up."""


class DealAgain(Struct, kw_only=True, forbid_unknown_fields=True):
    """The bots that play the deal again."""

    level: Level = "expert"
    """The level of the bots on all other seats, your partner's, too."""


class MoveRequest(Struct, kw_only=True, forbid_unknown_fields=True):
    """A move, and the version of the match that it answers."""

    move: AnyMove
    expected_version: Annotated[int, Meta(ge=0)] | UnsetType = UNSET
    """The version of the view that you decided on; the header `If-Match` with its ETag says the same."""


# --- one's own hours --------------------------------------------------------------------------------------------------


class CalendarRequest(Struct, kw_only=True, forbid_unknown_fields=True):
    """When no time is to run for you, at matches that honour it."""

    time_zone: Annotated[str, Meta(max_length=64)] | UnsetType = UNSET
    """Your `time_zone` (`getMe`), which this changes, too: the name of a zone in the database of the IANA,
    `Africa/Tunis`. Left out: it stays."""
    night: Night | None = None
    """A window of every day, of sixteen hours at most; null: none."""
    weekdays: Annotated[list[Weekday], Meta(max_length=7)] = []
    """Days of every week that are free: three at most."""
    dates: Annotated[list[date], Meta(max_length=100)] = []
    """Days that are free once: twelve in any year."""

    def calendar(self, time_zone: str) -> Calendar:
        """Return the calendar that is meant by a player in a time zone."""
        zone = (time_zone or Calendar().time_zone) if self.time_zone is UNSET else self.time_zone
        return Calendar(time_zone=zone, night=self.night, weekdays=tuple(self.weekdays), dates=tuple(self.dates))


class Holiday(Struct, kw_only=True):
    """A holiday, from its first moment to the first one after it."""

    begins: Moment
    """When it begins, or began."""
    ends: Moment
    """When it ends by itself: at midnight by your own clocks."""
    days: int
    """As many days as it takes."""


class MyHours(Struct, kw_only=True):
    """When no time runs for you."""

    calendar: CalendarRequest
    """What turns go by that begin now."""
    coming: CalendarRequest | None
    """What turns go by that begin from `binds_at` on; null where nothing is going to change."""
    binds_at: Moment | None
    """When `coming` binds."""
    holiday: Holiday | None
    """The holiday that you are on, or that is to come."""
    holiday_days: int
    """Whole days of holidays that you have left: 7 for newcomers, 30 more in a year, 45 at most."""


class HolidayRequest(Struct, kw_only=True, forbid_unknown_fields=True):
    """A holiday that you want to begin."""

    days: Annotated[int, Meta(ge=1, le=LONGEST_HOLIDAY)]
    """Whole days."""
    first: date | UnsetType = UNSET
    """The first day, by the clocks of your calendar's time zone; left out: today, from now on."""


# --- problems that are reported ---------------------------------------------------------------------------------------

ReportText = Annotated[str, Meta(min_length=1, max_length=reports.LONGEST)]


class ReportRequest(Struct, kw_only=True, forbid_unknown_fields=True):
    """A problem that you have seen at a step of a match."""

    version: Annotated[int, Meta(ge=1, le=2**31 - 1)]
    """The version of the match that it is about: the one that you look at, or of the entry of its feed."""
    expected: ReportText
    """What you expected, in your own words. Several lines are fine; characters that are not seen are not."""
    happened: ReportText
    """What happened instead."""


class Report(Struct, kw_only=True):
    """A problem that you have reported. Nobody reads it but you and the people who run the server."""

    id: UUID
    """Its id."""
    version: int
    """The version of the match that it is about."""
    word: UUID | None
    """The word that it is about, as long as that is kept; null where it is about the game."""
    expected: str
    """What you expected; empty where it is about a word."""
    happened: str
    """What happened instead."""
    at: Moment
    """When you reported it."""
    state: Literal["open", "answered", "closed"]
    """Whether somebody has answered it; of one that is closed nothing more will come."""
    answer: str | None
    """What was answered, or why it was closed; null while it is open."""
    settled_at: Moment | None
    """When that was."""


class Reports(Struct, kw_only=True):
    """What you have reported about a match."""

    reports: list[Report]
    """The newest first, a hundred at the most."""


class Sanction(Struct, kw_only=True):
    """A sanction by the staff."""

    id: UUID
    """Its id."""
    kind: Literal["warning", "words", "rated", "public", "ban"]
    """What it keeps you from: nothing (`warning`), saying anything at tables (`words`), rated matches (`rated`), public
    tables and seeks (`public`), or all but reading, appealing, taking your data along and leaving (`ban`)."""
    reason: str
    """Why, in their words."""
    at: Moment
    """When it was given."""
    until: Moment | None
    """When it ends by itself, or has ended; null for a warning."""
    is_over: bool
    """True: the sanction is over."""
    appeal: str | None
    """Your appeal."""
    appealed_at: Moment | None
    """When."""
    answer: str | None
    """The staff's answer."""
    answered_at: Moment | None
    """When."""


class Sanctions(Struct, kw_only=True):
    """A sanction by the staff."""

    sanctions: list[Sanction]
    """The newest first, a hundred at the most."""


class AppealRequest(Struct, kw_only=True, forbid_unknown_fields=True):
    """An appeal against a sanction."""

    text: ReportText
    """In your own words. Several lines are fine; characters that are not seen are not."""


# --- somebody to play with --------------------------------------------------------------------------------------------


class SeekRequest(Struct, kw_only=True, forbid_unknown_fields=True):
    """What you want to play, with whoever wants the same."""

    game: str
    """A key of `listGames`."""
    seats: Annotated[int, Meta(ge=2, le=8)] | UnsetType = UNSET
    """How many; left out, the fewest that the game allows."""
    options: AgreedOptions = {}
    """What differs from the defaults of the game."""
    control: AnyControl | UnsetType = UNSET
    """The time control; left out, a day for each move."""
    turn_seconds: Annotated[TurnSeconds, Meta(extra_json_schema={"default": A_DAY})] | UnsetType = UNSET
    """In the place of `control`: seconds for each move."""
    keep_going: Annotated[int, Meta(ge=1, le=seeks.MOST_GOING)] | UnsetType = UNSET
    """How many matches shall go on at any time: when one is over, the seek looks for the next. Left out, it is over
    when it has found one match."""
    lasts: Annotated[
        int,
        Meta(
            ge=int(seeks.SHORTEST.total_seconds()),
            le=int(seeks.LONGEST.total_seconds()),
            extra_json_schema={"default": int(seeks.USUAL.total_seconds())},
        ),
    ] = int(seeks.USUAL.total_seconds())
    """Seconds after which it is over by itself, from a minute to thirty days."""

    rated: bool = False
    """Whether the match changes ratings (docs/ratings.md); all must want that alike."""
    rating_within: Annotated[int, Meta(ge=1, le=1000)] | UnsetType = UNSET
    """By how many points the rating of each other player may differ from yours; left out, by any number."""
    least_reliability: LeastReliability | UnsetType = UNSET
    """How reliable each other player must be, in percent; left out, whoever it is."""
    seed_commitments: Annotated[list[SeedCommitment], Meta(max_length=seeks.MOST_SEEDS)] = []
    """Commitments to seeds, for shuffles that nobody can choose (docs/fair-shuffles.md): each match that the seek finds
    takes the first that is left, and waits for its seed (`seed_awaited`)."""
    though_away: bool = False
    """True: the seek stays active while you are on holiday, now or later."""


class Seek(Struct, kw_only=True):
    """What somebody wants to play."""

    id: UUID
    """Its id."""
    game: GameName
    """The game."""
    seats: int
    """How many play."""
    options: AgreedOptions
    """The value of every option."""
    control: AnyControl
    """The time control; `type` tells which kind it is, and more kinds may come."""
    control_text: Text
    """The same in words."""
    rated: bool
    """Whether the match changes ratings."""
    created_at: Moment
    """When it was made."""
    looking_since: Moment | None
    """Since when it waits for others; who waits longest comes first. Null while it does not."""


class MySeek(Seek, kw_only=True):
    """A seek of yours."""

    state: Literal["looking", "resting", "matched", "expired", "withdrawn"]
    """`resting`: it stands, and you have as many matches as you want, or are on holiday, or sit at as many matches as
    anybody may. `matched`: it has found its match. The last three are over."""
    keep_going: int | None
    """How many matches shall go on at any time; null: it is over when it has found one."""
    rating_within: int | None
    """By how many points the rating of each other player may differ from yours; null: by any number."""
    least_reliability: int | None
    """How reliable each other player must be, in percent; null: whoever it is."""
    expires_at: Moment
    """When it is over by itself."""
    ended_at: Moment | None
    """When it was over; null while it is not."""
    seed_commitments: list[str]
    """The commitments to seeds that its next matches take."""
    matches: list[UUID]
    """The match that it has found; of one that stands those of them that go on."""


class SeekPage(Struct, kw_only=True):
    """Some seeks, and where to find more."""

    next: str | None
    """The address of the next page; null on the last one."""
    previous: str | None
    """The address of the page before; null on the first one."""
    results: list[Seek]
    """The seeks, the newest first."""


class MySeekPage(Struct, kw_only=True):
    """Some seeks of yours, and where to find more."""

    next: str | None
    """The address of the next page; null on the last one."""
    previous: str | None
    """The address of the page before; null on the first one."""
    results: list[MySeek]
    """The seeks, the newest first; those that are over for seven days."""
