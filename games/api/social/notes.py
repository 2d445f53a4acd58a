"""A note at a match for oneself."""

from __future__ import annotations

from typing import Final
from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from chkobba_api.rest.schema import operation
from chkobba_api.scopes import Scope
from games import models
from games.api.matches.base import MatchesView
from games.api.social import chat_schemas as shapes
from games.services.social import notes

_WRITTEN: Final = {"text": "She always keeps the seven of diamonds."}
_NOTE: Final = {**_WRITTEN, "changed_at": "2026-11-21T18:30:00Z"}


class MyNote(MatchesView):
    """What one has noted at a match."""

    @operation(
        "getNote",
        "What you have noted at a match",
        tag="play",
        scope=Scope.READ,
        description="Yours alone: neither the others at the table read it nor the people who run the server.",
        responses={200: (shapes.Note, "Your note; empty where there is none.")},
        problems=["not_found"],
        gets=_NOTE,
    )
    def get(self, request: Request, match_id: UUID) -> Response:
        """Answer with the note."""
        return Response(_shown(notes.note_of(match_id, self.me)))

    @operation(
        "writeNote",
        "Note something at a match where you sit",
        tag="play",
        scope=Scope.CHAT,
        description="It takes the place of what you noted before. It is forgotten when you leave for good.",
        request=shapes.NoteRequest,
        responses={200: (shapes.Note, "Your note.")},
        problems=["not_found", "not_seated", "invalid"],
        sends=_WRITTEN,
        gets=_NOTE,
    )
    def put(self, request: Request, match_id: UUID) -> Response:
        """Write it."""
        wanted = self.body(request, shapes.NoteRequest)
        return Response(_shown(notes.write(match_id, self.me, self.now, wanted.text)))

    @operation(
        "deleteNote",
        "Forget what you have noted at a match",
        tag="play",
        scope=Scope.CHAT,
        description="As if you had never noted anything.",
        responses={204: (None, "There is none.")},
        problems=["not_found"],
    )
    def delete(self, request: Request, match_id: UUID) -> Response:
        """Forget it."""
        notes.forget(match_id, self.me)
        return Response(status=204)


def _shown(note: models.Note | None) -> shapes.Note:
    return shapes.Note(text=note.text if note else "", changed_at=note.changed_at if note else None)
