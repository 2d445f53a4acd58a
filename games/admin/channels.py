"""Where players are told of what concerns them: whether it works, and not where exactly, for the staff."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import QuerySet

from accounts.mail import masked
from accounts.models import Player
from chkobba_api.newest import NewestFirst
from games.admin.reading import ReadOnly
from games.models import Address


@admin.register(Address)
class AddressAdmin(ReadOnly, NewestFirst, admin.ModelAdmin):
    """Channels of players. What is secret in where they are is not shown: who knows it reads what is sent there."""

    list_display = (
        "id",
        "player",
        "channel",
        "where",
        "is_on",
        "confirmed_at",
        "failing_since",
        "given_up_at",
    )
    list_select_related = ("player",)
    fields = (
        *list_display,
        "kinds",
        "digest",
        "digest_hour",
        "quiet_from",
        "quiet_to",
        "created_at",
        "failures",
    )
    search_fields = ("player",)
    search_help_text = "How a nickname begins, or a log-in name"
    ordering = ("-pk",)
    readonly_fields = fields

    def searched(self, rows: QuerySet[Address], text: str) -> QuerySet[Address]:
        """Find the channels of a player."""
        return rows.filter(player__in=Player.called(text).values("pk"))

    @admin.display(description="where")
    def where(self, address: Address) -> str:
        """So much of where it is as tells it from others."""
        scheme, separator, rest = address.target.partition("://")
        if separator:
            return f"{scheme}://{rest.partition('/')[0]}/…"
        return masked(address.target) if "@" in address.target else f"…{address.target[-4:]}"
