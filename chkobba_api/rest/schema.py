"""The published schema: structs become components, and each operation lists its problems."""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime
from functools import cache
from itertools import pairwise
from typing import Annotated, Any, Final, cast
from uuid import UUID

import msgspec
from drf_spectacular.extensions import OpenApiSerializerExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse, extend_schema
from msgspec import UNSET, UnsetType

from chkobba_api.rest import idempotency
from chkobba_api.rest.deprecation import Deprecated
from chkobba_api.rest.problems import CONTENT_TYPE, KINDS, Kind
from chkobba_api.scopes import GIVEN, TAKEN_BY_BAN, Scope
from games.engine.malformed import ENDS_THERE
from games.texts import reader

REFERENCE = "#/components/schemas/{name}"

Moment = Annotated[datetime, msgspec.Meta(tz=True)]
"""A time with its offset, as RFC 3339."""


class ProblemDocument(msgspec.Struct, kw_only=True):
    """An error (RFC 9457). Clients decide by `code`; the fields after `detail` belong to some of the codes."""

    type: str
    """The link to the explanation of the code."""
    title: str
    """The meaning of the code, for people."""
    status: int
    """The HTTP status of the answer."""
    code: Annotated[str, msgspec.Meta(extra_json_schema={"$ref": REFERENCE.format(name="ProblemCode")})]
    """The code of the problem, for programs."""
    detail: str
    """The reason in this case, for people."""
    errors: dict[str, list[str]] | UnsetType = UNSET
    """With `invalid`: the faults of each field, for people."""
    retry_after: int | UnsetType = UNSET
    """With rate limits: the seconds after which to try again, as in the header `Retry-After`."""
    view: (
        Annotated[dict[str, Any], msgspec.Meta(extra_json_schema={"$ref": REFERENCE.format(name="MatchView")})]
        | UnsetType
    ) = UNSET
    """With `stale_version`, `turn_expired`, `paused`, `offer_changed`, and `terms_changed` unless you joined by room
    code: the match as you see it now."""
    version: int | UnsetType = UNSET
    """With `view`: its version."""
    card: str | UnsetType = UNSET
    """With refused moves: the card that the problem is about."""
    cards: Any | UnsetType = UNSET
    """With `exposed_first`: the cards that you must play first. With `must_answer_draw`: the number of cards to
    draw."""
    captures: list[list[str]] | UnsetType = UNSET
    """With `must_capture` and `illegal_capture`: the captures that the card can make."""
    count: int | UnsetType = UNSET
    """With `captures`: the number of captures, if the list is not complete."""
    to_beat: str | UnsetType = UNSET
    """With `must_beat`: the reading of the highest combination."""
    readings: list[str] | UnsetType = UNSET
    """With `ambiguous_combination`: the possible readings of the cards."""
    scope: str | UnsetType = UNSET
    """With `insufficient_scope`: the scope that the token needs."""
    error: str | UnsetType = UNSET
    """With `bad_authorization`: the error code of OAuth."""
    option: str | UnsetType = UNSET
    """With `bad_option`: the option that is wrong."""
    most: int | UnsetType = UNSET
    """With `bad_option`: the highest value that this match allows."""
    seat: int | UnsetType = UNSET
    """With `not_your_turn` and `seat_taken`: the seat in question."""
    seats: Any | UnsetType = UNSET
    """With `bad_seats`: the numbers of players that the game allows. With `seats_open`: the free seats. With
    `terms_not_agreed`: the seats of players who have not agreed. With `no_such_seat`: the number of seats."""
    dealer: int | UnsetType = UNSET
    """With `bad_seats`: the dealer that is not one of the seats."""
    games: list[str] | UnsetType = UNSET
    """With `unknown_game`: the games that exist."""
    days_left: int | UnsetType = UNSET
    """With `too_few_vacation_days`: the number of days that you have left."""
    next_at: Moment | UnsetType = UNSET
    """With `offered_recently`: the time when you can offer it again."""
    after_move: bool | UnsetType = UNSET
    """With `offered_recently`: true if you can also offer it again after the next move of a player and a rest."""
    until: Moment | UnsetType = UNSET
    """With `on_vacation`, `limited` and `suspended`: the time when it ends."""
    reason: str | UnsetType = UNSET
    """With `limited` and `suspended`: the reason that the staff gives."""
    sanction: UUID | UnsetType = UNSET
    """With `limited` and `suspended`: the id of the sanction, for an appeal (`appealSanction`)."""
    levels: list[str] | UnsetType = UNSET
    """With `unknown_bot`: the levels that exist."""
    limit: int | UnsetType = UNSET
    """With too many of something (such as `too_many_matches`): the number that is allowed."""
    terms_version: int | UnsetType = UNSET
    """With `terms_changed`: the version of the present terms."""
    leaves_at: Moment | UnsetType = UNSET
    """With `leaving`: the time when the server deletes your account."""
    seek: UUID | UnsetType = UNSET
    """With `already_seeking`: the id of your seek that wants the same."""
    match: UUID | UnsetType = UNSET
    """With `already_seated` by room code: the id of the match."""
    match_status: str | UnsetType = UNSET
    """With `not_in_lobby` and `not_running`: `status` of the match."""
    free_text: str | UnsetType = UNSET
    """The reason why free text is off: `not_agreed`, `off_for_you` or `off_for_others`, as in `listChatMessages`."""
    least: int | UnsetType = UNSET
    """The reliability that the match requires, in percent."""
    percent: int | UnsetType = UNSET
    """Your reliability, in percent."""
    substitute_wanted: bool | UnsetType = UNSET
    """With `not_in_lobby` by room code: true if the match offers a seat to a substitute."""


