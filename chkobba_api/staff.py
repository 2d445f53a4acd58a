"""The site of the staff: Django's admin with our second factor, and a first page that tells what is going on."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.template.response import TemplateResponse

from accounts.second_factor import SecuredAdminSite


class StaffSite(SecuredAdminSite):
    """The admin."""

    def index(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> TemplateResponse:
        """Show what is going on above the lists of everything."""
        from games.admin.front import going_on  # noqa: PLC0415  (pages register at this site, which must exist first)

        return super().index(request, {**going_on(request), **(extra_context or {})})
