"""Admin pages for notification channels: their state, with masked targets."""

from __future__ import annotations

from django.contrib import admin

from accounts.login.email.email_addresses import masked
from games.admin.common.read_only import OfPlayers
from games.models import NotificationChannel


@admin.register(NotificationChannel)
class ChannelAdmin(OfPlayers, admin.ModelAdmin):
    """Channels of players. The full target is hidden: a person who knows it could read the notifications."""

    list_display = (
        "id",
        "player",
        "sender",
        "where",
        "is_on",
        "confirmed_at",
        "failing_since",
        "given_up_at",
    )
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

    @admin.display(description="where")
    def where(self, channel: NotificationChannel) -> str:
        """Return the target with its secret part masked."""
        scheme, separator, rest = channel.target.partition("://")
        if separator:
            return f"{scheme}://{rest.partition('/')[0]}/…"
        return masked(channel.target) if "@" in channel.target else f"…{channel.target[-4:]}"
