"""Schemas of ratings, statistics and reliability."""

from __future__ import annotations

from typing import Literal
from uuid import UUID

from msgspec import Struct

from chkobba_api.rest.fields import Moment
from games.api.paging import Page
from games.engine.messages import Text


class Pool(Struct, kw_only=True):
    """A rating pool: a family of games at one speed."""

    key: str
    """The key of the pool, such as `chkobba.days`."""
    name: Text
    """The name of the pool in your language."""
    games: list[str]
    """The keys of the games in the family."""
    speed: Literal["blitz", "evening", "days"]
    """The speed, by the usual time for a move. `blitz`: less than a minute; `evening`: less than an hour; `days`:
    longer."""


class Pools(Struct, kw_only=True):
    """The list of all rating pools."""

    pools: list[Pool]
    """The pools, in the order of the catalogue."""


class RatedPlayer(Struct, kw_only=True):
    """A player with nickname and avatar."""

    id: UUID
    """The id of the player."""
    name: Text
    """The player's current nickname."""
    avatar: str
    """The player's avatar: a key of `listAvatars`."""
    is_bot: bool
    """True: the player is a bot account."""


class Figure(Struct, kw_only=True):
    """An estimate of a player's strength."""

    rating: int
    """The rating in points. New players have 1500."""
    deviation: int
    """The standard deviation: in two of three cases, the true strength is this close to the rating."""
    provisional: bool
    """True: too little is known yet. The deviation is above 150, as in the first twenty matches or so."""


class Rating(Figure, kw_only=True):
    """A player's rating in a pool."""

    pool: Pool
    """The pool of the rating."""
    matches: int
    """The number of matches that counted."""
    last_at: Moment
    """The time at which the last of these matches ended."""


class Reliability(Struct, kw_only=True):
    """A player's reliability in percent. Recent matches count more."""

    percent: int
    """The overall reliability: `turns` times `matches`."""
    turns: int
    """The share of turns that the player played in time."""
    matches: int
    """The share of matches in which the player stayed to the end."""


class Ratings(Struct, kw_only=True):
    """The ratings of a player."""

    player: RatedPlayer
    """The player with these ratings."""
    reliability: Reliability | None
    """The player's reliability; null if too little is known, with fewer than twenty recent turns."""
    ratings: list[Rating]
    """The ratings, the most recently played pool first."""


class RatingPoint(Figure, kw_only=True):
    """A rating after a match."""

    number: int
    """The number of the match, in the order in which matches of the pool counted."""
    before: int
    """The rating before the match."""
    at: Moment
    """The time at which the match ended."""
    match: UUID | None
    """The id of the match; null if it was private and the history is not your own."""


class RatingHistory(Page, kw_only=True):
    """A page of a player's rating history in a pool."""

    results: list[RatingPoint]
    """The ratings after each match, latest match first."""


class Leader(Figure, kw_only=True):
    """An entry of a leaderboard."""

    player: RatedPlayer
    """The player of this entry."""
    matches: int
    """The number of matches that counted."""


class Leaderboard(Page, kw_only=True):
    """A page of the strongest players of a pool."""

    results: list[Leader]
    """The players, strongest first."""
    pool: Pool
    """The pool of the leaderboard."""


class Line(Struct, kw_only=True):
    """A player's total for one line of the score sheets."""

    key: str
    """The key of the line."""
    name: Text
    """The name of the line in your language."""
    rounds: int
    """The number of rounds in which the line brought points."""
    points: int
    """The sum of the points from the line."""


class GameStatistics(Struct, kw_only=True):
    """A player's results in a game, in matches between people."""

    game: str
    """The key of the game."""
    name: Text
    """The name of the game."""
    matches: int
    """The number of matches that the player played from the start."""
    won: int
    """The number of matches with an unshared first place."""
    drawn: int
    """The number of matches with a shared first place."""
    places: dict[str, int]
    """The number of matches that the player finished in each place, by place."""
    rounds: int
    """The number of rounds that the player played to the end."""
    lines: list[Line]
    """The points of the player's side in these rounds, by line of the score sheets."""


class Statistics(Struct, kw_only=True):
    """A player's results in all games."""

    player: RatedPlayer
    """The player with these results."""
    games: list[GameStatistics]
    """The results, the most played game first."""


class Meeting(Struct, kw_only=True):
    """A player's results in a game with another player, as opponents and as partners."""

    game: str
    """The key of the game."""
    name: Text
    """The name of the game."""
    against: int
    """The number of matches on different sides."""
    ahead: int
    """The number of these matches in which the player finished ahead of the other player."""
    level: int
    """The number of these matches in which both shared a place."""
    together: int
    """The number of matches on the same side."""
    together_won: int
    """The number of these matches that both won."""


class HeadToHead(Struct, kw_only=True):
    """The results of two players with each other."""

    player: RatedPlayer
    """The player with these results."""
    other: RatedPlayer
    """The opponent or partner in these matches."""
    games: list[Meeting]
    """The results, one entry per game."""


class ClubName(Struct, kw_only=True):
    """The id and name of a club."""

    id: UUID
    """The id of the club."""
    name: str
    """The name of the club."""


class SeatStanding(Struct, kw_only=True):
    """The rating and reliability of a seated player."""

    seat: int
    """The number of the seat."""
    rating: Figure | None
    """The player's rating in the pool of the match; null if they have none, or do not play rated matches."""
    reliability: Reliability | None
    """The player's reliability; null if too little is known."""
    wanted_by: list[int]
    """The seats of players who want to swap with this player before the start (`changeSeat`)."""


class EntryRequirements(Struct, kw_only=True):
    """The requirements for joining a match, and the ratings of the seated players."""

    rated: bool
    """True: the match is rated, and only players who play rated matches may join (`rated` of `updateMe`)."""
    pool: Pool
    """The pool in which the match counts if it is rated."""
    bots_give_way: bool
    """True: a player who joins before the start may take a bot's seat (`joinMatch`, `joinByCode`)."""
    least_reliability: int | None
    """The least reliability for joining, in percent; null: any. A player may also join if too little is known of
    them."""
    club: ClubName | None
    """The club of the match: only its members may join. Null if the match belongs to no club."""
    undo: bool
    """True: undo is possible if all agree (`offerUndo`). Always false in a rated match."""
    hints: bool
    """True: the player to move can ask for a hint (`requestHint`). Unless the match settles it, this depends on whether
    all others are bots."""
    seats: list[SeatStanding]
    """The seats of players, by number."""
