"""The export of all stored data about a player."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from django.utils import timezone
from msgspec import UNSET, Meta, Struct, UnsetType
from rest_framework.request import Request
from rest_framework.response import Response

from chkobba_api.errors import invalid
from chkobba_api.rest.fields import Moment
from chkobba_api.rest.limits.throttling import too_often
from chkobba_api.rest.openapi.operation import operation
from chkobba_api.scopes import Scope
from games.api.matches.base import MatchesView
from games.api.paging import MOST
from games.engine.messages import say
from games.services.privacy.data_export import SECTIONS, Place, own_data


class DataItem(Struct, kw_only=True):
    """A row of the stored data about you."""

    kind: Literal[tuple(SECTIONS)]  # type: ignore[valid-type]  # the sections of the export
    """The kind of the row, such as `note`."""
    data: dict[str, Any]
    """The fields of the row, by name; `docs/accounts.md` explains the names."""


class DataPage(Struct, kw_only=True):
    """A page of the stored data about you. The order of rows never changes."""

    format: Literal["chkobba-data/1"] = "chkobba-data/1"
    """The format of the export."""
    results: list[DataItem]
    """The rows of the page."""
    next: str | None
    """The address of the next page; null on the last one."""
    server_time: Moment
    """The time at which the server made the page."""


class DataQuery(Struct, forbid_unknown_fields=True):
    """Query parameters of the data export."""

    cursor: str | UnsetType = UNSET
    """The place to continue from, as in `next`."""
    limit: Annotated[int, Meta(ge=1, le=MOST)] = 50
    """The most rows of a page. A match with its record counts as ten."""


class MyData(MatchesView):
    """The stored data about the player."""

    @operation("exportData", Scope.ACCOUNT, {200: (DataPage, "A page of your data.")})
    def get(self, request: Request, query: DataQuery) -> Response:
        """Export all data about you.

        The pages contain your profile, devices, channels, chat messages and notes, your matches with the records of
        finished ones, and each of your moves. Only secrets, such as tokens, are left out. Data that is created while
        you read may be missing.
        """
        too_often("data", str(self.me.pk))
        try:
            items, end = own_data(self.me, _place_in(query.cursor), query.limit)
        except LookupError:
            raise invalid("cursor", say("invalid.cursor")) from None
        results = [DataItem(kind=kind, data=row) for kind, row in items]
        return Response(DataPage(results=results, next=_link(request, end, query.limit), server_time=timezone.now()))


def _place_in(cursor: str | UnsetType) -> Place | None:
    """Return the place that a cursor names. ``own_data`` checks whether it exists."""
    if isinstance(cursor, UnsetType):
        return None
    kind, _, key = cursor.partition(":")
    return Place(kind, key)


def _link(request: Request, end: Place | None, limit: int) -> str | None:
    """Return the address of the next page, or None after the last one."""
    if end is None:
        return None
    query = request.query_params.copy()
    query["cursor"], query["limit"] = f"{end.kind}:{end.key}", str(limit)
    return request.build_absolute_uri(f"?{query.urlencode()}")
