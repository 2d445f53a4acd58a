"""How strong players are, and how far others can rely on them, for the staff. It follows from logs; nobody edits it."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import QuerySet

from accounts.models import Player
from chkobba_api.newest import NewestFirst
from games.admin.reading import ReadOnly
from games.models import Rating, Reliability


@admin.register(Rating)
class RatingAdmin(ReadOnly, NewestFirst, admin.ModelAdmin):
    """Ratings by player and pool."""

    list_display = ("player", "pool", "rating", "deviation", "matches", "last_at")
    list_select_related = ("player",)
    fields = list_display
    readonly_fields = fields
    search_fields = ("player",)
    search_help_text = "How a nickname begins, or a log-in name"
    ordering = ("-pk",)

    def searched(self, rows: QuerySet[Rating], text: str) -> QuerySet[Rating]:
        """Find the ratings of a player."""
        return rows.filter(player__in=Player.called(text).values("pk"))

    @admin.display(description="rating")
    def rating(self, row: Rating) -> int:
        """As it is shown to players."""
        return round(row.mu)

    @admin.display(description="deviation")
    def deviation(self, row: Rating) -> int:
        """As it is shown to players."""
        return round(row.sigma)


@admin.register(Reliability)
class ReliabilityAdmin(ReadOnly, NewestFirst, admin.ModelAdmin):
    """Reliability by player."""

    list_display = ("player", "turn_share", "match_share")
    list_select_related = ("player",)
    fields = list_display
    readonly_fields = fields
    search_fields = ("player",)
    search_help_text = "How a nickname begins, or a log-in name"
    ordering = ("-pk",)

    def searched(self, rows: QuerySet[Reliability], text: str) -> QuerySet[Reliability]:
        """Find a player."""
        return rows.filter(player__in=Player.called(text).values("pk"))

    @admin.display(description="turns in time")
    def turn_share(self, row: Reliability) -> str:
        """Of late, in percent."""
        return f"{100 * row.in_time / row.turns:.0f} %" if row.turns else "-"

    @admin.display(description="matches finished")
    def match_share(self, row: Reliability) -> str:
        """Of late, in percent."""
        return f"{100 * row.finished / row.matches:.0f} %" if row.matches else "-"
