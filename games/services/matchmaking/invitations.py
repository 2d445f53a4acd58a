"""Invitations by name to a match that has not started.

The reserved seat is the invitation: it is open as long as the seat is reserved, and a player who takes the seat accepts
it. So every action that takes or frees a seat ends its invitation, and no invitation gets lost or is accepted twice. A
row beside the seat stores both players and their offers (``games.services.matchmaking.counter_offers``). It limits the
number of invitations.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Q

from accounts.models import Player
from accounts.services import staying
from chkobba_api.errors import DomainError, never_raises
from games import log
from games.club_access import admits, club_of
from games.contact_rules import are_apart, are_friends
from games.engine.messages import say
from games.models import ClubMatch, Invitation, PlayerRelation, Seat, Status
from games.selectors import may_see
from games.services.limits import must_have_room_for_invitation
from games.services.matches.locked_match import LockedMatch, locked_match, match_with, not_found
from games.services.matches.permissions import (
    must_be_creator_in_lobby,
    seat_for,
    seat_numbered,
)
from games.services.matchmaking.lobby import match_creation
from games.services.social import follows_and_blocks
from games.services.social.profiles import profile_named, profile_of
from games.table_events import KINDS
from games.table_events.around import OfInvitation


@dataclass(frozen=True)
class Guest:
    """A player to invite, by id or by unique name."""

    player: UUID | None = None
    name: str = ""
    seat: int | None = None
    """The seat for the player; None: the first free one."""


def invite(match_id: UUID, player: Player, guests: Sequence[Guest], now: datetime) -> LockedMatch:
    """Invite players to a match of the inviting player, with a seat reserved for each. All are invited, or none.

    Raises DomainError ``not_found`` if the match or a player does not exist for the inviting player, ``not_creator``,
    ``not_in_lobby``, ``seats_sealed``, ``already_seated``, ``already_invited``, ``not_invitable``,
    ``bots_not_allowed``, ``no_such_seat``, ``seat_taken``, ``match_full``, ``too_many_invitations``; HasLeft.
    """
    with staying(player), locked_match(match_id, now) as table:
        must_be_creator_in_lobby(table, player)
        for guest in guests:
            _invite(table, player, guest)
    return table


@never_raises("not_creator", "not_in_lobby", "seats_sealed", "rules_gone")  # the match is new
def create_and_invite(
    creator: Player,
    wish: match_creation.MatchSettings,
    now: datetime,
    guests: Sequence[Guest] = (),
    again: UUID | None = None,
) -> LockedMatch:
    """Create a match and invite players to it: the named ones, and those of a finished match (``again``).

    Of the latter it leaves out players who cannot be invited, or find no free seat. If the number of seats is the same,
    they sit in the same order around the creator.

    Raises as ``lobby.create_match`` and ``invite`` do, and DomainError ``not_found``, ``not_seated``, ``not_finished``
    for the finished match.
    """
    with transaction.atomic():
        before = None if again is None else _left_behind(again, creator)
        table = match_creation.create_match(creator, wish, now)
        if guests:
            table = invite(table.match.pk, creator, guests, now)
        if before is not None:
            with locked_match(table.match.pk, now) as table:
                _invite_again(table, creator, wish.seat, before)
    return table


def _left_behind(match_id: UUID, player: Player) -> log.Loaded:
    """Return a match that is over, at which a player sat."""
    match = match_with(match_id)
    before = log.without_rules(match)
    seat_for(before, player)
    if match.status not in (Status.FINISHED, Status.CANCELLED):
        raise DomainError("not_finished", say("refused.not_over"))
    return before


def _invite_again(table: LockedMatch, creator: Player, place: int, before: log.Loaded) -> None:
    mine = before.seat_of(creator)
    count = table.match.seat_count
    if mine is None or table.match.status != Status.LOBBY:
        return
    for old in sorted(before.seats, key=lambda seat: (seat.number - mine.number) % len(before.seats)):
        if old.player is None or old.player == creator:
            continue
        around = (old.number - mine.number + place) % count if len(before.seats) == count else None
        is_open = around is not None and table.seats[around].is_free and table.seats[around].awaited is None
        try:
            _invite(table, creator, Guest(old.player.pk, seat=around if is_open else None))
        except DomainError:
            continue


def _invite(table: LockedMatch, player: Player, guest: Guest) -> None:
    """Reserve a seat for a player. A refusal writes nothing."""
    profile = profile_of(guest.player, player) if guest.player else profile_named(guest.name, player)
    other = profile.player
    if table.seat_of(other):
        raise DomainError("already_seated", say("refused.invited_sits_there"))
    if Invitation.objects.filter(match=table.match, player=other).exists() or reserved_seat(table, other.pk):
        raise DomainError("already_invited", say("refused.already_invited"))
    _must_be_invitable(table, player, other)
    if other.is_bot and not table.match.bot_accounts:
        raise DomainError("bots_not_allowed", say("refused.bots_not_allowed"))
    must_have_room_for_invitation(player, other, table.now, friend=profile.friend)
    seat = _seat_for_guest(table, guest)
    keep_seat(table, seat, other, player)
    Invitation.objects.create(match=table.match, player=other, by=player, at=table.now)


def _must_be_invitable(table: LockedMatch, player: Player, other: Player) -> None:
    """Raise DomainError ``not_invitable`` for a player who takes no invitation here.

    Such a player accepts none from the inviting player, is kept apart from a player at the table, does not belong to
    the club of the table, or is about to delete the account. A bot account can invite only its friends, since no one
    else has asked for a program.
    """
    friend = are_friends(player, other.pk)
    allowed = other.invitations == Player.Audience.EVERYBODY and not player.is_bot
    welcome = allowed or (friend and other.invitations != Player.Audience.NOBODY)
    seated = [seat.player_id for seat in table.seats if seat.player_id]
    leaves = other.leaves_at is not None
    if leaves or not welcome or not admits(club_of(table.match.pk), other.pk) or are_apart(other.pk, seated):
        raise DomainError("not_invitable", say("refused.not_invitable"))


def _seat_for_guest(table: LockedMatch, guest: Guest) -> Seat:
    free = [seat for seat in table.seats if seat.is_free and seat.awaited is None]
    if guest.seat is None:
        if not free:
            raise DomainError("match_full", say("refused.match_full"))
        return free[0]
    seat = seat_numbered(table, guest.seat)
    if seat not in free:
        raise DomainError("seat_taken", say("refused.seat_taken", seat=seat.number), seat=seat.number)
    return seat


def keep_seat(table: LockedMatch, seat: Seat, other: Player, by: Player) -> None:
    """Reserve a seat for a player and notify them. The seat is written if the match is stored already."""
    seat.reserved_for = other
    if seat.pk:
        seat.save(update_fields=["reserved_for"])
    table.note("invited", seat, player=by, event=OfInvitation(to=other.pk))


def reserved_seat(table: log.Loaded, player_id: UUID) -> Seat | None:
    """Return the seat that is reserved for a player, or None."""
    return next((seat for seat in table.seats if seat.is_free and seat.reserved_for_id == player_id), None)


def open_seat(table: LockedMatch, other_id: UUID, player: Player) -> Seat:
    """Return the seat reserved for the invited player, for them or the creator. Raises DomainError ``not_found``."""
    seat = reserved_seat(table, other_id) if table.match.status == Status.LOBBY else None
    if seat is None or player.pk not in (other_id, table.match.creator_id) or not may_see(table, player):
        raise DomainError("not_found", say("refused.nothing_here")) if may_see(table, player) else not_found()
    return seat


def other_side(table: LockedMatch, other_id: UUID, player: Player) -> UUID:
    """Return the other one of the two players of an invitation: its creator or the invited one."""
    return table.match.creator_id if player.pk == other_id else other_id


@never_raises("too_often_here", "rules_gone")  # an invitation ends once, also without a game
def end(match_id: UUID, other_id: UUID, player: Player, now: datetime) -> LockedMatch:
    """Decline an invitation to the player, or withdraw one by the player. The seat becomes free.

    Raises DomainError ``not_found`` without an open invitation to or by the player.
    """
    with locked_match(match_id, now, needs_rules=False) as table:
        _end(table, open_seat(table, other_id, player), other_id, player)
    return table


def _end(table: LockedMatch, seat: Seat, other_id: UUID, player: Player) -> None:
    """End an invitation for the invited player or the creator. The log tells no third player who did it."""
    ending = Invitation.Ending.DECLINED if player.pk == other_id else Invitation.Ending.WITHDRAWN
    _release(seat, ending, table.now)
    if player.pk in (other_id, table.match.creator_id):
        type = f"invitation_{ending.value}"
        event = KINDS[type].payload(to=other_side(table, other_id, player))
        table.note(type, seat, player=player, event=event)


@never_raises("too_often_here", "rules_gone")  # as ``end``
def block(player: Player, other_id: UUID, now: datetime) -> PlayerRelation:
    """Block a player, and end the invitations between the two players: neither can accept one any more.

    Raises as ``follows_and_blocks.block`` does.
    """
    with transaction.atomic():
        relation = follows_and_blocks.block(player, other_id, now)
        mine = Q(reserved_for=player, match__seats__player=other_id)
        theirs = Q(reserved_for=other_id, match__seats__player=player)
        kept = Seat.objects.filter(mine | theirs, player=None, bot="", match__status=Status.LOBBY)
        for match_id, guest in kept.order_by("match").values_list("match", "reserved_for"):
            with locked_match(match_id, now, needs_rules=False) as table:
                if seat := reserved_seat(table, guest):
                    _end(table, seat, guest, player)
    return relation


@never_raises("rules_gone")  # a seat is released without a game, too
def release_seats(other_id: UUID, club_id: UUID, now: datetime) -> None:
    """Free the seats that lobbies of a club reserve for a player who ceases to be a member.

    The caller locks the club afterwards: other actions lock a match before its club.
    """
    kept = Seat.objects.filter(reserved_for=other_id, player=None, bot="", match__status=Status.LOBBY)
    matches = kept.filter(match__in=ClubMatch.objects.filter(club=club_id).values("match"))
    for match_id in matches.order_by("match").values_list("match", flat=True):
        with locked_match(match_id, now, needs_rules=False) as table:
            if seat := reserved_seat(table, other_id):
                _release(seat, Invitation.Ending.WITHDRAWN, now)


def _release(seat: Seat, ending: Invitation.Ending, now: datetime) -> None:
    Invitation.objects.filter(match=seat.match_id, player=seat.reserved_for_id).update(
        ended_at=now, ending=ending, offer=None, offered_by=None
    )
    seat.reserved_for = None
    seat.save(update_fields=["reserved_for"])


@dataclass(frozen=True)
class Shown:
    """An invitation, as one of the two players sees it."""

    invitation: Invitation
    seat: int | None
    """The reserved seat; None if no seat is reserved any more."""
    accepted: bool

    @property
    def state(self) -> str:
        """The state of the invitation: ``accepted``, ``open``, its ending, or ``over``."""
        if self.accepted:
            return "accepted"
        return "open" if self.seat is not None else self.invitation.ending or "over"


def of_match(loaded: log.Loaded, player: Player) -> Iterator[Shown]:
    """Yield the invitations to a match that concern a player: those to them, and all to its creator."""
    concerned = Invitation.objects.filter(match=loaded.match).select_related("player").order_by("pk")
    if loaded.match.creator_id != player.pk:
        concerned = concerned.filter(player=player)
    for one in concerned:
        seat = reserved_seat(loaded, one.player_id) if loaded.match.status == Status.LOBBY else None
        yield Shown(one, None if seat is None else seat.number, loaded.seat_of(one.player) is not None)
