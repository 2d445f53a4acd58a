"""Admin pages for seeks: the searches of players for opponents, and how they ended."""

from __future__ import annotations

from django.contrib import admin

from games.admin.common.read_only import OfPlayers
from games.models import Seek


@admin.register(Seek)
class SeekAdmin(OfPlayers, admin.ModelAdmin):
    """Seeks of players. The staff cannot end them."""

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
    fields = (*list_display, "options", "control", "wake_at")
