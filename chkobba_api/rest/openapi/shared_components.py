"""Shared parts of the schema: answers, parameters, examples and fields that it has several times become components.

Repeated in each operation they were three quarters of the document, which makes generators and linters slow.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, TypeVar

import msgspec

from chkobba_api.rest.idempotency import REPLAYED
from chkobba_api.rest.openapi.components import REFERENCE
from chkobba_api.rest.openapi.shared_problems import share_problems

T = TypeVar("T")

METHODS: Final = frozenset(("get", "put", "post", "delete", "patch"))


def share(result: dict[str, Any], generator: Any, request: Any, public: bool) -> dict[str, Any]:
    """Replace parts that operations share by references; a hook of drf-spectacular, the last one."""
    operations = [one for path in result["paths"].values() for method, one in path.items() if method in METHODS]
    components = result["components"]
    problems = share_problems(operations)
    for body in _bodies(operations):
        if body.get("headers") == {}:
            del body["headers"]
        for content in body.get("content", {}).values():
            if examples := content.pop("examples", None):
                (content["example"],) = (example["value"] for example in examples.values())
    answers = {**_share_answers(operations), **_share_unchanged(operations)}
    components["examples"] = _share_examples([*answers.values(), *_bodies(operations)])
    components["responses"] = dict(sorted({**problems, **answers}.items()))
    components["parameters"] = _share_parameters(operations)
    return result


def _share_answers(operations: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """Replace answers with the same body and headers by references; return them, by the name of their schema."""
    places = defaultdict(list)
    for answers in (operation["responses"] for operation in operations):
        for status, answer in answers.items():
            if name := _component(answer.get("content", {}).get("application/json", {})):
                made = "Created" if "Location" in answer.get("headers", ()) else ""
                again = "Replayable" if REPLAYED in answer.get("headers", ()) and not made else ""
                places[name + made + again, _key({**answer, "description": ""})].append((answers, status))
    shared: dict[str, Any] = {}
    for name, alike in _named(places):
        answers, status = alike[0]
        body = _component(answers[status]["content"]["application/json"])
        shared[name] = {**answers[status], "description": f"The body is `{body}`."}
        for answers, status in alike:
            said = answers[status]["description"]
            answers[status] = {"$ref": f"#/components/responses/{name}", "description": said}
    return shared


def _share_unchanged(operations: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """Replace the answers that say that nothing has changed by references; return the answer."""
    shared: dict[str, Any] = {}
    for answers in (operation["responses"] for operation in operations):
        if "304" in answers:
            answer = answers["304"]
            same = shared.setdefault("NotModified", answer) == answer
            answers["304"] = {"$ref": "#/components/responses/NotModified"} if same else answer
    return shared


def _share_examples(bodies: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """Replace examples in several bodies by references; return them, by the name of their schema."""
    places = defaultdict(list)
    for body in bodies:
        for content in body.get("content", {}).values():
            if (name := _component(content)) and "example" in content:
                places[name, _key(content["example"])].append(content)
    shared = {}
    for name, alike in _named(places):
        shared[name] = {"value": alike[0]["example"]}
        for content in alike:
            del content["example"]
            content["examples"] = {"Example": {"$ref": f"#/components/examples/{name}"}}
    return dict(sorted(shared.items()))


def _named(places: Mapping[tuple[str, bytes], list[T]]) -> Iterator[tuple[str, list[T]]]:
    """Yield the groups of equal parts under a name each: the second group of a name gets the number 2."""
    numbers: Counter[str] = Counter()
    for (name, _), alike in places.items():
        if len(alike) > 1:
            numbers[name] += 1
            yield name if numbers[name] == 1 else f"{name}{numbers[name]}", alike


def _share_parameters(operations: list[dict[str, Any]]) -> dict[str, Any]:
    """Replace parameters that several operations have by references; return them by name."""
    uses = Counter(_key(one) for operation in operations for one in operation.get("parameters", ()))
    shared: dict[str, Any] = {}
    for operation in operations:
        for place, one in enumerate(operation.get("parameters", ())):
            if uses[_key(one)] > 1 and shared.setdefault(one["name"], one) == one:
                operation["parameters"][place] = {"$ref": f"#/components/parameters/{one['name']}"}
    return dict(sorted(shared.items()))


def _bodies(operations: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the requests and the answers of operations."""
    return [one for said in operations for one in (said.get("requestBody", {}), *said["responses"].values())]


def _component(content: dict[str, Any]) -> str:
    """Return the name of the component that a body is, or an empty text."""
    return str(content.get("schema", {}).get("$ref", "").rpartition("/")[2])


def _key(part: Any) -> bytes:
    return msgspec.json.encode(part, order="sorted")


# --- fields that many structs have ------------------------------------------------------------------------------------

FIELDS: Final = {
    "CambaCard": ("CambaDealtEvent", "hand", "items"),
    "ChannelDigest": ("UpdateChannel", "digest"),
    "DeviceName": ("LogIn", "device"),
    "FishingCard": ("FishingDealtEvent", "hand", "items"),
    "HaggisCard": ("HaggisDealtEvent", "hand", "items"),
    "JoinDespiteVacation": ("Join", "despite_vacation"),
    "NextPage": ("MatchPage", "next"),
    "NotificationKind": ("UpdateChannel", "notifications", "items"),
    "PreviousPage": ("MatchPage", "previous"),
    "ScopeName": ("Device", "scopes", "items"),
}
"""The names of the components, each with a place where its schema stands: struct, field, and part of the field."""


def share_fields(result: dict[str, Any], generator: Any, request: Any, public: bool) -> dict[str, Any]:
    """Replace fields that equal a named one by references; a hook of drf-spectacular."""
    schemas = result["components"]["schemas"]
    for name, (struct, *place) in FIELDS.items():
        if struct not in schemas:  # in a part of the schema
            continue
        named = schemas[struct]["properties"]
        for step in place:
            named = named[step]
        named = dict(named)
        for part in list(_fields(schemas)):
            if part == named:
                part.clear()
                part["$ref"] = REFERENCE.format(name=name)
        schemas[name] = named
    result["components"]["schemas"] = dict(sorted(schemas.items()))
    return result


def _fields(part: Any) -> Iterator[dict[str, Any]]:
    """Yield the schemas of all fields, and the schemas within them."""
    if isinstance(part, dict):
        for name, one in part.items():
            if isinstance(one, dict):
                if name not in ("properties", "mapping", "discriminator"):
                    yield one
                yield from _fields(one)
