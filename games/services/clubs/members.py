"""Members of a club: joining, leaving, and the decisions of organizers.

Each action locks the acting player, and then the club. A club always has an organizer. The last organizer appoints
another one before leaving. If the account is deleted, the member of longest standing becomes organizer.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import Q, QuerySet

from accounts.models import AccountDeletion, Player
from accounts.names.printable import clean
from accounts.services import staying
from chkobba_api.errors import DomainError
from chkobba_api.ids import typed_code
from games.club_access import Joining
from games.contact_rules import apart_from, are_apart, are_blocked, blocked_from
from games.engine.messages import say
from games.models import Club, ClubScore, Membership
from games.services.clubs.clubs import (
    Standing,
    club_for,
    end,
    locked,
    may_write,
    must_be_member,
    must_organize,
    no_such_club,
    organizing,
)
from games.services.limits import must_have_room_for
from games.services.matchmaking.invitations import release_seats
from games.services.ratings import count_once

LONGEST_REASON: Final = 500
"""The most characters of the reason for a removal or a ban."""
LONGEST_MUTE: Final = timedelta(days=90)
REMOVALS_LAST: Final = timedelta(days=90)
"""The time for which a removed player can read the reason. A banned player can read it as long as the ban lasts."""


# --- joining and leaving ----------------------------------------------------------------------------------------------


def join(player: Player, club_id: UUID, now: datetime) -> Membership:
    """Join an open club, or ask to be admitted. Repeating it has no effect.

    Raises DomainError ``not_found``, ``join_refused`` if an organizer is kept apart from the player, ``club_full``,
    ``too_many_clubs``; HasLeft.
    """
    with staying(player):
        locked(club_id)
        club, mine = club_for(player, club_id)
        asked = mine is not None and mine.standing == Standing.ASKED
        if mine is not None and (mine.belongs or (asked and club.joining != Joining.OPEN)):
            return mine
        if club.joining == Joining.INVITATION:
            raise no_such_club()
        if are_apart(player.pk, _organizers(club)):
            raise _not_welcome()
        return _come(club, player, Standing.MEMBER if club.joining == Joining.OPEN else Standing.ASKED, now)


def join_by_code(player: Player, code: str, now: datetime) -> Membership:
    """Become a member of the club with an invitation code, typed by the player. Repeating it has no effect.

    Raises DomainError ``wrong_code``, ``banned``, ``join_refused``, ``club_full``, ``too_many_clubs``; HasLeft. The
    player gets ``join_refused`` because of a block with an organizer, or in kid mode if the club is open to strangers.
    """
    with staying(player):
        club = Club.objects.select_for_update(no_key=True).filter(code=typed_code(code), ended_at=None).first()
        if club is None:
            raise DomainError("wrong_code", say("refused.wrong_code"))
        mine = Membership.objects.filter(club=club, player=player).first()
        if mine is not None and mine.belongs:
            return mine
        if mine is not None and mine.standing == Standing.BANNED:
            raise DomainError("banned", say("refused.banned"), reason=mine.reason)
        if player.in_kid_mode and club.joining != Joining.INVITATION:
            raise _not_welcome()
        if are_blocked(player.pk, _organizers(club)):
            raise _not_welcome()
        return _come(club, player, Standing.MEMBER, now)


def _organizers(club: Club) -> list[UUID]:
    found = Membership.objects.filter(club=club, standing=Standing.ORGANIZER)
    return list(found.values_list("player", flat=True))


def _not_welcome() -> DomainError:
    return DomainError("join_refused", say("refused.not_welcome_in_club"))


def _come(club: Club, player: Player, standing: str, now: datetime) -> Membership:
    if standing == Standing.MEMBER:
        _must_have_room_in(club)
    if not Membership.objects.filter(club=club, player=player, standing=Standing.ASKED).exists():
        must_have_room_for("clubs", player)
    fields = {"standing": standing, "since": now, "reason": ""}
    if standing == Standing.MEMBER:
        fields["joined_at"] = now
    return Membership.objects.update_or_create(club=club, player=player, defaults=fields)[0]


def _must_have_room_in(club: Club) -> None:
    limit = settings.LIMITS["club_members"]
    if _members(club).count() >= limit:
        raise DomainError("club_full", say("refused.club_full", count=limit), limit=limit)


def _members(club: Club) -> QuerySet[Membership]:
    return Membership.objects.filter(club=club, standing__in=Membership.BELONGING)


def leave(player: Player, club_id: UUID, now: datetime) -> None:
    """Leave a club, withdraw a request to join, or delete a removal. A mute goes on. A club without members ends.

    Raises DomainError ``not_found`` if there is nothing to leave, also for a banned player; ``last_organizer``;
    HasLeft.
    """
    with staying(player):
        release_seats(player.pk, club_id, now)
        club = locked(club_id)
        gone = (Standing.BANNED, Standing.LEFT)
        mine = Membership.objects.filter(club=club, player=player).exclude(standing__in=gone).first()
        if mine is None:
            raise no_such_club()
        others = _members(club).exclude(player=player)
        if mine.standing == Standing.ORGANIZER and not others.filter(standing=Standing.ORGANIZER).exists():
            if others.exists():
                raise DomainError("last_organizer", say("refused.last_organizer"))
            end(club, now)
        elif mine.muted_until is not None and mine.muted_until > now:
            mine.standing, mine.since, mine.reason = Standing.LEFT, now, ""
            mine.save(update_fields=["standing", "since", "reason"])
        else:
            mine.delete()


def change_mine(player: Player, club_id: UUID, *, is_notified: bool) -> Membership:
    """Turn notifications of a club's tables on or off. Raises DomainError ``not_found``, ``not_a_member``; HasLeft."""
    with staying(player):
        _, mine = must_be_member(player, club_id)
        mine.is_notified = is_notified
        mine.save(update_fields=["is_notified"])
    return mine


