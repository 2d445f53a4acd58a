"""Admin pages of players and of account deletions."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any, ClassVar
from uuid import UUID

from django import forms
from django.contrib import admin, messages
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import UserChangeForm
from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.http import HttpRequest
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString

from accounts import services
from accounts.aliases import names_of
from accounts.login.device_codes import recovery_made_at
from accounts.login.email.email_addresses import clean_address
from accounts.login.email.login_addresses import address_taken_away
from accounts.login.second_factors import is_on
from accounts.models import AccountDeletion, Alias, EmailAddress, Player, Token
from accounts.names.nicknames import clean_nickname
from chkobba_api.admin_site.fast_changelist import LOOKED_AT, NewestFirst
from chkobba_api.errors import DomainError
from games.texts import reader


class TokenInline(admin.TabularInline):
    """The devices and programs of a player, without their tokens. Deleting a row signs the device out."""

    model = Token
    fields = ("device", "origin", "allowed", "created", "used_at", "expiry")
    readonly_fields = fields
    extra = 0

    @admin.display(description="scopes")
    def allowed(self, token: Token) -> str:
        """Return the scopes of the token; a device has all of them."""
        return "everything" if token.scopes is None else ", ".join(token.scopes)

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Refuse: the server shows a token only once, to its player."""
        return False


class LoginAddressForm(forms.ModelForm):
    """A login address that an admin adds after checking its owner by other means."""

    class Meta:
        model = EmailAddress
        fields = ("address",)

    def clean_address(self) -> str:
        """Return the email address in its stored form."""
        try:
            return clean_address(self.cleaned_data["address"])
        except DomainError:
            raise forms.ValidationError("The server cannot send mail to this address.") from None

    def save(self, commit: bool = True) -> EmailAddress:
        """Confirm the new login address, so that the player can log in with it at once."""
        self.instance.logs_in, self.instance.confirmed_at = True, timezone.now()
        saved: EmailAddress = super().save(commit)
        return saved


