"""The chat of a club: list, post, report and hide messages, and mute a member."""

from __future__ import annotations

from typing import Any, Final
from uuid import UUID

from django.conf import settings
from rest_framework.request import Request
from rest_framework.response import Response

from chkobba_api.rest.schema import operation
from chkobba_api.rest.views import read_query
from chkobba_api.scopes import Scope
from games import models
from games.api.clubs import club_schemas as shapes
from games.api.clubs.club_members import MEMBER, member_shape
from games.api.clubs.clubs import OF_A_CLUB, OF_ORGANIZERS, ClubsQuery
from games.api.matches.base import UNCHANGED, MatchesView, answered_once, count_by_player
from games.api.matches.match_view import name_of
from games.api.paging import OF_PAGES, page_of
from games.api.social import chat_schemas
from games.api.social.chat import text_of, wanted_in
from games.services.clubs import club_chat, members
from games.services.staff import reports

_WORD: Final[dict[str, Any]] = {
    "id": "019d3c5e-7c1d-7c02-8b1e-2f4a6c8e0b16",
    "at": "2026-11-21T18:30:00Z",
    "player": "019d3c5e-7c1a-7b52-9d0c-3f2a6b1e8c47",
    "name": "Amel",
    "mine": True,
    "type": "phrase",
    "key": "good_night",
    "text": "Good night!",
    "removed": False,
}
_WRONG: Final = {"happened": "Nobody should be called that."}
_REPORT: Final = {
    "id": "019d3c5e-7c1c-7f3a-8a51-6b0c2d9e4f80",
    "word": _WORD["id"],
    **_WRONG,
    "at": "2026-11-21T18:30:00Z",
    "state": "open",
    "answer": None,
    "settled_at": None,
}


class ClubWords(MatchesView):
    """The chat of a club."""

    @operation(
        "listClubWords",
        "What was said in a club",
        tag="clubs",
        scope=Scope.READ,
        description=(
            "For its members. What players say whom you have muted, or from whom you are kept apart, is left out; free "
            "text, too, unless you allow it (`free_text` of `changeMe`) and are not sheltered."
        ),
        parameters=OF_PAGES,
        responses={200: (shapes.ClubWords, "A page of words, the newest first."), **UNCHANGED},
        problems=[*OF_A_CLUB, "invalid"],
        gets={
            "next": None,
            "previous": None,
            "results": [_WORD],
            "free_text": "allowed",
            "muted_until": None,
            "kept_days": 30,
        },
        headers=["ETag"],
    )
    def get(self, request: Request, club_id: UUID) -> Response:
        """Answer with a page."""
        read_query(request, ClubsQuery)
        heard = club_chat.hear(club_id, self.me, self.now)
        found, links = page_of(self, heard.words, ("-id",))
        page = shapes.ClubWords(
            **links,
            results=[_shown(word, self.me.pk) for word in found],
            free_text=heard.free_text.value,
            muted_until=heard.muted_until,
            kept_days=settings.WORDS_LAST.days,
        )
        return answered_once(request, page)

    @operation(
        "sayClubWord",
        "Say something in a club",
        tag="clubs",
        scope=Scope.CHAT,
        description="A phrase, or free text where you allow it (`free_text` of `listClubWords`).",
        request=shapes.ClubWordRequest,
        responses={201: (shapes.ClubWord, "What you said.")},
        problems=[*OF_A_CLUB, "muted_in_club", "free_text_off", "too_many_words", "throttled", "invalid"],
        sends={"word": {"type": "phrase", "key": "good_night"}},
        gets=_WORD,
    )
    def post(self, request: Request, club_id: UUID) -> Response:
        """Say it."""
        wanted = wanted_in(self.body(request, shapes.ClubWordRequest).word)
        count_by_player(request, self.me, "words", "throttled", "refused.throttled", at=club_id)
        word = club_chat.say_word(club_id, self.me, self.now, wanted)
        return Response(_shown(word, self.me.pk), status=201)


