"""What the address of a list in the admin may ask for: what the filters of the list ask for, and nothing else.

Django lets it ask about any column, also through relations, and with any lookup. So it would tell the seed of a running
match, the digest of a token or the hash of a password, guess by guess (``?seed__startswith=ab``).
"""

from __future__ import annotations

from typing import Any, Final

from django.contrib.admin.options import IncorrectLookupParameters
from django.core.exceptions import FieldError, ValidationError
from django.db import DataError
from django.http import HttpRequest

OF_FILTERS: Final = ("", "__exact", "__isnull", "__isempty", "__gte", "__lt")
"""How Django's filters ask about their field."""
OF_HIERARCHIES: Final = ("__year", "__month", "__day")
"""How a date hierarchy does."""
OF_LINKS: Final = ("pk", "pk__exact")
"""How a list shows one row."""


class DeclaredLookups:
    """For every page of the admin. What cannot be looked up leads to the list and says so; it is no error of ours."""

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        """Allow what the filters of the list ask for."""
        filters = [item[0] if isinstance(item, tuple | list) else item for item in self.get_list_filter(request)]  # type: ignore[attr-defined]
        allowed = {*OF_LINKS, *(item.parameter_name for item in filters if hasattr(item, "parameter_name"))}
        allowed |= {f"{name}{ending}" for name in filters if isinstance(name, str) for ending in OF_FILTERS}
        if hierarchy := self.date_hierarchy:  # type: ignore[attr-defined]
            allowed |= {f"{hierarchy}{ending}" for ending in OF_HIERARCHIES}
        return lookup in allowed

    def get_changelist_instance(self, request: HttpRequest) -> Any:
        """Read the rows of the list here, where what cannot be looked up can still be answered."""
        try:
            changelist = super().get_changelist_instance(request)  # type: ignore[misc]
            len(changelist.result_list)
        except (DataError, FieldError, OverflowError, ValidationError, ValueError) as error:
            raise IncorrectLookupParameters from error
        return changelist
