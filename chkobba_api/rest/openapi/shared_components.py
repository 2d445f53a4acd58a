"""Shared parts of the schema: answers, parameters and examples that several operations have become components.

Repeated in each operation they were three quarters of the document, which makes generators and linters slow.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import Any, Final

import msgspec

from chkobba_api.rest.idempotency import REPLAYED
from chkobba_api.rest.openapi.shared_problems import share_problems

METHODS: Final = frozenset(("get", "put", "post", "delete", "patch"))


def share(result: dict[str, Any], generator: Any, request: Any, public: bool) -> dict[str, Any]:
    """Replace parts that operations share by references; a hook of drf-spectacular, the last one."""
    operations = [one for path in result["paths"].values() for method, one in path.items() if method in METHODS]
    components = result["components"]
    problems = share_problems(operations)
    for body in _bodies(operations):
        if body.get("headers") == {}:
            del body["headers"]
    _show_one_example(_bodies(operations))
    answers = {**_share_answers(operations), **_share_unchanged(operations)}
    components["examples"] = _share_examples([*answers.values(), *_bodies(operations)])
    components["responses"] = dict(sorted({**problems, **answers}.items()))
    components["parameters"] = _share_parameters(operations)
    return result


def _show_one_example(bodies: Iterable[dict[str, Any]]) -> None:
    """Show the same example of a component in all bodies: the longest, which says most."""
    shown: dict[str, Any] = {}
    contents = [content for body in bodies for content in body.get("content", {}).values() if "examples" in content]
    for content in contents:
        (content["example"],) = (example["value"] for example in content.pop("examples").values())
        name = _component(content)
        shown[name] = max(content["example"], shown.get(name, ""), key=lambda value: len(_key(value)))
    for content in contents:
        if name := _component(content):
            content["example"] = shown[name]


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
    for (name, _), alike in places.items():
        if len(alike) > 1 and name not in shared:
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
                places[name].append(content)
    shared = {name: {"value": contents[0]["example"]} for name, contents in places.items() if len(contents) > 1}
    for name in shared:
        for content in places[name]:
            del content["example"]
            content["examples"] = {"Example": {"$ref": f"#/components/examples/{name}"}}
    return dict(sorted(shared.items()))


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
