"""Admin pages for follows and blocks. They tell why two players do not meet."""

from __future__ import annotations

from typing import ClassVar

from django.contrib import admin

from games.admin.common.read_only import OfPlayers
from games.models import PlayerRelation


@admin.register(PlayerRelation)
class RelationAdmin(OfPlayers, admin.ModelAdmin):
    """Relations between two players. Only players change them."""

    list_display = ("id", "player", "kind", "other", "at")
    list_filter: ClassVar = ["kind"]
    list_select_related = ("player", "other")
    fields = list_display
    search_help_text = "Start of a nickname of one of the two, or a login name"
    players = ("player", "other")
