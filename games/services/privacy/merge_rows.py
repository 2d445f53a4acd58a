"""Rows that pass to the remaining player in a merge of two accounts: for each table the column that names the player.

Each column that names a player is listed here, or ``tests/api/privacy/test_merging.py`` says which function or module
passes it on, or why it stays.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple
from uuid import UUID

from django.db.models import Exists, F, Model, OuterRef, Q, QuerySet

from accounts.models import EmailAddress, Player
from games.models import (
    Abandonment,
    CalendarFeed,
    ChatMessage,
    Hint,
    IdempotentResponse,
    Invitation,
    Match,
    MatchAnalysis,
    Mute,
    Note,
    Notification,
    NotificationChannel,
    NotificationStream,
    PuzzleAnswer,
    Report,
    Seat,
    SeatSwap,
    Seek,
    VacationEnd,
)

_ALL: Final = Q()


class Passes(NamedTuple):
    """A column that names a player, and passes to the remaining player."""

    table: type[Model]
    column: str
    beside: Sequence[str] = ()
    """The other columns of the unique constraint with ``column``. Rows that would violate it are deleted."""
    only: Q = _ALL
    """A filter for the rows that pass on."""

    def on(self, player: UUID, into: UUID, *, among: Q = _ALL) -> None:
        """Change the player in all rows of the column."""
        rows = self.table._default_manager.filter(self.only, among, **{self.column: player})
        if self.beside:
            same = {self.column: into} | {name: OuterRef(name) for name in self.beside}
            rows.filter(Exists(self.table._default_manager.filter(self.only, **same))).delete()
        rows.update(**{self.column: into})


OF_PLAYER: Final = (
    Passes(EmailAddress, "player", ("address",)),
    Passes(NotificationChannel, "player", ("sender", "target", "format"), Q(place=None)),
    Passes(NotificationChannel, "player", (), Q(place__isnull=False)),
    Passes(CalendarFeed, "player"),
    Passes(Mute, "player", ("muted",)),
    Passes(Mute, "muted", ("player",)),
    Passes(Seek, "player"),
    Passes(IdempotentResponse, "player", ("key",)),
    Passes(PuzzleAnswer, "player", ("puzzle",)),
    Passes(Report, "player", (), Q(match=None)),
    Passes(ChatMessage, "player", (), Q(match=None)),
)
"""Columns of rows that pass on independently of matches."""

AT_MATCHES: Final = (
    Passes(Match, "creator"),
    Passes(Invitation, "player", ("match",)),
    Passes(Invitation, "by"),
    Passes(Invitation, "offered_by"),
    Passes(SeatSwap, "player", ("match", "other")),
    Passes(SeatSwap, "other", ("match", "player")),
    Passes(ChatMessage, "player", ("match", "about", "key"), Q(kind=ChatMessage.Kind.REACTION)),
    Passes(ChatMessage, "player", (), ~Q(kind=ChatMessage.Kind.REACTION)),
    Passes(Report, "player"),
    Passes(Notification, "player", ("match", "version", "kind", "cause"), Q(number=None) & ~Q(kind="chat")),
    Passes(Notification, "player", (), Q(number=None, kind="chat")),
    Passes(IdempotentResponse, "player", ("key",)),
    Passes(Hint, "player"),
    Passes(MatchAnalysis, "player", ("match",)),
)
"""Rows of a player in a match, besides those that ``at_matches`` handles itself."""

FOUND_BY: Final = (
    (Seat, "player"),
    (Seat, "reserved_for"),
    (Abandonment, "player"),
    (Invitation, "player"),
    (Invitation, "by"),
    (SeatSwap, "player"),
    (SeatSwap, "other"),
    (Note, "player"),
    (ChatMessage, "player"),
    (Report, "player"),
    (Notification, "player"),
    (IdempotentResponse, "player"),
)
"""Columns that lead to all matches of a player, past ones included. All have indexes."""


def of_player(player: Player, into: Player, now: datetime) -> None:
    """Pass the rows of a player that concern no match to another one. The caller holds both players' row locks."""
    _end_doubled_seeks(player, into, now)
    Mute.objects.filter(Q(player=player, muted=into) | Q(player=into, muted=player)).delete()
    if CalendarFeed.objects.filter(player=into).exists():
        CalendarFeed.objects.filter(player=player).delete()
    VacationEnd.objects.filter(player=player).delete()
    for one in OF_PLAYER:
        one.on(player.pk, into.pk)
    _join_streams(player, into)


def _end_doubled_seeks(player: Player, into: Player, now: datetime) -> None:
    """End the seeks of a player that the other player has, too."""
    same = Seek.objects.filter(player=into, terms=OuterRef("terms"), ended_at=None)
    doubled = Seek.objects.filter(Exists(same), player=player, ended_at=None)
    doubled.update(ended_at=now, ending=Seek.Ending.WITHDRAWN, looking_since=None, wake_at=None)


def _join_streams(player: Player, into: Player) -> None:
    """Continue the numbers of the stream after those of both players, so that no client misses an event.

    Numbered events stay in the stream of the old player, and are deleted with it.
    """
    streams = {
        one.player_id: one for one in NotificationStream.objects.select_for_update().filter(player__in=(player, into))
    }
    if theirs := streams.get(player.pk):
        mine = streams.get(into.pk) or NotificationStream(player=into)
        mine.last = max(mine.last, theirs.last)
        mine.save()


def at_matches(player: UUID, into: UUID, matches: Iterable[UUID]) -> None:
    """Pass the rows of a player in some matches to another one. The caller holds the row locks of the matches.

    If both have sat at a finished match, each seat keeps its player. Viewers of a match see the change, which is not a
    row of its log.
    """
    ids = list(matches)
    there = Q(match__in=ids)
    _pass_seats_on(player, into, there)
    _join_notes(player, into, there)
    SeatSwap.objects.filter(Q(player=player, other=into) | Q(player=into, other=player), there).delete()
    for one in AT_MATCHES:
        one.on(player, into, among=Q(pk__in=ids) if one.table is Match else there)
    Match.objects.filter(pk__in=ids).update(touched=F("touched") + 1)


def _pass_seats_on(player: UUID, into: UUID, there: Q) -> None:
    own: QuerySet[Any] = Seat.objects.filter(match=OuterRef("match"))
    Seat.objects.filter(~Exists(own.filter(player=into)), there, player=player).update(player=into)
    kept = Seat.objects.filter(there, reserved_for=player)
    kept.filter(Exists(own.filter(Q(player=into) | Q(reserved_for=into)))).update(reserved_for=None)
    kept.update(reserved_for=into)
    lost = Abandonment.objects.filter(match=OuterRef("match"), player=into)
    Abandonment.objects.filter(~Exists(lost), there, player=player).update(player=into)


def _join_notes(player: UUID, into: UUID, there: Q) -> None:
    """Join two notes about the same match into one, so that no text is lost."""
    own = {note.match_id: note for note in Note.objects.filter(there, player=into)}
    for note in Note.objects.filter(there, player=player, match__in=own):
        mine = own[note.match_id]
        mine.text, mine.changed_at = f"{mine.text}\n\n{note.text}", max(mine.changed_at, note.changed_at)
        mine.save(update_fields=["text", "changed_at"])
        note.delete()
    Note.objects.filter(there, player=player).update(player=into)