class Schema(AutoSchema):
    """The schema of a view, which contains only what ``operation`` declares."""

    def _get_format_parameters(self) -> list[dict[str, Any]]:
        """Omit the format from addresses: clients choose it with ``Accept``."""
        return []


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


def components(*kinds: Any) -> dict[str, Any]:
    """Return the components for some types, by name, with the descriptions of their fields."""
    schemas = msgspec.json.schema_components(kinds, ref_template=REFERENCE)[1]
    for struct in structs_in(*kinds):
        properties = schemas[struct.__name__].get("properties", {})
        said = fields_said(struct)
        for field in msgspec.structs.fields(struct):
            if sentence := said.get(field.name):
                properties[field.encode_name] = {**properties[field.encode_name], "description": sentence}
    return {name: tidy(schema) for name, schema in schemas.items()}


def structs_in(*kinds: Any) -> set[type]:
    """Return the structs among some types, and all structs within them."""
    found: set[type] = set()
    left: list[Any] = list(msgspec.inspect.multi_type_info(kinds))
    while left:
        info = left.pop()
        if isinstance(info, msgspec.inspect.StructType):
            if info.cls in found:
                continue
            found.add(info.cls)
        if isinstance(info, list | tuple):
            left += info
        elif isinstance(info, msgspec.inspect.Type | msgspec.inspect.Field):
            left += [getattr(info, name) for name in info.__struct_fields__]
    return found


def fields_said(struct: type) -> dict[str, str]:
    """Return the descriptions of a struct's fields, also inherited ones: the docstring below each field."""
    said: dict[str, str] = {}
    for part in reversed(struct.__mro__):
        if issubclass(part, msgspec.Struct) and part is not msgspec.Struct:
            for field, text in pairwise(_classes_of(part.__module__)[part.__qualname__].body):
                if isinstance(field, ast.AnnAssign) and isinstance(text, ast.Expr):
                    said[ast.unparse(field.target)] = inspect.cleandoc(ast.literal_eval(text.value))
    return said


@cache
def _classes_of(module: str) -> dict[str, ast.ClassDef]:
    """Return the classes at the top level of a module. It is parsed once, since it defines many structs."""
    source = ast.parse(inspect.getsource(sys.modules[module]))
    return {node.name: node for node in source.body if isinstance(node, ast.ClassDef)}


_PUBLISHED: list[type] = []
"""The structs of all operations."""


def publish_structs(result: dict[str, Any], generator: Any, request: Any, public: bool) -> dict[str, Any]:
    """Add referenced structs, the codes of problems, and the headers; a hook of drf-spectacular."""
    schemas = {**components(*_PUBLISHED, ProblemDocument), **result["components"]["schemas"]}
    codes = [f"- `{code}` ({kind.status}): {reader().text(kind.title)}." for code, kind in _by_status()]
    schemas["ProblemCode"] = {
        "type": "string",
        "description": "A code; more may come. Decide by the status if you do not know it.\n\n" + "\n".join(codes),
        "x-extensible-enum": [code for code, _ in _by_status()],
    }
    result["components"]["schemas"] = dict(sorted(schemas.items()))
    told = set()
    for path in result["paths"].values():
        for described in path.values():
            for status, answer in described["responses"].items():
                named = [
                    *OF_EVERY_ANSWER,
                    *(OF_DEPRECATED if described["operationId"] in _DEPRECATED else ()),
                    *OF_STATUS.get(status, ()),
                    *_TOLD.get((described["operationId"], status), ()),
                ]
                answer["headers"] = {name: {"$ref": f"#/components/headers/{name}"} for name in named}
                told |= answer["headers"].keys()
    result["components"]["headers"] = {name: header for name, header in HEADERS.items() if name in told}
    return result


