"""What can be asked about matches. Everything here reads, and shows a match only to whom it exists for."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.db.models import Exists, F, OuterRef, Prefetch, Q, QuerySet

from accounts.models import Player
from games import log
from games.engine.catalogue import GAMES
from games.models import Match, Move, Round, Seat, Status, TableEvent, Visibility


def visible_to(player: Player | None) -> QuerySet[Match]:
    """Return the matches that exist for a player, or for somebody without a token (None)."""
    public = Q(visibility=Visibility.PUBLIC)
    if player is None:
        return Match.objects.filter(public)
    at_the_table = Seat.objects.filter(Q(player=player) | Q(kept_for=player), match=OuterRef("pk"))
    return Match.objects.filter(public | Exists(at_the_table))


def find(match_id: UUID, player: Player | None) -> log.Loaded | None:
    """Return a match with its seats and state, or None when it does not exist for the player."""
    match = visible_to(player).select_related("rematch").filter(pk=match_id).first()
    return log.load(match) if match else None


def version_of(match_id: UUID, player: Player | None) -> tuple[int, int, int | None] | None:
    """Return what the view of a match depends on: its version, its touches, and where the player sits."""
    mine = Seat.objects.filter(match=OuterRef("pk"), player=player).values("number")[:1] if player else None
    matches = visible_to(player).filter(pk=match_id)
    if mine is None:
        found = matches.values_list("version", "touched").first()
        return (*found, None) if found else None
    return matches.annotate(mine=mine).values_list("version", "touched", "mine").first()


def versions(match_ids: Iterable[UUID]) -> dict[UUID, int]:
    """Return the versions of some matches; for who waits for a change and may see it."""
    return dict(Match.objects.filter(pk__in=list(match_ids)).values_list("pk", "version"))


def with_seats(matches: QuerySet[Match]) -> QuerySet[Match]:
    """Return the matches with all that a summary of them shows, in two queries."""
    seats = Seat.objects.select_related("player", "kept_for").order_by("number")
    return matches.prefetch_related(Prefetch("seats", seats))


def lobbies() -> QuerySet[Match]:
    """Return public matches that can be joined."""
    return Match.objects.filter(status=Status.LOBBY, visibility=Visibility.PUBLIC)


def watchable() -> QuerySet[Match]:
    """Return public matches that can be joined or watched."""
    return Match.objects.filter(status__in=(Status.LOBBY, Status.RUNNING), visibility=Visibility.PUBLIC)


def matches_of(player: Player) -> QuerySet[Match]:
    """Return the matches at which a player sits."""
    return Match.objects.filter(seats__player=player)


def awaiting(player: Player) -> QuerySet[Match]:
    """Return the matches that wait for the player's move; none in which the server plays for him."""
    return Match.objects.filter(
        status=Status.RUNNING, due_at__isnull=False, seats__player=player, seats__number=F("to_act")
    )


def round_endings(match: Match) -> list[Move]:
    """Return the moves that ended rounds, in order."""
    return list(Move.objects.filter(match=match, ends_round=True).order_by("version"))


# --- for the staff ----------------------------------------------------------------------------------------------------

OVERDUE: Final = timedelta(minutes=1)
"""So long after the server should have done something at a match, nobody can play on there."""


def overdue(now: datetime) -> Q:
    """Return what is true of matches at which the server should have done something, and has not.

    Nobody sweeps, or who takes the match up fails at it again and again: then a lease keeps its ``wake_at`` ahead, and
    a deadline that has passed, or a bot from which nothing has come, tells.
    """
    long_ago = now - OVERDUE
    last_row = {"match": OuterRef("pk"), "version": OuterRef("version"), "at__lt": long_ago}
    silent = Q(Exists(Move.objects.filter(**last_row))) | Q(Exists(TableEvent.objects.filter(**last_row)))
    silent |= Q(Exists(Round.objects.filter(**last_row)))
    stuck = Q(due_at__lt=long_ago) | (Q(status=Status.RUNNING, due_at__isnull=True) & silent)
    return Q(wake_at__lt=long_ago) | (Q(wake_at__lt=now + OVERDUE) & stuck)


def without_rules() -> Q:
    """Return what is true of open matches whose rules this server no longer has."""
    known = Q()
    for game in GAMES.values():
        known |= Q(game=game.key, rules_version=game.version)
    return Q(status__in=(Status.LOBBY, Status.RUNNING)) & ~known
