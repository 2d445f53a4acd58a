"""Whom players follow and have blocked, for the staff: to answer why two do not meet."""

from __future__ import annotations

from typing import ClassVar

from django.contrib import admin
from django.db.models import Q, QuerySet

from accounts.models import Player
from chkobba_api.newest import NewestFirst
from games.admin.reading import ReadOnly
from games.models import Relation


@admin.register(Relation)
class RelationAdmin(ReadOnly, NewestFirst, admin.ModelAdmin):
    """Relations of players, which they alone change."""

    list_display = ("id", "player", "kind", "other", "at")
    list_filter: ClassVar = ["kind"]
    list_select_related = ("player", "other")
    fields = list_display
    search_fields = ("player",)
    search_help_text = "How a nickname of one of the two begins, or a log-in name"
    ordering = ("-pk",)
    readonly_fields = fields

    def searched(self, rows: QuerySet[Relation], text: str) -> QuerySet[Relation]:
        """Find the relations of a player, and to them."""
        called = Player.called(text).values("pk")
        return rows.filter(Q(player__in=called) | Q(other__in=called))
