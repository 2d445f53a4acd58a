"""What the staff has forbidden a player for a time: asked here by whatever it keeps them from.

A ban is asked in another place, since it takes whole scopes: where each request is let in
(``chkobba_api.rest.permissions``).
"""

from __future__ import annotations

from datetime import datetime

from accounts.models import Player
from games.engine.messages import say
from games.models import Sanction, Visibility
from games.services.errors import Refusal


def must_be_allowed(player: Player, kind: Sanction.Kind, now: datetime) -> None:
    """Raise Refusal ``limited`` where the staff keeps a player, who is locked, from something now.

    With the ``reason``, ``until`` when, and which ``sanction``.
    """
    found = Sanction.objects.filter(player=player, kind=kind, until__gt=now).order_by("-until").first()
    if found is not None:
        told = say(f"refused.limited.{kind.value}", reason=found.reason, until=f"{found.until:%Y-%m-%d %H:%M}")
        raise Refusal("limited", told, reason=found.reason, until=found.until.isoformat(), sanction=str(found.pk))


def must_be_allowed_at(visibility: str, player: Player, now: datetime) -> None:
    """Raise Refusal ``limited`` where a table is public and a player is kept from those."""
    if visibility == Visibility.PUBLIC:
        must_be_allowed(player, Sanction.Kind.PUBLIC, now)