def leave_values_open(result: dict[str, Any], generator: Any, request: Any, public: bool) -> dict[str, Any]:
    """Declare that enums in answers may gain values; a hook of drf-spectacular, the last one.

    Generators turn an ``enum`` into a closed type, and most generated clients fail at a value that they do not know.
    """
    for name in told_by(result):
        open_values(result["components"]["schemas"][name])
    return result


def told_by(document: dict[str, Any]) -> set[str]:
    """Return the names of the components that occur in answers."""
    told: set[str] = set()
    left: list[Any] = [said["responses"] for path in document["paths"].values() for said in path.values()]
    while left:
        part = left.pop()
        if isinstance(part, list):
            left += part
        elif isinstance(part, dict):
            left += part.values()
            name = str(part.get("$ref", "")).removeprefix(REFERENCE.format(name=""))
            if name in document["components"]["schemas"] and name not in told:
                told.add(name)
                left.append(document["components"]["schemas"][name])
    return told


def open_values(schema: Any) -> None:
    """Turn all closed enums of texts into texts with documented values. In place."""
    if isinstance(schema, list):
        for part in schema:
            open_values(part)
    elif isinstance(schema, dict):
        choice = next((part for part in schema.get("anyOf", ()) if "enum" in part), None)
        if choice and {"type": "null"} in schema["anyOf"]:
            del schema["anyOf"]
            schema |= {**choice, **schema, "type": ["string", "null"]}
        if schema.get("type") in ("string", ["string", "null"]) and "enum" in schema:
            words = schema["x-extensible-enum"] = schema.pop("enum")
            known = f"One of {', '.join(f'`{word}`' for word in words)}; more may come."
            schema["description"] = f"{schema.get('description', '')} {known}".strip()
        for part in schema.values():
            open_values(part)


def _by_status() -> list[tuple[str, Kind]]:
    return sorted(KINDS.items(), key=lambda item: (item[1].status, item[0]))


def _header(description: str, kind: str, example: Any) -> dict[str, Any]:
    return {"description": description, "schema": {"type": kind}, "example": example}


HEADERS: Final = {
    "Deprecation": _header("The time since which the operation is deprecated (RFC 9745).", "string", "@1767225600"),
    "ETag": _header(
        "The version of this view, for `If-None-Match` and `If-Match`.", "string", '"16.9.0.4f1c0e7a8b2d3c55"'
    ),
    "Idempotency-Replayed": _header(
        "`true` if the server sends the answer of an earlier request with the same key again.", "string", "true"
    ),
    "Location": _header(
        "The address of the new resource.", "string", "/api/v1/matches/01a1fde0-5dab-7f0f-9e73-2827bd28203d"
    ),
    "RateLimit-Limit": _header("The number of requests that are allowed in the window.", "integer", 600),
    "RateLimit-Remaining": _header("The number of requests that are left in the window.", "integer", 597),
    "RateLimit-Reset": _header("Seconds until the window ends.", "integer", 42),
    "Retry-After": _header("Seconds after which to try again.", "integer", 5),
    "Sunset": _header("The time of its removal (RFC 8594).", "string", "Thu, 31 Dec 2026 23:59:59 GMT"),
    "WWW-Authenticate": _header("The way to authenticate.", "string", "Bearer"),
}
OF_DEPRECATED: Final = ("Deprecation", "Sunset")
OF_EVERY_ANSWER: Final = ("RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset")
OF_STATUS: Final = {"401": ("WWW-Authenticate",), "429": ("Retry-After",), "503": ("Retry-After",)}
_DEPRECATED: Final[set[str]] = set()
"""Deprecated operations. All their answers say so."""
_TOLD: Final[dict[tuple[str, str], Collection[str]]] = {}
"""The additional headers of an answer, by operation and status."""


