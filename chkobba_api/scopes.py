"""Scopes of tokens. Each operation of the API declares the one that it needs."""

from __future__ import annotations

from enum import StrEnum


class Scope(StrEnum):
    """A permission of a token."""

    READ = "read"
    """See what the player sees: themselves, their matches, and all that concerns them."""
    PLAY = "play"
    """Act in a match that has begun: moves, plans, pauses, resigning, reports of problems to the staff."""
    LOBBY = "lobby"
    """Create matches, take a seat, leave it, change, start and cancel matches."""
    CHAT = "chat"
    """Write and report messages in the chats of matches and clubs, mute players, keep private notes."""
    PROFILE = "profile"
    """Change the player's name, avatar, settings and availability; follow and block players."""
    CLUBS = "clubs"
    """Found, join and leave clubs, and make the decisions of their organizers."""
    CHANNELS = "channels"
    """See and change the player's notification channels and calendar feed."""
    ACCOUNT = "account"
    """Devices, codes, other tokens, account deletion. Only devices have this scope."""


OFFERED = {
    "read": "See what the player sees",
    "play": "Act in a match that has begun",
    "lobby": "Create and join matches, and leave a seat",
    "chat": "Write in the chats of matches and clubs, mute players, keep notes",
    "profile": "Change name, avatar, settings and availability; follow and block players",
    "clubs": "Found, join, leave and organize clubs",
    "channels": "Manage notification channels and the calendar feed",
}
"""The description of each scope that a program can ask for."""

TAKEN_BY_BAN = frozenset({Scope.PLAY, Scope.LOBBY, Scope.CHAT, Scope.PROFILE, Scope.CLUBS})
"""Operations that a ban forbids. A banned player may still read, get notifications, appeal, export data and leave."""

GIVEN = tuple(scope for scope in Scope if scope is not Scope.ACCOUNT)
"""The scopes to which a token can be limited. A token without a limit has all scopes."""
