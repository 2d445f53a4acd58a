"""Lists of the admin that take the same time for any number of rows: newest first, by an index, bounded counts.

Django's own lists sort a whole table by ``Meta.ordering``, count it twice, and search all of it for a text.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any, ClassVar, Final

from django.contrib.admin import SimpleListFilter
from django.contrib.admin.views.main import ChangeList
from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.http import HttpRequest

LOOKED_AT: Final = 5_000
"""The number of newest rows in which a filter looks, if no index serves it."""


class BoundedPaginator(Paginator):  # type: ignore[type-arg]  # it takes none when it runs
    """A paginator that counts no more than ``LOOKED_AT`` rows."""

    @cached_property
    def count(self) -> int:
        """Return how many rows there are, ``LOOKED_AT`` at the most."""
        rows: Any = self.object_list
        return int(rows.order_by().values("pk")[:LOOKED_AT].count())

    def page(self, number: int | str) -> Page[Any]:
        """Return a page. It finds the ids first, so that the database reads no row before the page."""
        page = super().page(number)
        found: Any = page.object_list
        rows: Any = self.object_list
        page.object_list = rows.filter(pk__in=list(found.values_list("pk", flat=True)))
        return page


class NewestList(ChangeList):
    """A list that applies its filters to the newest rows."""

    def get_queryset(self, request: HttpRequest, *arguments: Any, **named: Any) -> QuerySet[Any]:
        """Return the rows that a search finds anywhere, or else those that the filters find among the newest."""
        rows: QuerySet[Any] = super().get_queryset(request, *arguments, **named)
        page: Any = self.model_admin
        return rows if self.query else page.bounded(request, rows)


class NewestFirst:
    """An admin page with a ``NewestList``. By default the page sorts by id, since ids grow with time."""

    ordering: ClassVar[Any] = ("-pk",)
    sortable_by: ClassVar[Any] = ()
    paginator: ClassVar[Any] = BoundedPaginator
    show_full_result_count = False
    list_per_page = 50
    list_max_show_all = 0

    def get_changelist(self, request: HttpRequest, **named: Any) -> type[ChangeList]:
        """Return the class of the list."""
        return NewestList

    def bounded(self, request: HttpRequest, rows: QuerySet[Any]) -> QuerySet[Any]:
        """Return the rows that are among the newest of their table."""
        return among_newest(rows, self.model._base_manager.all(), self.ordering[0].removeprefix("-"))  # type: ignore[attr-defined]

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """Return the rows that a text finds, by an index; each row once."""
        text = search_term.replace("\0", "").strip()  # PostgreSQL accepts it in no text
        return (self.searched(queryset, text) if text else queryset), False

    def searched(self, rows: QuerySet[Any], text: str) -> QuerySet[Any]:
        """Return the rows that a text finds."""
        raise NotImplementedError


def among_newest(rows: QuerySet[Any], known: QuerySet[Any], column: str) -> QuerySet[Any]:
    """Return the rows that are among the newest ``LOOKED_AT`` of ``known``, by a column with an index."""
    times = known.order_by(f"-{column}").values_list(column, flat=True)
    floor = times[LOOKED_AT - 1 : LOOKED_AT].first()
    return rows if floor is None else rows.filter(**{f"{column}__gte": floor})


def among(column: str, values: Iterable[str | int], title: str = "") -> type[SimpleListFilter]:
    """Return a filter by a column with known values. Django's own filter reads the whole table to list them."""
    choices = [(str(value), str(value)) for value in values]

    class Among(SimpleListFilter):
        parameter_name = column

        def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
            return choices

        def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
            return queryset if self.value() is None else queryset.filter(**{column: self.value()})

    Among.title = title or column
    return Among
