"""Reports of problems at a step of a match. Only the author of a report and the staff can read it."""

from __future__ import annotations

from uuid import UUID

from msgspec import structs
from rest_framework.request import Request
from rest_framework.response import Response

from chkobba_api.errors import never_raises
from chkobba_api.rest.openapi.operation import operation
from chkobba_api.scopes import Scope
from games import selectors
from games.api.copying import copied
from games.api.matches.base import MatchesView, count_by_player
from games.api.staff import report_schemas
from games.models import Report
from games.services.staff import reports


class Reports(MatchesView):
    """A player's reports of a match."""

    @operation("listReports", Scope.READ, {200: (report_schemas.Reports, "Your reports, newest first.")})
    @never_raises("rules_gone")  # the list has no cards
    def get(self, request: Request, match_id: UUID) -> Response:
        """List your reports of a match.

        Your own reports with the staff's answers. Other players cannot see them.
        """
        match = self.find(match_id).match
        return Response(report_schemas.Reports(reports=[shown(one) for one in selectors.reports_of(match.pk, self.me)]))

    @operation("reportProblem", Scope.PLAY, {201: (report_schemas.Report, "The report as it is stored.")})
    def post(self, request: Request, match_id: UUID, wanted: report_schemas.ReportRequest) -> Response:
        """Report a problem at a step of a match.

        Use it for a rule that seems wrong, a score that does not add up, or a refused move. The staff reads the report
        beside that step of the match; no player in the match sees it. The staff may answer. The report is deleted with
        your account, and some months after the staff settled it.
        """
        count_by_player(request, self.me, "reports", "throttled", "refused.throttled")
        kept = reports.report(match_id, self.me, self.now, **structs.asdict(wanted))
        return Response(shown(kept), status=201)


def shown(report: Report) -> report_schemas.Report:
    """Return a report as the player sees it."""
    return copied(
        report_schemas.Report,
        report,
        version=report.version or 0,
        message=report.message_id,
        answer=report.answer or None,
    )
