"""Types that the schemas of several topics share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, Union

from msgspec import Meta

from chkobba_api.rest.openapi.components import REFERENCE
from games.bots import LEVELS
from games.engine.catalogue import GAMES
from games.engine.malformed import ENDS_THERE
from games.services.matches import entry_requirements

A_DAY: Final = 24 * 3600


if TYPE_CHECKING:
    AnyTable = Any
else:
    AnyTable = Union[tuple(dict.fromkeys(game.view_type for game in GAMES.values()))]  # noqa: UP007
    """The table of any game; ``kind`` names the family of games."""

SeatNumber = Annotated[int, Meta(ge=0, le=7, description="The number of a seat, from 0 in the order of play.")]

Visibility = Literal["public", "private"]

Direction = Literal["clockwise", "counterclockwise"]

Status = Literal["lobby", "running", "finished", "cancelled"]

Level = Annotated[str, Meta(extra_json_schema={"x-extensible-enum": list(LEVELS)})]
"""A level of bots. It is not an `enum`: a server may have levels that a client does not know."""

SeatSeed = Annotated[
    str,
    Meta(
        pattern=r"^[A-Za-z0-9_-]{1,64}$" + ENDS_THERE,
        description="Your seed for the shuffle: 1 to 64 of A-Z a-z 0-9 _ -.",
    ),
]

SeedCommitment = Annotated[
    str,
    Meta(
        pattern=r"^[0-9a-f]{64}$" + ENDS_THERE,
        description="The SHA-256 of the seed that you reveal when the seats are sealed, as 64 hex digits.",
    ),
]

SeedCommitmentInstead = Annotated[
    SeedCommitment,
    Meta(description="Instead of `seed`, for a shuffle that no player can choose (docs/fair-shuffles.md)."),
]

AnyMove = Annotated[
    dict[str, Any],
    Meta(description="A move of the game.", extra_json_schema={"$ref": REFERENCE.format(name="Move")}),
]

AnyEvent = Annotated[dict[str, Any], Meta(extra_json_schema={"$ref": REFERENCE.format(name="FeedEvent")})]

AnyRuleset = Annotated[dict[str, Any], Meta(extra_json_schema={"$ref": REFERENCE.format(name="Ruleset")})]

SeatKey = Annotated[str, Meta(pattern=r"^[0-7]$" + ENDS_THERE)]

SubstitutesAfter = Annotated[
    int, Meta(ge=60, le=30 * 24 * 3600, description="Seconds on autopilot, from a minute to thirty days.")
]

LeastReliability = Annotated[int, Meta(ge=1, le=entry_requirements.MOST_ASKED)]

TermsVersion = Annotated[int, Meta(ge=0, le=2**31 - 1)]
