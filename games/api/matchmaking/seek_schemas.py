"""Schemas of seeks."""

from __future__ import annotations

from typing import Annotated, Literal
from uuid import UUID

from msgspec import UNSET, Meta, Struct, UnsetType

from chkobba_api.rest.schema import Moment
from games.api.matches.catalogue_schemas import GameName
from games.api.matches.options_schema import AgreedOptions
from games.api.schema_types import A_DAY, LeastReliability, SeedCommitment
from games.clock.controls import AnyControl
from games.clock.controls.move import TurnSeconds
from games.engine.messages import Text
from games.services.matchmaking import seeks


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
    """True: the seek stays active while you are on vacation, now or later."""


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
    """`resting`: it stands, and you have as many matches as you want, or are on vacation, or sit at as many matches as
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
