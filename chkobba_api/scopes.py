"""What a token may be good for. Each operation of the API needs one of these, and says which."""

from __future__ import annotations

from enum import StrEnum


class Scope(StrEnum):
    """A right of a token, by what it allows."""

    READ = "read"
    """Seeing what the player sees: themselves, their matches, what concerns them."""
    PLAY = "play"
    """What is done at a match that has begun: moves, plans, pauses, resigning, telling the staff of a problem."""
    LOBBY = "lobby"
    """Making matches, sitting down at them, getting up, changing, starting and cancelling them."""
    CHAT = "chat"
    """What is said at a table: saying and reporting it, muting players; and notes for oneself."""
    PROFILE = "profile"
    """Changing how the player is called and looks, when no time runs for them, whom they follow, and have blocked."""
    CLUBS = "clubs"
    """Founding clubs, joining and leaving them, and what their organizers decide."""
    CHANNELS = "channels"
    """Where the player is told of what concerns them: seeing and changing it, the address of their calendar, too."""
    ACCOUNT = "account"
    """Devices, codes, other tokens, leaving for good: for those who hold the account, and nobody else."""


OFFERED = {
    "read": "Seeing what the player sees",
    "play": "What is done at a match that has begun",
    "lobby": "Making and joining matches, and getting up",
    "chat": "What is said at a table, muting, and notes",
    "profile": "Name, picture, language and hours; following and blocking",
    "clubs": "Founding, joining, leaving and organizing clubs",
    "channels": "Where the player is told, and the address of their calendar",
}
"""The description of each scope that a program can ask for."""

TAKEN_BY_BAN = frozenset({Scope.PLAY, Scope.LOBBY, Scope.CHAT, Scope.PROFILE})
"""Operations that a ban forbids. A banned player may still read, get notifications, appeal, export data and leave."""

GIVEN = tuple(scope for scope in Scope if scope is not Scope.ACCOUNT)
"""The scopes that a token can be narrowed to. What is not narrowed is good for everything."""
