"""Clubs: founding one, its description, and who can find it.

A club that players join only by invitation is invisible to all others. Players in kid mode see and join no other club,
since they would meet strangers there, and write no descriptions.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Count, IntegerField, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from accounts.models import Player
from accounts.names.confusables import looks_of
from accounts.names.printable import clean
from accounts.services import staying
from accounts.unique_names import clean_name
from chkobba_api.errors import DomainError
from chkobba_api.ids import draw_code
from games.engine.messages import say
from games.models import Club, ClubConfusable, Membership, Preset
from games.services.limits import must_have_room_for

LONGEST_NAME: Final = 40
LONGEST: Final = 2_000
"""The most characters of a club's description."""
CODE_LENGTH: Final = 10
_BETWEEN: Final = "-_ '’"
"""Characters allowed between the words of a name."""
Joining = Club.Joining
Standing = Membership.Standing


@dataclass(frozen=True, kw_only=True)
class Founding:
    """The settings of a new club."""

    name: str
    description: str = ""
    joining: str = Joining.INVITATION


# --- founding and changing --------------------------------------------------------------------------------------------


def found(player: Player, wish: Founding, now: datetime) -> Membership:
    """Found a club. The founder is its first organizer. Return the membership of the founder.

    Raises DomainError ``not_a_founder`` if only the staff founds clubs, ``kid_mode``, ``too_many_clubs``;
    ``invalid``, ``name_reserved``, ``name_taken``; HasLeft.
    """
    if not (settings.CLUBS_BY_PLAYERS or player.is_staff):
        raise DomainError("not_a_founder", say("refused.not_a_founder"))
    name, description = clean_club_name(wish.name), _cleaned(wish.description)
    with staying(player):
        must_write(player)
        must_have_room_for("clubs", player)
        must_have_room_for("organized_clubs", player)
        club = Club(name=name, description=description, joining=wish.joining, code=_new_code(), founded_at=now)
        club.save(force_insert=True)
        _take_looks(club)
        return Membership.objects.create(
            club=club, player=player, standing=Standing.ORGANIZER, since=now, joined_at=now
        )


def change(player: Player, club_id: UUID, **wishes: Any) -> Club:
    """Change the ``name``, the ``description`` or the ``joining`` of a club.

    Raises DomainError ``not_found``, ``not_a_member``, ``not_organizer``, ``kid_mode``; ``invalid``, ``name_reserved``,
    ``name_taken``; HasLeft.
    """
    if "name" in wishes:
        wishes["name"] = clean_club_name(wishes["name"])
    if "description" in wishes:
        wishes["description"] = _cleaned(wishes["description"])
    with organizing(player, club_id) as club:
        if wishes.keys() & {"name", "description"}:
            must_write(player)
        for field, value in wishes.items():
            setattr(club, field, value)
        club.save(update_fields=list(wishes))
        if "name" in wishes:
            _take_looks(club)
    return club


def renew_code(player: Player, club_id: UUID) -> Club:
    """Give a club a new code. The old one stops working.

    Raises DomainError ``not_found``, ``not_a_member``, ``not_organizer``; HasLeft.
    """
    with organizing(player, club_id) as club:
        club.code = _new_code()
        club.save(update_fields=["code"])
    return club


def clean_club_name(text: str) -> str:
    """Return the name of a club in its stored form.

    Raises DomainError ``invalid`` and ``name_reserved`` as ``clean_name`` does.
    """
    return " ".join(clean_name(text, longest=LONGEST_NAME, between=_BETWEEN, letters="name.club.letters").split())


def _cleaned(text: str) -> str:
    return clean(text, "description", "description", lines=True, longest=LONGEST)


def _take_looks(club: Club) -> None:
    """Reserve all names that look like that of a club. Raises DomainError ``name_taken``."""
    looks = looks_of(club.name)
    try:
        with transaction.atomic():
            club.looks.exclude(pk__in=looks).delete()
            if ClubConfusable.objects.filter(pk__in=looks).exclude(club=club).exists():
                raise DomainError("name_taken", say("refused.club_name_taken"))
            missing = looks - set(club.looks.values_list("pk", flat=True))
            ClubConfusable.objects.bulk_create(ClubConfusable(look=look, club=club) for look in sorted(missing))
    except IntegrityError:  # another request was faster
        raise DomainError("name_taken", say("refused.club_name_taken")) from None


def _new_code() -> str:
    while True:
        code = draw_code(CODE_LENGTH)
        if not Club.objects.filter(code=code).exists():
            return code


def may_write(player: Player) -> bool:
    """Return whether a player may write free text in clubs: not in kid mode, unless they are staff."""
    return player.is_staff or not player.in_kid_mode


