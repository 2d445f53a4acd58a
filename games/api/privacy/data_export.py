"""Taking along all that is kept about oneself."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter
from msgspec import UNSET, Meta, Struct, UnsetType
from rest_framework.request import Request
from rest_framework.response import Response

from chkobba_api.rest.schema import Moment, operation
from chkobba_api.rest.throttling import too_often
from chkobba_api.rest.views import invalid, read_query
from chkobba_api.scopes import Scope
from games.api.matches.base import MatchesView
from games.api.paging import MOST
from games.engine.messages import say
from games.services.privacy.data_export import SECTIONS, Place, own_data

_PAGE: Final = 50

_NOTE: Final = {
    "match": "019d3c5e-7c1b-7aa0-8f7e-0d9a4c2b6e11",
    "text": "She always keeps the seven of diamonds.",
    "changed_at": "2026-11-21T18:30:00Z",
}


class DataItem(Struct, kw_only=True):
    """A row that is kept about you."""

    kind: Literal[tuple(SECTIONS)]  # type: ignore[valid-type]  # what there is
    """What it is."""
    data: dict[str, Any]
    """What it says, by name; `docs/accounts.md` explains the names."""


class DataPage(Struct, kw_only=True):
    """Some of what is kept about you, always in the same order."""

    format: Literal["chkobba-data/1"] = "chkobba-data/1"
    """How it is written."""
    results: list[DataItem]
    """The rows."""
    next: str | None
    """Where to go on; null: that was all."""
    server_time: Moment
    """When the page was made."""


class DataQuery(Struct, forbid_unknown_fields=True):
    """Which page is asked for."""

    cursor: str | UnsetType = UNSET
    limit: Annotated[int, Meta(ge=1, le=MOST)] = _PAGE


class MyData(MatchesView):
    """What is kept about oneself."""

    @operation(
        "exportData",
        "All that is kept about you, to take along",
        tag="me",
        scope=Scope.ACCOUNT,
        description=(
            "Page after page: profile, devices, channels, what you said and noted, your matches with the records of "
            "those that are over, each of your moves. Nothing is left out but secrets, such as tokens. What comes into "
            "being while you read may be missing."
        ),
        parameters=[
            OpenApiParameter("cursor", str, description="Where to go on; it stands in `next`."),
            OpenApiParameter(
                "limit",
                {"type": "integer", "minimum": 1, "maximum": MOST, "default": _PAGE},
                description="How many rows a page, at the most: a match with its record counts as ten.",
            ),
        ],
        responses={200: (DataPage, "A page of it.")},
        problems=["invalid"],
        gets={
            "format": "chkobba-data/1",
            "results": [{"kind": "note", "data": _NOTE}],
            "next": "https://cards.example/api/v1/me/data?cursor=note%3A81",
            "server_time": "2026-11-22T20:10:00Z",
        },
    )
    def get(self, request: Request) -> Response:
        """Answer with a page."""
        query = read_query(request, DataQuery)
        too_often("data", str(self.me.pk))
        try:
            items, end = own_data(self.me, _place_in(query.cursor), query.limit)
        except LookupError:
            raise invalid("cursor", say("invalid.cursor")) from None
        results = [DataItem(kind=item.kind, data=item.data) for item in items]
        return Response(DataPage(results=results, next=_link(request, end, query.limit), server_time=timezone.now()))


def _place_in(cursor: str | UnsetType) -> Place | None:
    """Return the place that a cursor names; whether there is such a one is for others to say."""
    if isinstance(cursor, UnsetType):
        return None
    kind, _, key = cursor.partition(":")
    return Place(kind, key)


def _link(request: Request, end: Place | None, limit: int) -> str | None:
    """Return where the next page is."""
    if end is None:
        return None
    query = request.query_params.copy()
    query["cursor"], query["limit"] = f"{end.kind}:{end.key}", str(limit)
    return request.build_absolute_uri(f"?{query.urlencode()}")
