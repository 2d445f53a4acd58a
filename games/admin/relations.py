"""Whom players follow and have blocked, for the staff: to answer why two do not meet."""

from __future__ import annotations

from typing import ClassVar

from django.contrib import admin

from games.admin.reading import OfPlayers
from games.models import PlayerRelation


@admin.register(PlayerRelation)
class RelationAdmin(OfPlayers, admin.ModelAdmin):
    """Relations of players, which they alone change."""

    list_display = ("id", "player", "kind", "other", "at")
    list_filter: ClassVar = ["kind"]
    list_select_related = ("player", "other")
    fields = list_display
    search_help_text = "How a nickname of one of the two begins, or a log-in name"
    readonly_fields = fields
    players = ("player", "other")
