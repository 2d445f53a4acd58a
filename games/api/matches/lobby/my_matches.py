"""The list of the player's own matches."""

from __future__ import annotations

from typing import Literal

from drf_spectacular.utils import OpenApiParameter
from msgspec import UNSET, UnsetType
from rest_framework.request import Request
from rest_framework.response import Response

from chkobba_api.errors import invalid
from chkobba_api.rest.openapi.operation import operation
from chkobba_api.rest.views import read_query
from chkobba_api.scopes import Scope
from games import selectors
from games.api import examples, schema_types
from games.api.matches import match_schemas
from games.api.matches.base import UNCHANGED
from games.api.matches.lobby.listing import FILTERS, ListingView, ListQuery
from games.engine.messages import say
from games.models import Status


class MyQuery(ListQuery, forbid_unknown_fields=True):
    """The filters of the list of the player's own matches."""

    awaiting: Literal["me"] | UnsetType = UNSET
    order: Literal["most_urgent", "least_urgent"] | UnsetType = UNSET
    status: list[schema_types.Status] | UnsetType = UNSET


class MyMatches(ListingView):
    """The matches of the player."""

    @operation(
        "listMyMatches",
        "me",
        Scope.READ,
        {200: (match_schemas.MyMatchPage, "A page of matches."), **UNCHANGED},
        parameters=[
            OpenApiParameter("awaiting", str, enum=["me"], description="Only matches that wait for you."),
            OpenApiParameter(
                "order",
                str,
                enum=["most_urgent", "least_urgent"],
                description="The order, only with `awaiting=me`; left out, `most_urgent`.",
            ),
            OpenApiParameter(
                "status",
                {"type": "array", "items": {"type": "string", "enum": list(Status.values)}, "minItems": 1},
                explode=True,
                description="Only matches of one of these: `status=lobby&status=running`, or `status=lobby,running`.",
            ),
            *FILTERS,
        ],
        gets=examples.MY_PAGE,
    )
    def get(self, request: Request) -> Response:
        """Your matches.

        The newest come first. With `awaiting=me` you get the matches that wait for you. First come those in which the
        server plays for you and you can take over (`resumePlaying`). Then come those in which it is your turn, by their
        deadlines with banks, the most urgent first. `order=least_urgent` reverses the order.
        """
        query = read_query(request, MyQuery, lists=["status"])
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
