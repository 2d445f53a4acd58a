"""Queries about matches. They only read, and return a match only to players who can see it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from functools import reduce
from operator import attrgetter, or_
from typing import Any, Final, NamedTuple
from uuid import UUID

from django.db.models import Case, Exists, F, OuterRef, Q, QuerySet, When
from django.utils import timezone

from accounts.models import Player
from games import log
from games.club_access import Joining, admits, admitting, belongs, club_of, tables_for
from games.contact_rules import apart_from, are_blocked, are_strangers, blocked_from, strangers_to
from games.engine.catalogue import VERSIONS
from games.models import (
    Abandonment,
    EntryRequirements,
    Match,
    Move,
    Report,
    Round,
    Seat,
    Seek,
    Status,
    TableEvent,
    Visibility,
)
from games.offer_rules import pause_at


def visible_to(player: Player | None) -> QuerySet[Match]:
    """Return the matches that a player, or a spectator without a token (None), can see."""
    public = Q(visibility=Visibility.PUBLIC)
    if player is None:
        return _of_company(Match.objects.filter(public, awaiting_no_stranger(None)), None)
    seats = Seat.objects.filter(match=OuterRef("pk"))
    of_club = tables_for(player).filter(match=OuterRef("pk"))
    reserved = Q(Exists(seats.filter(reserved_for=player))) & admitting(player)
    found = (public | Q(Exists(of_club))) & awaiting_no_stranger(player)
    is_invited = (found | reserved) & ~Exists(seats.filter(apart_from(player)))
    by_invitation = Q(Exists(of_club.filter(club__joining=Joining.INVITATION)))
    among_invited = by_invitation & ~Exists(seats.filter(blocked_from(player)))
    was_there = Abandonment.objects.filter(player=player, match=OuterRef("pk"))
    return Match.objects.filter(Exists(seats.filter(player=player)) | Exists(was_there) | is_invited | among_invited)


def _of_company(matches: QuerySet[Match], player: Player | None) -> QuerySet[Match]:
    """Return matches without those with a player kept apart from the viewer, unless the viewer sits there."""
    seats = Seat.objects.filter(match=OuterRef("pk"))
    among = ~Exists(seats.filter(apart_from(player)))
    return matches.filter(among if player is None else among | Exists(seats.filter(player=player)))


def awaiting_no_stranger(player: Player | None) -> Q:
    """Return a filter for matches without a seat reserved for a stranger of the viewer, in the sense of kid mode.

    Matches at which the viewer has a seat, or a reserved one, are among them.
    """
    seats = Seat.objects.filter(match=OuterRef("pk"))
    kept = seats.filter(player=None, bot="", reserved_for__left_at=None)
    among = Q(~Exists(kept.filter(strangers_to(player, "reserved_for"))))
    return among if player is None else among | Q(Exists(seats.filter(Q(player=player) | Q(reserved_for=player))))


def find(match_id: UUID, player: Player | None) -> log.Loaded | None:
    """Return a match with its seats and state, or None if the player cannot see it or it does not exist.

    Without its rules on this server, it has neither game nor state.
    """
    loaded = log.read_anyway(match_id)
    return loaded if loaded and may_see(loaded, player) else None


def may_see(table: log.Loaded, player: Player | None) -> bool:
    """Return whether a player, or a spectator without a token (None), can see a match that was read.

    It says the same as ``visible_to``, with small queries, or none for a player at a seat: to compile the query of
    ``visible_to`` takes several times as long as to read the match.
    """
    people = [seat.player for seat in table.seats if seat.player]
    seated = [one.pk for one in people]
    is_public = table.match.visibility == Visibility.PUBLIC
    awaited = {one.pk: one for seat in table.seats if (one := seat.awaited)}
    has_kids = any(one.in_kid_mode for one in (*people, *awaited.values(), player) if one)
    if player is None:
        return is_public and not has_kids
    if player.pk in seated:
        return True
    is_blocked = are_blocked(player.pk, seated)
    is_apart = is_blocked or (has_kids and are_strangers(player.pk, seated))
    is_reserved = player.pk in awaited
    awaits_stranger = has_kids and bool(awaited) and not is_reserved and are_strangers(player.pk, awaited.keys())
    if not is_apart and is_public and not awaits_stranger:
        return True
    club = club_of(table.match.pk)
    if not is_apart and is_reserved and admits(club, player.pk):
        return True
    is_closed = is_blocked if club and club.joining == Joining.INVITATION else is_apart or awaits_stranger
    if club and belongs(player.pk, club.pk) and not is_closed:
        return True
    return Abandonment.objects.filter(player=player, match=table.match).exists()


def rematch_of(match: Match) -> UUID | None:
    """Return the rematch of a finished match, or None."""
    return _rematches_of(match.pk).values_list("pk", flat=True).first() if match.status == Status.FINISHED else None


def _rematches_of(match: Any) -> QuerySet[Match]:
    return Match.objects.filter(rematch_of=match).exclude(status=Status.CANCELLED).order_by()


class Shown(NamedTuple):
    """The values on which the view of a match depends."""

    version: int
    touched: int
    seat: int | None
    """The seat of the viewer."""
    people: tuple[tuple[str, str] | None, ...]
    """The name and the avatar that each seat shows. So a new name changes views, although no match changes."""
    rematch: UUID | None
    pause: datetime | None
    """The end of a running or offered pause. It is needed since no row of the log records that an offer has lapsed."""


def shown(match: Match, seats: Sequence[Seat], player: Player | None, rematch: UUID | None = None) -> Shown:
    """Return the values on which the view of a match depends. ``rematch`` is the rematch in the view."""
    mine = next((seat.number for seat in seats if player and seat.player_id == player.pk), None)
    people = tuple((person.shown_name, person.avatar) if (person := seat.person) else None for seat in seats)
    there = pause_at(match, timezone.now())
    return Shown(match.version, match.touched, mine, people, rematch, there.until if there else None)


SHOWN_BY: Final = ("version", "touched", "pause", "paused_at", "visibility")
"""The columns of a match that ``shown_now`` reads."""


def shown_now(match_id: UUID, player: Player | None) -> Shown | None:
    """Return the values on which the view of a match depends, in one query for a seated player; None as in ``find``."""
    looks = [
        f"{who}__{name}" for who in ("player", "reserved_for") for name in ("nickname", "avatar", "left_at", "kid_mode")
    ]
    seats = sorted(
        Seat.objects.filter(match=match_id)
        .select_related("match", "player", "reserved_for")
        .only("number", "bot", *(f"match__{name}" for name in SHOWN_BY), *looks)
        .annotate(rematch=_rematches_of(OuterRef("match")).values("pk")[:1])
        .order_by(),  # as in ``log.seats_of``
        key=attrgetter("number"),
    )
    if not seats or not may_see(log.without_rules(seats[0].match, [*seats]), player):
        return None
    return shown(seats[0].match, seats, player, seats[0].rematch)


def versions(match_ids: Iterable[UUID]) -> dict[UUID, int]:
    """Return the versions of the given matches, for long polls that may see them."""
    return dict(Match.objects.filter(pk__in=list(match_ids)).values_list("pk", "version"))


def in_short(matches: QuerySet[Match]) -> QuerySet[Match]:
    """Return matches with only the columns of the index by which lists are sorted. So no row is fetched in vain."""
    return matches.only("id", "created_at")


def in_full(matches: Iterable[Match]) -> list[Match]:
    """Return the matches in the same order with all columns of a summary, in two queries."""
    ids = [match.pk for match in matches]
    found = log.in_bulk(ids)
    return [found[one] for one in ids if one in found]


def lobbies(player: Player | None) -> QuerySet[Match]:
    """Return public matches that a player, or a client without a token, can join: those with a free seat.

    A seat reserved for another player is not free, nor is any seat of a match with sealed seats.
    """
    empty = Seat.objects.filter(match=OuterRef("pk"), player=None)
    free = empty.filter(Q(reserved_for=None) | Q(reserved_for=player), bot="")
    gives_way = Exists(EntryRequirements.objects.filter(match=OuterRef("pk"), bots_give_way=True))
    public = Match.objects.filter(status=Status.LOBBY, visibility=Visibility.PUBLIC, seeds_due_at=None)
    public = public.filter(awaiting_no_stranger(player))
    return _of_company(public.filter(Exists(free) | (gives_way & Exists(empty.exclude(bot="")))), player)


def being_played(player: Player | None) -> QuerySet[Match]:
    """Return public matches that a player, or a client without a token, can watch."""
    return _of_company(Match.objects.filter(status=Status.RUNNING, visibility=Visibility.PUBLIC), player)


def seeking_substitutes(player: Player | None) -> QuerySet[Match]:
    """Return public matches with a seat open to substitutes, for a player or a client without a token.

    They are few, and have an index of their own.
    """
    offered = Seat.objects.filter(substitute_wanted=True).values("match")
    matches = being_played(player).filter(pk__in=offered, paused_at=None)
    if player is None:
        return matches
    here = Seat.objects.filter(player=player, match=OuterRef("pk"))
    was_there = Abandonment.objects.filter(player=player, match=OuterRef("pk"))
    return matches.exclude(Exists(here) | Exists(was_there))


def inviting(player: Player) -> QuerySet[Match]:
    """Return the matches with a seat reserved for a player, as far as contact rules and their club admit them."""
    kept = Seat.objects.filter(reserved_for=player, player=None, bot="").values("match")
    return _of_company(Match.objects.filter(admitting(player), pk__in=kept, status=Status.LOBBY), player)


def matches_of(player: Player) -> QuerySet[Match]:
    """Return the matches at which a player sits."""
    return Match.objects.filter(seats__player=player)


def awaiting(player: Player) -> QuerySet[Match]:
    """Return the matches that wait for the player, with a time ``urgency``: the earliest is the most urgent.

    First come matches in which the server plays for the player, who can take over at any time, by their start. Then
    come those in which it is the player's turn, by their deadlines. Matches given to a bot are left out.
    """
    turn = Q(due_at__isnull=False, seats__number=F("to_act"))
    away = Q(seats__autopilot=True, seats__resigned=False)
    matches = Match.objects.filter(turn | away, status=Status.RUNNING, seats__player=player, seats__bot="")
    return matches.annotate(urgency=Case(When(seats__autopilot=True, then=F("started_at")), default=F("due_at")))


def round_endings(match: Match) -> list[Move]:
    """Return the moves that ended rounds, in order."""
    return list(Move.objects.filter(match=match, ends_round=True).order_by("version"))


def that_are_rated(matches: QuerySet[Match], *, rated: bool) -> QuerySet[Match]:
    """Return the rated ones of the given matches, or those that are not rated."""
    asked = Exists(EntryRequirements.objects.filter(match=OuterRef("pk"), rated=True))
    return matches.filter(asked if rated else ~asked)


def looking_seeks(player: Player | None, now: datetime) -> QuerySet[Seek]:
    """Return the waiting seeks of players that a player, or a client without a token, may meet."""
    looking = Seek.objects.filter(looking_since__isnull=False, expires_at__gt=now)
    return looking.exclude(apart_from(player))


def matches_of_seeks(seeks: Sequence[Seek]) -> dict[UUID, list[UUID]]:
    """Return the matches that the given seeks have found, the newest first; for standing seeks only open ones."""
    once = [one.pk for one in seeks if one.keep_going is None]
    going = Q(seek__in=[one.pk for one in seeks], match__status__in=(Status.LOBBY, Status.RUNNING))
    seats = Seat.objects.filter(going | Q(seek__in=once)).order_by("-match")
    found: dict[UUID, list[UUID]] = {one.pk: [] for one in seeks}
    for seek_id, match_id in seats.values_list("seek", "match"):
        found[seek_id].append(match_id)
    return found


REPORTS_SHOWN: Final = 100
"""The most reports of one player in one match that are shown."""


def reports_of(match_id: UUID, player: Player) -> list[Report]:
    """Return the reports of a player about a match, the newest first, at most ``REPORTS_SHOWN``."""
    return list(Report.objects.filter(match=match_id, player=player).order_by("-pk")[:REPORTS_SHOWN])


# --- for the staff ----------------------------------------------------------------------------------------------------

OVERDUE: Final = timedelta(minutes=1)
"""The delay of due work after which a match counts as stuck: its players cannot play on."""


def overdue(now: datetime) -> Q:
    """Return a filter for matches with overdue work.

    Either no worker sweeps, or each attempt in the match fails. In the second case a lease keeps ``wake_at`` in the
    future; a passed deadline, or a bot that has not moved, shows the failure.
    """
    long_ago = now - OVERDUE
    last_row = {"match": OuterRef("pk"), "version": OuterRef("version"), "at__lt": long_ago}
    silent = Q(Exists(Move.objects.filter(**last_row))) | Q(Exists(TableEvent.objects.filter(**last_row)))
    silent |= Q(Exists(Round.objects.filter(**last_row)))
    stuck = Q(due_at__lt=long_ago) | (Q(status=Status.RUNNING, due_at__isnull=True) & silent)
    return Q(wake_at__lt=long_ago) | (Q(wake_at__lt=now + OVERDUE) & stuck)


def without_rules() -> Q:
    """Return a filter for open matches whose rules this server no longer has.

    It reads the rules of all open matches; they are few, and an index contains them.
    """
    is_open = Q(status__in=(Status.LOBBY, Status.RUNNING))
    played = Match.objects.filter(is_open).order_by().values_list("game", "rules_version").distinct()
    gone = [Q(game=key, rules_version=version) for key, version in played if (key, version) not in VERSIONS]
    return is_open & reduce(or_, gone, Q(pk__in=()))