def tidy(schema: dict[str, Any]) -> dict[str, Any]:
    """Rewrite a schema of msgspec in the form that client generators understand. In place."""
    if "description" in schema:
        schema["description"] = inspect.cleandoc(schema["description"])
    if "pattern" in schema:
        schema["pattern"] = schema["pattern"].removesuffix(ENDS_THERE)
    if "prefixItems" in schema:
        schema["items"] = {}  # `maxItems` allows no more items
    if "properties" in schema:
        _tidy_object(schema)
    if "$ref" in schema:
        for name in ("type", "additionalProperties"):
            schema.pop(name, None)
    elif schema.get("type") == "object" and not schema.keys() & {"properties", "additionalProperties"}:
        schema["additionalProperties"] = {}
    if "enum" in schema:
        _tidy_enum(schema)
    if "anyOf" in schema:
        _tidy_union(schema)
    for part in (
        *schema.get("properties", {}).values(),
        *schema.get("oneOf", ()),
        *schema.get("anyOf", ()),
        *schema.get("prefixItems", ()),
        *(schema[name] for name in ("items", "additionalProperties", "propertyNames") if name in schema),
    ):
        if isinstance(part, dict):
            tidy(part)
    return schema


def _tidy_object(schema: dict[str, Any]) -> None:
    """Mark the fields that are always present; document defaults as text, since generators take them for promises."""
    schema.pop("title", None)
    asked = schema.get("additionalProperties") is False
    required = set(schema.pop("required", ()))
    for name, field in schema["properties"].items():
        if len(field.get("enum", ())) == 1:
            field.setdefault("description", f"Always `{field['enum'][0]}`, which identifies this type.")
        if "default" not in field:
            continue
        default = field.pop("default")
        if not asked:
            required.add(name)  # an answer always has all fields
        elif default not in ({}, "", None):
            said = field.get("description", "")
            field["description"] = f"{said} Default: `{msgspec.json.encode(default).decode()}`.".strip()
    if required:
        schema["required"] = [name for name in schema["properties"] if name in required]


def _tidy_enum(schema: dict[str, Any]) -> None:
    schema.pop("title", None)
    kinds = {bool: "boolean", int: "integer", str: "string"}
    schema["type"] = kinds[type(schema["enum"][0])]
    if schema["type"] == "boolean":
        del schema["enum"]  # Swift's generator makes types of enums, and cannot make one of booleans
    elif len(schema["enum"]) == 1:
        schema["const"] = schema.pop("enum")[0]


def _tidy_union(schema: dict[str, Any]) -> None:
    """Write a union as ``oneOf``, and a nullable simple type as a list of types.

    Another nullable type stays ``anyOf``: some validators accept null for a tagged object, too.
    """
    parts = schema.pop("anyOf")
    plain = [part for part in parts if part != {"type": "null"}]
    if len(plain) == 1 and len(parts) == 2 and "type" in plain[0] and not plain[0].keys() & {"enum", "$ref"}:
        schema |= {**plain[0], **schema, "type": [plain[0]["type"], "null"]}
    else:
        schema["oneOf" if len(plain) == len(parts) else "anyOf"] = parts


