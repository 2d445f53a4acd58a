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


class WordsQuery(Struct, forbid_unknown_fields=True):
    """Which words are asked for."""

    cursor: str | UnsetType = UNSET
    limit: Annotated[int, Meta(ge=1, le=MOST)] = 20


_WORD: Final[dict[str, Any]] = {
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
_WORDS: Final = {
    "next": None,
    "previous": None,
    "results": [_WORD],
    "free_text": "not_agreed",
    "kept_days": 30,
    "kept_until": None,
}
_WRONG: Final = {"happened": "Nobody should be called that."}
_OF_WORDS: Final = ("not_found", "not_seated")


class Phrases(View):
    """What can be said without writing anything."""

    @operation(
        "listPhrases",
        "Phrases and reactions that can be said at every table",
        tag="play",
        scope=None,
        description="Keys are stored and sentences are not: everybody reads what was said in their own language.",
        responses={200: (shapes.Canned, "All of them.")},
        gets={
            "phrases": [{"key": "well_played", "text": "Well played!"}],
            "reactions": [{"key": "clap", "text": "Applause", "symbol": "👏"}],
        },
        public=True,
    )
    def get(self, request: Request) -> Response:
        """Answer with the lists."""
        return Response(
            shapes.Canned(
                phrases=[shapes.Phrase(key=key, text=say(f"phrase.{key}")) for key in PHRASES],
                reactions=[
                    shapes.Reaction(key=key, text=say(f"reaction.{key}"), symbol=symbol)
                    for key, symbol in REACTIONS.items()
                ],
            )
        )


class Words(MatchesView):
    """What is said at a table."""

    @operation(
        "listWords",
        "What was said at your table",
        tag="play",
        scope=Scope.READ,
        description=(
            "By those who sit there, since you sat down; nobody else reads it. What players say whom you have muted is "
            "left out. Words are no part of the match: its version, its feed and its record know nothing of them."
        ),
        parameters=OF_PAGES,
        responses={200: (shapes.Words, "A page of words, the newest first."), 304: (None, "Nothing has changed.")},
        problems=[*_OF_WORDS, "invalid"],
        gets=_WORDS,
        headers=["ETag"],
    )
    def get(self, request: Request, match_id: UUID) -> Response:
        """Answer with a page."""
        read_query(request, WordsQuery)
        heard = chat.hear(match_id, self.me, self.now)
        found, links = page_of(self, heard.words, ("-id",))
        page = shapes.Words(
            **links,
            results=[_shown(word, self.me.pk) for word in found],
            free_text=heard.free_text.value,
            kept_days=settings.WORDS_LAST.days,
            kept_until=heard.kept_until,
        )
        return answered_once(request, page)

    @operation(
        "sayWord",
        "Say something at your table",
        tag="play",
        scope=Scope.CHAT,
        description=(
            "A phrase or a reaction, always; free text where the match was made with `free_text` and all players who "
            "sit there allow it at this moment (`free_text` of `listWords`). Who sits there hears of it in the stream "
            "of their events (`words`). It makes no move stale. Bots say nothing, and read nothing."
        ),
        request=shapes.WordRequest,
        responses={201: (shapes.Word, "What you said.")},
        problems=[
            "limited",
            *_OF_WORDS,
            "free_text_off",
            "words_over",
            "no_such_step",
            "already_reacted",
            "too_many_words",
            "throttled",
            "invalid",
        ],
        sends={"word": {"type": "phrase", "key": "well_played"}},
        gets=_WORD,
    )
    def post(self, request: Request, match_id: UUID) -> Response:
        """Say it."""
        wanted = wanted_in(self.body(request, shapes.WordRequest).word)
        count_by_player(request, self.me, "words", "throttled", "refused.throttled", at=match_id)
        word = chat.say_word(match_id, self.me, self.now, wanted)
        return Response(_shown(word, self.me.pk), status=201)


class WordReport(MatchesView):
    """A word that is reported."""

    @operation(
        "reportWord",
        "Report what was said to you",
        tag="play",
        scope=Scope.CHAT,
        description=(
            "The people who run the server read it with what was said before and after; nobody at the table does. They "
            "may hide the word, and answer: your report is among those of the match (`listReports`)."
        ),
        request=shapes.WordReportRequest,
        responses={201: (report_schemas.Report, "The report, as it is kept.")},
        problems=[*_OF_WORDS, "too_many_reports", "throttled", "invalid"],
        sends=_WRONG,
        gets={**REPORT, "word": _WORD["id"], "expected": "", **_WRONG},
    )
    def post(self, request: Request, match_id: UUID, word_id: UUID) -> Response:
        """Keep it."""
        wanted = self.body(request, shapes.WordReportRequest)
        count_by_player(request, self.me, "reports", "throttled", "refused.throttled")
        kept = reports.report_word(match_id, word_id, self.me, self.now, happened=wanted.happened)
        return Response(shown(kept), status=201)


def wanted_in(said: shapes.SayPhrase | shapes.SayReaction | shapes.SayText) -> Wanted:
    """Return what a request wants to say."""
    match said:
        case shapes.SayPhrase():
            return Wanted(models.Word.Kind.PHRASE, key=said.key)
        case shapes.SayReaction():
            return Wanted(models.Word.Kind.REACTION, key=said.key, about=said.about)
        case shapes.SayText():
            return Wanted(models.Word.Kind.TEXT, text=said.text)


def _shown(word: models.Word, reader: UUID) -> shapes.Word:
    gone = word.is_removed
    return shapes.Word(
        id=word.pk,
        at=word.at,
        version=word.version or 0,
        seat=word.seat or 0,
        player=word.player_id,
        name=name_of(word.player),
        mine=word.player_id == reader,
        type=word.kind,  # type: ignore[arg-type]  # one of its choices
        key=None if gone else word.key or None,
        symbol=None if gone or word.kind != models.Word.Kind.REACTION else REACTIONS.get(word.key),
        about=word.about,
        text=None if gone else text_of(word),
        removed=gone,
    )


def text_of(word: models.Word) -> Text:
    """Return what was said, for whoever reads it."""
    return word.text if word.kind == models.Word.Kind.TEXT else say(f"{word.kind}.{word.key}")
