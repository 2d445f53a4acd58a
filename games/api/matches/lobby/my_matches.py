"""The list of the player's own matches."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, UnsetType
from rest_framework.request import Request
from rest_framework.response import Response

from chkobba_api.errors import invalid
from chkobba_api.rest.openapi.operation import operation
from chkobba_api.scopes import Scope
from games import selectors
from games.api.matches import match_schemas
from games.api.matches.base import ETAG, UNCHANGED
from games.api.matches.lobby.listing import ListingView, ListQuery, Statuses
from games.engine.messages import say


class MyQuery(ListQuery, forbid_unknown_fields=True):
    """The filters of the list of the player's own matches."""

    awaiting: Literal["me"] | UnsetType = UNSET
    """Only matches that wait for you."""
    order: Literal["least_urgent", "most_urgent"] | UnsetType = UNSET
    """The order, only with `awaiting=me`; left out, `most_urgent`."""
    status: Statuses | UnsetType = UNSET
    """Only matches of one of these: `status=lobby&status=running`, or `status=lobby,running`."""


class MyMatches(ListingView):
    """The matches of the player."""

    @operation(
        "listMyMatches",
        Scope.READ,
        {200: (match_schemas.MyMatchPage, "A page of matches."), **UNCHANGED},
        parameters=[ETAG],
    )
    def get(self, request: Request, query: MyQuery) -> Response:
        """Your matches.

        The newest come first. With `awaiting=me` you get the matches that wait for you. First come those in which the
        server plays for you and you can take over (`resumePlaying`). Then come those in which it is your turn, by their
        deadlines with banks, the most urgent first. `order=least_urgent` reverses the order.
        """
        waiting = query.awaiting is not UNSET
        if query.order is not UNSET and not waiting:
            raise invalid("order", say("invalid.order"))
        awaiting = selectors.awaiting(self.me)
        matches = awaiting if waiting else selectors.matches_of(self.me)
        if query.status is not UNSET:
            matches = matches.filter(status__in=query.status)
        urgency = ("-urgency", "-id") if query.order == "least_urgent" else ("urgency", "id")
        ordering = urgency if waiting else ("-created_at", "-id")
        return self.page(query, matches, ordering, match_schemas.MyMatchPage, awaiting=awaiting.order_by().count())
