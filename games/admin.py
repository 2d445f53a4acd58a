"""Matches, their seats and their log, for the people who run the server.

Nothing here can be edited: what happens to a match goes through a service. What a player may not see of a running match
is not shown here either, to nobody: no seed, no deck, no hidden card. Events are shown as a spectator sees them.
"""

from __future__ import annotations

import json
from typing import Any, ClassVar

import msgspec
from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from games import log
from games.engine.protocol import AnyGame
from games.models import Match, Move, Round, Row, Seat, Status, TableEvent

HIDDEN = "hidden until the match is over"


class ReadOnly:
    """An admin page that shows and does not change."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Refuse: rows come from services."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Refuse."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Refuse: a match stands for ever."""
        return False

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        """Allow what the filters of the page ask for, and nothing else.

        Django lets the address of a list ask about any column, and so would tell the seed of a running match, guess
        by guess (``?seed__startswith=ab``).
        """
        filters = [item[0] if isinstance(item, tuple) else item for item in getattr(self, "list_filter", ())]
        names = [*filters, getattr(self, "date_hierarchy", None) or "pk"]
        return any(lookup == name or lookup.startswith(f"{name}__") for name in names)


def as_code(data: Any) -> SafeString:
    """Return JSON in a readable form."""
    text = json.dumps(data, indent=1, ensure_ascii=False, default=str)
    return format_html('<pre class="as-code">{}</pre>', text)


def is_over(match: Match) -> bool:
    """Say whether a match can be shown whole."""
    return match.status in (Status.FINISHED, Status.CANCELLED)


class SeatInline(ReadOnly, admin.TabularInline):
    """The seats of a match."""

    model = Seat
    fields = ("number", "player", "bot", "autopilot", "missed", "missed_in_row", "resigned")
    readonly_fields = fields
    extra = 0


@admin.register(Match)
class MatchAdmin(ReadOnly, admin.ModelAdmin):
    """Matches."""

    list_display = ("id", "game", "status", "players", "version", "to_act", "due_at", "visibility", "created_at")
    list_filter = ("status", "game", "visibility", "seat_count", ("seats__autopilot", admin.BooleanFieldListFilter))
    search_fields = ("=id", "=code", "seats__player__nickname", "=seats__player__id")
    search_help_text = "Room code, id of a match, nickname or id of a player"
    date_hierarchy = "created_at"
    list_per_page = 50
    inlines = (SeatInline,)
    fieldsets = (
        (None, {"fields": ("id", "game", "rules_version", "shown_options", "visibility", "code", "creator")}),
        ("Clock", {"fields": ("status", "turn_seconds", "to_act", "due_at", "wake_at", "created_at", "started_at")}),
        ("Log", {"fields": ("version", "shown_digest", "shown_log")}),
        ("Result", {"fields": ("finished_at", "shown_result", "rematch_of", "commitment", "shown_seed", "table")}),
    )
    readonly_fields = ("shown_options", "shown_result", "shown_seed", "shown_digest", "shown_log", "table")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Match]:
        """Read the seats of all matches of a page at once."""
        return super().get_queryset(request).prefetch_related("seats__player")

    @admin.display(description="players")
    def players(self, match: Match) -> str:
        """Who sits there."""
        return " · ".join(
            seat.player.shown_name if seat.player else (seat.bot and f"({seat.bot})") or "–"
            for seat in match.seats.all()
        )

    @admin.display(description="options")
    def shown_options(self, match: Match) -> SafeString:
        """The options."""
        return as_code(match.options)

    @admin.display(description="result")
    def shown_result(self, match: Match) -> SafeString | str:
        """How it ended."""
        return as_code(match.result) if match.result else "–"

    @admin.display(description="seed")
    def shown_seed(self, match: Match) -> str:
        """The seed, when it is no secret any more."""
        return match.seed if is_over(match) else HIDDEN

    @admin.display(description="digest")
    def shown_digest(self, match: Match) -> str:
        """The digest of the log; while cards are hidden it would confirm a guess of them."""
        return match.digest if is_over(match) else HIDDEN

    @admin.display(description="table")
    def table(self, match: Match) -> SafeString | str:
        """The table as a spectator sees it."""
        if not match.snapshot:
            return "–"
        loaded = log.load(match)
        shown = loaded.game.show(loaded.game.observe(loaded.state, None))
        return as_code(msgspec.to_builtins(shown))

    @admin.display(description="what has happened")
    def shown_log(self, match: Match) -> SafeString:
        """The log, a line for each row."""
        loaded = log.load(match)
        return format_html_join(
            "",
            "<div><code>{}</code> {} {}</div>",
            (_line(loaded, row) for row in log.rows_after(match)),
        )


def _line(loaded: log.Loaded, row: Row) -> tuple[Any, ...]:
    return row.version, f"{row.at:%Y-%m-%d %H:%M:%S}", as_seen(loaded.game, row)


def as_seen(game: AnyGame, row: Row) -> str:
    """Return what happened in a row, as a spectator may see it."""
    if isinstance(row, TableEvent):
        who = "" if row.seat is None else f"seat {row.seat} "
        return f"{who}{row.type} {'' if row.data == '{}' else row.data}".strip()
    seen = [game.visible(event, None) for event in game.load_events(row.events)]
    what = "; ".join(_event(event) for event in seen if event)
    return f"seat {row.seat} ({row.by}): {what}" if isinstance(row, Move) else what


def _event(event: dict[str, Any]) -> str:
    shown = ", ".join(f"{name} {value}" for name, value in event.items() if name != "type" and value not in (None, []))
    return f"{event['type']} ({shown})"


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
        return as_seen(log.game_of(row.match), row)


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

    list_display = ("match", "version", "type", "seat", "by", "player", "at")
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