# --- decisions of organizers -----------------------------------------------------------------------------------------


def put(player: Player, club_id: UUID, other_id: UUID, standing: str, now: datetime, *, reason: str = "") -> Membership:
    """Make a player a member or an organizer, or remove or ban them with a reason.

    A player in kid mode writes no free text, so they decide without a reason.

    Only players who have asked, and organizers, become members. Raises DomainError ``not_found`` for a player without
    any standing, ``not_a_member`` (also for a new organizer who is no member), ``not_organizer``, ``club_full``,
    ``last_organizer``, ``too_many_clubs``; ``invalid``; HasLeft.
    """
    needed = standing in (Standing.REMOVED, Standing.BANNED) and may_write(player)
    reason = _reason(reason, needed=needed)
    with _deciding(player, club_id, other_id, standing, now) as club:
        other = Membership.objects.filter(club=club, player=other_id).select_related("player").first()
        if other is None:
            raise DomainError("not_found", say("refused.no_player"))
        if other.standing == standing:
            return other
        if standing in Membership.BELONGING:
            _admit(club, other, standing, now)
        elif _is_last_organizer(club, other):
            raise DomainError("last_organizer", say("refused.last_organizer"))
        other.standing, other.since, other.reason = standing, now, reason
        other.save(update_fields=["standing", "since", "reason", "joined_at"])
    return other


@contextmanager
def _deciding(player: Player, club_id: UUID, other_id: UUID, standing: str, now: datetime) -> Iterator[Club]:
    """Lock an organizer and a club. If the decision ends a membership, free the seats reserved for that player.

    The transaction reserves them again if the decision is refused. Lock a new organizer, too, before, whose clubs are
    counted: another club may appoint the same player at the moment.
    """
    both = Player.objects.select_for_update(no_key=True).filter(pk__in=(player.pk, other_id)).order_by("pk")
    with transaction.atomic():
        must_organize(player, club_id)  # first: only an organizer may lock other players and matches
        list(both if standing == Standing.ORGANIZER else ())
        with staying(player):  # before the matches
            if standing not in Membership.BELONGING:
                release_seats(other_id, club_id, now)
            with organizing(player, club_id) as club:
                yield club


def _admit(club: Club, other: Membership, standing: str, now: datetime) -> None:
    """Make a player a member, or change their standing. A removed player returns only on their own."""
    if other.standing in (Standing.REMOVED, Standing.BANNED, Standing.LEFT) or (
        standing == Standing.ORGANIZER and other.standing == Standing.ASKED
    ):
        raise DomainError("not_a_member", say("refused.they_are_no_member"))
    if other.standing == Standing.ASKED:
        _must_have_room_in(club)
        other.joined_at = now
    if standing == Standing.ORGANIZER:
        must_have_room_for("organized_clubs", other.player)
    elif _is_last_organizer(club, other):
        raise DomainError("last_organizer", say("refused.last_organizer"))


def _is_last_organizer(club: Club, one: Membership) -> bool:
    others = Membership.objects.filter(club=club, standing=Standing.ORGANIZER).exclude(pk=one.pk)
    return one.standing == Standing.ORGANIZER and not others.exists()


