"""Lookups in the address of an admin list: only those of its filters are allowed.

Django allows lookups of any column, also through relations. So an address could reveal the seed of a running match, the
digest of a token or the hash of a password, guess by guess (``?seed__startswith=ab``).
"""

from __future__ import annotations

from typing import Any, Final

from django.contrib.admin.options import IncorrectLookupParameters
from django.core.exceptions import FieldError, ValidationError
from django.db import DataError
from django.http import HttpRequest

OF_FILTERS: Final = ("", "__exact", "__isnull", "__isempty", "__gte", "__lt")
"""Endings of the lookups of Django's filters."""
OF_HIERARCHIES: Final = ("__year", "__month", "__day")
"""Endings of the lookups of a date hierarchy."""
OF_LINKS: Final = ("pk", "pk__exact")
"""Lookups with which a list shows one row."""


class DeclaredLookups:
    """A mixin for every page of the admin. A lookup that fails redirects to the list and is not a server error."""

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        """Allow only the lookups of the list's filters."""
        filters = [item[0] if isinstance(item, tuple | list) else item for item in self.get_list_filter(request)]  # type: ignore[attr-defined]
        allowed = {*OF_LINKS, *(item.parameter_name for item in filters if hasattr(item, "parameter_name"))}
        allowed |= {f"{name}{ending}" for name in filters if isinstance(name, str) for ending in OF_FILTERS}
        if hierarchy := self.date_hierarchy:  # type: ignore[attr-defined]
            allowed |= {f"{hierarchy}{ending}" for ending in OF_HIERARCHIES}
        return lookup in allowed

    def get_changelist_instance(self, request: HttpRequest) -> Any:
        """Read the rows of the list here, where an error of a lookup can still be answered."""
        try:
            changelist = super().get_changelist_instance(request)  # type: ignore[misc]
            len(changelist.result_list)
        except (DataError, FieldError, OverflowError, ValidationError, ValueError) as error:
            raise IncorrectLookupParameters from error
        return changelist
