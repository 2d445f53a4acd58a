"""The chat of a club: list, post, report and hide messages, and mute a member."""

from __future__ import annotations

from uuid import UUID

from django.conf import settings
from rest_framework.request import Request
from rest_framework.response import Response

from chkobba_api.rest.openapi.operation import operation
from chkobba_api.scopes import Scope
from games import models
from games.api.clubs import club_schemas as schemas
from games.api.clubs.club_members import member_shape
from games.api.copying import copied
from games.api.matches.base import ETAG, UNCHANGED, MatchesView, count_by_player
from games.api.paging import PageQuery
from games.api.social import chat_schemas
from games.api.social.chat import fields_of, wanted_in
from games.services.clubs import club_chat, members
from games.services.staff import reports


class ClubChatMessages(MatchesView):
    """The chat of a club."""

    @operation(
        "listClubChatMessages",
        Scope.READ,
        {200: (schemas.ClubChatMessages, "A page of messages, newest first."), **UNCHANGED},
        parameters=[ETAG],
    )
    def get(self, request: Request, club_id: UUID, query: PageQuery) -> Response:
        """List the chat messages of a club.

        Only members may read them. The list leaves out messages of players you have muted or are kept apart from. It
        has free text only if you allow it (`free_text` of `updateMe`) and are not in kid mode.
        """
        heard = club_chat.hear(club_id, self.me, self.now)
        return self.listed(
            heard.messages,
            ("-id",),
            schemas.ClubChatMessages,
            lambda message: schemas.ClubChatMessage(**fields_of(message, self.me.pk)),
            free_text=heard.free_text,
            muted_until=heard.muted_until,
            kept_days=settings.CHAT_LASTS.days,
        )

    @operation("postClubChatMessage", Scope.CHAT, {201: (schemas.ClubChatMessage, "The posted message.")})
    def post(self, request: Request, club_id: UUID, wanted: schemas.ClubChatMessageRequest) -> Response:
        """Post a message in a club.

        Send a phrase, or free text if you allow it (`free_text` of `listClubChatMessages`).
        """
        content = wanted_in(wanted.message)
        count_by_player(request, self.me, "chat", "throttled", "refused.throttled", at=club_id)
        message = club_chat.post_message(club_id, self.me, self.now, content)
        return Response(schemas.ClubChatMessage(**fields_of(message, self.me.pk)), status=201)


class OneClubChatMessage(MatchesView):
    """A message in a club's chat."""

    @operation("hideClubChatMessage", Scope.CLUBS, {204: (None, "The message is hidden.")})
    def delete(self, request: Request, club_id: UUID, message_id: UUID) -> Response:
        """Hide a message in a club.

        Only organizers may hide messages. Then only the staff can read the message; members see that it was removed.
        """
        club_chat.hide(club_id, self.me, message_id, self.now)
        return Response(status=204)


class ClubChatReport(MatchesView):
    """The report of a message in a club."""

    @operation("reportClubChatMessage", Scope.CHAT, {201: (schemas.ClubChatReport, "The report as it is stored.")})
    def post(
        self, request: Request, club_id: UUID, message_id: UUID, wanted: chat_schemas.ChatReportRequest
    ) -> Response:
        """Report a message in a club.

        The staff reads the message with the messages before and after it; no member of the club sees the report. The
        staff may hide the message and answer you (`listClubReports`).
        """
        count_by_player(request, self.me, "reports", "throttled", "refused.throttled")
        kept = reports.report_club_chat_message(club_id, message_id, self.me, self.now, happened=wanted.happened)
        return Response(_reported(kept), status=201)


class ClubReports(MatchesView):
    """A player's reports of messages in a club."""

    @operation("listClubReports", Scope.READ, {200: (schemas.ClubChatReports, "Your reports, newest first.")})
    def get(self, request: Request, club_id: UUID) -> Response:
        """List your reports from a club.

        Your own reports with the staff's answers, even after you have left the club. Other players cannot see them.
        """
        found = reports.of_club(club_id, self.me)
        return Response(schemas.ClubChatReports(reports=[_reported(one) for one in found]))


class MemberMute(MatchesView):
    """The mute of a club member."""

    @operation("muteClubMember", Scope.CLUBS, {200: (schemas.ClubMember, "The member.")})
    def put(self, request: Request, club_id: UUID, player_id: UUID, wanted: schemas.MuteMember) -> Response:
        """Mute a member of a club for a time.

        Only organizers may mute members. `seconds` 0 ends the mute. The member sees its end (`muted_until`).
        """
        muted = members.mute(self.me, club_id, player_id, wanted.seconds, self.now)
        return Response(member_shape(muted, to_organizer=True))


def _reported(report: models.Report) -> schemas.ClubChatReport:
    return copied(schemas.ClubChatReport, report, message=report.message_id, answer=report.answer or None)
