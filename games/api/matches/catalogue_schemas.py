"""Schemas of games, bot levels and paces."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from games.api.matches.options_schema import AnyOptions
from games.api.schema_types import AnyRuleset, Direction
from games.clock.calendar import Closure
from games.clock.controls import AnyControl
from games.engine.messages import Text


class MatchLength(Struct, kw_only=True):
    """A length of matches, with its options."""

    key: str
    """The key of the length: `short`, `usual` or `long`."""
    name: Text
    """The name of the length, for players."""
    options: dict[str, Any]
    """The options that make a match so long, as `createMatch` takes them."""


class GameSummary(Struct, kw_only=True):
    """A game of the catalogue."""

    key: str
    """The key of the game in the API."""
    name: Text
    """The name of the game, for players."""
    summary: Text
    """A short description, for players who do not know the game."""
    seats: list[int]
    """The numbers of players that the game allows."""
    direction: Direction
    """The direction of play: the next player sits at the left (`clockwise`) or at the right (`counterclockwise`)."""
    lengths: list[MatchLength]
    """The lengths of matches, the shortest first, including the usual one."""


class BotLevel(Struct, kw_only=True):
    """A level of bots."""

    key: str
    """The key of the level in the API."""
    description: Text
    """A description of how bots of this level play."""
    games: list[str]
    """The keys of the games that bots of this level play."""


class Pace(Struct, kw_only=True):
    """A named time control. Players may agree on any other control, too."""

    key: str
    """The key of the pace in the API."""
    name: Text
    """The name of the pace, as players read it."""
    text: Text
    """The time control in words."""
    control: AnyControl
    """The control, as `createMatch` takes it."""


class Catalogue(Struct, kw_only=True):
    """All games, the bots that play them, and named time controls."""

    games: list[GameSummary]
    """The games that can be played here."""
    bots: list[BotLevel]
    """The levels of bots."""
    paces: list[Pace]
    """Time controls to choose from, from fast to slow."""
    honours: list[Closure]
    """The parts of players' calendars that a control may honour (`honours`), if turns last an hour or longer."""


class GameDetail(GameSummary, kw_only=True):
    """A game with its options and rules."""

    version: int
    """The version of the rules. A match keeps the version with which it was created."""
    sides: dict[str, list[int]]
    """The side of each seat, by number of seats, with the default options."""
    options: AnyOptions
    """A JSON Schema of the options, with defaults and descriptions."""
    highest_target: dict[str, int]
    """The highest `target` of a new match, by number of seats, with the default options. It makes sure that matches
    end. Empty if only `options` limit the target."""
    rules: str
    """The rules for players, in Markdown, with the sections Set-up, Your turn, Scoring, An example, Words."""
    rules_language: str
    """The language of `rules`: English if there is no translation into your language."""
    ruleset: AnyRuleset
    """The rules as data."""


class GameName(Struct, kw_only=True):
    """The game of a match."""

    key: str
    """The key of the game in the API."""
    name: Text
    """The name of the game, for players."""
    direction: Direction | None
    """The direction of play; null if the server no longer has the rules of the match."""
