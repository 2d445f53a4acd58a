"""Views of the scheduled account deletion, and of the progress of a deletion."""

from __future__ import annotations

from uuid import UUID

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import deletion
from accounts.api import player_schemas
from accounts.api.base import Mine
from accounts.models import AccountDeletion
from chkobba_api.errors import DomainError
from chkobba_api.rest.openapi.operation import operation
from chkobba_api.rest.views import View
from chkobba_api.scopes import Scope
from games.engine.messages import say


class MyAccountDeletion(Mine):
    """View of the scheduled account deletion."""

    @operation(
        "scheduleDeletion",
        Scope.ACCOUNT,
        {200: (player_schemas.ScheduledDeletion, "The time of the deletion.")},
        gets={"leaves_at": "2026-11-24T18:30:00Z"},
    )
    def put(self, request: Request) -> Response:
        """Delete your account in three days.

        Until then you can cancel the deletion (`cancelDeletion`), and the server plays for you in every match. You
        leave the matches that have not started, and cannot join others (409 `deletion_scheduled`). After three days the
        server deletes the account as `deleteAccount` does. A second request does not change the date. You need a recent
        login (`proveRecentLogin`).
        """
        return Response(player_schemas.ScheduledDeletion(leaves_at=deletion.plan_to_leave(self.token, timezone.now())))

    @operation("cancelDeletion", Scope.ACCOUNT, {204: (None, "The account stays.")})
    def delete(self, request: Request) -> Response:
        """Cancel the scheduled deletion of your account.

        The server gives your seats back to you soon after. A move of yours takes its seat back at once.
        """
        deletion.stay_after_all(self.me, timezone.now())
        return Response(status=204)


class OneAccountDeletion(View):
    """View of the progress of an account deletion."""

    @operation(
        "getAccountDeletion",
        None,
        {200: (player_schemas.AccountDeletion, "The progress of the deletion.")},
        gets={
            "left_at": "2026-11-21T18:30:00Z",
            "status": "under_way",
            "seats_given_up": 212,
            "ended_at": None,
        },
        public=True,
    )
    def get(self, request: Request, deletion_id: UUID) -> Response:
        """Get the progress of an account deletion.

        For players who have deleted their account: use the address from `deleteAccount`, for 30 days.
        """
        row = AccountDeletion.objects.filter(pk=deletion_id).first()
        if row is None or row.left_at is None:
            raise DomainError("not_found", say("refused.no_deletion"))
        return Response(
            player_schemas.AccountDeletion(
                left_at=row.left_at,
                status="under_way" if row.ended_at is None else "ended",
                seats_given_up=row.given_up,
                ended_at=row.ended_at,
            )
        )
