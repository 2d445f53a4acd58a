"""Schemas of follows, blocks and profiles."""

from __future__ import annotations

from uuid import UUID

from msgspec import Struct

from chkobba_api.rest.fields import Moment
from games.api.paging import Page
from games.engine.messages import Text


class KnownPlayer(Struct, kw_only=True):
    """A player you follow or have blocked, or a player who follows you."""

    player: UUID
    """The id of the player."""
    name: Text
    """The player's current nickname."""
    avatar: str
    """The player's avatar: a key of `listAvatars`."""
    is_bot: bool
    """True: the player is a bot account."""
    friend: bool
    """True: you follow each other."""
    since: Moment
    """The time since which you follow or block the player, or they follow you."""


class Profile(Struct, kw_only=True):
    """A player as you see them. More fields may come."""

    id: UUID
    """The id of the player."""
    nickname: str
    """The player's current nickname."""
    avatar: str
    """The player's avatar: a key of `listAvatars`."""
    is_bot: bool
    """True: the player is a bot account."""
    name: str | None
    """The player's unique name; null if they have none, or do not show it to you."""
    since: Moment | None
    """The month in which the player joined, as its first moment in UTC; null if they do not show it to you."""
    followed: bool
    """True: you follow the player."""
    friend: bool
    """True: you follow each other."""
    blocked: bool
    """True: you have blocked the player."""


class KnownPlayerPage(Page, kw_only=True):
    """A page of players."""

    results: list[KnownPlayer]
    """The players, newest follow or block first."""
