"""Lists of seats and of rows of the log over all matches, with search and filters."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from chkobba_api.admin_site.fast_changelist import NewestFirst, among
from games.admin.common.read_only import ReadOnly, is_over
from games.admin.common.search import matches_of, matches_with, players_called
from games.admin.matches.log_words import names_at, row_in_words
from games.bots import LEVELS
from games.engine.catalogue import GAMES
from games.models import Move, Round, Row, Seat, TableEvent
from games.table_events import KINDS

MOST_MATCHES = 100
"""A search by player finds log rows only in this many matches, the newest ones of the player."""


class LogAdmin(ReadOnly, NewestFirst, admin.ModelAdmin):
    """Rows of the log, which is append-only."""

    list_filter: ClassVar[tuple[Any, ...]] = (among("match__game", GAMES, "game"), "match__status")
    search_fields: ClassVar[tuple[str, ...]] = ("match",)
    search_help_text = "Room code or id of a match, start of a nickname, or id of a player"
    related: ClassVar[tuple[str, ...]] = ("match", "player")
    raw: ClassVar[tuple[str, ...]] = ()
    """Columns with hidden information, shown when the match is over."""

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Prefetch the matches of the rows with their seats and players."""
        rows: QuerySet[Any] = super().get_queryset(request).select_related(*self.related)
        return rows.prefetch_related("match__seats__player")

    def searched(self, rows: QuerySet[Any], text: str) -> QuerySet[Any]:
        """Find the log rows of a match, or those of a player in the player's newest matches."""
        if matches := matches_of(text):
            return rows.filter(match__in=matches)
        players = players_called(text)
        rows = rows.filter(match__in=matches_with(players)[:MOST_MATCHES])
        return rows.filter(player__in=players) if "player" in self.related else rows

    def get_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        """Add the raw columns and the digest when the match is over; a digest confirms a guess of the raw columns."""
        shown = tuple(name for name in self.list_display if isinstance(name, str))
        return (*shown, "digest", *self.raw) if obj is None or is_over(obj.match) else shown

    @admin.display(description="match")
    def of_match(self, row: Row) -> SafeString:
        """Return a link to the step on the page of the match."""
        address = f"{reverse('admin:games_match_change', args=[row.match_id])}?step={row.version}#slider"
        return format_html('<a href="{}">{} {}</a>', address, row.match.game, row.match.short_id)

    @admin.display(description="who")
    def who(self, row: Move | TableEvent) -> str:
        """Return the name at the seat of the row."""
        return "–" if row.seat is None else names_at(row.match).seats[row.seat]

    @admin.display(description="what happened")
    def seen(self, row: Row) -> str:
        """Return the row in words, as a spectator may see it."""
        return " ".join(row_in_words(row))


@admin.register(Move)
class MoveAdmin(LogAdmin):
    """The moves in the log of all matches."""

    list_display = ("version", "of_match", "who", "by", "seen", "at")
    list_filter = ("by", "ends_round", *LogAdmin.list_filter)
    raw = ("player", "move", "events", "ends_round")


@admin.register(Round)
class RoundAdmin(LogAdmin):
    """The rounds in the log of all matches, each with its shuffle."""

    list_display = ("version", "of_match", "number", "attempt", "kind", "seen", "at")
    list_filter = ("kind", *LogAdmin.list_filter)
    related = ("match",)
    raw = ("deck", "events")


@admin.register(TableEvent)
class TableEventAdmin(LogAdmin):
    """The table events in the log of all matches."""

    list_display = ("version", "of_match", "type", "who", "by", "player", "seen", "at")
    list_filter = (among("type", KINDS), "by", *LogAdmin.list_filter)
    raw = ("data",)


@admin.register(Seat)
class SeatAdmin(ReadOnly, NewestFirst, admin.ModelAdmin):
    """The seats of all matches."""

    list_display = ("number", "of_match", "who", "autopilot", "missed", "resigned")
    list_filter = ("autopilot", "resigned", among("bot", LEVELS), "match__status", among("match__game", GAMES, "game"))
    search_fields = ("match",)
    search_help_text = "Room code, id of a match or its start, start of a nickname, or id of a player"
    list_select_related = ("match", "player")
    fields = (
        *("match", "number", "player", "bot", "reserved_for", "autopilot", "missed", "missed_in_row", "resigned"),
        *("substitute_from", "substitute_wanted", "substitute_since"),
    )

    @admin.display(description="match")
    def of_match(self, seat: Seat) -> SafeString:
        """Return a link to the page of the match."""
        address = reverse("admin:games_match_change", args=[seat.match_id])
        return format_html('<a href="{}">{} {}</a>', address, seat.match.game, seat.match.short_id)

    @admin.display(description="who")
    def who(self, seat: Seat) -> str:
        """Return the name of the player or bot, or a dash."""
        return seat.player.shown_name if seat.player else seat.bot_name or "–"

    def bounded(self, request: HttpRequest, rows: QuerySet[Seat]) -> QuerySet[Seat]:
        """Return all seats on autopilot, which have an index, but only the newest of the others."""
        return rows if request.GET.get("autopilot__exact") == "1" else super().bounded(request, rows)

    def searched(self, rows: QuerySet[Seat], text: str) -> QuerySet[Seat]:
        """Find the seats of a match, or those of a player."""
        matches = matches_of(text)
        return rows.filter(match__in=matches) if matches else rows.filter(player__in=players_called(text))
