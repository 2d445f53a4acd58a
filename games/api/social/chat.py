"""What is said at a table: the list of it, saying something, reporting what was said."""

from __future__ import annotations

from typing import Annotated, Any, Final
from uuid import UUID

from django.conf import settings
from msgspec import UNSET, Meta, Struct, UnsetType
from rest_framework.request import Request
from rest_framework.response import Response

from chkobba_api.rest.schema import operation
from chkobba_api.rest.views import View, read_query
from chkobba_api.scopes import Scope
from games import models
from games.api.matches.base import MatchesView, answered_once, count_by_player
from games.api.matches.match_view import name_of
from games.api.paging import MOST, OF_PAGES, page_of
from games.api.social import chat_schemas as shapes
from games.api.staff import report_schemas
from games.api.staff.reports import REPORT, shown
from games.engine.messages import Text, say
from games.services.social import chat
from games.services.social.chat import Wanted
from games.services.social.phrases import PHRASES, REACTIONS
from games.services.staff import reports


class ChatQuery(Struct, forbid_unknown_fields=True):
    """Which messages are asked for."""

    cursor: str | UnsetType = UNSET
    limit: Annotated[int, Meta(ge=1, le=MOST)] = 20


_MESSAGE: Final[dict[str, Any]] = {
    "id": "019d3c5e-7c1d-7c02-8b1e-2f4a6c8e0b13",
    "at": "2026-11-21T18:30:00Z",
    "version": 37,
    "seat": 0,
    "player": "019d3c5e-7c1a-7b52-9d0c-3f2a6b1e8c47",
    "name": "Amel",
    "mine": True,
    "type": "phrase",
    "key": "well_played",
    "symbol": None,
    "about": None,
    "text": "Well played!",
    "removed": False,
}
_MESSAGES: Final = {
    "next": None,
    "previous": None,
    "results": [_MESSAGE],
    "free_text": "not_agreed",
    "kept_days": 30,
    "kept_until": None,
}
_WRONG: Final = {"happened": "Nobody should be called that."}
_OF_CHAT: Final = ("not_found", "not_seated")


class Phrases(View):
    """What can be said without writing anything."""

    @operation(
        "listPhrases",
        "Phrases and reactions that can be said at every table",
        tag="play",
        scope=None,
        description="Keys are stored and sentences are not: everybody reads what was said in their own language.",
        responses={200: (shapes.Phrases, "All of them.")},
        gets={
            "phrases": [{"key": "well_played", "text": "Well played!"}],
            "reactions": [{"key": "clap", "text": "Applause", "symbol": "👏"}],
        },
        public=True,
    )
    def get(self, request: Request) -> Response:
        """Answer with the lists."""
        return Response(
            shapes.Phrases(
                phrases=[shapes.Phrase(key=key, text=say(f"phrase.{key}")) for key in PHRASES],
                reactions=[
                    shapes.Reaction(key=key, text=say(f"reaction.{key}"), symbol=symbol)
                    for key, symbol in REACTIONS.items()
                ],
            )
        )


