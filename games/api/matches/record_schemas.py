"""Schemas of match records."""

from __future__ import annotations

from typing import Annotated, Any, Literal
from uuid import UUID

from msgspec import UNSET, Meta, Struct, UnsetType

from chkobba_api.rest.schema import Moment
from games.api.matches.match_schemas import MatchResult
from games.api.matches.options_schema import AgreedOptions

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
