"""Players, their devices, and how they log in."""

from __future__ import annotations

from accounts.models.devices import AuthorizationCode, Ticket, Token
from accounts.models.login import (
    AccountMail,
    DeviceCode,
    FreshLogIn,
    LogInLink,
    MailAddress,
    Passkey,
    PasskeyChallenge,
    SecondFactor,
    SecondFactorCode,
)
from accounts.models.players import FORMER_PLAYER, Alias, Departure, NameLook, Player, PlayerManager, PlayerNetwork

__all__ = [
    "FORMER_PLAYER",
    "AccountMail",
    "Alias",
    "AuthorizationCode",
    "Departure",
    "DeviceCode",
    "FreshLogIn",
    "LogInLink",
    "MailAddress",
    "NameLook",
    "Passkey",
    "PasskeyChallenge",
    "Player",
    "PlayerManager",
    "PlayerNetwork",
    "SecondFactor",
    "SecondFactorCode",
    "Ticket",
    "Token",
]
