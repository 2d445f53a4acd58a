"""Checks of sanctions: each action that a sanction of the staff can forbid calls this module.

A ban is checked elsewhere, for each request, since it concerns whole scopes (``chkobba_api.rest.views``).
"""

from __future__ import annotations

from datetime import datetime

from accounts.models import Player
from chkobba_api.errors import DomainError
from games.engine.messages import say
from games.models import Sanction, Visibility


def must_be_allowed(player: Player, kind: Sanction.Kind, now: datetime) -> None:
    """Raise DomainError ``limited`` if a sanction of this kind applies to a player now.

    The caller holds the player's row lock. The refusal contains the ``sanction``, the ``reason``, and the end of the
    sanction (``until``).
    """
    found = Sanction.objects.filter(player=player, kind=kind, until__gt=now).order_by("-until").first()
    if found is not None:
        sentence = say(f"refused.limited.{kind.value}", reason=found.reason, until=f"{found.until:%Y-%m-%d %H:%M}")
        raise DomainError("limited", sentence, reason=found.reason, until=found.until, sanction=str(found.pk))


def must_be_allowed_at(visibility: str, player: Player, now: datetime) -> None:
    """Raise DomainError ``limited`` if a table is public and a sanction forbids public tables to the player."""
    if visibility == Visibility.PUBLIC:
        must_be_allowed(player, Sanction.Kind.PUBLIC, now)
