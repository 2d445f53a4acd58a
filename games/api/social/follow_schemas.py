"""What the API tells of whom one knows."""

from __future__ import annotations

from uuid import UUID

from msgspec import Struct

from chkobba_api.rest.schema import Moment
from games.engine.messages import Text


class KnownPlayer(Struct, kw_only=True):
    """Somebody whom you follow or have blocked, or who follows you."""

    player: UUID
    """Who it is."""
    name: Text
    """What they are called now."""
    avatar: str
    """Their picture: a key of `listAvatars`."""
    is_bot: bool
    """Whether a program plays."""
    friend: bool
    """Whether you follow each other."""
    since: Moment
    """Since when you follow them, have blocked them, or they follow you."""


class Profile(Struct, kw_only=True):
    """A player, as you see them. More may be told of them in time."""

    id: UUID
    """Their id."""
    nickname: str
    """What they are called."""
    avatar: str
    """Their picture: a key of `listAvatars`."""
    is_bot: bool
    """Whether a program plays."""
    name: str | None
    """Their unique name; null where they have none, or do not show it to you."""
    since: Moment | None
    """When they came, to the month: at its beginning, in UTC; null where they do not show it to you."""
    followed: bool
    """Whether you follow them."""
    friend: bool
    """Whether you follow each other."""
    blocked: bool
    """Whether you have blocked them."""


class KnownPlayerPage(Struct, kw_only=True):
    """Some players, and where to find more."""

    next: str | None
    """The address of the next page; null on the last one."""
    previous: str | None
    """The address of the page before; null on the first one."""
    results: list[KnownPlayer]
    """The last one first."""
