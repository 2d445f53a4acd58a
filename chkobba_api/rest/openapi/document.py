"""The published schema as a document, sent like a file, with an ETag.

It is the file openapi/schema.yaml: `make check` compares that with the code.
"""

from __future__ import annotations

import json
from functools import cache
from hashlib import sha256
from typing import Any, Final

import yaml
from django.conf import settings
from django.http import HttpResponse
from django.utils.cache import get_conditional_response
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.request import Request

FORMATS: Final = ("yaml", "json")


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


def read_documents() -> None:
    """Read the document in all formats now: JSON takes half a second."""
    for form in FORMATS:
        document(form)


@cache
def document(form: str) -> tuple[bytes, str]:
    """Return the schema as ``yaml`` or ``json``, and its ETag."""
    body = (settings.ROOT / "openapi" / "schema.yaml").read_bytes()
    if form == "json":
        body = json.dumps(yaml.load(body, yaml.CSafeLoader), ensure_ascii=False).encode()
    return body, f'"{sha256(body).hexdigest()[:32]}"'
