"""Admin pages for clubs and their members. Organizers change clubs; the staff can only end them."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib import admin, messages
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone

from accounts.models import Player
from accounts.names.confusables import looks_of
from chkobba_api.admin_site.fast_changelist import NewestFirst
from games.admin.common.read_only import OfPlayers, ReadOnly
from games.models import Club, Membership, Preset
from games.services.clubs import clubs


class PresetsOfClub(ReadOnly, admin.TabularInline):
    """The presets of a club, read-only."""

    model = Preset
    fields = ("name", "game", "seat_count", "options", "control", "rated", "free_text")
    extra = 0


@admin.register(Club)
class ClubAdmin(ReadOnly, NewestFirst, admin.ModelAdmin):
    """Clubs, read-only, with an action that ends them."""

    list_display = ("name", "joining", "founded_at", "ended_at", "members", "organizers")
    list_filter: ClassVar = ["joining"]
    fields = (*list_display, "description")
    search_fields = ("name",)
    search_help_text = "Start of the name, or start of the nickname or login name of a member"
    inlines: ClassVar = [PresetsOfClub]
    actions = ("end_clubs",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Club]:
        """Annotate the clubs of a page with their number of members."""
        return clubs.counted(super().get_queryset(request))

    def searched(self, rows: QuerySet[Club], text: str) -> QuerySet[Club]:
        """Find clubs by the beginning of their name, also by look-alike letters, or by a member."""
        named = Q()
        for look in looks_of(text):
            named |= Q(looks__look__startswith=look)
        theirs = Membership.objects.filter(player__in=Player.called(text).values("pk")).values("club")
        found = Club.objects.filter(named).values("pk") if named else Club.objects.none().values("pk")
        return rows.filter(Q(pk__in=found) | Q(pk__in=theirs))

    @admin.display(description="members")
    def members(self, club: Any) -> int:
        """Return the number of members."""
        return int(club.member_count)

    @admin.display(description="organizers")
    def organizers(self, club: Club) -> str:
        """Return the names of the organizers."""
        found = Membership.objects.filter(club=club, standing=Membership.Standing.ORGANIZER).select_related("player")
        return ", ".join(str(one.player) for one in found)

    @admin.action(description="Close these clubs: members leave, matches stay", permissions=["end"])
    def end_clubs(self, request: HttpRequest, chosen: QuerySet[Club]) -> None:
        """End clubs and write that to Django's admin log."""
        for club in chosen:
            clubs.end_for_staff(club.pk, timezone.now())
            self.log_change(request, club, "Ended.")
        self.message_user(request, "Done.", messages.SUCCESS)

    def has_end_permission(self, request: HttpRequest) -> bool:
        """Return True if the user may end clubs."""
        return request.user.has_perm("games.change_club")


@admin.register(Membership)
class MembershipAdmin(OfPlayers, admin.ModelAdmin):
    """Memberships. Organizers and players change them, not the staff."""

    list_display = ("id", "player", "club", "standing", "since", "reason")
    list_filter: ClassVar = ["standing"]
    list_select_related = ("player", "club")
    fields = (*list_display, "joined_at", "is_notified", "muted_until")
