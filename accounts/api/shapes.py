"""What the API says and hears of players."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from msgspec import UNSET, Meta, Struct, UnsetType

from accounts.avatars import AVATARS

AvatarKey = Annotated[
    str, Meta(extra_json_schema={"enum": [avatar.key for avatar in AVATARS]}, description="A key of `listAvatars`.")
]
_SEEN = "that are seen: no control characters, nothing without a width but what scripts and emoji are joined with"
Nickname = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=200,
        description=f"1 to 24 characters of any script {_SEEN}. No name by which you would pass for a bot, or for one "
        "of those who run the server.",
    ),
]
DeviceName = Annotated[
    str,
    Meta(
        max_length=60,
        pattern="^[^\\x00-\\x1f]*$",
        description=f"What you call the device, in one line of characters {_SEEN}.",
    ),
]


class AvatarShape(Struct, kw_only=True):
    """A picture to choose."""

    key: str
    name: str
    symbol: str
    """An emoji; a client may draw its own picture for the key instead."""


class Avatars(Struct, kw_only=True):
    """All pictures to choose from."""

    avatars: list[AvatarShape]


class Me(Struct, kw_only=True):
    """You."""

    id: UUID
    nickname: str
    avatar: str
    guest: bool
    created_at: datetime


class NewGuest(Struct, kw_only=True, forbid_unknown_fields=True):
    """How a new guest is to be called."""

    nickname: Nickname
    avatar: AvatarKey = "cat"
    device: DeviceName = ""


class NewToken(Struct, kw_only=True):
    """A token, shown this once."""

    token: str
    """Send it as `Authorization: Bearer …`. Only its hash is stored, so nobody can tell it to you again."""
    expires_at: datetime | None
    """Using it puts this off."""


class Guest(NewToken, kw_only=True):
    """A new guest, and his token."""

    player: Me


class ChangeMe(Struct, kw_only=True, forbid_unknown_fields=True):
    """What is to change of you."""

    nickname: Nickname | UnsetType = UNSET
    avatar: AvatarKey | UnsetType = UNSET


class NewDevice(Struct, kw_only=True, forbid_unknown_fields=True):
    """A device that wants a token of its own."""

    device: DeviceName = ""


class Device(Struct, kw_only=True):
    """A device that has a token."""

    id: UUID
    device: str
    created_at: datetime
    expires_at: datetime | None
    current: bool
    """Whether it is the one that asks."""


class Departure(Struct, kw_only=True):
    """What was done for a player who has left for good."""

    left_at: datetime
    status: Literal["under_way", "ended"]
    seats_given_up: int
    """So far."""
    ended_at: datetime | None


class Devices(Struct, kw_only=True):
    """Your devices."""

    devices: list[Device]
