"""What the API says and hears: the JSON of every request and answer, as structs.

The schema is made from these, and requests are read into them, strictly: a number is no text, and an unknown field is
an error.
"""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, Union
from uuid import UUID

from msgspec import UNSET, Meta, Struct, UnsetType

from games.bots import LEVELS
from games.engine.catalogue import GAMES

SHORTEST_TURN: Final = 10
LONGEST_TURN: Final = 14 * 24 * 3600
A_DAY: Final = 24 * 3600

if TYPE_CHECKING:
    AnyTable = Any
else:
    AnyTable = Union[tuple(dict.fromkeys(game.view_type() for game in GAMES.values()))]  # noqa: UP007
    """The table of any game; ``kind`` tells which."""

SeatNumber = Annotated[int, Meta(ge=0, le=7, description="A seat, from 0 in the order of play.")]
TurnSeconds = Annotated[
    int,
    Meta(ge=SHORTEST_TURN, le=LONGEST_TURN, description="Seconds for each move, from 10 seconds to 14 days."),
]
Visibility = Literal["public", "private"]
Direction = Literal["clockwise", "counterclockwise"]
Status = Literal["lobby", "running", "finished", "cancelled"]
Level = Annotated[str, Meta(extra_json_schema={"enum": list(LEVELS)})]
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
    Meta(description="A move of the game that is played.", extra_json_schema={"$ref": "#/components/schemas/Move"}),
]
SeatKey = Annotated[str, Meta(pattern=r"^[0-7]$(?!\n)")]


# --- games ------------------------------------------------------------------------------------------------------------


class GameSummary(Struct, kw_only=True):
    """A game of the catalogue."""

    key: str
    name: str
    summary: str
    seats: list[int]
    """The numbers of players that it allows."""
    direction: Direction
    """Which way play goes around the table: the next player sits at the left (`clockwise`) or at the right."""


class BotLevel(Struct, kw_only=True):
    """A level of bots."""

    key: str
    description: str


class Catalogue(Struct, kw_only=True):
    """Every game, and the bots that play them."""

    games: list[GameSummary]
    bots: list[BotLevel]


class GameDetail(GameSummary, kw_only=True):
    """A game with its options and rules."""

    version: int
    """The version of the rules; a match keeps the one that it was begun with."""
    sides: dict[str, list[int]]
    """For each number of seats, with the default options, the side of each seat."""
    options: dict[str, Any]
    """A JSON Schema of what the players may agree on, with defaults and a sentence each."""
    highest_target: dict[str, int]
    """For each number of seats, with the default options, the highest `target` of a new match, lest it never end; empty
    where nothing bounds it but `options`."""
    rules: str
    """The rules for people, in Markdown: Set-up, Your turn, Scoring, An example, Words."""
    ruleset: dict[str, Any]
    """The rules as data."""


# --- matches ----------------------------------------------------------------------------------------------------------


class SeatShape(Struct, kw_only=True):
    """A seat at the table."""

    number: int
    side: int
    """What scores: a player alone, or a team."""
    kind: Literal["player", "bot", "free", "kept"]
    """`kept`: free, and a rematch waits for `name` to take it."""
    player: UUID | None
    name: str | None
    avatar: str | None
    bot: str | None
    """The level of the bot that plays here. Beside a player: the one that plays on for him, since he resigned or the
    staff gave his seat to it."""
    autopilot: bool
    """The server moves at once for the player, until he resumes: he let his time run out too often, or the staff had it
    do so."""
    missed_turns: int
    """Turns that the clock played."""
    resigned: bool
    seed_commitment: str | None
    """The SHA-256 of the seed that the player tells when the seats are sealed; null where none was committed to."""


class GameName(Struct, kw_only=True):
    """Which game is played."""

    key: str
    name: str
    direction: Direction | None
    """Which way play goes around the table; null where the rules of the match are gone."""


class Result(Struct, kw_only=True):
    """How a match ended; lists are per side."""

    reason: Literal["played", "resigned"]
    winner: int | None
    """The winning side, or null for a draw."""
    places: list[int]
    totals: list[int]


