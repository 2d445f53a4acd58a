"""The chat of a match: list, post and report messages, and mute players."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.conf import settings
from rest_framework.request import Request
from rest_framework.response import Response

from chkobba_api.rest.openapi.operation import operation
from chkobba_api.rest.views import View
from chkobba_api.scopes import Scope
from games import models
from games.api.matches.base import ETAG, UNCHANGED, MatchesView, answer_or_304, count_by_player
from games.api.matches.match_view import name_of
from games.api.paging import PageQuery
from games.api.social import chat_schemas as schemas
from games.api.staff import report_schemas
from games.api.staff.reports import shown
from games.engine.messages import Text, say
from games.services.social import chat, muting
from games.services.social.chat import PHRASES, REACTIONS, Wanted
from games.services.staff import reports


class Phrases(View):
    """The phrases and reactions that players can send."""

    @operation("listPhrases", None, {200: (schemas.Phrases, "All phrases and reactions.")}, public=True)
    def get(self, request: Request) -> Response:
        """List the phrases and reactions for the chat.

        The server stores the key of a message, so each player reads it in their own language.
        """
        return Response(
            schemas.Phrases(
                phrases=[schemas.Phrase(key=key, text=say(f"phrase.{key}")) for key in PHRASES],
                reactions=[
                    schemas.Reaction(key=key, text=say(f"reaction.{key}"), symbol=symbol)
                    for key, symbol in REACTIONS.items()
                ],
            )
        )


class ChatMessages(MatchesView):
    """The chat of a match."""

    @operation(
        "listChatMessages",
        Scope.READ,
        {200: (schemas.ChatMessages, "A page of messages, newest first."), **UNCHANGED},
        parameters=[ETAG],
    )
    def get(self, request: Request, match_id: UUID, query: PageQuery) -> Response:
        """List the chat messages of your match.

        Only the players of the match read them, from the moment they joined. The list leaves out messages of players
        you have muted or blocked. Messages are not part of the match: its version, feed and record do not show them.
        """
        heard = chat.hear(match_id, self.me, self.now)
        return self.listed(
            heard.messages,
            ("-id",),
            schemas.ChatMessages,
            lambda message: _shown(message, self.me.pk),
            free_text=heard.free_text.value,
            kept_days=settings.CHAT_LASTS.days,
            kept_until=heard.kept_until,
        )

    @operation("postChatMessage", Scope.CHAT, {201: (schemas.ChatMessage, "The posted message.")})
    def post(self, request: Request, match_id: UUID, wanted: schemas.ChatMessageRequest) -> Response:
        """Post a chat message in your match.

        You can always send phrases and reactions. Free text needs a match made with `free_text`, and all seated players
        must allow it now (`free_text` of `listChatMessages`). Seated players get an event in their stream (`chat`). A
        message makes no move stale. Bots write and read no messages.
        """
        content = wanted_in(wanted.message)
        count_by_player(request, self.me, "chat", "throttled", "refused.throttled", at=match_id)
        message = chat.post_message(match_id, self.me, self.now, content)
        return Response(_shown(message, self.me.pk), status=201)


class ChatReport(MatchesView):
    """The report of a chat message."""

    @operation("reportChatMessage", Scope.CHAT, {201: (report_schemas.Report, "The report as it is stored.")})
    def post(self, request: Request, match_id: UUID, message_id: UUID, wanted: schemas.ChatReportRequest) -> Response:
        """Report a chat message of your match.

        The staff reads the message with the messages before and after it; no player in the match sees the report. The
        staff may hide the message and answer you: your report is among those of the match (`listReports`).
        """
        count_by_player(request, self.me, "reports", "throttled", "refused.throttled")
        kept = reports.report_chat_message(match_id, message_id, self.me, self.now, happened=wanted.happened)
        return Response(shown(kept), status=201)


def wanted_in(said: schemas.ChatContent) -> Wanted:
    """Return the message that a request contains."""
    match said:
        case schemas.SayPhrase():
            return Wanted(models.ChatMessage.Kind.PHRASE, key=said.key)
        case schemas.SayReaction():
            return Wanted(models.ChatMessage.Kind.REACTION, key=said.key, about=said.about)
        case schemas.SayText():
            return Wanted(models.ChatMessage.Kind.TEXT, text=said.text)


def _shown(message: models.ChatMessage, reader: UUID) -> schemas.ChatMessage:
    is_reaction = message.kind == models.ChatMessage.Kind.REACTION and not message.is_removed
    return schemas.ChatMessage(
        **fields_of(message, reader),
        version=message.version or 0,
        seat=message.seat or 0,
        symbol=REACTIONS.get(message.key) if is_reaction else None,
        about=message.about,
    )


def fields_of(message: models.ChatMessage, reader: UUID) -> dict[str, Any]:
    """Return the fields of a message in a match or in a club, as a player may see them."""
    gone = message.is_removed
    return {
        "id": message.pk,
        "at": message.at,
        "player": message.player_id,
        "name": name_of(message.player),
        "mine": message.player_id == reader,
        "type": message.kind,
        "key": None if gone else message.key or None,
        "text": None if gone else _text_of(message),
        "removed": gone,
    }


def _text_of(message: models.ChatMessage) -> Text:
    """Return the text of a message: free text as it was written, other messages in the reader's language."""
    return message.text if message.kind == models.ChatMessage.Kind.TEXT else say(f"{message.kind}.{message.key}")


class Mutes(MatchesView):
    """The players that the player has muted."""

    @operation(
        "listMutes",
        Scope.READ,
        {200: (schemas.MutedPlayers, "The players."), **UNCHANGED},
        parameters=[ETAG],
    )
    def get(self, request: Request) -> Response:
        """List the players you have muted.

        The list is complete. Other players cannot see it.
        """
        return answer_or_304(request, schemas.MutedPlayers(players=[_muted(one) for one in muting.muted_by(self.me)]))


class OneMute(MatchesView):
    """A mute of another player."""

    @operation("mutePlayer", Scope.CHAT, {200: (schemas.MutedPlayer, "The muted player.")})
    def put(self, request: Request, player_id: UUID) -> Response:
        """Mute a player.

        You can mute a player in one of your matches, or one who has written there or in one of your clubs. Their
        messages are hidden from you in all matches, and you get no events for them. The player is not notified.
        """
        return Response(_muted(muting.mute(self.me, player_id, self.now)))

    @operation("unmutePlayer", Scope.CHAT, {204: (None, "The player is not muted.")})
    def delete(self, request: Request, player_id: UUID) -> Response:
        """Unmute a player.

        You also read the messages that they wrote in the meantime.
        """
        muting.unmute(self.me, player_id)
        return Response(status=204)


def _muted(mute: models.Mute) -> schemas.MutedPlayer:
    muted = mute.muted
    return schemas.MutedPlayer(player=muted.pk, name=name_of(muted), avatar=muted.avatar, since=mute.at)
