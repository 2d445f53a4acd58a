"""Rows of the log, and seats, of all matches: to search and to filter."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from games.admin.reading import ReadOnly, is_over
from games.admin.steps import row_in_words
from games.models import Move, Round, Row, Seat, TableEvent


class LogAdmin(ReadOnly, admin.ModelAdmin):
    """Rows of the log. They cannot be changed, here or anywhere."""

    list_filter: ClassVar[tuple[Any, ...]] = ("match__game", "match__status")
    search_fields: ClassVar[tuple[str, ...]] = ("=match__id", "=match__code")
    search_help_text = "Room code or id of a match"
    date_hierarchy = "at"
    list_per_page = 50
    related: ClassVar[tuple[str, ...]] = ("match", "player")
    raw: ClassVar[tuple[str, ...]] = ()
    """Columns with the whole truth, shown when the match is over."""

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Read the matches of all rows of a page at once, the newest first."""
        return super().get_queryset(request).select_related(*self.related).order_by("-at", "-version")

    def get_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        """Show the raw columns of a match that is over, and its digests, which confirm a guess of the raw ones."""
        shown = tuple(name for name in self.list_display if isinstance(name, str))
        return (*shown, "digest", *self.raw) if obj is None or is_over(obj.match) else shown

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        """Everything is."""
        return self.get_fields(request, obj)

    @admin.display(description="what happened")
    def seen(self, row: Row) -> str:
        """What happened, as a spectator may see it."""
        return " ".join(row_in_words(row))


@admin.register(Move)
class MoveAdmin(LogAdmin):
    """Moves."""

    list_display = ("match", "version", "seat", "by", "seen", "at")
    list_filter = ("by", "ends_round", *LogAdmin.list_filter)
    search_fields = (*LogAdmin.search_fields, "player__nickname", "=player__id")
    search_help_text = "Room code, id of a match, nickname or id of a player"
    raw = ("player", "move", "events", "ends_round")


@admin.register(Round)
class RoundAdmin(LogAdmin):
    """Shuffles."""

    list_display = ("match", "version", "number", "attempt", "kind", "seen", "at")
    list_filter = ("kind", *LogAdmin.list_filter)
    related = ("match",)
    raw = ("deck", "events")


@admin.register(TableEvent)
class TableEventAdmin(LogAdmin):
    """What happened around the game."""

    list_display = ("match", "version", "type", "seat", "by", "player", "seen", "at")
    list_filter = ("type", "by", *LogAdmin.list_filter)
    search_fields = (*LogAdmin.search_fields, "player__nickname", "=player__id")
    raw = ("data",)


@admin.register(Seat)
class SeatAdmin(ReadOnly, admin.ModelAdmin):
    """Seats."""

    list_display = ("match", "number", "player", "bot", "autopilot", "missed", "resigned")
    list_filter = ("autopilot", "resigned", "bot", "match__status", "match__game")
    search_fields = ("=match__id", "=match__code", "player__nickname", "=player__id")
    search_help_text = "Room code, id of a match, nickname or id of a player"
    list_select_related = ("match", "player")
    fields = ("match", "number", "player", "bot", "kept_for", "autopilot", "missed", "missed_in_row", "resigned")
