"""The schema as Spectral can read it: with each example once, and without the scopes of bearer tokens.

Spectral compiles the schema of an example again at every place that shows it, with all references. Most examples are
shown by many operations: with each of them once, it takes a fifth of the time.
"""

from __future__ import annotations

import copy
from typing import Any


def each_once(document: dict[str, Any]) -> dict[str, Any]:
    """Return a copy of a schema that shows each example only in its first operation."""
    document = copy.deepcopy(document)
    shared, shown = document["components"]["responses"], set[str]()
    for operation in (one for path in document["paths"].values() for one in path.values()):
        answers = operation["responses"]
        for status, answer in answers.items():
            if answer.get("$ref") in shown:
                answers[status] = copy.deepcopy(shared[answer["$ref"].rpartition("/")[2]])
                for content in answers[status].get("content", {}).values():
                    content.pop("example", None)
            elif "$ref" in answer:
                shown |= {answer["$ref"], *_references(shared[answer["$ref"].rpartition("/")[2]])}
        for body in (operation.get("requestBody", {}), *answers.values()):
            for content in body.get("content", {}).values():
                _leave_out(content, shown)
            shown |= _references(body)
    return document


def without_bearer_scopes(document: dict[str, Any]) -> dict[str, Any]:
    """Return a copy of a schema whose requirements of a bearer token name no scope, as in OpenAPI 3.0.

    Spectral knows no others: https://github.com/stoplightio/spectral/issues/2643. ``tests/api/test_scopes.py`` checks
    these scopes.
    """
    document = copy.deepcopy(document)
    for operation in (one for path in document["paths"].values() for one in path.values()):
        operation["security"] = [{"token": []} if "token" in way else way for way in operation["security"]]
    return document


def _leave_out(content: dict[str, Any], shown: set[str]) -> None:
    if examples := content.pop("examples", None):
        left = {name: example for name, example in examples.items() if example.get("$ref") not in shown}
        if left:
            content["examples"] = left


def _references(body: dict[str, Any]) -> set[str]:
    """Return the examples to which a body refers."""
    contents = body.get("content", {}).values()
    return {one["$ref"] for content in contents for one in content.get("examples", {}).values() if "$ref" in one}
