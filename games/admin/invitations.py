"""Who has invited whom, and wanted which seat, for the staff: to answer why somebody is not asked any more."""

from __future__ import annotations

from django.contrib import admin

from games.admin.reading import OfPlayers
from games.models import Invitation, SeatSwap


@admin.register(Invitation)
class InvitationAdmin(OfPlayers, admin.ModelAdmin):
    """Invitations of players, which the two alone change."""

    list_display = ("id", "match", "by", "player", "at", "ending", "ended_at", "offers")
    list_select_related = ("match", "by", "player")
    fields = (*list_display, "offer", "offered_by")
    search_help_text = "How a nickname of one of the two begins, or a log-in name"
    readonly_fields = fields
    players = ("player", "by")


@admin.register(SeatSwap)
class SwapAdmin(OfPlayers, admin.ModelAdmin):
    """Who would have liked to change seats with whom."""

    list_display = ("id", "match", "player", "other", "at", "refused_at")
    list_select_related = ("match", "player", "other")
    fields = list_display
    search_help_text = "How a nickname of one of the two begins, or a log-in name"
    readonly_fields = fields
    players = ("player", "other")
