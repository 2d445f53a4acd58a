"""Pages that show the operations by topic, and Redoc with those of one topic.

Redoc renders all operations of its document at once. All of them together keep a browser busy for half a minute.
"""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularRedocView
from rest_framework.request import Request
from rest_framework.response import Response

from chkobba_api.rest.openapi.document import topics, whole_document


class RedocView(SpectacularRedocView):
    """Redoc with the operations of a topic."""

    @extend_schema(exclude=True)
    def get(self, request: Request, topic: str) -> Response:
        """Show the operations of a topic. Raises Http404 for an unknown one."""
        if topic not in topics():
            raise Http404
        self.url = f"/api/schema?topic={topic}&format=json"
        answer: Response = super().get(request)  # type: ignore[no-untyped-call]
        return answer


@require_safe
def topics_page(request: HttpRequest) -> HttpResponse:
    """Show all topics with their operations, as links to the pages of Redoc."""
    document = whole_document()
    listed: dict[str, Any] = {topic["name"]: {**topic, "operations": []} for topic in document["tags"]}
    for path, operations in document["paths"].items():
        for method, one in operations.items():
            listed[one["tags"][0]]["operations"].append({**one, "method": method.upper(), "path": path})
    return render(request, "topics.html", {"topics": listed.values()})
