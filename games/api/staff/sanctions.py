"""Sanctions: a player reads them and appeals."""

from __future__ import annotations

from datetime import datetime
from typing import Final
from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from chkobba_api.rest.schema import operation
from chkobba_api.scopes import Scope
from games.api.matches.base import MatchesView, count_by_player
from games.api.staff import report_schemas
from games.models import Sanction
from games.services.staff import fair_play

SANCTION: Final = {
    "id": "019d3c5e-7c1c-7f3a-8a51-6b0c2d9e4f81",
    "kind": "chat",
    "reason": "You have called others names at two tables.",
    "at": "2026-11-21T18:30:00Z",
    "until": "2026-11-28T18:30:00Z",
    "is_over": False,
    "appeal": None,
    "appealed_at": None,
    "answer": None,
    "answered_at": None,
}
_SAID: Final = "It was my brother, with my phone."


class Sanctions(MatchesView):
    """The sanctions of a player."""

    @operation(
        "listSanctions",
        "Warnings, limits and bans of yours",
        tag="me",
        scope=Scope.READ,
        description=(
            "What the people who run the server have told or forbidden you, with the reason, until when, and what was "
            "answered to your appeal. Nobody else is told. What is forbidden is 403 `limited` meanwhile (words; rated "
            "matches; public tables and seeks), or 403 `suspended`; both name the sanction, its reason and `until`."
        ),
        responses={200: (report_schemas.Sanctions, "The newest first, a hundred at the most.")},
        problems=[],
        gets={"sanctions": [SANCTION]},
    )
    def get(self, request: Request) -> Response:
        """Answer with the player's own."""
        found = [shown(one, self.now) for one in fair_play.sanctions_of(self.me)]
        return Response(report_schemas.Sanctions(sanctions=found))


class Appeal(MatchesView):
    """The appeal against a sanction."""

    @operation(
        "appealSanction",
        "Appeal against a warning, a limit or a ban",
        tag="me",
        scope=Scope.ACCOUNT,
        description=(
            "Once, also while you are banned. The people who run the server read it and answer (`listSanctions`); it "
            "goes on until they lift it, or by itself until its end."
        ),
        request=report_schemas.AppealRequest,
        responses={200: (report_schemas.Sanction, "The sanction, with your appeal.")},
        problems=["not_found", "already_appealed", "invalid", "throttled"],
        sends={"text": _SAID},
        gets={**SANCTION, "appeal": _SAID, "appealed_at": "2026-11-21T19:00:00Z"},
    )
    def post(self, request: Request, sanction_id: UUID) -> Response:
        """Keep it."""
        wanted = self.body(request, report_schemas.AppealRequest)
        count_by_player(request, self.me, "reports", "throttled", "refused.throttled")
        return Response(shown(fair_play.appeal(self.me, sanction_id, self.now, wanted.text), self.now))


def shown(one: Sanction, now: datetime) -> report_schemas.Sanction:
    """Return a sanction as its player sees it."""
    return report_schemas.Sanction(
        id=one.pk,
        kind=one.kind,  # type: ignore[arg-type]  # one of its choices
        reason=one.reason,
        at=one.at,
        until=None if one.kind == Sanction.Kind.WARNING else one.until,
        is_over=one.until <= now,
        appeal=one.appeal or None,
        appealed_at=one.appealed_at,
        answer=one.answer or None,
        answered_at=one.answered_at,
    )
