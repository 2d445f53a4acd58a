"""Limits on the open matches, requests and lists of one player.

The caller has locked the row of the player (``accounts.services.staying``), so that simultaneous requests are counted
one after the other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.db.models import Count, Q, QuerySet

from accounts.devices import networks
from accounts.models import EmailAddress, Player
from chkobba_api.errors import DomainError
from games.engine.messages import say
from games.models import (
    ChatMessage,
    Club,
    ClubMatch,
    Invitation,
    Match,
    Membership,
    Mute,
    NotificationChannel,
    PlayerRelation,
    Report,
    Seat,
    Seek,
    Status,
    TableEvent,
)

_OPEN = (Status.LOBBY, Status.RUNNING)

_KEPT: Final[dict[str, QuerySet[Any]]] = {
    "channels": NotificationChannel.objects.all(),
    "login_addresses": EmailAddress.objects.filter(logs_in=True),
    "seeks": Seek.objects.filter(ended_at=None),
    "mutes": Mute.objects.all(),
    "follows": PlayerRelation.objects.filter(kind=PlayerRelation.Kind.FOLLOW),
    "blocks": PlayerRelation.objects.filter(kind=PlayerRelation.Kind.BLOCK),
    "clubs": Membership.objects.filter(standing__in=(*Membership.BELONGING, Membership.Standing.ASKED)),
    "organized_clubs": Membership.objects.filter(standing=Membership.Standing.ORGANIZER),
}
"""Rows that a player has besides matches, by the name of their limit."""
_TOO_MANY: Final = {what: f"too_many_{what.removeprefix('organized_')}" for what in _KEPT}
"""The codes of the refusals at these limits."""


@contextmanager
def merging(player: Player) -> Iterator[None]:
    """Refuse a merge that would give a player more than a limit, and more than the player had before.

    Matches do not count, nor bots, invitations and reports: they were there before, and a merge makes no more of them.
    Raises DomainError ``too_many_channels``, and likewise, with the ``limit``.
    """
    before = {what: _kept(what, player).count() for what in _KEPT}
    yield
    for what, had in before.items():
        most = settings.LIMITS[what]
        if _kept(what, player).count() > max(most, had):
            raise DomainError(_TOO_MANY[what], say(f"refused.too_many.merged_{what}", count=most), limit=most)


def _kept(what: str, player: Player) -> QuerySet[Any]:
    return _KEPT[what].filter(player=player)


def must_have_room(player: Player) -> None:
    """Raise DomainError ``too_many_matches`` for a player with the maximum of open matches and lobbies.

    Matches that the player has resigned do not count. Raise DomainError ``deletion_scheduled`` for a player whose
    account is being deleted.
    """
    if player.leaves_at is not None:
        raise DomainError("deletion_scheduled", say("refused.deletion_scheduled"), leaves_at=player.leaves_at)
    mine = Seat.objects.filter(player=player, resigned=False, match__status__in=_OPEN)
    counted = mine.aggregate(open=Count("pk"), lobbies=Count("pk", filter=Q(match__status=Status.LOBBY)))
    for what in ("open_matches", "lobbies"):
        limit = settings.LIMITS[f"bot_{what}" if player.is_bot else what]
        if counted[what.removesuffix("_matches")] >= limit:
            raise DomainError("too_many_matches", say(f"refused.too_many.{what}", count=limit), limit=limit)


def must_have_room_for_bots(creator: Player, more: int) -> None:
    """Raise DomainError ``too_many_bots`` if more bots exceed the maximum for a player's open matches.

    Seats of a lobby that bots will take later (``late_bots``) count from the agreement on. They count even while
    another player, who may leave, has the seat.
    """
    limit = settings.LIMITS["bots"]
    mine = Seat.objects.filter(match__creator=creator, match__status__in=_OPEN)
    seated = Q(player=None) & ~Q(bot="")
    awaited = Q(match__status=Status.LOBBY, match__late_bots__isnull=False) & (Q(player=None) | ~Q(player=creator))
    if more > 0 and mine.filter(seated | awaited).count() + more > limit:
        raise DomainError("too_many_bots", say("refused.too_many.bots", count=limit), limit=limit)
    if more > 0:
        there = Seat.objects.filter(match__status__in=_OPEN).filter(seated | awaited)
        _must_have_room_at_address("address_bots", creator, there, "match__creator", more)


def bots_at(match: Match, seats: Sequence[Seat]) -> int:
    """Return the number of seats of a match that ``must_have_room_for_bots`` counts."""
    if match.status == Status.LOBBY and match.late_bots is not None:
        return sum(seat.player_id != match.creator_id for seat in seats)
    return sum(bool(seat.bot) for seat in seats)


def must_have_room_at_address(creator: Player) -> None:
    """Raise DomainError ``too_many_at_address`` if a network of the creator has reached the limit of open matches.

    All players who have used the network within a day share the limit (``accounts.devices.networks``). No row is
    locked, so simultaneous requests may exceed it a little.
    """
    there = Match.objects.filter(status__in=_OPEN)
    _must_have_room_at_address("address_open_matches", creator, there, "creator", 1)


def _must_have_room_at_address(what: str, creator: Player, there: QuerySet[Any], by: str, more: int) -> None:
    limit = settings.LIMITS[what]
    for digest in networks.of(creator):
        mine = there.filter(**{f"{by}__in": networks.players_of(digest)})
        if mine.values("pk")[:limit].count() + more > limit:
            raise DomainError("too_many_at_address", say(f"refused.too_many.{what}", count=limit), limit=limit)


def must_have_room_for_seed(player: Player, match_id: UUID) -> None:
    """Raise DomainError ``too_many_seeds`` if the player, or all players, reach the limit of seeds in a match."""
    there = TableEvent.objects.filter(match=match_id, type__in=("seed_added", "seed_committed"))
    _must_be_fewer("too_many_seeds", "seeds", there.filter(player=player))
    _must_be_fewer("too_many_seeds", "match_seeds", there)


def must_have_room_for_report(player: Player) -> None:
    """Raise DomainError ``too_many_reports`` for a player with the maximum of unanswered reports."""
    _must_be_fewer("too_many_reports", "reports", Report.objects.filter(player=player, state=Report.State.OPEN))


def may_find_match(player: Player, now: datetime) -> bool:
    """Return whether the seeks of a player, also ended ones, have found fewer matches within an hour than allowed.

    Matches that end at once leave room for others, so the limits on open matches do not bound them.
    """
    found = Seat.objects.filter(seek__player=player, match__created_at__gt=now - timedelta(hours=1))
    return found.count() < settings.LIMITS["found_matches"]


def must_have_room_for_invitation(player: Player, other: Player, now: datetime, *, friend: bool) -> None:
    """Raise DomainError ``too_many_invitations`` at the limits of a player, in total or for one receiver.

    The limits per receiver concern only strangers: the invitations from this player within a day, and all open ones.
    The receiver is not locked, so simultaneous invitations may exceed the limit a little.
    """
    code = "too_many_invitations"
    _must_be_fewer(code, "invitations", Invitation.objects.filter(by=player, ended_at=None, match__status=Status.LOBBY))
    if not friend:
        lately = Invitation.objects.filter(by=player, player=other, at__gt=now - timedelta(days=1))
        _must_be_fewer(code, "invitations_to_one", lately)
        kept = Seat.objects.filter(reserved_for=other, player=None, bot="", match__status=Status.LOBBY)
        _must_be_fewer(code, "invited", kept)


def must_have_room_for(what: str, player: Player) -> None:
    """Raise DomainError for a player with the maximum of rows of a kind: ``too_many_seeks`` for ``seeks``."""
    _must_be_fewer(_TOO_MANY[what], what, _kept(what, player))


def must_have_room_for_message(player: Player, match_id: UUID) -> None:
    """Raise DomainError ``too_many_messages`` for a player with the maximum of stored messages in a match."""
    there = ChatMessage.objects.filter(match=match_id, player=player)
    _must_be_fewer("too_many_messages", "messages", there, limit="chat_messages")


def must_have_room_for_message_in_club(player: Player, club_id: UUID) -> None:
    """Raise DomainError ``too_many_messages`` for a player with the maximum of stored messages in a club."""
    there = ChatMessage.objects.filter(club=club_id, player=player)
    _must_be_fewer("too_many_messages", "messages_in_club", there, limit="chat_messages")


def must_have_room_for_club_match(club_id: UUID) -> None:
    """Raise DomainError ``too_many_club_matches`` for a club with the maximum of open matches.

    Lock the club, so that simultaneous requests of its members are counted one after the other. A caller that locks a
    match does so before.
    """
    Club.objects.select_for_update(no_key=True).get(pk=club_id)
    there = ClubMatch.objects.filter(club=club_id, match__status__in=_OPEN)
    _must_be_fewer("too_many_club_matches", "club_matches", there)


def _must_be_fewer(code: str, what: str, rows: QuerySet[Any], *, limit: str = "") -> None:
    """Raise DomainError ``code`` unless the rows are fewer than the limit ``what``, or than ``limit``."""
    most = settings.LIMITS[limit or what]
    if rows.count() >= most:
        raise DomainError(code, say(f"refused.too_many.{what}", count=most), limit=most)
