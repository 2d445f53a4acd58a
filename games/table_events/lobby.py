"""Events of a lobby: players and bots come and go, the terms change, and seeds for the shuffle are collected."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Final, Literal

from msgspec import UNSET, Struct, UnsetType

from games.clock.controls import AnyControl
from games.clock.lobby import LateBots
from games.models import Status
from games.table_events.kind import (
    AgreedOptions,
    EventKind,
    Moment,
    Notice,
    ReasonOfStaff,
    Recipient,
    Wording,
    to_own_seat,
)


class Created(Struct, kw_only=True):
    """The match was created; `seat` of the entry is the creator's."""

    late_bots: LateBots | UnsetType = UNSET
    """The time at which bots take the free seats and the match starts; left out for never."""
    substitutes_after: int | UnsetType = UNSET
    """Seconds on autopilot after which a player's seat opens to substitutes; left out for never."""
    bot_accounts: bool | UnsetType = UNSET
    """True: bot accounts may join. Left out: they may not."""


class BotJoined(Struct, kw_only=True):
    """A bot took a seat: the creator or the clock added it, or the staff gave it the seat of a player."""

    level: str
    """The level of the bot."""
    reason: ReasonOfStaff = UNSET


class BotLeft(Struct, kw_only=True):
    """A bot left its seat: for the creator, for a player who joined, or because the staff gave the seat back."""

    level: str | None
    """Null: the bot was removed."""
    reason: ReasonOfStaff = UNSET


class Changed(Struct, kw_only=True):
    """The creator changed the match. The fields that are there are new."""

    options: AgreedOptions | UnsetType = UNSET
    """The new value of every option."""
    visibility: Literal["public", "private"] | UnsetType = UNSET
    """The players who can find the match."""
    control: AnyControl | UnsetType = UNSET
    """The new time control."""
    turn_seconds: int | UnsetType = UNSET
    """Seconds that a first move may take."""
    autostart: bool | UnsetType = UNSET
    """True: the match starts by itself when the last seat is taken."""
    late_bots: LateBots | UnsetType | None = UNSET
    """The time at which bots take the free seats and the match starts; null: never."""
    substitutes_after: int | UnsetType | None = UNSET
    """Seconds on autopilot after which a player's seat opens to substitutes; null: never."""
    bot_accounts: bool | UnsetType = UNSET
    """True: bot accounts may join."""


class SeedCommitted(Struct, kw_only=True):
    """A player committed to a seed, to reveal it later."""

    commitment: str
    """The SHA-256 of the seed."""


class Sealed(Struct, kw_only=True):
    """Every seat is taken. Seeds and commitments are final, and the server waits for players to reveal their seeds."""

    commitments: list[str]
    """The commitment of each seat; an empty text for none."""
    seeds: list[str]
    """The plain seed of each seat; an empty text for none."""
    until: Moment
    """The deadline for players to reveal their seeds."""


class SeedRevealed(Struct, kw_only=True):
    """A player revealed the seed of a commitment."""

    seed: str
    """The seed of the player."""


def _joined(to: Recipient) -> Notice | None:
    if to.match.status != Status.LOBBY:
        return None
    waits = to.seat.player_id == to.match.creator_id and not any(one.is_free for one in to.seats)
    return ("seats_full" if waits else "joined"), {}


def _terms_changed(to: Recipient) -> Notice | None:
    match = to.match
    asked = match.status == Status.LOBBY and to.row.version == match.terms_version and not to.seat.agrees_to(match)
    return ("terms_changed", {}) if asked else None


def _seed_awaited(to: Recipient) -> Notice | None:
    due_at = to.match.seeds_due_at if to.match.status == Status.LOBBY else None
    is_awaited = due_at and to.seat.seed_commitment and not to.seat.seed
    return ("seed_awaited", {"due_at": due_at.isoformat()}) if due_at and is_awaited else None


def _changes(wording: Wording) -> str:
    data = json.loads(wording.row.data)
    changes = ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in data.items())
    return f"{wording.who} changes the match: {changes or 'their seed'}."


LOBBY: Final = (
    EventKind("created", "{who} creates the match.", Created),
    EventKind("joined", "{who} joins.", description="A player joined the match.", most=20, notify=_joined),
    EventKind("left", "{who} leaves.", description="A player left the match before its start."),
    EventKind(
        "bot_joined",
        "The {event.level} bot takes seat {row.seat}.",
        BotJoined,
        staff_sentence="{who} gives the seat of {seat} to the {event.level} bot.",
        most=200,
        seat=lambda seat, event, *_: replace(seat.taken, bot=event.level, autopilot=False),
        notify=to_own_seat("seat_given_to_bot"),
    ),
    EventKind(
        "bot_left",
        "The bot at seat {row.seat} leaves.",
        BotLeft,
        staff_sentence="{who} gives {seat} their seat back.",
        seat=lambda seat, *_: replace(seat, bot=""),
        notify=to_own_seat("given_back"),
    ),
    EventKind("changed", _changes, Changed, most=200, notify=_terms_changed),
    EventKind(
        "terms_agreed", "{who} agrees to the changed terms.", description="A player agreed to the changed terms."
    ),
    EventKind("seed_added", "{who} adds a seed to the shuffle.", description="A player added a seed to the shuffle."),
    EventKind("seed_committed", "{who} commits to a seed for the shuffle.", SeedCommitted),
    EventKind(
        "sealed",
        "All seats are taken and sealed; the match waits for the seeds of the commitments.",
        Sealed,
        notify=_seed_awaited,
    ),
    EventKind("seed_revealed", "{who} reveals the seed.", SeedRevealed),
    EventKind(
        "seed_withheld",
        "{seat} does not reveal the seed; the cards are dealt without it.",
        description="A player did not reveal their seed in time. It does not count for the shuffle.",
    ),
)
