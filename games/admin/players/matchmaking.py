"""Admin pages for seeks, invitations, seat swaps, follows and blocks. They tell why players meet, or do not.

The staff cannot change these rows.
"""

from __future__ import annotations

from typing import ClassVar

from django.contrib import admin

from games.admin.common.read_only import OfPlayers
from games.models import Invitation, PlayerRelation, SeatSwap, Seek


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


@admin.register(PlayerRelation)
class RelationAdmin(OfPlayers, admin.ModelAdmin):
    """Relations between two players. Only players change them."""

    list_display = ("id", "player", "kind", "other", "at")
    list_filter: ClassVar = ["kind"]
    list_select_related = ("player", "other")
    fields = list_display
    search_help_text = "Start of a nickname of one of the two, or a login name"
    players = ("player", "other")
