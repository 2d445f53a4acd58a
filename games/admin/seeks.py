"""What players look for, for the staff: who waits for what, and what has become of it."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import QuerySet

from accounts.models import Player
from chkobba_api.newest import NewestFirst
from games.admin.reading import ReadOnly
from games.models import Seek


@admin.register(Seek)
class SeekAdmin(ReadOnly, NewestFirst, admin.ModelAdmin):
    """Seeks of players. Their player alone ends them."""

    list_display = (
        "id",
        "player",
        "game",
        "seat_count",
        "keep_going",
        "state",
        "looking_since",
        "created_at",
        "expires_at",
        "ended_at",
    )
    list_select_related = ("player",)
    fields = (*list_display, "options", "control", "wake_at")
    search_fields = ("player",)
    search_help_text = "How a nickname begins, or a log-in name"
    ordering = ("-pk",)
    readonly_fields = fields

    def searched(self, rows: QuerySet[Seek], text: str) -> QuerySet[Seek]:
        """Find the seeks of a player."""
        return rows.filter(player__in=Player.called(text).values("pk"))
