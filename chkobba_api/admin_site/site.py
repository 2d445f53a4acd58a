"""The admin site: Django's admin with a second factor, and a first page with the state of the server."""

from __future__ import annotations

from typing import Any

from django.contrib.admin import ModelAdmin
from django.http import HttpRequest
from django.template.response import TemplateResponse
from django.urls import URLPattern, URLResolver

from accounts.staff.second_factor import SecuredAdminSite
from chkobba_api.admin_site.search_lookups import DeclaredLookups


class StaffSite(SecuredAdminSite):
    """The admin site of the staff."""

    def register(self, model_or_iterable: Any, admin_class: type[Any] | None = None, **options: Any) -> None:
        """Register a page, of this project or a library. Its list allows only the lookups that it declares."""
        page = admin_class or ModelAdmin
        super().register(model_or_iterable, type(page.__name__, (DeclaredLookups, page), {}), **options)

    def get_urls(self) -> list[URLPattern | URLResolver]:
        """Leave out Django's redirect from a row to its page on the site: no row has one."""
        return [url for url in super().get_urls() if getattr(url, "name", None) != "view_on_site"]

    def index(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> TemplateResponse:
        """Show the state of the server above the lists."""
        from games.admin.front_page import going_on  # noqa: PLC0415  (pages register at this site, so it must exist first)

        return super().index(request, {**going_on(request), **(extra_context or {})})
