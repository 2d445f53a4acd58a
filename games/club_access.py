"""Matches of clubs and members of clubs: such a match exists only for members.

In a club that admits members only by invitation, such as a class, kid mode keeps no members apart, as at a match with a
room code. A block works everywhere (``games.contact_rules``).
"""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from accounts.models import Player
from games.models import Club, ClubMatch, Membership

Joining = Club.Joining


def clubs_of(player: Player) -> QuerySet[Membership]:
    """Return the memberships of a player in clubs that they belong to."""
    return Membership.objects.filter(player=player, standing__in=Membership.BELONGING, club__ended_at=None)


def belongs(player_id: UUID, club_id: UUID) -> bool:
    """Say whether a player is a member of a club, or an organizer."""
    mine = Membership.objects.filter(player=player_id, club=club_id, standing__in=Membership.BELONGING)
    return mine.filter(club__ended_at=None).exists()


def club_of(match_id: Any) -> Club | None:
    """Return the club of a match; None where it is no club's."""
    found = ClubMatch.objects.filter(match=match_id).select_related("club").first()
    return found.club if found else None


def tables_for(player: Player) -> QuerySet[ClubMatch]:
    """Return the matches of clubs to which a player belongs."""
    return ClubMatch.objects.filter(club__in=clubs_of(player).order_by().values("club"))
