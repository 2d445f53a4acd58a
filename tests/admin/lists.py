"""Lists of the admin, asked without the middleware and the templates, which cost most of a request."""

from __future__ import annotations

from typing import Any, Final
from urllib.parse import urlencode

from django.apps import apps
from django.contrib import admin
from django.contrib.admin.options import IncorrectLookupParameters, ModelAdmin
from django.contrib.admin.views.main import ChangeList
from django.contrib.messages.middleware import MessageMiddleware
from django.core.exceptions import SuspiciousOperation
from django.db.models import Model
from django.test import RequestFactory
from django.urls import reverse

from accounts.models import Player


def name_of(model: type[Model]) -> str:
    """Return the name of a model's page."""
    return f"{model._meta.app_label}_{model._meta.model_name}"


PAGES: Final[dict[str, ModelAdmin]] = {
    name_of(model): admin.site.get_model_admin(model) for model in apps.get_models() if admin.site.is_registered(model)
}
"""The pages of the admin by name, of this project and of libraries."""


def address(name: str) -> str:
    """Return the address of a list."""
    return reverse(f"admin:{name}_changelist")


def rows(model: type[Model], staff: Player, **query: str) -> list[Any]:
    """Return the rows that the list of a model shows, in its order."""
    listing = asked(name_of(model), urlencode(query), staff)
    assert listing is not None
    return list(listing.result_list)


def asked(name: str, query: str, staff: Player) -> ChangeList | None:
    """Return a list as a query string asks for it; None where the admin refuses it or redirects."""
    request = RequestFactory().get(f"{address(name)}?{query}")
    request.user, request.session = staff, {}
    MessageMiddleware(str).process_request(request)  # Django complains of a search term by a message
    try:
        return PAGES[name].get_changelist_instance(request)
    except (IncorrectLookupParameters, SuspiciousOperation):
        return None
