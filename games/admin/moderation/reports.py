"""Admin pages for reports of players, and the answers of the staff."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from django import forms
from django.contrib import admin
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from chkobba_api.admin_site.fast_changelist import NewestFirst, among
from games.admin.common.acting import Acting, SaidForm
from games.admin.common.read_only import ReadOnly, WithMore
from games.admin.common.search import matches_of, players_called
from games.engine.catalogue import GAMES
from games.models import Match, Report
from games.services.social import chat
from games.services.staff import reports
from games.services.staff.match_actions import Order
from games.texts import reader

SHOWN: Final = 80
"""Characters of the reported text in a line of the list."""
OF_A_STEP: Final = 20
"""Upper bound of the reports beside one step, the newest first. The list of reports has all."""
OF_A_MATCH: Final = 1_000
"""Upper bound of the reports that are marked in the log of a match."""


class AnswerForm(SaidForm):
    """The answer of the staff to the player."""

    reason = forms.CharField(
        label="Answer",
        max_length=reports.LONGEST,
        widget=forms.Textarea(attrs={"rows": 5}),
        help_text="Only the player who sent the report reads this.",
    )


@dataclass(frozen=True)
class Settling:
    """An action of the staff on a report."""

    key: str
    label: str
    follows: str
    run: Callable[[UUID, Order], Report]
    states: Sequence[str]
    """States of a report in which the action is possible."""
    to_messages: bool = False
    """True for an action that is possible only on a reported chat message."""


SETTLINGS: Final = {
    settling.key: settling
    for settling in (
        Settling(
            "answer",
            "Answer",
            "The player reads the answer beside the report. It replaces an earlier answer.",
            reports.answer,
            Report.State.values,
        ),
        Settling(
            "hide",
            "Hide the message",
            "Players no longer see the message; they see that it was removed. The player who reported it reads the "
            "answer.",
            reports.hide_message,
            Report.State.values,
            to_messages=True,
        ),
        Settling(
            "close",
            "Close",
            "The report needs no further action; the player reads the reason.",
            reports.close,
            (Report.State.OPEN, Report.State.ANSWERED),
        ),
    )
}


@admin.register(Report)
class ReportAdmin(WithMore, ReadOnly, NewestFirst, Acting):
    """Reports of players. The staff answers them but cannot change their text."""

    list_display = ("at", "about", "player", "state", "in_short")
    list_filter = ("state", among("match__game", GAMES, "game"))
    list_select_related = ("match", "player", "club")
    search_fields = ("match",)
    search_help_text = "Room code or id of a match, start of a nickname, or id of a player"
    change_form_template = "admin/games/report/page.html"
    fields = ("about", "player", "at", "expected", "happened", "state", "answer", "staff", "settled_at")

    def bounded(self, request: HttpRequest, rows: QuerySet[Report]) -> QuerySet[Report]:
        """Return all open reports, which have an index, but only the newest of the others."""
        return rows if request.GET.get("state__exact") == Report.State.OPEN else super().bounded(request, rows)

    def searched(self, rows: QuerySet[Report], text: str) -> QuerySet[Report]:
        """Find the reports about a match, or those of a player."""
        matches = matches_of(text)
        return rows.filter(match__in=matches) if matches else rows.filter(player__in=players_called(text))

    @admin.display(description="about")
    def about(self, report: Report) -> SafeString:
        """Return a link to the board of the reported step, or to the club of a reported message."""
        if report.match is None:
            address = reverse("admin:games_club_change", args=[report.club_id])
            return format_html('<a href="{}">{}</a>', address, report.club)
        address = f"{reverse('admin:games_match_change', args=[report.match_id])}?step={report.version}#slider"
        return format_html('<a href="{}">{}, step {}</a>', address, _game_of(report.match), report.version)

    @admin.display(description="what happened")
    def in_short(self, report: Report) -> str:
        """Return the beginning of the reported text."""
        text = " ".join(report.happened.split())
        return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"

    # --- actions ------------------------------------------------------------------------------------------------------

    def get_urls(self) -> list[URLPattern]:
        """Add the forms of the actions."""
        view = self.admin_site.admin_view(self.settle_view)
        return [path("<uuid:report_id>/do/<str:key>/", view, name="games_report_do"), *super().get_urls()]

    def more(self, request: HttpRequest, row: Report, /) -> dict[str, Any]:
        """Return the possible actions, and the chat around a reported message."""
        can_hide = row.message is not None and row.message.hidden_at is None
        return {
            "title": str(row).capitalize(),
            "subtitle": None,
            "settlings": [
                one for one in SETTLINGS.values() if row.state in one.states and (can_hide or not one.to_messages)
            ],
            "chat": chat.with_context(row.message) if row.message else [],
            "may_act": self.may_act(request),
        }

    def settle_view(self, request: HttpRequest, report_id: UUID, key: str) -> HttpResponse:
        """Show the form of an action, and run the action when the form is sent."""
        report: Report | None = self.get_object(request, str(report_id))
        settling = SETTLINGS.get(key)
        if report is None or settling is None:
            raise Http404

        def run(order: Order, said: dict[str, Any]) -> None:
            settling.run(report.pk, order)
            self.log_change(request, report, f"{settling.label}: {order.reason}")

        return self.ask(
            request,
            AnswerForm(request.POST or None),
            run,
            label=settling.label,
            follows=settling.follows,
            back=reverse("admin:games_report_change", args=[report.pk]),
            row=report,
            title=f"{settling.label}: {report}",
            report=report,
        )


def _game_of(match: Match) -> str:
    return reader().say(GAMES[match.game].name) if match.game in GAMES else match.game


def may_read(request: HttpRequest) -> bool:
    """Return True if the user may read reports."""
    return request.user.has_perm("games.view_report") or request.user.has_perm("games.change_report")


def at_step(match: Match, step: int) -> list[Report]:
    """Return the newest reports about a step of a match, at most ``OF_A_STEP``."""
    found = Report.objects.filter(match=match, version=step).select_related("player", "staff")
    return list(found.order_by("-pk")[:OF_A_STEP])


def reported_steps(match: Match) -> set[int]:
    """Return the steps of a match with reports."""
    steps = Report.objects.filter(match=match).order_by("-version").values_list("version", flat=True)[:OF_A_MATCH]
    return {step for step in steps if step is not None}
