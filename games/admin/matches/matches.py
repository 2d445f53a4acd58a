"""The list of matches, and the page of one: the board at every step, plots, checks and actions."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any, Final
from uuid import UUID

import msgspec
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString

from chkobba_api.admin_site.fast_changelist import NewestFirst, among, among_newest
from games import log, match_clock, selectors
from games.admin.common import plots
from games.admin.common.acting import Acting
from games.admin.common.read_only import HIDDEN, ReadOnly, WithMore, as_code, duration, is_over
from games.admin.common.search import matches_of, matches_with, players_called
from games.admin.matches.actions import ACTIONS, carry_out, offered
from games.admin.matches.checklist import checklist_of, checks_with
from games.admin.matches.steps import MatchHistory, history_of
from games.admin.moderation import reports
from games.engine.catalogue import GAMES
from games.models import Match, Move, Seat, Status
from games.services.log import record_export
from games.services.staff.match_actions import Order
from games.texts import reader

TROUBLES: Final[dict[str, tuple[str, Callable[[], Q]]]] = {
    "overdue": ("overdue by a minute", lambda: selectors.overdue(timezone.now())),
    "rules": ("without rules", selectors.without_rules),
    "paused": ("paused", lambda: Q(status=Status.RUNNING, paused_at__isnull=False)),
    "autopilot": (
        "running on autopilot",
        lambda: Q(status=Status.RUNNING, pk__in=Seat.objects.filter(autopilot=True).values("match")),
    ),
    "called-off": ("cancelled while running", lambda: Q(status=Status.CANCELLED, started_at__isnull=False)),
}
"""The kinds of trouble of matches, each with its label and its filter."""


class SeatInline(ReadOnly, admin.TabularInline):
    """The seats of a match, read-only."""

    model = Seat
    fields = ("number", "player", "bot", "autopilot", "missed", "missed_in_row", "resigned")
    extra = 0


class TroubleFilter(admin.SimpleListFilter):
    """A filter for matches that need attention."""

    title = "trouble"
    parameter_name = "trouble"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """Return the kinds of trouble."""
        return [(trouble, label) for trouble, (label, _) in TROUBLES.items()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Match]) -> QuerySet[Match]:
        """Return the matches with the chosen trouble."""
        _, having = TROUBLES.get(self.value() or "", ("", Q))
        return queryset.filter(having())


@admin.register(Match)
class MatchAdmin(WithMore, ReadOnly, NewestFirst, Acting):
    """Matches, read-only, with actions for the staff."""

    list_display = ("short_id", "game", "status", "players", "last_move", "next_move")
    list_filter = (
        "status",
        TroubleFilter,
        among("game", GAMES),
        "visibility",
        among("seat_count", range(2, 9), "seats"),
    )
    search_fields = ("code",)
    search_help_text = "Room code, id of a match or its start, start of a nickname, or id of a player"
    inlines = (SeatInline,)
    change_form_template = "admin/games/match/page.html"
    fieldsets = (
        (None, {"fields": ("id", "game", "rules_version", "shown_options", "visibility", "code", "creator")}),
        (
            "Clock",
            {
                "fields": (
                    "status",
                    "turn_seconds",
                    "to_act",
                    "due_at",
                    "wake_at",
                    "paused_at",
                    "time_left",
                    "shown_clock",
                )
            },
        ),
        ("Times", {"fields": ("created_at", "started_at", "finished_at")}),
        ("Log", {"fields": ("version", "shown_digest")}),
        ("Result", {"fields": ("shown_result", "rematch_of", "deal_of", "commitment", "shown_seed")}),
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Match]:
        """Prefetch the seats and annotate the last moves of the matches of a page."""
        matches: QuerySet[Match] = super().get_queryset(request).prefetch_related("seats__player")
        last = Move.objects.filter(match=OuterRef("pk")).order_by("-version")
        return matches.annotate(last_seat=Subquery(last.values("seat")[:1]), last_at=Subquery(last.values("at")[:1]))

    def get_ordering(self, request: HttpRequest) -> tuple[str, ...]:
        """Return the order of the index: by time within a status, else by id, which grows with time."""
        return ("-created_at", "-id") if _status(request) else ("-pk",)

    def bounded(self, request: HttpRequest, rows: QuerySet[Match]) -> QuerySet[Match]:
        """Return all open matches, but only the newest finished or cancelled ones."""
        status, trouble = _status(request), request.GET.get("trouble")
        if trouble == "called-off":
            status = Status.CANCELLED
        elif trouble or status in (Status.LOBBY, Status.RUNNING):
            return rows
        if not status:
            return super().bounded(request, rows)
        return among_newest(rows, Match.objects.filter(status=status), "created_at")

    def searched(self, rows: QuerySet[Match], text: str) -> QuerySet[Match]:
        """Find matches by room code, id or player."""
        return rows.filter(pk__in=matches_of(text) or matches_with(players_called(text)))

    def get_urls(self) -> list[URLPattern]:
        """Add the view of one step and the forms of the actions."""
        view = self.admin_site.admin_view
        return [
            path("<uuid:match_id>/step/<int:step>/", view(self.step_view), name="games_match_step"),
            path("<uuid:match_id>/do/<str:key>/", view(self.act_view), name="games_match_do"),
            *super().get_urls(),
        ]

    # --- columns and fields -------------------------------------------------------------------------------------------

    @admin.display(description="id")
    def short_id(self, match: Match) -> str:
        """Return the beginning of the id."""
        return match.short_id

    @admin.display(description="players")
    def players(self, match: Match) -> SafeString:
        """Return the names at the seats."""
        names = " · ".join(_who(seat) for seat in match.seats.all())
        return format_html('<span title="{}">{}</span>', names, names)

    @admin.display(description="last move")
    def last_move(self, match: Any) -> str:
        """Return the seat of the last move, and the time since then."""
        if match.last_at is None:
            return "–"
        return f"{_who(match.seats.all()[match.last_seat])}, {duration(timezone.now() - match.last_at)} ago"

    @admin.display(description="next")
    def next_move(self, match: Match) -> str:
        """Return the seat to move, and the time left."""
        if match.paused_at is not None:
            return "paused"
        if match.to_act is None:
            return "–"
        who = _who(match.seats.all()[match.to_act])
        return who if match.due_at is None else f"{who}, {_left(match.due_at - timezone.now())}"

    @admin.display(description="options")
    def shown_options(self, match: Match) -> SafeString:
        """Return the options of the game as JSON."""
        return as_code(match.options)

    @admin.display(description="clock")
    def shown_clock(self, match: Match) -> SafeString | str:
        """Return the stored clock as JSON."""
        return as_code(match.clock) if match.clock else "–"

    @admin.display(description="result")
    def shown_result(self, match: Match) -> SafeString | str:
        """Return the stored result as JSON."""
        return as_code(match.result) if match.result else "–"

    @admin.display(description="seed")
    def shown_seed(self, match: Match) -> str:
        """Return the seed after the end of the match."""
        return match.seed if is_over(match) else HIDDEN

    @admin.display(description="digest")
    def shown_digest(self, match: Match) -> str:
        """Return the digest of the log after the end; before, it would confirm a guess of hidden cards."""
        return match.digest if is_over(match) else HIDDEN

    # --- the page of a match ------------------------------------------------------------------------------------------

    def more(self, request: HttpRequest, match: Match, /) -> dict[str, Any]:
        """Return the context of the page of a match."""
        history = history_of(match)
        wanted = request.GET.get("step", "")
        step = int(wanted) if wanted.isascii() and wanted.isdigit() and len(wanted) < 10 else history.last
        return {
            **_at(request, history, step),
            "reported": reports.reported_steps(match) if reports.may_read(request) else (),
            "title": f"{reader().say(GAMES[match.game].name) if match.game in GAMES else match.game}: {match.status}",
            "subtitle": None,
            "history": history,
            "has_rules": log.has_rules(match),
            "seats": _seats(history),
            "left": duration(match.due_at - timezone.now()) if match.due_at else "",
            "time_left": duration(match.time_left) if match.time_left is not None else "",
            "limit": duration(timedelta(seconds=match_clock.control_of(match).turn_seconds)),
            "scores": _scores(history),
            "times": _times(history),
            "results": history.results,
            "checks": checklist_of(match) if "check" in request.GET else None,
            "actions": offered(match, history.seats) if self.may_act(request) else [],
        }

    def step_view(self, request: HttpRequest, match_id: UUID, step: int) -> HttpResponse:
        """Return only the board at one step, for the slider."""
        match = self._match(request, match_id)
        return TemplateResponse(request, "admin/games/match/step.html", _at(request, history_of(match), step))

    def _match(self, request: HttpRequest, match_id: UUID) -> Match:
        match: Match | None = self.get_object(request, str(match_id))
        if match is None:
            raise Http404
        if not self.has_view_permission(request, match):
            raise PermissionDenied
        return match

    # --- actions ------------------------------------------------------------------------------------------------------

    def act_view(self, request: HttpRequest, match_id: UUID, key: str) -> HttpResponse:
        """Show the form of an action, and run the action when the form is sent."""
        match = self._match(request, match_id)
        if not self.may_act(request):
            raise PermissionDenied
        action = ACTIONS.get(key)
        if action is None:
            raise Http404
        back = reverse("admin:games_match_change", args=[match.pk])
        seats = action.seats(match, log.seats_of(match))
        if not seats:
            self.message_user(request, f"{action.label}: not possible now.", messages.ERROR)
            return HttpResponseRedirect(back)

        def run(order: Order, said: dict[str, Any]) -> HttpResponse | None:
            result = carry_out(action, match, order, said, lambda text: self.log_change(request, match, text))
            if action.key == "export":
                headers = {"Content-Disposition": f'attachment; filename="{record_export.file_name(match)}"'}
                return HttpResponse(msgspec.json.encode(result), content_type="application/json", headers=headers)
            wrong = [check for check in checks_with(match, result) if check.faults] if action.key == "verify" else []
            for check in wrong:
                self.message_user(request, f"{check.text}: {'; '.join(check.faults)}", messages.ERROR)
            return HttpResponseRedirect(back) if wrong else None

        form = action.form(request.POST or None, seats=seats)
        label, follows, grave = action.label, action.follows, action.grave
        return self.ask(request, form, run, label=label, follows=follows, back=back, row=match, grave=grave)


def _who(seat: Seat) -> str:
    """Return the name of a player, the level of a bot, or a dash for a free seat."""
    return seat.player.shown_name if seat.player else (seat.bot and f"({seat.bot})") or "–"


def _left(time: timedelta) -> str:
    return f"{duration(time)} left" if time > timedelta(0) else f"overdue by {duration(-time)}"


def _status(request: HttpRequest) -> str:
    """Return the status by which the list is filtered; empty for all."""
    return request.GET.get("status__exact", "")


def _at(request: HttpRequest, history: MatchHistory, step: int) -> dict[str, Any]:
    step = max(1, min(step, history.last))
    return {
        "step": step,
        "last": history.last,
        "line": history.steps[step - 1] if history.steps else None,
        "board": history.board(step),
        "over": is_over(history.match),
        "reports": reports.at_step(history.match, step) if reports.may_read(request) else [],
    }


def _seats(history: MatchHistory) -> list[dict[str, Any]]:
    return [
        {
            "seat": seat,
            "name": name,
            "next": history.match.to_act == seat.number,
            "kind": "player" if seat.player_id else f"{seat.bot} bot" if seat.bot else "free",
            "moves": sum(step.kind == "move" and step.who == name for step in history.steps),
        }
        for seat, name in zip(history.seats, history.names.seats, strict=True)
    ]


def _scores(history: MatchHistory) -> SafeString | None:
    return plots.scores(history.names.sides, [result.totals for result in history.results]) if history.results else None


def _times(history: MatchHistory) -> SafeString | None:
    moves = [step for step in history.steps if step.took is not None]
    dots = [
        (number, step.took.total_seconds(), step.by, f"{step.who}, step {step.version}: {duration(step.took)}")
        for number, step in enumerate(moves, 1)
        if step.took is not None
    ]
    return plots.times(dots) if dots else None
