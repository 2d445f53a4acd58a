"""Players, for the people who run the server."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import UserChangeForm
from django.db.models import Count, QuerySet
from django.http import HttpRequest

from accounts.models import Departure, Player, Token
from accounts.nicknames import clean_nickname


class TokenInline(admin.TabularInline):
    """The devices of a player. The tokens themselves are nowhere; deleting a row signs the device out."""

    model = Token
    fields = ("device", "created", "expiry")
    readonly_fields = fields
    extra = 0

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Refuse: a token is shown once, to its player."""
        return False


class PlayerForm(UserChangeForm):
    """What the staff may change of a player. Guests have no log-in name."""

    class Meta(UserChangeForm.Meta):
        model = Player
        field_classes: ClassVar = {}

    def clean_nickname(self) -> str:
        """Hold the staff to the rules for a new nickname; who has left has none."""
        nickname = self.cleaned_data["nickname"]
        return clean_nickname(nickname) if nickname != self.instance.nickname else nickname


@admin.register(Player)
class PlayerAdmin(UserAdmin):
    """Players."""

    form = PlayerForm
    list_display = ("shown_name", "username", "kind", "matches", "is_active", "created_at", "last_login")
    list_filter = ("is_active", "is_staff", ("username", admin.EmptyFieldListFilter), "created_at")
    search_fields = ("nickname", "username", "=id")
    search_help_text = "Nickname, log-in name or id"
    ordering = ("-created_at",)
    date_hierarchy = "created_at"
    readonly_fields = ("id", "created_at", "left_at", "last_login")
    inlines = (TokenInline,)
    fieldsets = (
        (None, {"fields": ("id", "nickname", "avatar", "username", "password")}),
        ("Rights", {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")}),
        ("Times", {"fields": ("created_at", "last_login", "left_at")}),
    )
    add_fieldsets = ((None, {"fields": ("username", "nickname", "usable_password", "password1", "password2")}),)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Player]:
        """Count the matches of each player."""
        players: QuerySet[Player] = super().get_queryset(request)
        return players.annotate(match_count=Count("seats"))

    @admin.display(description="name", ordering="nickname")
    def shown_name(self, player: Player) -> str:
        """What others see."""
        return player.shown_name

    @admin.display(description="kind", ordering="username")
    def kind(self, player: Player) -> str:
        """What sort of player this is."""
        return "staff" if player.is_staff else "guest" if player.is_guest else "registered"

    @admin.display(description="matches", ordering="match_count")
    def matches(self, player: Any) -> int:
        """At how many tables he sat."""
        return int(player.match_count)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Refuse: a player leaves by himself, and his matches stand."""
        return False


@admin.register(Departure)
class DepartureAdmin(admin.ModelAdmin):
    """What is still to be done for players who have left."""

    list_display = ("id", "left_at", "phase", "given_up", "failures", "wake_at", "ended_at")
    list_filter = ("phase",)
    search_fields = ("=id", "=player__id")
    search_help_text = "Id of a departure or of a player"
    ordering = ("-left_at",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Refuse: a player leaves by himself."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Refuse: the server does it."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Refuse: it ends by itself."""
        return False
