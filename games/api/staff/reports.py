"""Problems that players report at a step of a match. Nobody but the staff sees those of others."""

from __future__ import annotations

from typing import Final
from uuid import UUID

from msgspec import structs
from rest_framework.request import Request
from rest_framework.response import Response

from chkobba_api.rest.schema import operation
from chkobba_api.scopes import Scope
from games import selectors
from games.api.matches.base import MatchesView, count_by_player
from games.api.staff import report_schemas
from games.models import Report
from games.services.staff import reports

_SAID: Final = {
    "version": 37,
    "expected": "The seven of diamonds takes the seven on the table.",
    "happened": "I was told that it has to take three cards.",
}
REPORT: Final = {
    "id": "019d3c5e-7c1c-7f3a-8a51-6b0c2d9e4f80",
    "message": None,
    **_SAID,
    "at": "2026-11-21T18:30:00Z",
    "state": "open",
    "answer": None,
    "settled_at": None,
}
_ANSWERED: Final = {
    "state": "answered",
    "answer": "Thank you: that is so since the rules of this game were mended.",
    "settled_at": "2026-11-22T09:00:00Z",
}


class Reports(MatchesView):
    """What one has reported about a match."""

    @operation(
        "listReports",
        "What you have reported about a match",
        tag="play",
        scope=Scope.READ,
        description="Your own reports, with what was answered. Nobody sees those of others.",
        responses={200: (report_schemas.Reports, "Your reports, the newest first.")},
        problems=["not_found"],
        gets={"reports": [{**REPORT, **_ANSWERED}]},
    )
    def get(self, request: Request, match_id: UUID) -> Response:
        """Answer with the player's own."""
        match = self.find(match_id).match
        return Response(report_schemas.Reports(reports=[shown(one) for one in selectors.reports_of(match.pk, self.me)]))

    @operation(
        "reportProblem",
        "Report a problem at a step of a match",
        tag="play",
        scope=Scope.PLAY,
        description=(
            "For a rule that seems wrong, a score that does not add up, a move that was refused. The people who run "
            "the server read it beside that step of the match; nobody at the table does. They may answer. It is "
            "forgotten when you leave for good, and some months after it was settled."
        ),
        request=report_schemas.ReportRequest,
        responses={201: (report_schemas.Report, "The report, as it is kept.")},
        problems=["not_found", "no_such_step", "too_many_reports"],
        sends=_SAID,
        gets=REPORT,
    )
    def post(self, request: Request, match_id: UUID) -> Response:
        """Keep it."""
        wanted = self.body(request, report_schemas.ReportRequest)
        count_by_player(request, self.me, "reports", "throttled", "refused.throttled")
        kept = reports.report(match_id, self.me, self.now, **structs.asdict(wanted))
        return Response(shown(kept), status=201)


def shown(report: Report) -> report_schemas.Report:
    """Return a report as its player sees it."""
    return report_schemas.Report(
        id=report.pk,
        version=report.version or 0,
        message=report.message_id,
        expected=report.expected,
        happened=report.happened,
        at=report.at,
        state=report.state,  # type: ignore[arg-type]  # one of its choices
        answer=report.answer or None,
        settled_at=report.settled_at,
    )
