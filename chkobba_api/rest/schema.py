"""The published schema: structs become components, and every operation says what can go wrong."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

import msgspec
from drf_spectacular.extensions import OpenApiSerializerExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse, extend_schema

from chkobba_api.rest.problems import CONTENT_TYPE, KINDS

REFERENCE = "#/components/schemas/{name}"


class ProblemDocument(msgspec.Struct, kw_only=True):
    """What went wrong (RFC 9457). Some codes carry more fields, such as `errors`, `view` or `retry_after`."""

    type: str
    title: str
    status: int
    code: str
    detail: str


class Schema(AutoSchema):
    """The schema of a view: only what ``operation`` says."""


class StructExtension(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]
    """Publishes msgspec structs as components."""

    target_class = "msgspec.Struct"
    match_subclasses = True

    def get_name(self, auto_schema: Any, direction: Any) -> str:
        """Return the name of the component."""
        return str(self.target.__name__)

    def map_serializer(self, auto_schema: Any, direction: Any) -> dict[str, Any]:
        """Return the schema of the struct; ``publish_structs`` adds those that it refers to."""
        schema: dict[str, Any] = components(self.target)[self.target.__name__]
        return schema


def components(*kinds: Any) -> dict[str, Any]:
    """Return the components that some types refer to, by name."""
    return dict(tidy(msgspec.json.schema_components(kinds, ref_template=REFERENCE)[1]))


_PUBLISHED: list[type] = []
"""The structs that operations name."""


def publish_structs(result: dict[str, Any], generator: Any, request: Any, public: bool) -> dict[str, Any]:
    """Add the structs that published ones refer to; a hook of drf-spectacular."""
    schemas = {**components(*_PUBLISHED), **result["components"]["schemas"]}
    result["components"]["schemas"] = dict(sorted(schemas.items()))
    return result


def tidy(schema: Any) -> Any:
    """Unfold docstrings; say which values are constant and which objects may hold anything. In place."""
    if isinstance(schema, dict):
        if isinstance(description := schema.get("description"), str):
            schema["description"] = inspect.cleandoc(description)
        if "properties" in schema:
            schema.pop("title", None)
        if schema.get("type") == "object" and not schema.keys() & {"properties", "additionalProperties", "$ref"}:
            schema["additionalProperties"] = {}
        if len(schema.get("enum", ())) == 1:
            schema["const"] = schema.pop("enum")[0]
            schema.setdefault("type", "string")
    for part in schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ():
        tidy(part)
    return schema


def operation(
    operation_id: str,
    summary: str,
    *,
    tag: str,
    description: str = "",
    request: type | None = None,
    responses: Mapping[int, tuple[Any, str]],
    problems: Collection[str] = (),
    parameters: Sequence[OpenApiParameter] = (),
    sends: Any = None,
    gets: Any = None,
    public: bool = False,
) -> Callable[[Any], Any]:
    """Describe an operation.

    ``responses`` are a struct and a sentence for each status, ``problems`` the codes that belong to it (those of every
    operation are added), ``sends`` and ``gets`` the example of its body and of its first response. ``public`` needs no
    token.
    """
    codes = {*problems, "not_acceptable", "throttled", "internal", "unavailable", "unauthenticated"}
    if request:
        codes |= {"invalid", "malformed_json", "too_large", "unsupported_media_type"}
    _PUBLISHED.extend(struct for struct in (request, *(struct for struct, _ in responses.values())) if struct)
    described: dict[Any, Any] = {}
    for place, (status, (struct, sentence)) in enumerate(responses.items()):
        examples = [] if place or gets is None else [OpenApiExample("Example", value=gets, response_only=True)]
        described[status] = OpenApiResponse(struct, description=sentence, examples=examples)
    for status in sorted({KINDS[code].status for code in codes}):
        of_status = sorted(code for code in codes if KINDS[code].status == status)
        described[status, CONTENT_TYPE] = OpenApiResponse(
            ProblemDocument,
            description="\n".join(f"- `{code}`: {KINDS[code].title}." for code in of_status),
            examples=[_problem_example(code) for code in of_status if code in problems],
        )
    describe = extend_schema(
        operation_id=operation_id,
        summary=summary,
        description=description or summary,
        tags=[tag],
        request=request,
        responses=described,
        parameters=list(parameters),
        examples=[] if sends is None else [OpenApiExample("Example", value=sends, request_only=True)],
        auth=[{}, {"token": []}] if public else [{"token": []}],  # type: ignore[list-item]  # as it is documented
    )

    def described_method(method: Any) -> Any:
        method = describe(method)
        method.operation_id = operation_id  # by which requests are counted
        return method

    return described_method


def _problem_example(code: str) -> OpenApiExample:
    kind = KINDS[code]
    value = {
        "type": f"/api/problems/#{code}",
        "title": kind.title,
        "status": kind.status,
        "code": code,
        "detail": kind.title + ".",
    }
    return OpenApiExample(
        code, value=value, response_only=True, status_codes=[str(kind.status)], media_type=CONTENT_TYPE
    )
