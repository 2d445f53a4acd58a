"""What the API says of ratings, statistics and reliability."""

from __future__ import annotations

from typing import Literal
from uuid import UUID

from msgspec import Struct

from chkobba_api.rest.schema import Moment
from games.engine.messages import Text


class Pool(Struct, kw_only=True):
    """Among whom players are rated: a family of games at a speed."""

    key: str
    """What the API calls it: `chkobba.days`."""
    name: Text
    """What people call it."""
    games: list[str]
    """The keys of the games of the family."""
    speed: Literal["blitz", "evening", "days"]
    """`blitz`: less than a minute for a move, all in all; `evening`: less than an hour; `days`: longer."""


class Pools(Struct, kw_only=True):
    """All pools."""

    pools: list[Pool]
    """In the order of the catalogue."""


class RatedPlayer(Struct, kw_only=True):
    """A player."""

    id: UUID
    """Their id."""
    name: Text
    """What they are called."""
    avatar: str
    """Their picture: a key of `listAvatars`."""
    is_bot: bool
    """Whether they are a bot account."""


class Figure(Struct, kw_only=True):
    """How strong a player is taken to be."""

    rating: int
    """Newcomers have 1500."""
    deviation: int
    """How sure that is: two times in three the strength is so near to it."""
    provisional: bool
    """Whether too little is known yet: the deviation is more than 150, as after fewer than some twenty matches."""


class Rating(Figure, kw_only=True):
    """A rating of a player."""

    pool: Pool
    """Among whom."""
    matches: int
    """How many matches counted."""
    last_at: Moment
    """When the last one was over."""


class Reliability(Struct, kw_only=True):
    """How far others can rely on a player, in percent; matches of late count more."""

    percent: int
    """All in all: `turns` times `matches`."""
    turns: int
    """Of their turns, those that they played in time."""
    matches: int
    """Of their matches, those at which they were still there at the end."""


class Ratings(Struct, kw_only=True):
    """The ratings of a player."""

    player: RatedPlayer
    """Who it is."""
    reliability: Reliability | None
    """How far others can rely on them; null where too little is known: fewer than twenty turns of late."""
    ratings: list[Rating]
    """The pool that was played last first."""


class RatingPoint(Figure, kw_only=True):
    """A rating after a match."""

    number: int
    """The place of the match in the order in which matches of the pool counted."""
    before: int
    """The rating before it."""
    at: Moment
    """When the match was over."""
    match: UUID | None
    """The match; null where it was private and you are somebody else."""


class RatingHistory(Struct, kw_only=True):
    """How a rating came about, match by match."""

    next: str | None
    """The address of the next page; null on the last one."""
    previous: str | None
    """The address of the page before; null on the first one."""
    results: list[RatingPoint]
    """The last match first."""


class Leader(Figure, kw_only=True):
    """Somebody on the list of a pool."""

    player: RatedPlayer
    """Who it is."""
    matches: int
    """How many matches counted."""


class Leaderboard(Struct, kw_only=True):
    """The strongest of a pool."""

    next: str | None
    """The address of the next page; null on the last one."""
    previous: str | None
    """The address of the page before; null on the first one."""
    results: list[Leader]
    """The strongest first."""
    pool: Pool
    """The pool."""


class Line(Struct, kw_only=True):
    """What a line of the score sheets has brought."""

    key: str
    """What it is, as a key."""
    name: Text
    """What players call it."""
    rounds: int
    """In how many rounds it paid."""
    points: int
    """How many points it paid in all."""


class GameStatistics(Struct, kw_only=True):
    """What a player has achieved in a game against people."""

    game: str
    """The key of the game."""
    name: Text
    """What players call it."""
    matches: int
    """Matches that the player began."""
    won: int
    """Those with the first place alone."""
    drawn: int
    """Those with a first place that was shared."""
    places: dict[str, int]
    """How often they came to each place."""
    rounds: int
    """Rounds that they played to the end."""
    lines: list[Line]
    """What their side scored in them, as the score sheets have it."""


class Statistics(Struct, kw_only=True):
    """What a player has achieved."""

    player: RatedPlayer
    """Who it is."""
    games: list[GameStatistics]
    """The game that was played most first."""


class Meeting(Struct, kw_only=True):
    """What a player has achieved in a game against another one, and beside them."""

    game: str
    """The key of the game."""
    name: Text
    """What players call it."""
    against: int
    """Matches on different sides."""
    ahead: int
    """Those of them in which the player came before the other one."""
    level: int
    """Those in which they shared a place."""
    together: int
    """Matches on one side."""
    together_won: int
    """Those of them that they won."""


class HeadToHead(Struct, kw_only=True):
    """Two players."""

    player: RatedPlayer
    """Whose figures these are."""
    other: RatedPlayer
    """The other one."""
    games: list[Meeting]
    """By game."""


class ClubName(Struct, kw_only=True):
    """Which club it is."""

    id: UUID
    """Its id."""
    name: str
    """The name."""


class SeatStanding(Struct, kw_only=True):
    """What is known of a player at the table."""

    seat: int
    """The seat."""
    rating: Figure | None
    """Their rating in the pool of the match; null where they have none, or do not play rated matches."""
    reliability: Reliability | None
    """How far others can rely on them; null where too little is known."""
    wanted_by: list[int]
    """The seats whose players would like to change places with them before the start (`changeSeat`)."""


class EntryRequirements(Struct, kw_only=True):
    """What is asked of who sits down at a match, and what is known of who sits there."""

    rated: bool
    """Whether the match changes ratings: only who plays rated matches may sit down (`rated` of `updateMe`)."""
    pool: Pool
    """Among whom it would count."""
    bots_give_way: bool
    """True: a player who joins before the start may take a bot's seat (`joinMatch`, `joinByCode`)."""
    least_reliability: int | None
    """How reliable one must be, in percent; null: whoever it is. Who is not known well enough may sit down."""
    club: ClubName | None
    """The club whose table it is: only its members may sit down; null where it is no club's."""
    undo: bool
    """True: undo is possible if all agree (`offerUndo`). Always false in a rated match."""
    hints: bool
    """Whether the player to move can ask for a hint (`requestHint`), as it stands now: where it was not agreed on, it
    depends on whether all others are bots."""
    seats: list[SeatStanding]
    """Seats of players, by number."""
