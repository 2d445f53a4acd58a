"""Lists of the admin that take the same time however much there is: newest first, by an index, counted to a bound.

Django's own sort a whole table by whatever ``Meta.ordering`` says, count it twice, and look for a text in all of it.
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
"""Where no index finds what a filter asks for, it is looked for among so many of the newest rows."""


class BoundedPaginator(Paginator):  # type: ignore[type-arg]  # it takes none when it runs
    """Counts no further than anybody turns pages."""

    @cached_property
    def count(self) -> int:
        """Return how many rows there are, ``LOOKED_AT`` at the most."""
        rows: Any = self.object_list
        return int(rows.order_by().values("pk")[:LOOKED_AT].count())

    def page(self, number: int | str) -> Page[Any]:
        """Return a page: its ids are found first, so that no row before it is read, nor counted anything for."""
        page = super().page(number)
        found: Any = page.object_list
        rows: Any = self.object_list
        page.object_list = rows.filter(pk__in=list(found.values_list("pk", flat=True)))
        return page


class NewestList(ChangeList):
    """A list whose filters look at the newest rows."""

    def get_queryset(self, request: HttpRequest, *arguments: Any, **named: Any) -> QuerySet[Any]:
        """Return what is searched for wherever it is, else what the filters ask for among the newest."""
        rows: QuerySet[Any] = super().get_queryset(request, *arguments, **named)
        page: Any = self.model_admin
        return rows if self.query else page.bounded(request, rows)


class NewestFirst:
    """A page of the admin with such a list. Ids grow with time, where ``ordering`` says nothing else."""

    ordering: ClassVar[Any] = ("-pk",)
    sortable_by: ClassVar[Any] = ()
    paginator: ClassVar[Any] = BoundedPaginator
    show_full_result_count = False
    list_per_page = 50
    list_max_show_all = 0

    def get_changelist(self, request: HttpRequest, **named: Any) -> type[ChangeList]:
        """Return the list."""
        return NewestList

    def bounded(self, request: HttpRequest, rows: QuerySet[Any]) -> QuerySet[Any]:
        """Return those of the rows that are among the newest of their table."""
        return among_newest(rows, self.model._base_manager.all(), self.ordering[0].removeprefix("-"))  # type: ignore[attr-defined]

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """Return what a text finds, by an index; each row once."""
        text = search_term.replace("\0", "").strip()  # which PostgreSQL takes in no text
        return (self.searched(queryset, text) if text else queryset), False

    def searched(self, rows: QuerySet[Any], text: str) -> QuerySet[Any]:
        """Return those of the rows that a text finds."""
        raise NotImplementedError


def among_newest(rows: QuerySet[Any], known: QuerySet[Any], column: str) -> QuerySet[Any]:
    """Return those of the rows that are not before the newest ``LOOKED_AT`` of what an index knows, by a column."""
    times = known.order_by(f"-{column}").values_list(column, flat=True)
    floor = times[LOOKED_AT - 1 : LOOKED_AT].first()
    return rows if floor is None else rows.filter(**{f"{column}__gte": floor})


def among(column: str, values: Iterable[str | int], title: str = "") -> type[SimpleListFilter]:
    """Return a filter by a column whose values are known; Django's own reads the whole table to offer them."""
    choices = [(str(value), str(value)) for value in values]

    class Among(SimpleListFilter):
        parameter_name = column

        def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
            return choices

        def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
            return queryset if self.value() is None else queryset.filter(**{column: self.value()})

    Among.title = title or column
    return Among
