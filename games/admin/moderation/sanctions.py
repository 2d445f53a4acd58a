"""Admin pages for sanctions against unfair play, and for answers to appeals."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final
from uuid import UUID

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils import timezone

from accounts.models import Player
from chkobba_api.admin_site.fast_changelist import NewestFirst
from games.admin.common.acting import Acting, SaidForm
from games.admin.common.read_only import ReadOnly, WithMore
from games.admin.common.search import players_called
from games.models import Sanction
from games.services.staff import fair_play, suspicions
from games.services.staff.match_actions import Order

DAYS: Final = {1: "a day", 7: "a week", 30: "30 days", 90: "90 days", 365: "a year", 1826: "five years"}


class ReasonForm(SaidForm):
    """The reason, which only the player reads."""

    reason = forms.CharField(
        label="Reason",
        max_length=fair_play.LONGEST,
        widget=forms.Textarea(attrs={"rows": 5}),
        help_text="Only the player reads this.",
    )


class SanctionForm(ReasonForm):
    """A new sanction: the player, the kind, the duration and the reason."""

    player = forms.UUIDField(label="Id of the player", help_text="Copy it from the list of players.")
    kind = forms.ChoiceField(choices=Sanction.Kind.choices)
    days = forms.TypedChoiceField(
        label="For", choices=list(DAYS.items()), coerce=int, help_text="Starts now; a warning has no end."
    )
    field_order = ("player", "kind", "days", "reason")

    def clean_player(self) -> UUID:
        """Return the id of an active player who is no staff member. Raises ValidationError."""
        found: UUID = self.cleaned_data["player"]
        if not Player.objects.filter(pk=found, is_staff=False, left_at=None).exists():
            raise forms.ValidationError("No active player has this id, or the player is a staff member.")
        return found


class EvidenceForm(forms.Form):
    """The player under suspicion, and the level of bots to compare their moves with."""

    player = forms.UUIDField(label="Id of the player")
    level = forms.ChoiceField(
        choices=[(key, f"{key}, {count} decisions at most") for key, count in suspicions.COMPARED.items()]
    )

    def clean_player(self) -> Player:
        """Return the player with this id. Raises ValidationError."""
        found = Player.objects.filter(pk=self.cleaned_data["player"]).first()
        if found is None:
            raise forms.ValidationError("No player has this id.")
        return found


@dataclass(frozen=True)
class Deciding:
    """A decision of the staff on a sanction."""

    key: str
    label: str
    follows: str
    run: Callable[[UUID, Order], Sanction]
    to_appeals: bool
    """True for a decision that answers an appeal."""


DECISIONS: Final = {
    one.key: one
    for one in (
        Deciding("lift", "Lift", "It ends now. Only the admin log has the reason.", fair_play.lift, False),
        Deciding("grant", "Grant the appeal", "It ends now, and the player reads the answer.", fair_play.grant, True),
        Deciding(
            "uphold", "Uphold", "It stays until its end, and the player reads the answer.", fair_play.uphold, True
        ),
    )
}


class Appealed(admin.SimpleListFilter):
    """A filter for sanctions with an open appeal."""

    title = "appeal"
    parameter_name = "appeal"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """Return the choices of the filter."""
        return [("waits", "waits for an answer")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Sanction]) -> QuerySet[Sanction]:
        """Return the sanctions with an open appeal, if chosen."""
        waits = {"appealed_at__isnull": False, "answered_at__isnull": True}
        return queryset.filter(**waits) if self.value() == "waits" else queryset


@admin.register(Sanction)
class SanctionAdmin(WithMore, ReadOnly, NewestFirst, Acting):
    """Warnings, limits and bans. The staff imposes and lifts them here and answers appeals; no text is edited."""

    list_display = ("at", "player", "kind", "until", "staff", "appealed_at", "answered_at")
    list_filter = ("kind", Appealed)
    list_select_related = ("player", "staff")
    search_fields = ("player",)
    search_help_text = "Start of a nickname, or id of a player"
    change_form_template = "admin/games/sanction/page.html"
    change_list_template = "admin/games/sanction/list.html"
    fields = (
        *("player", "kind", "reason", "at", "until", "staff", "lifted_by"),
        *("appeal", "appealed_at", "answer", "answered_by", "answered_at"),
    )

    def bounded(self, request: HttpRequest, rows: QuerySet[Sanction]) -> QuerySet[Sanction]:
        """Return all sanctions with an open appeal, which have an index, but only the newest of the others."""
        return rows if request.GET.get("appeal") == "waits" else super().bounded(request, rows)

    def searched(self, rows: QuerySet[Sanction], text: str) -> QuerySet[Sanction]:
        """Find the sanctions of a player."""
        return rows.filter(player__in=players_called(text))

    # --- actions ------------------------------------------------------------------------------------------------------

    def get_urls(self) -> list[URLPattern]:
        """Add the forms for new sanctions, evidence and decisions."""
        view = self.admin_site.admin_view
        return [
            path("new/", view(self.new_view), name="games_sanction_new"),
            path("evidence/", view(self.evidence_view), name="games_sanction_evidence"),
            path("<uuid:sanction_id>/do/<str:key>/", view(self.decide_view), name="games_sanction_do"),
            *super().get_urls(),
        ]

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Add to the list the link for a new sanction, if the user may impose one."""
        return super().changelist_view(request, {**(extra_context or {}), "may_act": self.may_act(request)})

    def more(self, request: HttpRequest, row: Sanction, /) -> dict[str, Any]:
        """Return the decisions that are possible now."""
        waits = row.appealed_at is not None and row.answered_at is None
        in_force = row.until > timezone.now()
        offered = [one for one in DECISIONS.values() if (waits if one.to_appeals else in_force)]
        return {"subtitle": None, "decisions": offered, "may_act": self.may_act(request)}

    def evidence_view(self, request: HttpRequest) -> HttpResponse:
        """Show evidence that a player may not play fair. It has no automatic consequences."""
        if not request.user.has_perm("games.view_sanction"):
            raise PermissionDenied
        form = EvidenceForm(request.GET or None)
        context = {**self.admin_site.each_context(request), "title": "Evidence", "opts": self.opts, "form": form}
        if form.is_valid():
            player, level = form.cleaned_data["player"], form.cleaned_data["level"]
            context |= {
                "player": player,
                "compared": suspicions.compared(player, level),
                "companions": suspicions.companions_of(player),
                "same_mail": suspicions.with_the_same_mail(player),
                "sanctions": fair_play.sanctions_of(player),
                "may_act": self.may_act(request),
            }
        return TemplateResponse(request, "admin/games/sanction/evidence.html", context)

    def new_view(self, request: HttpRequest) -> HttpResponse:
        """Show the form of a new sanction, and impose the sanction when the form is sent."""

        def run(order: Order, said: dict[str, Any]) -> HttpResponse:
            until = order.now + timedelta(days=said["days"])
            made = fair_play.impose(said["player"], order, Sanction.Kind(said["kind"]), until)
            self.log_addition(request, made, "Given.")  # without the reason, which is deleted with the sanction
            self.message_user(request, "Done: the player is notified.", messages.SUCCESS)
            return HttpResponseRedirect(reverse("admin:games_sanction_change", args=[made.pk]))

        form = SanctionForm(request.POST or None, initial={"player": request.GET.get("player"), "days": 7})
        follows = "The player reads it under “Warnings and limits”, and in the error of each forbidden action."
        back = reverse("admin:games_sanction_changelist")
        return self.ask(request, form, run, label="Warn or limit a player", follows=follows, back=back)

    def decide_view(self, request: HttpRequest, sanction_id: UUID, key: str) -> HttpResponse:
        """Show the form of a decision, and carry the decision out when the form is sent."""
        sanction: Sanction | None = self.get_object(request, str(sanction_id))
        deciding = DECISIONS.get(key)
        if sanction is None or deciding is None:
            raise Http404

        def run(order: Order, said: dict[str, Any]) -> None:
            deciding.run(sanction.pk, order)
            self.log_change(request, sanction, deciding.label)  # without the reason, as above

        form, back = ReasonForm(request.POST or None), reverse("admin:games_sanction_change", args=[sanction.pk])
        return self.ask(request, form, run, label=deciding.label, follows=deciding.follows, back=back)
