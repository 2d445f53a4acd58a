"""Schemas of seeks: requests and answers."""

from __future__ import annotations

from typing import Annotated, Literal
from uuid import UUID

from msgspec import UNSET, Meta, Struct, UnsetType

from chkobba_api.rest.fields import Moment
from games.api.matches.catalogue_schemas import GameName
from games.api.paging import Page
from games.api.schema_types import A_DAY, LeastReliability, SeedCommitment
from games.clock.controls import AnyControl
from games.clock.controls.move import TurnSeconds
from games.engine.messages import Text
from games.services.matchmaking import seeks
from games.table_events.kind import AgreedOptions


class SeekRequest(Struct, kw_only=True, forbid_unknown_fields=True):
    """The match that you want to play, and limits for the other players."""

    game: str
    """The game: a key of `listGames`."""
    seats: Annotated[int, Meta(ge=2, le=8)] | UnsetType = UNSET
    """The number of seats; if left out, the fewest that the game allows."""
    options: AgreedOptions = {}
    """Options that differ from the game's defaults."""
    control: AnyControl | UnsetType = UNSET
    """The time control; if left out, one day per move."""
    turn_seconds: Annotated[TurnSeconds, Meta(extra_json_schema={"default": A_DAY})] | UnsetType = UNSET
    """Seconds for each move, instead of `control`."""
    keep_going: Annotated[int, Meta(ge=1, le=seeks.MOST_GOING)] | UnsetType = UNSET
    """The number of matches to keep going: when one ends, the seek looks for the next. If left out, the seek ends when
    it has found one match."""
    lasts: Annotated[
        int,
        Meta(
            ge=int(seeks.SHORTEST.total_seconds()),
            le=int(seeks.LONGEST.total_seconds()),
            extra_json_schema={"default": int(seeks.USUAL.total_seconds())},
        ),
    ] = int(seeks.USUAL.total_seconds())
    """Seconds after which the seek expires, from one minute to thirty days."""

    rated: bool = False
    """True: the match is rated (docs/ratings.md). All players must want the same."""
    rating_within: Annotated[int, Meta(ge=1, le=1000)] | UnsetType = UNSET
    """The largest difference between each other player's rating and yours, in points; if left out, any."""
    least_reliability: LeastReliability | UnsetType = UNSET
    """The least reliability of each other player, in percent; if left out, any."""
    seed_commitments: Annotated[list[SeedCommitment], Meta(max_length=seeks.MOST_SEEDS)] = []
    """Commitments to seeds, for shuffles that no player can choose (docs/fair-shuffles.md). Each match of the seek
    takes the first unused one, and waits for its seed (`seed_awaited`)."""
    despite_vacation: bool = False
    """True: the seek stays active while you are on vacation, now or later."""


class Seek(Struct, kw_only=True):
    """A search for opponents, without the name of its player."""

    id: UUID
    """The id of the seek."""
    game: GameName
    """The game: key, name and direction of play."""
    seats: int
    """The number of seats of the match."""
    options: AgreedOptions
    """The value of every option."""
    control: AnyControl
    """The time control. Its `type` names the kind; more kinds may come."""
    control_text: Text
    """The time control in words."""
    rated: bool
    """True: the match is rated."""
    created_at: Moment
    """The time at which the player made the seek."""
    looking_since: Moment | None
    """The time since which the seek waits for other players; null while it does not wait. The longest wait comes
    first."""


class MySeek(Seek, kw_only=True):
    """A seek of yours, with its state and matches."""

    state: Literal["looking", "resting", "matched", "expired", "withdrawn"]
    """`resting`: the seek is open and pauses, because you have as many matches as you want, are on vacation, or have
    reached a limit of matches. `matched`: it has found its match. `matched`, `expired` and `withdrawn` are
    final."""
    keep_going: int | None
    """The number of matches to keep going; null: the seek ends when it has found one."""
    rating_within: int | None
    """The largest difference between each other player's rating and yours, in points; null: any."""
    least_reliability: int | None
    """The least reliability of each other player, in percent; null: any."""
    expires_at: Moment
    """The time at which the seek expires."""
    ended_at: Moment | None
    """The time at which the seek ended; null while it is open."""
    seed_commitments: list[str]
    """The commitments to seeds for the next matches of the seek."""
    matches: list[UUID]
    """The id of the match that the seek has found. With `keep_going`, the ids of its matches that still go on."""


class SeekPage(Page, kw_only=True):
    """A page of open seeks."""

    results: list[Seek]
    """The seeks, newest first."""


class MySeekPage(Page, kw_only=True):
    """A page of your seeks."""

    results: list[MySeek]
    """Your seeks, newest first. Ended ones stay in the list for seven days."""
