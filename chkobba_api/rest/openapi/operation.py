"""The decorator that describes an operation: its summary, scope, answers and problems."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime
from functools import cache, wraps
from http import HTTPStatus
from types import UnionType
from typing import Any, Final, NamedTuple, cast

import yaml
from django.conf import settings
from django.utils.http import http_date
from drf_spectacular.extensions import OpenApiSerializerExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse, extend_schema

from chkobba_api.errors import CODES
from chkobba_api.rest import idempotency
from chkobba_api.rest.openapi.components import REFERENCE, components, unwrapped
from chkobba_api.rest.openapi.parameters import query_parameters
from chkobba_api.rest.openapi.problem_document import ProblemDocument
from chkobba_api.rest.openapi.refusals import codes_of
from chkobba_api.rest.openapi.shared_problems import OF_ALL, OF_BODIES, list_codes
from chkobba_api.rest.problems import CONTENT_TYPE
from chkobba_api.rest.views import read_query
from chkobba_api.scopes import GIVEN, TAKEN_BY_BAN, Scope


class Deprecated(NamedTuple):
    """The start of a deprecation, the end of the operation, and its replacement.

    Each answer and the schema announce them. It is used as ``operation(…, deprecated=Deprecated(since, until,
    "getMatch"))``. docs/compatibility.md says how long an operation stays.
    """

    since: datetime
    until: datetime
    instead: str
    """The operation that replaces the deprecated one."""

    @property
    def sentence(self) -> str:
        """Return the sentence for the description in the schema."""
        return f"Deprecated: use `{self.instead}`. This goes away on {self.until:%Y-%m-%d}."

    @property
    def headers(self) -> dict[str, str]:
        """Return the headers for each answer (RFC 9745, RFC 8594)."""
        return {"Deprecation": f"@{int(self.since.timestamp())}", "Sunset": http_date(self.until.timestamp())}


PUBLISHED_STRUCTS: list[Any] = []
"""The structs of all operations, and the unions of bodies."""

ADDITIONAL_HEADERS: Final[dict[tuple[str, str], Collection[str]]] = {}
"""The additional headers of an answer, by operation and status."""


def operation(
    operation_id: str,
    scope: Scope | None,
    responses: Mapping[int, tuple[Any, str]],
    *,
    description: str | None = None,
    problems: Collection[str] = (),
    parameters: Sequence[OpenApiParameter] = (),
    public: bool = False,
    headers: Collection[str] = (),
    keeps: idempotency.ResponseStorage = idempotency.ResponseStorage.ANSWER,
    deprecated: Deprecated | None = None,
) -> Callable[[Any], Any]:
    """Describe an operation, read its body, and make a POST with an ``Idempotency-Key`` take effect once.

    The docstring of the method is published: its first line is the summary, the rest the description, which can also be
    given as ``description``. The tag is the topic of the view. The method gets the body as its argument ``wanted``,
    whose annotation is the struct, or the name of a union, and the query as ``query``, also a struct.

    ``responses`` has a struct and a sentence for each status. The codes of problems are found in the code that the
    method runs (``refusals``); ``problems`` are those that the reader of the code cannot find. Its examples stand in
    ``api/examples.yaml`` of the app. ``public`` operations need no token; a token that is sent must have the ``scope``,
    if there is one. ``headers`` are additional headers of successful answers, besides the ``ETag``. ``keeps`` is the
    part of an answer that is stored to be sent again. ``deprecated`` says when the deprecation began, and when the
    operation ends.
    """

    def described_method(method: Any) -> Any:
        summary, _, said = unwrapped(method.__doc__).partition("\n\n")
        said = said if description is None else description
        body, named, query, parameters_of_path = _read_signature(method)
        posted = method.__name__ == "post" and keeps is not idempotency.ResponseStorage.NOTHING
        answered = [*headers]
        if HTTPStatus.NOT_MODIFIED in responses or any(hasattr(struct, "has_etag") for struct, _ in responses.values()):
            answered.insert(0, "ETag")
        known = {
            *problems,
            *(["insufficient_scope"] if scope else []),
            *(["suspended"] if scope in TAKEN_BY_BAN else []),
        }
        known |= {"invalid", *OF_BODIES} if body else {"invalid"} if query else set()
        known |= {"not_found"} if parameters_of_path else set()
        described = [*parameters, *(query_parameters(query) if query else [])]
        if body or query:
            method = _reading(method, body, query, [one.name for one in described if one.explode])
        scopes = [scope.value] if scope else []
        ways: list[dict[str, list[str]]] = [{"token": scopes}, *([{"oauth": scopes}] if scope in GIVEN else [])]
        if posted:
            method = idempotency.once(operation_id, keeps, method, reads_body=bool(body))
            answered.append(idempotency.REPLAYED)
            known |= {"invalid", "idempotency_key_reused"}
            known |= {"secret_already_shown"} if keeps is idempotency.ResponseStorage.SECRET else set()
        PUBLISHED_STRUCTS.extend(struct for struct in (body, *(struct for struct, _ in responses.values())) if struct)
        for status in responses:
            ADDITIONAL_HEADERS[operation_id, str(status)] = answered
        method = extend_schema(
            operation_id=operation_id,
            summary=summary.removesuffix("."),
            description=said if deprecated is None else f"{said}\n\n{deprecated.sentence}",
            deprecated=bool(deprecated),
            tags=[topic_of(method.__module__)],
            request={"application/json": {"$ref": REFERENCE.format(name=named)}} if named else body,
            parameters=[*described, *([_KEY] if posted else [])],
            auth=cast("list[str]", [{}, *ways] if public else ways),  # as documented, though the types differ
        )(method)
        method.responses, method.known = responses, known  # read by ``answers_of``
        method.operation_id = operation_id  # the label by which requests are counted
        method.scope, method.public = scope, public  # read by chkobba_api.rest.views
        method.deprecated = deprecated  # announced by each answer
        return method

    return described_method


def topic_of(module: str) -> str:
    """Return the topic of a module with views: its package, or its app if it is in no package of ``api``."""
    app, *_, package, _ = module.split(".")
    return app if package == "api" else package


def _read_signature(method: Any) -> tuple[Any, str, Any, list[str]]:
    """Return the struct or union of the body, the name of a union, the struct of the query, and all other names."""
    _, _, *parameters = inspect.signature(method, eval_str=True).parameters.values()
    read = {one.name: one.annotation for one in parameters if one.name in ("wanted", "query")}
    body, annotation = read.get("wanted"), method.__annotations__.get("wanted", "")
    if "|" in annotation:
        raise TypeError(f"{annotation} is published by its name: give the union one (games/api/schema.py)")
    union = annotation.rpartition(".")[2] if isinstance(body, UnionType) else ""
    return body, union, read.get("query"), [one.name for one in parameters if one.name not in read]


def _reading(method: Any, body: Any, query: Any, lists: Collection[str]) -> Any:
    """Return a method that reads the query and the body first. ``lists``: fields of the query with several values."""

    @wraps(method)
    def reading(view: Any, request: Any, *args: Any, **kwargs: Any) -> Any:
        if query:
            kwargs["query"] = read_query(request, query, lists)
        if body:
            kwargs["wanted"] = view.body(request, body)
        return method(view, request, *args, **kwargs)

    return reading


_KEY: Final = OpenApiParameter(
    idempotency.HEADER,
    {"type": "string", "minLength": 1, "maxLength": idempotency.LONGEST},
    OpenApiParameter.HEADER,
    description=(
        "A key of your choice, new for each request, such as a random UUID. The request with this key takes effect "
        "once, however often you send it. For a day the server sends the first answer again "
        "(docs/compatibility.md)."
    ),
)


@cache
def examples_of_app(app: str) -> dict[str, dict[str, Any]]:
    """Return the examples of an app's operations by their ids, from its ``api/examples.yaml``.

    ``sends`` is a body, ``gets`` the first response, ``streams`` the first response in its other content types.
    """
    file = settings.ROOT / app / "api" / "examples.yaml"
    return yaml.load(file.read_bytes(), yaml.CSafeLoader) if file.exists() else {}


def _examples_of(method: Any) -> dict[str, Any]:
    return examples_of_app(method.__module__.partition(".")[0]).get(method.operation_id, {})


def _answers(method: Any) -> dict[Any, OpenApiResponse]:
    """Return the descriptions of successful answers."""
    described: dict[Any, OpenApiResponse] = {}
    shown = _examples_of(method)
    streams = shown.get("streams", {})
    first, _ = next(iter(method.responses.values()))
    for place, (status, (struct, sentence)) in enumerate(method.responses.items()):
        shows = "gets" in shown and struct is first
        examples = [OpenApiExample("Example", value=shown["gets"], response_only=True)] if shows else []
        plain = (status, "application/json") if streams else status
        described[plain] = OpenApiResponse(struct, description=sentence, examples=examples)
        for kind, text in ({} if place else streams).items():
            example = OpenApiExample("Example", value=text, response_only=True)
            described[status, kind] = OpenApiResponse(OpenApiTypes.STR, description=sentence, examples=[example])
    return described


def answers_of(view: type, method: Any) -> dict[Any, OpenApiResponse]:
    """Return the descriptions of all answers of an operation."""
    found = codes_of(view, method) - UNPUBLISHED
    return {**_answers(method), **_problems(method.known | found)}


UNPUBLISHED: Final = {"player_merged"}
"""Problems of nearly all operations, but only in the moment in which a guest becomes part of another account."""


def _problems(problems: Collection[str]) -> dict[Any, OpenApiResponse]:
    """Return the descriptions of problems, by status: those of the operation, and those of all operations."""
    codes = {*problems, *OF_ALL}
    return {
        (status, CONTENT_TYPE): OpenApiResponse(
            ProblemDocument, description=list_codes(code for code in codes if CODES[code].status == status)
        )
        for status in sorted({CODES[code].status for code in codes})
    }


# --- the classes by which drf-spectacular describes views and structs -------------------------------------------------


class Schema(AutoSchema):
    """The schema of a view, which contains only what ``operation`` declares."""

    def _get_format_parameters(self) -> list[dict[str, Any]]:
        """Omit the format from addresses: clients choose it with ``Accept``."""
        return []

    def get_response_serializers(self) -> Any:
        """Return the answers of the operation. Its problems follow from the code that it runs."""
        return answers_of(type(self.view), self._operation())

    def get_examples(self) -> list[OpenApiExample]:
        """Return the example of the body."""
        examples = _examples_of(self._operation())
        return [OpenApiExample("Example", value=examples["sends"], request_only=True)] if "sends" in examples else []

    def _operation(self) -> Any:
        return getattr(type(self.view), self.method.lower())


class StructExtension(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]
    """An extension of drf-spectacular that publishes msgspec structs as components."""

    target_class = "msgspec.Struct"
    match_subclasses = True

    def get_name(self, auto_schema: Any, direction: Any) -> str:
        """Return the name of the component."""
        return str(self.target.__name__)

    def map_serializer(self, auto_schema: Any, direction: Any) -> dict[str, Any]:
        """Return the schema of the struct; ``publish_structs`` adds those that it refers to."""
        schema: dict[str, Any] = components(self.target)[self.target.__name__]
        return schema
