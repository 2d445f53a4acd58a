"""Admin pages for invitations and seat swaps. They tell why a player is not asked again."""

from __future__ import annotations

from django.contrib import admin

from games.admin.common.read_only import OfPlayers
from games.models import Invitation, SeatSwap


@admin.register(Invitation)
class InvitationAdmin(OfPlayers, admin.ModelAdmin):
    """Invitations to matches. Only the two players change them."""

    list_display = ("id", "match", "by", "player", "at", "ending", "ended_at", "offers")
    list_select_related = ("match", "by", "player")
    fields = (*list_display, "offer", "offered_by")
    search_help_text = "Start of a nickname of one of the two, or a login name"
    players = ("player", "by")


@admin.register(SeatSwap)
class SwapAdmin(OfPlayers, admin.ModelAdmin):
    """Requests of players to swap seats in a lobby."""

    list_display = ("id", "match", "player", "other", "at", "refused_at")
    list_select_related = ("match", "player", "other")
    fields = list_display
    search_help_text = "Start of a nickname of one of the two, or a login name"
    players = ("player", "other")
