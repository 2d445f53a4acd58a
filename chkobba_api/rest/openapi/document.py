"""The published schema as a document, sent like a file, with an ETag, and as pages of its topics.

It is the file openapi/schema.yaml: `make check` compares that with the code.
"""

from __future__ import annotations

import json
import re
from functools import cache
from hashlib import sha256
from typing import Any, Final

import yaml
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import get_conditional_response
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView, SpectacularRedocView
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.request import Request
from rest_framework.response import Response

from chkobba_api.rest.read_only import read_only

FORMATS: Final = ("yaml", "json")
SCHEMA: Final = settings.ROOT / "openapi" / "schema.yaml"
REFERENCES: Final = re.compile(r"#/components/(\w+)/([\w.-]+)")


class SchemaView(SpectacularAPIView):
    """View of the schema, as YAML; as JSON with ``Accept`` or ``format=json``; of a topic alone with ``topic``."""

    throttle_classes = ()  # counted as a page (chkobba_api.middleware.anonymous_rate_limit)
    content_negotiation_class = DefaultContentNegotiation

    @extend_schema(exclude=True)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> HttpResponse:
        """Answer with the document, or with 304 if the client has it. Raises Http404 for an unknown topic."""
        renderer: Any = request.accepted_renderer
        topic = request.query_params.get("topic", "")
        if topic not in ("", *topics()):
            raise Http404
        body, etag = document(renderer.format, topic)
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
def document(form: str, topic: str = "") -> tuple[bytes, str]:
    """Return the schema as ``yaml`` or ``json``, or its part with the operations of a topic, and its ETag."""
    if topic or form == "json":
        body = json.dumps(_part(topic) if topic else whole_document(), ensure_ascii=False).encode()  # also YAML
    else:
        body = SCHEMA.read_bytes()
    return body, f'"{sha256(body).hexdigest()[:32]}"'


@cache
def whole_document() -> Any:
    """Return the schema as dicts and lists."""
    return yaml.load(SCHEMA.read_bytes(), yaml.CSafeLoader)


def topics() -> list[str]:
    """Return the names of the topics, each the tag of its operations."""
    return [topic["name"] for topic in whole_document()["tags"]]


def _part(topic: str) -> dict[str, Any]:
    """Return the schema with the operations of a topic, and the components to which they refer."""
    whole = whole_document()
    tagged = {
        path: {method: one for method, one in operations.items() if topic in one["tags"]}
        for path, operations in whole["paths"].items()
    }
    paths = {path: operations for path, operations in tagged.items() if operations}
    needed: set[tuple[str, str]] = set()
    found = set(REFERENCES.findall(json.dumps(paths)))
    while new := found - needed:
        needed |= new
        found = set(REFERENCES.findall(json.dumps([whole["components"][kind][name] for kind, name in new])))
    components = {
        kind: {name: part for name, part in parts.items() if (kind, name) in needed or kind == "securitySchemes"}
        for kind, parts in whole["components"].items()
    }
    tags = [one for one in whole["tags"] if one["name"] == topic]
    info = {**whole["info"], "title": f"{whole['info']['title']}: {topic}", "description": "[All topics](/api/redoc/)"}
    return {**whole, "info": info, "tags": tags, "paths": paths, "components": components}


class RedocView(SpectacularRedocView):
    """Redoc with the operations of a topic. All operations at once keep a browser busy for half a minute."""

    @extend_schema(exclude=True)
    def get(self, request: Request, topic: str) -> Response:
        """Show the operations of a topic. Raises Http404 for an unknown one."""
        if topic not in topics():
            raise Http404
        self.url = f"/api/schema?topic={topic}&format=json"
        answer: Response = super().get(request)  # type: ignore[no-untyped-call]
        return answer


@read_only
def topics_page(request: HttpRequest) -> HttpResponse:
    """Show all topics with their operations, as links to the pages of Redoc."""
    document = whole_document()
    listed: dict[str, Any] = {topic["name"]: {**topic, "operations": []} for topic in document["tags"]}
    for path, operations in document["paths"].items():
        for method, one in operations.items():
            listed[one["tags"][0]]["operations"].append({**one, "method": method.upper(), "path": path})
    return render(request, "topics.html", {"topics": listed.values()})
