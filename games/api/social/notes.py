"""The private note of a player in a match."""

from __future__ import annotations

from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from chkobba_api.rest.openapi.operation import operation
from chkobba_api.scopes import Scope
from games import models
from games.api.matches.base import MatchesView
from games.api.social import chat_schemas as schemas
from games.services.social import notes


class MyNote(MatchesView):
    """The player's note in a match."""

    @operation("getNote", Scope.READ, {200: (schemas.Note, "Your note; empty without a note.")})
    def get(self, request: Request, match_id: UUID) -> Response:
        """Get your note in a match.

        Only you can read it; other players and the staff cannot.
        """
        return Response(_shown(notes.note_of(match_id, self.me)))

    @operation("writeNote", Scope.CHAT, {200: (schemas.Note, "Your note.")})
    def put(self, request: Request, match_id: UUID, wanted: schemas.NoteRequest) -> Response:
        """Write a note in a match where you sit.

        It replaces your earlier note. It is deleted with your account.
        """
        return Response(_shown(notes.write(match_id, self.me, self.now, wanted.text)))

    @operation("deleteNote", Scope.CHAT, {204: (None, "The note is deleted.")})
    def delete(self, request: Request, match_id: UUID) -> Response:
        """Delete your note in a match.

        It has no effect without a note.
        """
        notes.forget(match_id, self.me)
        return Response(status=204)


def _shown(note: models.Note | None) -> schemas.Note:
    return schemas.Note(text=note.text if note else "", changed_at=note.changed_at if note else None)
