"""Cursor pagination: pages stay correct while rows are added and removed."""

from __future__ import annotations

from math import ceil
from typing import Annotated, Any, Final, TypeVar

from django.core.exceptions import ValidationError
from django.db import DataError
from django.db.models import Model, QuerySet
from msgspec import UNSET, Meta, Struct, UnsetType
from rest_framework.exceptions import NotFound
from rest_framework.pagination import CursorPagination

from chkobba_api.errors import invalid
from chkobba_api.rest.views import View
from games.engine.messages import say

Row = TypeVar("Row", bound=Model)

MOST: Final = 100
"""The maximum number of rows in a page."""
ROWS_OF_A_REQUEST: Final = 30
"""Rows for which the rate limit charges one request. One request stands for 10 ms, the time that 30 rows take."""


class PageQuery(Struct, forbid_unknown_fields=True):
    """Query parameters of a page."""

    cursor: str | UnsetType = UNSET
    """The position of the page, from the URL in `next` or `previous`."""
    limit: Annotated[int, Meta(ge=1, le=MOST)] = 20
    """The most entries of a page. Every 30 cost one request (`RateLimit-Remaining`)."""


class Page(Struct, kw_only=True):
    """The links of a page of a list."""

    next: str | None
    """The address of the next page; null on the last one."""
    previous: str | None
    """The address of the previous page; null on the first one."""


class Pages(CursorPagination):
    """Cursor pagination with 20 rows a page, or the requested ``limit``."""

    cursor_query_param = "cursor"
    page_size_query_param = "limit"
    page_size = 20
    max_page_size = MOST
    ordering: tuple[str, ...] = ("-created_at", "-id")


def page_of(view: View, rows: QuerySet[Row], ordering: tuple[str, ...]) -> tuple[list[Row], dict[str, Any]]:
    """Return the requested page of rows, and the links to the next and the previous page.

    A long page costs several requests. Raises Throttled, DomainError ``invalid`` for a cursor of another list.
    """
    pages = Pages()
    view.charge(ceil((pages.get_page_size(view.request) or 0) / ROWS_OF_A_REQUEST) - 1)
    pages.ordering = ordering
    try:
        found = pages.paginate_queryset(rows, view.request, view=view)
    except (NotFound, ValueError, ValidationError, DataError):
        raise invalid("cursor", say("invalid.cursor")) from None
    return list(found or ()), {"next": pages.get_next_link(), "previous": pages.get_previous_link()}