class MatchSummary(Struct, kw_only=True):
    """A match, without its table."""

    id: UUID
    version: int
    """Grows by one with whatever happens; a move names the version that it answers."""
    status: Status
    game: GameName
    rules_version: int
    """The version of the rules; a match keeps the one that it was begun with."""
    has_rules: bool
    """Whether this server still has these rules. Without them nobody can play on; header, seats, result, record and who
    moved when are still told, and the table, score sheets and what moves led to are not."""
    options: dict[str, Any]
    visibility: Visibility
    turn_seconds: int
    autostart: bool
    seats: list[SeatShape]
    creator: UUID
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None
    to_act: int | None
    """The seat that must move."""
    due_at: datetime | None
    """When its time is up; null while the server plays for it, and while the match is paused."""
    paused_at: datetime | None
    """Since when the staff holds the match: nobody can move, and no time runs. Null when it is not paused."""
    seconds_left: int | None
    """Of a paused match: what the seat to act has left of its time; null where no time ran."""
    totals: list[int]
    """Scores after the last finished round, per side."""
    result: Result | None
    seeds_due_at: datetime | None
    """While every seat is sealed: until when seeds are awaited that players have committed to. Then cards are dealt."""
    rematch_of: UUID | None
    commitment: str
    """The SHA-256 of the seed that all decks follow from; the record reveals the seed."""


class MatchPage(Struct, kw_only=True):
    """Some matches, and where to find more."""

    next: str | None
    previous: str | None
    results: list[MatchSummary]


class LegalMove(Struct, kw_only=True):
    """A move that may be made now."""

    move: AnyMove
    kind: str
    """What kind of move it is, to group by."""
    text: str
    """The move in plain words."""


class MoveKind(Struct, kw_only=True):
    """How many legal moves are of a kind."""

    kind: str
    count: int


class LegalMoves(Struct, kw_only=True):
    """What the viewer may do now."""

    count: int
    complete: bool
    """Whether `moves` lists them; there may be hundreds, then `GET …/legal-moves` does, a page of a kind at a time."""
    kinds: list[MoveKind]
    moves: list[LegalMove]


class LegalMovesPage(Struct, kw_only=True):
    """Some of the legal moves."""

    count: int
    """How many there are, of the kind that was asked for."""
    moves: list[LegalMove]
    next: int | None
    """The `offset` at which the next page begins; null on the last one."""


class You(Struct, kw_only=True):
    """The viewer at this table."""

    seat: int
    side: int
    creator: bool
    seed: str
    """What you added to the shuffle; of a seed that you committed to, nothing before you have told it."""
    seed_commitment: str
    """The SHA-256 of the seed that you committed to, or an empty text."""


class FeedEntry(Struct, kw_only=True):
    """One step of the match: what somebody did and what followed, as far as the viewer may see it."""

    version: int
    """The version of the match after it."""
    at: datetime
    seat: int | None
    """Whose step it is; null for chance, and for what concerns the whole table."""
    by: Literal["player", "bot", "timeout", "admin", "chance"]
    """Who really made it."""
    events: list[dict[str, Any]]
    """Each has a `type`; docs/feed.md lists them with their fields."""


class MatchView(MatchSummary, kw_only=True):
    """A match as the viewer may see it: everything that a client needs to draw it and to play."""

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


class Feed(Struct, kw_only=True):
    """What has happened after a version, without gaps."""

    entries: list[FeedEntry]
    version: int
    """The version up to which `entries` go: what to ask for next."""
    more: bool
    """Whether there is more already."""


class CategoryShape(Struct, kw_only=True):
    """A line of the score sheet."""

    key: str
    name: str
    points: list[int]
    """Per side."""
    text: str
    """How the points came about."""


class RoundScore(Struct, kw_only=True):
    """The score sheet of a finished round; lists are per side."""

    round: int
    dealer: int
    scores: list[int]
    totals: list[int]
    categories: list[CategoryShape]


class Rounds(Struct, kw_only=True):
    """The score sheets of all finished rounds."""

    rounds: list[RoundScore]


class MoveAnswer(Struct, kw_only=True):
    """The match after your move."""

    view: MatchView
    entries: list[FeedEntry]
    """What has happened since the version that you answered."""


