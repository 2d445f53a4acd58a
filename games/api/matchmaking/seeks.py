"""Seeks: list the open ones, and make, read and end the player's own."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import Annotated, Any, Final, Literal
from uuid import UUID

from msgspec import UNSET, Meta, UnsetType
from rest_framework.request import Request
from rest_framework.response import Response

from chkobba_api.rest.openapi.operation import operation
from chkobba_api.scopes import Scope
from games import match_clock, selectors
from games.api.copying import Shape, copied
from games.api.matches.base import (
    ETAG,
    UNCHANGED,
    MatchesView,
    answer_or_304,
    asked_in,
    count_by_player,
    game_name,
    new_control_in,
    seats_in,
)
from games.api.matchmaking import seek_schemas
from games.api.paging import PageQuery, page_of
from games.engine.catalogue import GAMES
from games.models import Seek
from games.services.matchmaking import seeks

_NEWEST: Final = ("-created_at", "-id")


class SeeksQuery(PageQuery, forbid_unknown_fields=True):
    """Query parameters of the list of open seeks."""

    game: Literal[tuple(sorted(GAMES))] | UnsetType = UNSET  # type: ignore[valid-type]  # the keys of the catalogue
    """The key of a game."""


class MySeeksQuery(PageQuery, forbid_unknown_fields=True):
    """Query parameters of the list of the player's own seeks."""

    open: Annotated[Literal["true", "false"], Meta(description="Only open seeks.")] = "false"


class Seeks(MatchesView):
    """The open seeks of all players."""

    @operation(
        "listSeeks",
        Scope.READ,
        {200: (seek_schemas.SeekPage, "A page of seeks."), **UNCHANGED},
        parameters=[ETAG],
        public=True,
    )
    def get(self, request: Request, query: SeeksQuery) -> Response:
        """List the open seeks.

        Every seek that waits for players now, without the name of its player. To play with that player, make the same
        seek (`createSeek`).
        """
        looking = selectors.looking_seeks(self.player, self.now)
        if query.game is not UNSET:
            looking = looking.filter(game=query.game)
        found, links = page_of(self, looking, _NEWEST)
        results = [_shown(seek_schemas.Seek, one) for one in found]
        return answer_or_304(request, seek_schemas.SeekPage(results=results, **links))


class MySeeks(MatchesView):
    """The player's own seeks."""

    @operation(
        "listMySeeks",
        Scope.READ,
        {200: (seek_schemas.MySeekPage, "A page of your seeks."), **UNCHANGED},
        parameters=[ETAG],
    )
    def get(self, request: Request, query: MySeeksQuery) -> Response:
        """List your seeks.

        Your open seeks, and those that ended in the last seven days. With `open=true`, only open ones.
        """
        mine = Seek.objects.filter(player=self.me)
        if query.open == "true":
            mine = mine.filter(ended_at=None)
        found, links = page_of(self, mine, _NEWEST)
        return answer_or_304(request, seek_schemas.MySeekPage(results=_mine(found), **links))

    @operation(
        "createSeek",
        Scope.LOBBY,
        {201: (seek_schemas.MySeek, "The seek. It may find its match a moment later.")},
        headers=["Location"],
    )
    def post(self, request: Request, wanted: seek_schemas.SeekRequest) -> Response:
        """Look for opponents.

        The server starts a private match as soon as enough players want exactly the same. The player who has waited
        longest comes first. `match_started` with `seek` tells you about the match. While you are on vacation, or at the
        limit of open matches, your seeks rest. With `despite_vacation`, they do not stop the seek (docs/seeks.md).
        """
        wish = seeks.SeekSettings(
            game=wanted.game,
            seats=seats_in(wanted),
            options=wanted.options,
            control=new_control_in(wanted),
            keep_going=None if wanted.keep_going is UNSET else wanted.keep_going,
            lasts=timedelta(seconds=wanted.lasts),
            asked=asked_in(wanted),
            rating_within=None if wanted.rating_within is UNSET else wanted.rating_within,
            seed_commitments=tuple(wanted.seed_commitments),
            despite_vacation=wanted.despite_vacation,
        )
        count_by_player(request, self.me, "seeks", "throttled", "refused.throttled")
        made = seeks.seek(self.me, wish, self.now)
        (shown,) = _mine([made])
        return Response(shown, status=201, headers={"Location": f"/api/v1/me/seeks/{made.pk}"})


class OneSeek(MatchesView):
    """A seek of the player."""

    @operation("getSeek", Scope.READ, {200: (seek_schemas.MySeek, "The seek.")})
    def get(self, request: Request, seek_id: UUID) -> Response:
        """Get a seek of yours.

        The answer has the state of the seek, and the matches that it has found.
        """
        (shown,) = _mine([seeks.find(self.me, seek_id)])
        return Response(shown)

    @operation("endSeek", Scope.LOBBY, {200: (seek_schemas.MySeek, "The seek as it is now.")})
    def delete(self, request: Request, seek_id: UUID) -> Response:
        """End a seek.

        Matches that it has found continue. A seek that has already ended stays as it is: `state` shows whether it found
        its match just before.
        """
        (shown,) = _mine([seeks.withdraw(self.me, seek_id, self.now)])
        return Response(shown)


def _mine(found: Iterable[Seek]) -> list[seek_schemas.MySeek]:
    """Return seeks as their player sees them. One query reads their matches."""
    rows = list(found)
    matches = selectors.matches_of_seeks(rows)
    return [_shown(seek_schemas.MySeek, one, matches=matches[one.pk]) for one in rows]


def _shown(shape: type[Shape], one: Seek, **matches: Any) -> Shape:
    control = match_clock.agreed_in({"control": one.control})
    return copied(
        shape,
        one,
        game=game_name(one.game),
        seats=one.seat_count,
        control=control,
        control_text=control.full_text,
        **matches,
    )