def mute(player: Player, club_id: UUID, other_id: UUID, seconds: int, now: datetime) -> Membership:
    """Mute a member in a club for some seconds; 0 ends the mute.

    Raises DomainError ``not_found``, ``not_a_member``, ``not_organizer``; HasLeft.
    """
    with organizing(player, club_id) as club:
        other = _members(club).filter(player=other_id).select_related("player").first()
        if other is None:
            raise DomainError("not_found", say("refused.no_player"))
        other.muted_until = now + timedelta(seconds=seconds) if seconds else None
        other.save(update_fields=["muted_until"])
    return other


def _reason(text: str, *, needed: bool) -> str:
    if_empty = "message.empty" if needed else ""
    normal = clean(text, "reason", "reason", lines=True, longest=LONGEST_REASON, if_empty=if_empty)
    return normal if needed else ""


# --- reading ----------------------------------------------------------------------------------------------------------


def members_of(player: Player, club_id: UUID) -> QuerySet[Membership]:
    """Return the members of a club, for a member. Sort them by ``-pk``.

    Of members who are kept apart from the player it contains only organizers, since they look after the club.

    Raises DomainError ``not_found``, ``not_a_member``.
    """
    club, mine = must_be_member(player, club_id)
    found = _members(club).select_related("player")
    return found if mine.standing == Standing.ORGANIZER else found.exclude(parted_in(club, player))


def parted_in(club: Club, player: Player) -> Q:
    """Return a filter for rows of players kept apart from a member.

    In a club that players join only by invitation, kid mode keeps no players apart.
    """
    return blocked_from(player) if club.joining == Joining.INVITATION else apart_from(player)


def others_of(player: Player, club_id: UUID, standing: str) -> QuerySet[Membership]:
    """Return for organizers the players who asked to join, were removed, or are banned. Sort them by ``-pk``.

    Raises DomainError ``not_found``, ``not_a_member``, ``not_organizer``.
    """
    club, _ = must_organize(player, club_id)
    return Membership.objects.filter(club=club, standing=standing).select_related("player")


# --- deletion and merging ---------------------------------------------------------------------------------------------


def old_removals(now: datetime) -> QuerySet[Membership]:
    """Return old removals and rejections of members, and members who left long ago. Bans stay."""
    return Membership.objects.filter(standing__in=(Standing.REMOVED, Standing.LEFT), since__lt=now - REMOVALS_LAST)


_STRONGEST: Final = (
    *(Standing.ORGANIZER, Standing.BANNED, Standing.MEMBER),
    *(Standing.ASKED, Standing.REMOVED, Standing.LEFT),
)
"""The order of standings for merging two accounts of one player in a club: the first of the two wins."""


def pass_on(player: Player, into: Player) -> None:
    """Move a player's memberships to the account ``into`` after a merge. A ban or mute of either account stays."""
    clubs = Membership.objects.filter(player=player).values("club")
    list(Club.objects.select_for_update(no_key=True).filter(pk__in=clubs).order_by("pk"))
    mine = {one.club_id: one for one in Membership.objects.select_for_update().filter(player=into).order_by("pk")}
    for theirs in Membership.objects.select_for_update().filter(player=player).order_by("pk"):
        own = mine.get(theirs.club_id)
        if own is None:
            theirs.player = into
            theirs.save(update_fields=["player"])
            continue
        theirs.delete()
        if _STRONGEST.index(theirs.standing) < _STRONGEST.index(own.standing):
            own.standing, own.since, own.reason = theirs.standing, theirs.since, theirs.reason
        own.joined_at = min(filter(None, (own.joined_at, theirs.joined_at)), default=None)
        own.muted_until = max(filter(None, (own.muted_until, theirs.muted_until)), default=None)
        own.save()


def forget_with_player(deletion: AccountDeletion) -> None:
    """Delete the memberships of a deleted account, and replace the last organizer."""
    player = deletion.player
    now = deletion.left_at or deletion.wake_at
    for club_id in Membership.objects.filter(player=player).order_by("club").values_list("club", flat=True):
        club = Club.objects.select_for_update(no_key=True).get(pk=club_id)
        mine = Membership.objects.filter(club=club, player=player)
        was_organizer = mine.filter(standing=Standing.ORGANIZER).exists()
        mine.delete()
        if was_organizer and not Membership.objects.filter(club=club, standing=Standing.ORGANIZER).exists():
            _pass_on(club, now)
    with count_once.alone():
        ClubScore.objects.filter(player=player).delete()


def _pass_on(club: Club, now: datetime | None) -> None:
    """Make the member of longest standing an organizer of a club without one. Without members the club ends."""
    heir = _members(club).order_by("joined_at", "pk").first()
    if heir is None:
        end(club, now or club.founded_at)
        return
    heir.standing, heir.since = Standing.ORGANIZER, now or heir.since
    heir.save(update_fields=["standing", "since"])