class ChatMessages(MatchesView):
    """What is said at a table."""

    @operation(
        "listChatMessages",
        "What was said at your table",
        tag="play",
        scope=Scope.READ,
        description=(
            "By those who sit there, since you sat down; nobody else reads it. What players say whom you have muted is "
            "left out. Messages are no part of the match: its version, its feed and its record know nothing of them."
        ),
        parameters=OF_PAGES,
        responses={
            200: (shapes.ChatMessages, "A page of messages, the newest first."),
            304: (None, "Nothing has changed."),
        },
        problems=[*_OF_CHAT, "invalid"],
        gets=_MESSAGES,
        headers=["ETag"],
    )
    def get(self, request: Request, match_id: UUID) -> Response:
        """Answer with a page."""
        read_query(request, ChatQuery)
        heard = chat.hear(match_id, self.me, self.now)
        found, links = page_of(self, heard.messages, ("-id",))
        page = shapes.ChatMessages(
            **links,
            results=[_shown(message, self.me.pk) for message in found],
            free_text=heard.free_text.value,
            kept_days=settings.CHAT_LASTS.days,
            kept_until=heard.kept_until,
        )
        return answered_once(request, page)

    @operation(
        "postChatMessage",
        "Say something at your table",
        tag="play",
        scope=Scope.CHAT,
        description=(
            "A phrase or a reaction, always; free text where the match was made with `free_text` and all players who "
            "sit there allow it at this moment (`free_text` of `listChatMessages`). Who sits there hears of it in the "
            "stream of their events (`messages`). It makes no move stale. Bots say nothing, and read nothing."
        ),
        request=shapes.ChatMessageRequest,
        responses={201: (shapes.ChatMessage, "What you said.")},
        problems=[
            "limited",
            *_OF_CHAT,
            "free_text_off",
            "chat_closed",
            "no_such_step",
            "already_reacted",
            "too_many_messages",
            "throttled",
            "invalid",
        ],
        sends={"message": {"type": "phrase", "key": "well_played"}},
        gets=_MESSAGE,
    )
    def post(self, request: Request, match_id: UUID) -> Response:
        """Say it."""
        wanted = wanted_in(self.body(request, shapes.ChatMessageRequest).message)
        count_by_player(request, self.me, "chat", "throttled", "refused.throttled", at=match_id)
        message = chat.post_message(match_id, self.me, self.now, wanted)
        return Response(_shown(message, self.me.pk), status=201)


class ChatReport(MatchesView):
    """A message that is reported."""

    @operation(
        "reportChatMessage",
        "Report what was said to you",
        tag="play",
        scope=Scope.CHAT,
        description=(
            "The people who run the server read it with what was said before and after; nobody at the table does. They "
            "may hide the message, and answer: your report is among those of the match (`listReports`)."
        ),
        request=shapes.ChatReportRequest,
        responses={201: (report_schemas.Report, "The report, as it is kept.")},
        problems=[*_OF_CHAT, "too_many_reports", "throttled", "invalid"],
        sends=_WRONG,
        gets={**REPORT, "message": _MESSAGE["id"], "expected": "", **_WRONG},
    )
    def post(self, request: Request, match_id: UUID, message_id: UUID) -> Response:
        """Keep it."""
        wanted = self.body(request, shapes.ChatReportRequest)
        count_by_player(request, self.me, "reports", "throttled", "refused.throttled")
        kept = reports.report_chat_message(match_id, message_id, self.me, self.now, happened=wanted.happened)
        return Response(shown(kept), status=201)


def wanted_in(said: shapes.SayPhrase | shapes.SayReaction | shapes.SayText) -> Wanted:
    """Return what a request wants to say."""
    match said:
        case shapes.SayPhrase():
            return Wanted(models.ChatMessage.Kind.PHRASE, key=said.key)
        case shapes.SayReaction():
            return Wanted(models.ChatMessage.Kind.REACTION, key=said.key, about=said.about)
        case shapes.SayText():
            return Wanted(models.ChatMessage.Kind.TEXT, text=said.text)


def _shown(message: models.ChatMessage, reader: UUID) -> shapes.ChatMessage:
    gone = message.is_removed
    return shapes.ChatMessage(
        id=message.pk,
        at=message.at,
        version=message.version or 0,
        seat=message.seat or 0,
        player=message.player_id,
        name=name_of(message.player),
        mine=message.player_id == reader,
        type=message.kind,  # type: ignore[arg-type]  # one of its choices
        key=None if gone else message.key or None,
        symbol=None if gone or message.kind != models.ChatMessage.Kind.REACTION else REACTIONS.get(message.key),
        about=message.about,
        text=None if gone else text_of(message),
        removed=gone,
    )


def text_of(message: models.ChatMessage) -> Text:
    """Return what was said, for whoever reads it."""
    return message.text if message.kind == models.ChatMessage.Kind.TEXT else say(f"{message.kind}.{message.key}")
