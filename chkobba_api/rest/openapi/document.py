"""The published schema as a document: rendered once in each process, and sent like a file, with an ETag."""

from __future__ import annotations

import contextlib
from functools import cache
from hashlib import sha256
from threading import Lock
from typing import Any, Final

from django.http import HttpResponse
from django.urls import NoReverseMatch, reverse
from django.utils.cache import get_conditional_response
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiJsonRenderer, OpenApiYamlRenderer
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.request import Request

RENDERERS: Final = {"yaml": OpenApiYamlRenderer, "json": OpenApiJsonRenderer}

_making: Final = Lock()


class SchemaView(SpectacularAPIView):
    """View of the schema, as YAML; as JSON with ``Accept`` or ``format=json``."""

    throttle_classes = ()  # counted as a page (chkobba_api.middleware.anonymous_rate_limit)
    content_negotiation_class = DefaultContentNegotiation

    @extend_schema(exclude=True)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> HttpResponse:
        """Answer with the document, or with 304 if the client has it."""
        renderer: Any = request.accepted_renderer
        body, etag = document(renderer.format)
        answer = HttpResponse(body, content_type=request.accepted_media_type)
        answer.headers["Content-Disposition"] = f'inline; filename="Chkobba.{renderer.format}"'
        answer.headers["Cache-Control"] = "public, max-age=300"
        answer.headers["ETag"] = etag
        return get_conditional_response(request._request, etag=etag, response=answer) or answer


def make_documents() -> None:
    """Render the document in all formats now, if it is served. A benchmark serves only a view of its own."""
    with contextlib.suppress(NoReverseMatch):
        reverse("schema")
        for form in RENDERERS:
            document(form)


def document(form: str) -> tuple[bytes, str]:
    """Return the schema as ``yaml`` or ``json``, and its ETag."""
    with _making:  # two requests at once do not render it twice
        return _document(form)


@cache
def _schema() -> Any:
    return SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]


@cache
def _document(form: str) -> tuple[bytes, str]:
    rendered = RENDERERS[form]().render(_schema(), renderer_context={})
    body = rendered.encode() if isinstance(rendered, str) else rendered
    return body, f'"{sha256(body).hexdigest()[:32]}"'
