"""Models of players, their devices and their login methods."""

from __future__ import annotations

from accounts.models.devices import AuthorizationCode, StreamTicket, Token
from accounts.models.login import (
    AccountMail,
    DeviceCode,
    EmailAddress,
    LoginLink,
    Passkey,
    PasskeyChallenge,
    RecentLogin,
    SecondFactor,
    SecondFactorCode,
)
from accounts.models.players import (
    FORMER_PLAYER,
    AccountDeletion,
    Alias,
    NameConfusable,
    Player,
    PlayerNetwork,
)

__all__ = [
    "FORMER_PLAYER",
    "AccountDeletion",
    "AccountMail",
    "Alias",
    "AuthorizationCode",
    "DeviceCode",
    "EmailAddress",
    "LoginLink",
    "NameConfusable",
    "Passkey",
    "PasskeyChallenge",
    "Player",
    "PlayerNetwork",
    "RecentLogin",
    "SecondFactor",
    "SecondFactorCode",
    "StreamTicket",
    "Token",
]