def must_write(player: Player) -> None:
    """Raise DomainError ``kid_mode`` for a player who writes no free text in clubs."""
    if not may_write(player):
        raise DomainError("kid_mode", say("refused.kid_mode"))


def end(club: Club, now: datetime) -> None:
    """End a club: remove its members, and free its name. Its matches stay. The caller holds the club's row lock.

    Texts of the members are deleted: the name and description of the club, and the names of its presets.
    """
    club.ended_at, club.code, club.name, club.description = now, None, "", ""
    club.save(update_fields=["ended_at", "code", "name", "description"])
    club.looks.all().delete()
    Preset.objects.filter(club=club).delete()
    Membership.objects.filter(club=club).delete()


def end_for_staff(club_id: UUID, now: datetime) -> None:
    """End a club by decision of the staff. Repeating it has no effect."""
    with transaction.atomic():
        club = Club.objects.select_for_update(no_key=True).filter(pk=club_id, ended_at=None).first()
        if club is not None:
            end(club, now)


# --- finding ----------------------------------------------------------------------------------------------------------


def listed(player: Player) -> QuerySet[Club]:
    """Return the clubs that a player finds without an invitation. Sort them by ``-id``."""
    found = Club.objects.filter(ended_at=None).exclude(joining=Joining.INVITATION)
    banned = Membership.objects.filter(player=player, standing=Standing.BANNED).values("club")
    return counted(found.none() if player.in_kid_mode else found.exclude(pk__in=banned))


def counted(clubs: QuerySet[Club]) -> QuerySet[Club]:
    """Return clubs, each with the number of its members as ``member_count``."""
    members = Membership.objects.filter(club=OuterRef("pk"), standing__in=Membership.BELONGING).order_by()
    count = members.values("club").annotate(count=Count("pk")).values("count")
    return clubs.annotate(member_count=Coalesce(Subquery(count, output_field=IntegerField()), 0))


def memberships_of(player: Player) -> QuerySet[Membership]:
    """Return the standing of a player in clubs, including those that removed them. Sort them by ``-pk``."""
    found = Membership.objects.filter(player=player, club__ended_at=None).exclude(standing=Standing.LEFT)
    return found.select_related("club")


def club_for(player: Player, club_id: UUID) -> tuple[Club, Membership | None]:
    """Return a club that a player can see, and their standing in it. Raises DomainError ``not_found``."""
    club = counted(Club.objects.filter(pk=club_id, ended_at=None)).first()
    mine = Membership.objects.filter(club=club_id, player=player).exclude(standing=Standing.LEFT).first()
    if club is None or not _exists_for(player, club, mine):
        raise no_such_club()
    return club, mine


def _exists_for(player: Player, club: Club, mine: Membership | None) -> bool:
    if mine is not None and (mine.belongs or mine.standing == Standing.BANNED):
        return mine.belongs
    return club.joining != Joining.INVITATION and not player.in_kid_mode


def no_such_club() -> DomainError:
    """Return the refusal for a club that does not exist, or that the player cannot see."""
    return DomainError("not_found", say("refused.no_club"))


def must_be_member(player: Player, club_id: UUID) -> tuple[Club, Membership]:
    """Return a club and the standing of a member. Raises DomainError ``not_found``, ``not_a_member``."""
    club, mine = club_for(player, club_id)
    if mine is None or not mine.belongs:
        raise not_a_member()
    return club, mine


def not_a_member() -> DomainError:
    """Return the refusal for non-members of a club."""
    return DomainError("not_a_member", say("refused.not_a_member"))


def must_organize(player: Player, club_id: UUID) -> tuple[Club, Membership]:
    """Return a club and the standing of an organizer.

    Raises DomainError ``not_found``, ``not_a_member``, ``not_organizer``.
    """
    club, mine = must_be_member(player, club_id)
    if mine.standing != Standing.ORGANIZER:
        raise DomainError("not_organizer", say("refused.not_organizer"))
    return club, mine


def organizes(player: Player, club_id: UUID) -> bool:
    """Return whether a player is an organizer of a club."""
    return Membership.objects.filter(player=player, club=club_id, standing=Standing.ORGANIZER).exists()


@contextmanager
def organizing(player: Player, club_id: UUID) -> Iterator[Club]:
    """Lock a player, then a club that they organize, in one transaction. Raises as ``must_organize``; HasLeft."""
    with staying(player):
        locked(club_id)
        yield must_organize(player, club_id)[0]


def locked(club_id: UUID) -> Club:
    """Return a club with a row lock, so that its members, presets and tables change one at a time.

    Raises DomainError ``not_found``.
    """
    club = Club.objects.select_for_update(no_key=True).filter(pk=club_id, ended_at=None).first()
    if club is None:
        raise no_such_club()
    return club
