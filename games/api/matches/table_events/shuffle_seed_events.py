"""Schemas of the events of the shuffle: seeds, commitments, and the sealing of the seats."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from chkobba_api.rest.fields import Moment


class MatchSeedAddedEvent(Struct, kw_only=True, tag_field="shape", tag="match_seed_added"):
    """A player added a seed to the shuffle."""

    type: Literal["seed_added"]


class MatchSeedCommittedEvent(Struct, kw_only=True, tag_field="shape", tag="match_seed_committed"):
    """A player committed to a seed, to reveal it later."""

    type: Literal["seed_committed"]
    commitment: str
    """The SHA-256 of the seed."""


class MatchSealedEvent(Struct, kw_only=True, tag_field="shape", tag="match_sealed"):
    """Every seat is taken. Seeds and commitments are final, and the server waits for players to reveal their seeds."""

    type: Literal["sealed"]
    commitments: list[str]
    """The commitment of each seat; an empty text for none."""
    seeds: list[str]
    """The plain seed of each seat; an empty text for none."""
    until: Moment
    """The deadline for players to reveal their seeds."""


class MatchSeedRevealedEvent(Struct, kw_only=True, tag_field="shape", tag="match_seed_revealed"):
    """A player revealed the seed of a commitment."""

    type: Literal["seed_revealed"]
    seed: str
    """The seed of the player."""


class MatchSeedWithheldEvent(Struct, kw_only=True, tag_field="shape", tag="match_seed_withheld"):
    """A player did not reveal their seed in time. It does not count for the shuffle."""

    type: Literal["seed_withheld"]
