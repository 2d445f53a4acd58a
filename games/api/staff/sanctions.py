"""Sanctions: a player reads them and appeals."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from chkobba_api.rest.openapi.operation import operation
from chkobba_api.scopes import Scope
from games.api.copying import copied
from games.api.matches.base import MatchesView, count_by_player
from games.api.staff import report_schemas
from games.models import Sanction
from games.services.staff import fair_play


class Sanctions(MatchesView):
    """The sanctions of a player."""

    @operation(
        "listSanctions",
        Scope.READ,
        {200: (report_schemas.Sanctions, "Your sanctions, newest first, at most a hundred.")},
    )
    def get(self, request: Request) -> Response:
        """List your warnings, limits and bans.

        Each entry has its reason, its end, and the staff's answer to your appeal. Other players cannot see the list. A
        forbidden action gets 403 `limited` (chat; rated matches; public matches and seeks), or 403 `suspended` during a
        ban; both errors name the sanction, its reason and `until`.
        """
        found = [shown(one, self.now) for one in fair_play.sanctions_of(self.me)]
        return Response(report_schemas.Sanctions(sanctions=found))


class Appeal(MatchesView):
    """The appeal against a sanction."""

    @operation("appealSanction", Scope.ACCOUNT, {200: (report_schemas.Sanction, "The sanction with your appeal.")})
    def post(self, request: Request, sanction_id: UUID, wanted: report_schemas.AppealRequest) -> Response:
        """Appeal against a warning, a limit or a ban.

        You can appeal once, also while you are banned. The staff reads the appeal and answers it (`listSanctions`). The
        sanction stays in force until it ends or the staff lifts it.
        """
        count_by_player(request, self.me, "reports", "throttled", "refused.throttled")
        return Response(shown(fair_play.appeal(self.me, sanction_id, self.now, wanted.text), self.now))


def shown(one: Sanction, now: datetime) -> report_schemas.Sanction:
    """Return a sanction as the player sees it."""
    return copied(
        report_schemas.Sanction,
        one,
        until=None if one.kind == Sanction.Kind.WARNING else one.until,
        is_over=one.until <= now,
        appeal=one.appeal or None,
        answer=one.answer or None,
    )