class OneClubWord(MatchesView):
    """Something that was said in a club."""

    @operation(
        "hideClubWord",
        "Hide what was said in a club",
        tag="clubs",
        scope=Scope.CLUBS,
        description="Only organizers may. From then on the staff alone reads it; others see that it was removed.",
        responses={204: (None, "It is hidden.")},
        problems=OF_ORGANIZERS,
    )
    def delete(self, request: Request, club_id: UUID, word_id: UUID) -> Response:
        """Hide it."""
        club_chat.hide(club_id, self.me, word_id, self.now)
        return Response(status=204)


class ClubWordReport(MatchesView):
    """A word that is reported."""

    @operation(
        "reportClubWord",
        "Report what was said in a club",
        tag="clubs",
        scope=Scope.CHAT,
        description=(
            "The people who run the server read it with what was said before and after; nobody of the club does. They "
            "may hide the word, and answer (`listClubReports`)."
        ),
        request=chat_schemas.WordReportRequest,
        responses={201: (shapes.ClubReport, "The report, as it is kept.")},
        problems=[*OF_A_CLUB, "too_many_reports", "throttled", "invalid"],
        sends=_WRONG,
        gets=_REPORT,
    )
    def post(self, request: Request, club_id: UUID, word_id: UUID) -> Response:
        """Keep it."""
        wanted = self.body(request, chat_schemas.WordReportRequest)
        count_by_player(request, self.me, "reports", "throttled", "refused.throttled")
        kept = reports.report_club_word(club_id, word_id, self.me, self.now, happened=wanted.happened)
        return Response(_reported(kept), status=201)


class ClubReports(MatchesView):
    """A player's reports of a club."""

    @operation(
        "listClubReports",
        "What you have reported of a club",
        tag="clubs",
        scope=Scope.READ,
        description="Your own reports, with what was answered, also where you have left. Nobody sees those of others.",
        responses={200: (shapes.ClubReports, "Your reports, the newest first.")},
        problems=["not_found"],
        gets={"reports": [{**_REPORT, "state": "answered", "answer": "It is gone.", "settled_at": _WORD["at"]}]},
    )
    def get(self, request: Request, club_id: UUID) -> Response:
        """Answer with the player's own."""
        found = reports.of_club(club_id, self.me)
        return Response(shapes.ClubReports(reports=[_reported(one) for one in found]))


class MemberMute(MatchesView):
    """A member who is to say nothing for a time."""

    @operation(
        "muteClubMember",
        "Let a member say nothing in a club for a time",
        tag="clubs",
        scope=Scope.CLUBS,
        description="Only organizers may. `seconds` 0: they may talk again. They see until when it is (`muted_until`).",
        request=shapes.MuteMember,
        responses={200: (shapes.ClubMember, "The member.")},
        problems=[*OF_ORGANIZERS, "invalid"],
        sends={"seconds": 86400},
        gets={**MEMBER, "muted_until": "2026-11-22T18:30:00Z"},
    )
    def put(self, request: Request, club_id: UUID, player_id: UUID) -> Response:
        """Mute them."""
        wanted = self.body(request, shapes.MuteMember)
        muted = members.mute(self.me, club_id, player_id, wanted.seconds, self.now)
        return Response(member_shape(muted, to_organizer=True))


def _shown(word: models.Word, reader: UUID) -> shapes.ClubWord:
    gone = word.is_removed
    return shapes.ClubWord(
        id=word.pk,
        at=word.at,
        player=word.player_id,
        name=name_of(word.player),
        mine=word.player_id == reader,
        type=word.kind,  # type: ignore[arg-type]  # one of its choices
        key=None if gone else word.key or None,
        text=None if gone else text_of(word),
        removed=gone,
    )


def _reported(report: models.Report) -> shapes.ClubReport:
    return shapes.ClubReport(
        id=report.pk,
        word=report.word_id,
        happened=report.happened,
        at=report.at,
        state=report.state,  # type: ignore[arg-type]  # one of its choices
        answer=report.answer or None,
        settled_at=report.settled_at,
    )
