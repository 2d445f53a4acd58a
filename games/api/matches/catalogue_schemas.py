"""Schemas of games, levels and paces."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from games.api.schema_types import AnyOptions, AnyRuleset, Direction
from games.clock.calendar import Closure
from games.clock.controls import AnyControl
from games.engine.messages import Text


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


class GameName(Struct, kw_only=True):
    """Which game is played."""

    key: str
    """What the API calls it."""
    name: Text
    """The name that players read."""
    direction: Direction | None
    """Which way play goes around the table; null where the rules of the match are gone."""
