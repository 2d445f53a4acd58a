"""Access to the matches of clubs: only members can see them.

In a club that players join only by invitation, such as a class, kid mode separates no members. The same holds in a
match with a room code. A block applies everywhere (``games.contact_rules``).
"""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import Player
from games.models import Club, ClubMatch, Membership

Joining = Club.Joining


def clubs_of(player: Player | UUID) -> QuerySet[Membership]:
    """Return the memberships of a player in clubs that have not ended, without requests, removals and bans."""
    return Membership.objects.filter(player=player, standing__in=Membership.BELONGING, club__ended_at=None)


def belongs(player_id: UUID, club_id: UUID) -> bool:
    """Return whether a player is a member or an organizer of a club."""
    return clubs_of(player_id).filter(club=club_id).exists()


def admits(club: Club | None, player_id: UUID) -> bool:
    """Return whether a player may join a match of a club, or one without a club (None)."""
    return club is None or belongs(player_id, club.pk)


def admitting(player: Player) -> Q:
    """Return a filter for the matches that a player may join: those without a club, and those of the player's clubs."""
    mine = clubs_of(player).order_by().values("club")
    return Q(~Exists(ClubMatch.objects.filter(match=OuterRef("pk")).exclude(club__in=mine)))


def club_of(match_id: Any) -> Club | None:
    """Return the club of a match, or None if the match belongs to no club."""
    found = ClubMatch.objects.filter(match=match_id).select_related("club").first()
    return found.club if found else None


def tables_for(player: Player) -> QuerySet[ClubMatch]:
    """Return the club matches that a player can see as a member."""
    return ClubMatch.objects.filter(club__in=clubs_of(player).order_by().values("club"))