class RecordedRound(Struct, kw_only=True):
    """A round of a record."""

    decks: list[list[str]]
    """The deck of each deal, void ones first, in the order in which cards are dealt."""
    reshuffles: list[list[str]]
    moves: list[tuple[int, AnyMove]]
    """Pairs of seat and move."""


class SeatOfRecord(Struct, kw_only=True):
    """Who sat where."""

    seat: int
    name: str
    bot: str | None
    seed: str
    """What the player added to the shuffle."""
    seed_commitment: str = ""
    """The SHA-256 to which the player had committed before anybody's seed was told; empty where there was none."""


class DealerFrom(Struct, kw_only=True):
    """Who was to deal next when the match before was over."""

    match: UUID
    """The match before."""
    seat: int
    """The seat there, of its loser."""


class RecordAbout(Struct, kw_only=True):
    """Where a record comes from, and how to check its decks."""

    match: UUID
    started_at: datetime
    finished_at: datetime
    seats: list[SeatOfRecord]
    result: Result
    shuffle: str
    """The version of the way in which decks follow from the seeds."""
    seed: str
    commitment: str
    """The SHA-256 of the seed, known since the match was made."""
    dealer_from: DealerFrom | UnsetType = UNSET
    """Why the first dealer does not follow from the seeds: the match before names them. Left out where it does."""
    how_to_check: str


class MatchRecord(Struct, kw_only=True):
    """A finished match on paper: game, decks and moves (docs/records.md)."""

    format: Literal["card-match/1"]
    game: str
    version: int | UnsetType = UNSET
    """The version of the rules; left out, the first."""
    seats: int
    options: dict[str, Any]
    dealer: int
    rounds: list[RecordedRound]
    about: RecordAbout


# --- requests ---------------------------------------------------------------------------------------------------------


class NewMatch(Struct, kw_only=True, forbid_unknown_fields=True):
    """What the creator of a match wants."""

    game: str
    seats: Annotated[int, Meta(ge=2, le=8)] | UnsetType = UNSET
    """How many; left out, the fewest that the game allows."""
    options: dict[str, Any] = {}
    """What differs from the defaults of the game."""
    visibility: Visibility = "public"
    """`public`: in the lobby list, and anybody may watch. `private`: by room code alone."""
    turn_seconds: TurnSeconds = A_DAY
    seat: SeatNumber = 0
    """Where you sit."""
    bots: dict[SeatKey, Level] = {}
    """The level of the bot on each of these seats, as `{"1": "medium"}`."""
    autostart: bool = False
    """Whether the match starts by itself when the last seat is taken."""
    seed: SeatSeed | UnsetType = UNSET
    seed_commitment: SeedCommitment | UnsetType = UNSET
    """In the place of `seed`, for a shuffle that nobody can choose (docs/fair-shuffles.md)."""


class ChangeMatch(Struct, kw_only=True, forbid_unknown_fields=True):
    """What is to change before the start; what is left out stays."""

    options: dict[str, Any] | UnsetType = UNSET
    visibility: Visibility | UnsetType = UNSET
    turn_seconds: TurnSeconds | UnsetType = UNSET
    autostart: bool | UnsetType = UNSET
    seed: SeatSeed | UnsetType = UNSET
    """Your own seed."""


class Join(Struct, kw_only=True, forbid_unknown_fields=True):
    """Where to sit down."""

    seat: SeatNumber | UnsetType = UNSET
    """Left out: the first free one."""
    seed: SeatSeed | UnsetType = UNSET
    seed_commitment: SeedCommitment | UnsetType = UNSET
    """In the place of `seed`, for a shuffle that nobody can choose (docs/fair-shuffles.md)."""


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


class SetBots(Struct, kw_only=True, forbid_unknown_fields=True):
    """Which seats bots take."""

    fill: Level | UnsetType = UNSET
    """A level for every free seat."""
    seats: dict[SeatKey, Level | None] = {}
    """A level for each of these seats; null lets the bot there get up."""


class NewMove(Struct, kw_only=True, forbid_unknown_fields=True):
    """A move, and the version of the match that it answers."""

    move: AnyMove
    expected_version: Annotated[int, Meta(ge=0)] | UnsetType = UNSET
    """The version of the view that you decided on; the header `If-Match` with its ETag says the same."""
