"""The site of the staff: Django's admin with our second factor, and a first page that tells what is going on."""

from __future__ import annotations

from typing import Any

from django.contrib.admin import ModelAdmin
from django.http import HttpRequest
from django.template.response import TemplateResponse
from django.urls import URLPattern, URLResolver

from accounts.staff.second_factor import SecuredAdminSite
from chkobba_api.admin_site.search_lookups import DeclaredLookups


class StaffSite(SecuredAdminSite):
    """The admin."""

    def register(self, model_or_iterable: Any, admin_class: type[Any] | None = None, **options: Any) -> None:
        """Register a page, ours or a library's; its list can be asked for what it declares, and for nothing else."""
        page = admin_class or ModelAdmin
        super().register(model_or_iterable, type(page.__name__, (DeclaredLookups, page), {}), **options)

    def get_urls(self) -> list[URLPattern | URLResolver]:
        """Leave out Django's way from a row to its page on the site: no row has one."""
        return [url for url in super().get_urls() if getattr(url, "name", None) != "view_on_site"]

    def index(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> TemplateResponse:
        """Show what is going on above the lists of everything."""
        from games.admin.front import going_on  # noqa: PLC0415  (pages register at this site, which must exist first)

        return super().index(request, {**going_on(request), **(extra_context or {})})
