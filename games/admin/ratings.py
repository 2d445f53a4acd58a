"""How strong players are, and how far others can rely on them, for the staff. It follows from logs; nobody edits it."""

from __future__ import annotations

from django.contrib import admin

from games.admin.reading import OfPlayers
from games.models import Rating, Reliability


@admin.register(Rating)
class RatingAdmin(OfPlayers, admin.ModelAdmin):
    """Ratings by player and pool."""

    list_display = ("player", "pool", "rating", "deviation", "matches", "last_at")
    list_select_related = ("player",)
    fields = list_display
    readonly_fields = fields

    @admin.display(description="rating")
    def rating(self, row: Rating) -> int:
        """As it is shown to players."""
        return round(row.mu)

    @admin.display(description="deviation")
    def deviation(self, row: Rating) -> int:
        """As it is shown to players."""
        return round(row.sigma)


@admin.register(Reliability)
class ReliabilityAdmin(OfPlayers, admin.ModelAdmin):
    """Reliability by player."""

    list_display = ("player", "turn_share", "match_share")
    list_select_related = ("player",)
    fields = list_display
    readonly_fields = fields

    @admin.display(description="turns in time")
    def turn_share(self, row: Reliability) -> str:
        """Of late, in percent."""
        return f"{100 * row.in_time / row.turns:.0f} %" if row.turns else "-"

    @admin.display(description="matches finished")
    def match_share(self, row: Reliability) -> str:
        """Of late, in percent."""
        return f"{100 * row.finished / row.matches:.0f} %" if row.matches else "-"
