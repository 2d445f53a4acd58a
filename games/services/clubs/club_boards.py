"""The boards of a club: the ratings of its members, and their results at its tables.

Results are sums over finished matches between people, like statistics (``player_statistics``). They are counted for all
players at a table, and shown for members.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Any, Final
from uuid import UUID

from django.db.models import QuerySet

from accounts.models import Player
from games.models import ClubMatch, ClubScore, Match, Membership, Rating
from games.services.clubs.clubs import must_be_member
from games.services.clubs.members import parted_in
from games.services.ratings import count_once, ratings
from games.services.ratings.match_summary import MatchSummary
from games.services.ratings.player_statistics import here

FIGURES: Final = "clubs"
"""The key under which a match is recorded as counted."""
SUMS: Final = ("matches", "won", "drawn")


class Sums:
    """The results of one or more matches."""

    def __init__(self) -> None:
        self.of: dict[tuple[UUID, UUID], Counter[str]] = defaultdict(Counter)
        """The counts by player and club, with the columns of ``ClubScore``."""

    def add(self, summary: MatchSummary) -> None:
        """Count a match between people at a table of a club."""
        club_id = ClubMatch.objects.filter(match=summary.match).values_list("club", flat=True).first()
        if club_id is None or not summary.is_contest:
            return
        is_shared = summary.places.count(1) > 1
        for stint in summary.starters:
            is_first = summary.place_of(stint) == 1
            more = Counter(matches=1, won=is_first and not is_shared, drawn=is_first and is_shared)
            self.of[stint.player, club_id].update(more)


def count(match: Match) -> None:
    """Count a finished match. Counting it again has no effect."""
    if not ClubMatch.objects.filter(match=match).exists():
        return
    count_once.count(match, FIGURES, Sums(), add)


def add(sums: Sums) -> None:
    """Add to the stored results, except for deleted accounts."""
    people = here({player for player, _ in sums.of})
    count_once.add_up(ClubScore, ["player", "club"], {key: one for key, one in sums.of.items() if key[0] in people})


def merge(player: UUID, into: UUID) -> None:
    """Add a player's scores to those of the account ``into`` after a merge. No other process may count meanwhile."""
    theirs, sums = ClubScore.objects.filter(player=player), Sums()
    for row in theirs:
        sums.of[into, row.club_id].update({name: getattr(row, name) for name in SUMS})
    theirs.delete()
    add(sums)


# --- reading ----------------------------------------------------------------------------------------------------------


def scores(player: Player, club_id: UUID) -> QuerySet[ClubScore]:
    """Return the results of club members at its tables, without members that the player must not meet.

    Sort them by ``-won``, ``-drawn``, ``matches`` and ``id``. Raises DomainError ``not_found``, ``not_a_member``.
    """
    club, _ = must_be_member(player, club_id)
    found = ClubScore.objects.filter(club=club, player__in=_members(club_id)).select_related("player")
    return found.exclude(parted_in(club, player))


def leaders(player: Player, club_id: UUID, pool: str) -> QuerySet[Rating]:
    """Return the ratings in a pool of members who play rated matches, including provisional ones.

    Sort them by ``-mu`` and ``-id``. Raises DomainError ``not_found``, ``not_a_member``.
    """
    club, _ = must_be_member(player, club_id)
    found = Rating.objects.filter(pool=ratings.must_be_pool(pool), player__in=_members(club_id))
    found = found.filter(player__rated=True, player__left_at=None).select_related("player")
    return found.exclude(parted_in(club, player))


def _members(club_id: UUID) -> QuerySet[Any, Any]:
    found = Membership.objects.filter(club=club_id, standing__in=Membership.BELONGING).order_by()
    return found.values("player")
