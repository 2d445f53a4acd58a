"""Tables of clubs: members create them from a preset. Only members see them and join."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from uuid import UUID

from django.db.models import Exists, OuterRef, QuerySet

from accounts.models import Player
from accounts.services import staying
from chkobba_api.errors import never_raises
from games.club_access import Joining, tables_for
from games.models import Club, ClubMatch, Match, Membership, Notification, Seat, Status
from games.selectors import awaiting_no_stranger
from games.services.clubs import presets
from games.services.clubs.clubs import locked, must_be_member
from games.services.clubs.members import parted_in
from games.services.limits import must_have_room_for_club_match
from games.services.matches.entry_requirements import Asked
from games.services.matches.locked_match import LockedMatch
from games.services.matchmaking.lobby import match_creation
from games.services.notifications.notifications import add_notifications


@never_raises("bots_not_allowed")  # the creator decides by being one
def create(
    player: Player,
    club_id: UUID,
    now: datetime,
    *,
    preset: UUID,
    seat: int,
    bots: Mapping[int, str],
    seed: str = "",
    seed_commitment: str = "",
    despite_vacation: bool,
) -> LockedMatch:
    """Create a match of a club from one of its presets. It starts by itself when the last seat is taken.

    Raises DomainError ``not_found``, ``not_a_member``, ``too_many_club_matches``, and as ``lobby.create_match`` does.
    """
    with staying(player):
        club = locked(club_id)
        must_be_member(player, club_id)
        agreed = presets.find(club, preset)
        must_have_room_for_club_match(club_id)
        wish = match_creation.MatchSettings(
            game=agreed.game,
            seats=agreed.seat_count,
            options=agreed.options,
            control=presets.control_of(agreed),
            seat=seat,
            bots=bots,
            free_text=agreed.free_text,
            asked=Asked(rated=agreed.rated),
            despite_vacation=despite_vacation,
            seed=seed,
            seed_commitment=seed_commitment,
        )
        table = match_creation.create_match(player, wish, now)
        ClubMatch.objects.create(match=table.match, club=club)
        _notify(club, player, table)
        return table


def tables_of(player: Player, club_id: UUID) -> QuerySet[Match]:
    """Return the matches of a club, without those of players kept apart from the member.

    Raises DomainError ``not_found``, ``not_a_member``.
    """
    club, _ = must_be_member(player, club_id)
    of_club = tables_for(player).filter(club=club).order_by().values("match")
    seats = Seat.objects.filter(match=OuterRef("pk"))
    among = Exists(seats.filter(player=player)) | ~Exists(seats.filter(parted_in(club, player)))
    if club.joining != Joining.INVITATION:
        among &= awaiting_no_stranger(player)
    return Match.objects.filter(among, pk__in=of_club)


def _notify(club: Club, player: Player, table: LockedMatch) -> None:
    """Notify members who want notifications that a seat is free."""
    seat = next((seat.number for seat in table.seats if seat.is_free), None)
    if seat is None or table.match.status != Status.LOBBY:
        return
    others = Membership.objects.filter(club=club, standing__in=Membership.BELONGING, is_notified=True)
    others = others.exclude(player=player).exclude(parted_in(club, player)).select_related("player")
    about = Notification(match=table.match, version=table.match.version, seat=seat)
    add_notifications("club_match", [one.player for one in others], about, table.now)
