"""Schemas of match records."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal
from uuid import UUID

from msgspec import UNSET, Meta, Struct, UnsetType

from chkobba_api.rest.fields import Moment
from chkobba_api.rest.openapi.components import REFERENCE
from games.api.matches.match_schemas import MatchResult
from games.table_events.kind import AgreedOptions

RecordedMove = Annotated[dict[str, Any], Meta(extra_json_schema={"$ref": REFERENCE.format(name="RecordedMove")})]
RECORDED_MOVE: Final[dict[str, Any]] = {
    "type": "object",
    "description": (
        "A move in a record: `type` and the other fields of the move, without `shape`. The game of the record says "
        "which move of `Move` it is (docs/records.md)."
    ),
    "properties": {"type": {"type": "string", "description": "The type of the move within its family of games."}},
    "required": ["type"],
    "additionalProperties": {},
}


class RecordedRound(Struct, kw_only=True):
    """A round of a record."""

    decks: list[list[str]]
    """The deck of each deal, void deals first. Cards are in the order in which they are dealt."""
    reshuffles: list[list[str]]
    """The new draw deck of each reshuffle within the round."""
    moves: list[tuple[int, RecordedMove]]
    """Pairs of seat and move."""


class SeatOfRecord(Struct, kw_only=True):
    """A seat, and its player or bot."""

    seat: int
    """The number of the seat."""
    name: str
    """The name of the player or bot."""
    bot: str | None
    """The level of the bot; null for a player."""
    is_bot: bool = False
    """True: the player was a bot account."""
    seed: str
    """The player's seed for the shuffle; empty without one, and if the player did not reveal a committed seed."""
    seed_commitment: str = ""
    """The SHA-256 of the seed to which the player committed before any seed was revealed; empty if there was none."""


class DealerFrom(Struct, kw_only=True):
    """The previous match, and the seat there that was to deal next."""

    match: UUID
    """The id of the previous match."""
    seat: int
    """The seat there that was to deal next, its loser's."""


class BotOfRecord(Struct, kw_only=True):
    """The bot that chose a move: from what its seat saw, and with random numbers from the seed of the server."""

    round: int
    """The round, from 0."""
    move: int
    """The position of the move in its round, from 0."""
    answers: int
    """The version of the match that the move answered. The random numbers depend on it."""
    level: str
    """The level of the bot."""
    version: int
    """The version of the level."""
    iterations: int | UnsetType = UNSET
    """The maximum number of iterations; left out for a level without a budget."""
    seconds: float | UnsetType = UNSET
    """The time limit in seconds; left out for a level without a budget."""


class SealedOfRecord(Struct, kw_only=True):
    """The values fixed when all seats were sealed, before any seed was revealed."""

    commitments: list[str]
    """The commitment of each seat; empty for none."""
    seeds: list[str]
    """The plain seed of each seat, else an empty text."""


class RecordAbout(Struct, kw_only=True):
    """The origin of a record, and the data to check its decks."""

    match: UUID
    """The id of the match."""
    started_at: Moment
    """When the first cards were dealt."""
    finished_at: Moment
    """When the match was over."""
    seats: list[SeatOfRecord]
    """The players and bots, by seat."""
    result: MatchResult
    """The result of the match."""
    shuffle: str
    """The version of the algorithm that makes decks from the seeds."""
    seed: str
    """The seed of the server: 64 hex digits."""
    commitment: str
    """The SHA-256 of the seed, published when the match was created."""
    dealer_from: DealerFrom | UnsetType = UNSET
    """The previous match, if it names the first dealer. Left out if the seeds do."""
    deal_of: UUID | UnsetType = UNSET
    """The match whose cards were dealt again; the labels of the shuffles have its id. Else left out."""
    sealed: SealedOfRecord | UnsetType = UNSET
    """The values fixed before seeds were revealed; left out if no seat had committed."""
    bots: list[BotOfRecord] | UnsetType = UNSET
    """The bots that chose moves; left out if there are none."""
    how_to_check: str
    """Instructions for people to compute the decks again."""


class MatchRecord(Struct, kw_only=True):
    """The record of a finished match: game, decks and moves (docs/records.md)."""

    format: Literal["card-match/1"]
    """The format of the record."""
    game: str
    """The key of the game."""
    version: int | UnsetType = UNSET
    """The version of the rules; left out for version 1."""
    seats: int
    """The number of seats."""
    options: AgreedOptions
    """The options that differ from the defaults; all of them if the server no longer has the rules."""
    dealer: int
    """The seat that dealt first."""
    rounds: list[RecordedRound]
    """The decks and moves of each round."""
    about: RecordAbout
    """The players, the result, and the data to check the shuffle."""
