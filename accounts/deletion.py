"""Scheduled account deletion. Until its time the player can cancel it, and the server plays for them."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from accounts import recent_login
from accounts.models import AccountDeletion, Player, Token
from accounts.services import deletion_due, leave, signed_in, staying

GRACE: Final = timedelta(days=3)
"""The time between the request and the deletion."""


def plan_to_leave(current: Token, now: datetime) -> datetime:
    """Schedule the account deletion after ``GRACE``; return its time. A second request does not change the time.

    Raises DomainError ``recent_login_needed``, HasLeft.
    """
    player = current.user
    with signed_in(current):
        recent_login.must_be_recent(current, now)
        if player.leaves_at is None:
            player.leaves_at = now + GRACE
            player.save(update_fields=["leaves_at"])
            _have_done(player, AccountDeletion.Phase.AWAY, now)
        leaves_at: datetime = player.leaves_at
        return leaves_at


def leave_at_once(current: Token, now: datetime) -> AccountDeletion:
    """Delete the account at once, as ``accounts.services.leave`` does.

    Raises DomainError ``recent_login_needed``, HasLeft.
    """
    with signed_in(current):
        recent_login.must_be_recent(current, now)
        return leave(current.user, now)


def stay_after_all(player: Player, now: datetime) -> None:
    """Cancel a scheduled account deletion. Without one it has no effect. Raises HasLeft."""
    with staying(player):
        if player.leaves_at is not None:
            player.leaves_at = None
            player.save(update_fields=["leaves_at"])
            _have_done(player, AccountDeletion.Phase.BACK, now)


def _have_done(player: Player, phase: AccountDeletion.Phase, now: datetime) -> None:
    """Start a phase of an account deletion from its beginning; it replaces the phase under way."""
    begun = {"phase": phase, "reached": None, "wake_at": now}
    deletion, _ = AccountDeletion.objects.update_or_create(player=player, defaults=begun)
    deletion_due.send(sender=Player, deletion=deletion)