def operation(
    operation_id: str,
    summary: str,
    *,
    tag: str,
    scope: Scope | None,
    description: str,
    request: type | None = None,
    responses: Mapping[int, tuple[Any, str]],
    problems: Collection[str] = (),
    parameters: Sequence[OpenApiParameter] = (),
    sends: Any = None,
    gets: Any = None,
    public: bool = False,
    streams: Mapping[str, str] | None = None,
    headers: Collection[str] = (),
    keeps: idempotency.ResponseStorage = idempotency.ResponseStorage.ANSWER,
    deprecated: Deprecated | None = None,
) -> Callable[[Any], Any]:
    """Describe an operation, and make a POST with an ``Idempotency-Key`` take effect once.

    ``responses`` has a struct and a sentence for each status. ``problems`` are the codes of the operation; those that
    all operations share are added. ``sends`` and ``gets`` are examples of the body and of the first response.
    ``public`` operations need no token; a token that is sent must have the ``scope``, if there is one. ``streams`` are
    examples of the first response in its other content types. ``headers`` are additional headers of successful answers.
    ``keeps`` is the part of an answer that is stored to be sent again. ``deprecated`` says when the deprecation began,
    and when the operation ends.
    """

    def described_method(method: Any) -> Any:
        posted = method.__name__ == "post" and keeps is not idempotency.ResponseStorage.NOTHING
        told, known = (
            [*headers],
            [*problems, *(["insufficient_scope"] if scope else []), *(["suspended"] if scope in TAKEN_BY_BAN else [])],
        )
        scopes = [scope.value] if scope else []
        ways: list[dict[str, list[str]]] = [{"token": scopes}, *([{"oauth": scopes}] if scope in GIVEN else [])]
        if posted:
            method = idempotency.once(operation_id, keeps, method, reads_body=request is not None)
            told.append(idempotency.REPLAYED)
            known += ["invalid", "idempotency_key_reused"]
            known += ["secret_already_shown"] if keeps is idempotency.ResponseStorage.SECRET else []
        if deprecated:
            _DEPRECATED.add(operation_id)
        _PUBLISHED.extend(struct for struct in (request, *(struct for struct, _ in responses.values())) if struct)
        for status in responses:
            _TOLD[operation_id, str(status)] = told
        method = extend_schema(
            operation_id=operation_id,
            summary=summary,
            description=description if deprecated is None else f"{description}\n\n{deprecated.sentence}",
            deprecated=bool(deprecated),
            tags=[tag],
            request=request,
            responses={**_answers(responses, gets, streams or {}), **_problems(known, request)},
            parameters=[*parameters, *([_KEY] if posted else [])],
            examples=[] if sends is None else [OpenApiExample("Example", value=sends, request_only=True)],
            auth=cast("list[str]", [{}, *ways] if public else ways),  # as documented, though the types differ
        )(method)
        method.operation_id = operation_id  # the label by which requests are counted
        method.scope, method.public = scope, public  # read by chkobba_api.rest.permissions
        method.deprecated = deprecated  # announced by each answer
        return method

    return described_method


_KEY: Final = OpenApiParameter(
    idempotency.HEADER,
    {"type": "string", "minLength": 1, "maxLength": idempotency.LONGEST},
    OpenApiParameter.HEADER,
    description=(
        "A key of your choice, new for each request, such as a random UUID. The request with this key takes effect "
        "once, however often you send it. For two days the server sends the first answer again "
        "(docs/compatibility.md)."
    ),
)


def _answers(
    responses: Mapping[int, tuple[Any, str]], gets: Any, streams: Mapping[str, str]
) -> dict[Any, OpenApiResponse]:
    """Return the descriptions of successful answers."""
    described: dict[Any, OpenApiResponse] = {}
    first, _ = next(iter(responses.values()))
    for place, (status, (struct, sentence)) in enumerate(responses.items()):
        shows = gets is not None and struct is first
        examples = [OpenApiExample("Example", value=gets, response_only=True)] if shows else []
        plain = (status, "application/json") if streams else status
        described[plain] = OpenApiResponse(struct, description=sentence, examples=examples)
        for kind, text in ({} if place else streams).items():
            example = OpenApiExample("Example", value=text, response_only=True)
            described[status, kind] = OpenApiResponse(OpenApiTypes.STR, description=sentence, examples=[example])
    return described


_OF_ALL: Final = ("not_acceptable", "throttled", "internal", "unavailable", "unauthenticated")
_OF_BODIES: Final = ("malformed_json", "too_large", "unsupported_media_type")
"""The problems of all operations, and those of all operations with a body. They get no examples."""


def _problems(problems: Collection[str], request: type | None) -> dict[Any, OpenApiResponse]:
    """Return the descriptions of problems, by status: those of the operation, and those of all operations."""
    codes = {*problems, *_OF_ALL}
    if request:
        codes |= {"invalid", *_OF_BODIES}
    described: dict[Any, OpenApiResponse] = {}
    for status in sorted({KINDS[code].status for code in codes}):
        of_status = sorted(code for code in codes if KINDS[code].status == status)
        described[status, CONTENT_TYPE] = OpenApiResponse(
            ProblemDocument,
            description="\n".join(f"- `{code}`: {reader().text(KINDS[code].title)}." for code in of_status),
            examples=[_problem_example(code) for code in of_status if code not in (*_OF_ALL, *_OF_BODIES)],
        )
    return described


def _problem_example(code: str) -> OpenApiExample:
    kind = KINDS[code]
    title = reader().text(kind.title)
    value = {
        "type": f"/api/problems/#{code}",
        "title": title,
        "status": kind.status,
        "code": code,
        "detail": title + ".",
    }
    return OpenApiExample(
        code, value=value, response_only=True, status_codes=[str(kind.status)], media_type=CONTENT_TYPE
    )
