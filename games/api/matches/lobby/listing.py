"""Shared code of the views that list matches: the filters, the pages and the base view."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal

from django.db.models import QuerySet
from msgspec import UNSET, Meta, UnsetType
from rest_framework.response import Response

from games import selectors
from games.api import schema_types
from games.api.matches import match_schemas, match_view
from games.api.matches.base import MatchesView, etag_of_page, unchanged
from games.api.paging import PageQuery, page_of
from games.engine.catalogue import GAMES
from games.models import Match

Statuses = Annotated[list[schema_types.Status], Meta(min_length=1)]


class ListQuery(PageQuery, forbid_unknown_fields=True):
    """The filters and the page of a list of matches."""

    game: Literal[tuple(sorted(GAMES))] | UnsetType = UNSET  # type: ignore[valid-type]  # the keys of the catalogue
    """The key of a game."""
    seats: Annotated[int, Meta(ge=2, le=8)] | UnsetType = UNSET
    """The number of seats."""
    turn_at_least: Annotated[int, Meta(ge=0, le=2**31 - 1)] | UnsetType = UNSET
    """The minimum time for each move, in seconds."""
    turn_at_most: Annotated[int, Meta(ge=0, le=2**31 - 1)] | UnsetType = UNSET
    """The maximum time for each move, in seconds."""

    def narrowed(self, matches: QuerySet[Match]) -> QuerySet[Match]:
        """Return the matches that pass the filters."""
        wanted = {
            "game": self.game,
            "seat_count": self.seats,
            "turn_seconds__gte": self.turn_at_least,
            "turn_seconds__lte": self.turn_at_most,
        }
        return matches.filter(**{name: value for name, value in wanted.items() if value is not UNSET})


class ListingView(MatchesView):
    """Base of the views that list matches."""

    def page(
        self,
        query: ListQuery,
        matches: QuerySet[Match],
        ordering: tuple[str, str] = ("-created_at", "-id"),
        shape: Callable[..., match_schemas.MatchPage] = match_schemas.MatchPage,
        **more: Any,
    ) -> Response:
        """Return a page of the matches that pass the filters, or 304 if the client has it.

        ``more`` are further fields of ``shape``. Raises DomainError ``invalid`` for a cursor of another list.
        """
        found, links = page_of(self, selectors.in_short(query.narrowed(matches)), ordering)
        listed = selectors.in_full(found)
        around = {**links, **more}
        etag = etag_of_page([selectors.shown(match, list(match.seats.all()), self.player) for match in listed], around)
        if same := unchanged(self.request, etag):
            return same
        results = [match_view.summary(match, self.player, self.now) for match in listed]
        page = shape(results=results, server_time=self.now, **around)
        return Response(page, headers={"ETag": etag})
