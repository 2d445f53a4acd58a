"""What many operations answer alike stands once in the schema: problems, and examples.

Repeated in each of them it was three quarters of the document, which every generator, linter and reader had to go
through.
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
"""A shared answer is called by its codes: with more of them than that nobody would read its name."""

METHODS: Final = frozenset(("get", "put", "post", "delete", "patch"))


def share(result: dict[str, Any], generator: Any, request: Any, public: bool) -> dict[str, Any]:
    """Let operations refer to what they have in common; a step of drf-spectacular."""
    operations = [one for path in result["paths"].values() for method, one in path.items() if method in METHODS]
    components = result["components"]
    components["examples"] = {**_share_problem_examples(operations), **_share_examples(operations)}
    components["responses"] = _share_problems(operations)
    return result


def _share_problem_examples(operations: list[dict[str, Any]]) -> dict[str, Any]:
    """Let problems refer to the example of their code; return all of these."""
    examples: dict[str, Any] = {}
    for _, _, answer in _problems(operations):
        of_answer = answer["content"][CONTENT_TYPE].get("examples", {})
        for name, example in of_answer.items():
            examples[example["value"]["code"]] = example
            of_answer[name] = {"$ref": f"#/components/examples/{example['value']['code']}"}
    return dict(sorted(examples.items()))


def _share_problems(operations: list[dict[str, Any]]) -> dict[str, Any]:
    """Let operations refer to what several answer, where it has few codes; return what they refer to."""
    found = list(_problems(operations))
    uses = Counter(_key(answer) for _, _, answer in found)
    shared: dict[str, Any] = {}
    for answers, status, answer in found:
        codes = re.findall(r"^- `(\w+)`:", answer["description"], re.MULTILINE)
        if uses[_key(answer)] > 1 and len(codes) <= MOST_CODES:
            name = _camel("_or_".join(codes))
            if shared.setdefault(name, answer) != answer:  # told of with other headers, say
                name += _camel(HTTPStatus(int(status)).phrase.replace(" ", "_").lower())
                if shared.setdefault(name, answer) != answer:
                    continue
            answers[status] = {"$ref": f"#/components/responses/{name}"}
    return dict(sorted(shared.items()))


def _share_examples(operations: list[dict[str, Any]]) -> dict[str, Any]:
    """Let bodies refer to examples that several have; return these, called by what they are examples of."""
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
    """Yield the answers that are problems, with those of the operation and the status."""
    for operation in operations:
        for status, answer in operation["responses"].items():
            if CONTENT_TYPE in answer.get("content", {}):
                yield operation["responses"], status, answer


def _key(part: Any) -> bytes:
    return msgspec.json.encode(part, order="sorted")


def _camel(name: str) -> str:
    return "".join(map(str.capitalize, name.split("_")))
