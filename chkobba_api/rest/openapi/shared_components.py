"""Shared parts of the schema: problems and examples that many operations have become components.

Repeated in each operation they were three quarters of the document, which makes generators and linters slow.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from http import HTTPStatus
from typing import Any, Final

import msgspec

from chkobba_api.rest.problems import CONTENT_TYPE

MOST_CODES: Final = 3
"""The most codes of a shared answer. Its name is made of its codes, and more would be unreadable."""

METHODS: Final = frozenset(("get", "put", "post", "delete", "patch"))


def share(result: dict[str, Any], generator: Any, request: Any, public: bool) -> dict[str, Any]:
    """Replace parts that operations share by references; a hook of drf-spectacular."""
    operations = [one for path in result["paths"].values() for method, one in path.items() if method in METHODS]
    components = result["components"]
    components["examples"] = {**_share_problem_examples(operations), **_share_examples(operations)}
    components["responses"] = _share_problems(operations)
    return result


def _share_problem_examples(operations: list[dict[str, Any]]) -> dict[str, Any]:
    """Replace the examples of problems by references to one example for each code; return these examples."""
    examples: dict[str, Any] = {}
    for _, _, answer in _problems(operations):
        of_answer = answer["content"][CONTENT_TYPE].get("examples", {})
        for name, example in of_answer.items():
            examples[example["value"]["code"]] = example
            of_answer[name] = {"$ref": f"#/components/examples/{example['value']['code']}"}
    return dict(sorted(examples.items()))


def _share_problems(operations: list[dict[str, Any]]) -> dict[str, Any]:
    """Replace answers with few codes that several operations have by references; return these answers."""
    found = list(_problems(operations))
    uses = Counter(_key(answer) for _, _, answer in found)
    shared: dict[str, Any] = {}
    for answers, status, answer in found:
        codes = re.findall(r"^- `(\w+)`:", answer["description"], re.MULTILINE)
        if uses[_key(answer)] > 1 and len(codes) <= MOST_CODES:
            name = _camel("_or_".join(codes))
            if shared.setdefault(name, answer) != answer:  # with other headers, for example
                name += _camel(HTTPStatus(int(status)).phrase.replace(" ", "_").lower())
                if shared.setdefault(name, answer) != answer:
                    continue
            answers[status] = {"$ref": f"#/components/responses/{name}"}
    return dict(sorted(shared.items()))


def _share_examples(operations: list[dict[str, Any]]) -> dict[str, Any]:
    """Replace examples that several bodies have by references; return these examples, by the name of their struct."""
    places = defaultdict(list)
    for operation in operations:
        for body in (operation.get("requestBody", {}), *operation["responses"].values()):
            for kind, content in body.get("content", {}).items():
                of_schema = content.get("schema", {}).get("$ref", "").rpartition("/")[2]
                if kind != CONTENT_TYPE and of_schema:
                    for name, example in content.get("examples", {}).items():
                        places[of_schema, _key(example)].append((content["examples"], name, example))
    shared: dict[str, Any] = {}
    for (of_schema, _), alike in places.items():
        if len(alike) > 1:
            count = sum(name.rstrip("0123456789") == of_schema for name in shared)
            called = f"{of_schema}{count + 1 if count else ''}"
            shared[called] = alike[0][2]
            for examples, name, _ in alike:
                examples[name] = {"$ref": f"#/components/examples/{called}"}
    return dict(sorted(shared.items()))


def _problems(operations: list[dict[str, Any]]) -> Iterator[tuple[dict[str, Any], str, dict[str, Any]]]:
    """Yield each answer that is a problem, with all answers of its operation, and its status."""
    for operation in operations:
        for status, answer in operation["responses"].items():
            if CONTENT_TYPE in answer.get("content", {}):
                yield operation["responses"], status, answer


def _key(part: Any) -> bytes:
    return msgspec.json.encode(part, order="sorted")


def _camel(name: str) -> str:
    return "".join(map(str.capitalize, name.split("_")))