class LoginAddressInline(admin.TabularInline):
    """The email addresses of a player. An admin removes those of a thief, and adds one of the player."""

    model = EmailAddress
    form = LoginAddressForm
    fields = ("address", "logs_in", "confirmed_at", "added_by_device")
    readonly_fields = ("logs_in", "confirmed_at", "added_by_device")
    extra = 0

    @admin.display(description="added by")
    def added_by_device(self, named: EmailAddress) -> str:
        """Return the device that added the address, if it is known and still signed in."""
        device = Token.objects.filter(id=named.added_by).values_list("device", flat=True).first()
        return device or "unknown"

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Refuse: a different address is a new row."""
        return False


class PlayerForm(UserChangeForm):
    """The fields of a player that an admin may change. Guests have no login name."""

    class Meta(UserChangeForm.Meta):
        model = Player
        field_classes: ClassVar = {}

    def clean_nickname(self) -> str:
        """Check a new nickname by the rules for players. A deleted account has none."""
        nickname: str = self.cleaned_data["nickname"]
        if nickname == self.instance.nickname:
            return nickname
        try:
            return clean_nickname(nickname)
        except DomainError as refused:
            raise forms.ValidationError(reader().text(refused.message)) from None


@admin.register(Player)
class PlayerAdmin(NewestFirst, UserAdmin):
    """The admin page of players: search, lock accounts, turn off kid mode."""

    form = PlayerForm
    list_display = ("shown_name", "username", "kind", "is_bot", "matches", "is_active", "created_at", "last_login")
    list_filter = (
        "is_active",
        "is_staff",
        "is_bot",
        "kid_mode",
        ("username", admin.EmptyFieldListFilter),
        "created_at",
    )
    search_fields = ("nickname",)
    search_help_text = "Start of a nickname, a login name, or an id"
    ordering = ("-created_at",)
    readonly_fields = (
        "id",
        "created_at",
        "leaves_at",
        "left_at",
        "is_bot",
        "last_login",
        "time_zone",
        "hours_shown",
        "recovery",
        "ways_in",
        "aliases_shown",
    )
    inlines = (TokenInline, LoginAddressInline)
    actions = ("end_ways_in",)
    fieldsets = (
        (None, {"fields": ("id", "aliases_shown", "nickname", "avatar", "is_bot", "username", "password")}),
        ("Permissions", {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")}),
        ("Kid mode", {"fields": ("kid_mode",)}),
        ("Times", {"fields": ("created_at", "last_login", "leaves_at", "left_at", "recovery", "ways_in")}),
        ("Availability", {"fields": ("time_zone", "hours_shown")}),
    )
    add_fieldsets = ((None, {"fields": ("username", "nickname", "usable_password", "password1", "password2")}),)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Player]:
        """Count the matches of each player."""
        players: QuerySet[Player] = super().get_queryset(request)
        seats = Player.objects.filter(pk=OuterRef("pk")).order_by().values("pk").annotate(count=Count("seats"))
        return players.annotate(match_count=Subquery(seats.values("count")))

    def bounded(self, request: HttpRequest, rows: QuerySet[Player]) -> QuerySet[Player]:
        """Return all rows of filters with an index: staff, bot accounts, players with a login name."""
        by_index = (
            "1" in (request.GET.get("is_staff__exact"), request.GET.get("is_bot__exact"))
            or request.GET.get("username__isempty") == "0"
        )
        return rows if by_index else super().bounded(request, rows)

    def searched(self, rows: QuerySet[Player], text: str) -> QuerySet[Player]:
        """Find players by nickname, login name or id. If many share a name, find the newest."""
        try:
            return rows.filter(pk=UUID(text))
        except ValueError:
            return rows.filter(pk__in=Player.called(text).order_by("-created_at").values("pk")[:LOOKED_AT])

    @admin.display(description="name")
    def shown_name(self, player: Player) -> str:
        """Return the name that other players see."""
        return player.shown_name

    @admin.display(description="kind")
    def kind(self, player: Player) -> str:
        """Return the kind of player: staff, guest or registered."""
        return "staff" if player.is_staff else "guest" if player.is_guest else "registered"

    @admin.display(description="calendar and vacations")
    def hours_shown(self, player: Player) -> SafeString | str:
        """Return the calendar and the vacations, which stop the player's clocks. Only the player changes them."""
        if not player.hours:
            return "none"
        return format_html('<pre class="as-code">{}</pre>', json.dumps(player.hours, indent=1))

    @admin.display(description="aliases")
    def aliases_shown(self, player: Player) -> str:
        """List the accounts that were merged into this player, and the account that this player was merged into."""
        into = Alias.objects.filter(player=player).first()
        merges = [f"merged into {into.into_id} on {into.at:%Y-%m-%d %H:%M}"] if into else []
        others = Alias.objects.filter(player__in=names_of(player.pk)[1:])
        return ", ".join([*merges, *(f"{one.player_id} merged on {one.at:%Y-%m-%d %H:%M}" for one in others)]) or "none"

    @admin.display(description="recovery code")
    def recovery(self, player: Player) -> datetime | str:
        """Return when the recovery code was created. The server cannot show the code again."""
        return recovery_made_at(player) or "none"

    @admin.display(description="login methods")
    def ways_in(self, player: Player) -> str:
        """Return the login methods of the player, without devices."""
        password = ["a password"] * player.has_usable_password()
        mails = player.email_addresses.filter(logs_in=True, confirmed_at__isnull=False).count()
        factor = ["a second factor"] * is_on(player)
        ways = [*password, *factor, f"passkeys: {player.passkeys.count()}", f"login addresses: {mails}"]
        return ", ".join(ways)

    @admin.action(description="Lock: sign out, and remove all login methods and channels", permissions=["change"])
    def end_ways_in(self, request: HttpRequest, players: QuerySet[Player]) -> None:
        """Lock some accounts. A player can return with a password or a login address that an admin sets here."""
        locked = 0
        for player in players:
            if not self.has_change_permission(request, player):
                messages.error(request, f"{player} belongs to the staff: only a superuser can lock the account.")
                continue
            try:
                services.end_ways_in(player)
            except services.HasLeft:
                messages.error(request, f"{player.pk}: the account is deleted, so there is nothing to lock.")
                continue
            self.log_change(request, player, "Removed all login methods.")
            locked += 1
        if locked:
            messages.success(
                request,
                "Their devices and programs are signed out; codes, passkeys, passwords, second factors, email "
                "addresses, channels and calendars are removed. Add a login address so that a player can log in again.",
            )

    @admin.display(description="matches")
    def matches(self, player: Any) -> int:
        """Return the number of seats of the player, over all matches."""
        return int(player.match_count)

    def get_readonly_fields(self, request: HttpRequest, obj: Player | None = None) -> tuple[str, ...]:
        """Return the read-only fields. Only superusers change rights; others could give themselves all of them."""
        rights = () if request.user.is_superuser else ("is_staff", "is_superuser", "groups", "user_permissions")
        return (*super().get_readonly_fields(request, obj), *rights)

    def has_change_permission(self, request: HttpRequest, obj: Player | None = None) -> bool:
        """Return whether the admin may change a player. Only superusers may change accounts of the staff.

        Other admins could set a new password, log in with it, and so get the rights of the account.
        """
        protected = obj is not None and (obj.is_staff or obj.is_superuser) and not request.user.is_superuser
        return super().has_change_permission(request, obj) and not protected

    def save_formset(self, request: HttpRequest, form: Any, formset: Any, change: bool) -> None:
        """Stop notifications to email addresses that the admin has removed."""
        super().save_formset(request, form, formset, change)
        for gone in formset.deleted_objects:
            if isinstance(gone, EmailAddress):
                address_taken_away.send(sender=EmailAddress, mail=gone)

    def save_model(self, request: HttpRequest, obj: Player, form: Any, change: bool) -> None:
        """Reserve the look of the name for the player; warn if another player has the same look."""
        super().save_model(request, obj, form, change)
        if not obj.take_looks():
            messages.warning(
                request,
                "This name looks like the name of another player. A search finds that player, and not this one.",
            )

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Refuse: only the player deletes the account, and the matches stay."""
        return False


@admin.register(AccountDeletion)
class AccountDeletionAdmin(NewestFirst, admin.ModelAdmin):
    """The remaining work of account deletions."""

    list_display = ("id", "left_at", "phase", "given_up", "failures", "wake_at", "ended_at")
    list_filter = ("phase",)
    search_fields = ("id",)
    search_help_text = "Id of an account deletion or of a player"
    ordering = ("-left_at",)

    def searched(self, rows: QuerySet[AccountDeletion], text: str) -> QuerySet[AccountDeletion]:
        """Find a deletion by its own id or by the id of its player."""
        try:
            return rows.filter(Q(pk=UUID(text)) | Q(player=UUID(text)))
        except ValueError:
            return rows.none()

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Refuse: only the player deletes the account."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Refuse: the server updates the row."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Refuse: the server finishes the deletion by itself."""
        return False
