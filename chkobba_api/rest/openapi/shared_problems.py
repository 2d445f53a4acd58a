"""Problems and headers in the schema.

``default`` has the codes that many operations share; a status lists its own codes.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from itertools import chain
from typing import Any, Final

from chkobba_api.errors import CODES
from chkobba_api.rest.openapi.components import REFERENCE
from chkobba_api.rest.openapi.problem_document import ProblemDocument
from chkobba_api.rest.problems import CONTENT_TYPE
from games.texts import reader


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
    "RateLimit-Limit": _header(
        "The number of requests that are allowed in the window. Every answer has it.", "integer", 600
    ),
    "RateLimit-Remaining": _header(
        "The number of requests that are left in the window. Every answer has it.", "integer", 597
    ),
    "RateLimit-Reset": _header("Seconds until the window ends. Every answer has it.", "integer", 42),
    "Retry-After": _header("With 429 and 503: seconds after which to try again.", "integer", 5),
    "Sunset": _header("The time of its removal (RFC 8594).", "string", "Thu, 31 Dec 2026 23:59:59 GMT"),
    "WWW-Authenticate": _header("With 401: the way to authenticate.", "string", "Bearer"),
}

OF_DEPRECATED: Final = ("Deprecation", "Sunset")

OF_EVERY_ANSWER: Final = ("RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset")

OF_STATUS: Final = {"401": ("WWW-Authenticate",), "429": ("Retry-After",), "503": ("Retry-After",)}

OF_ALL: Final = ("not_acceptable", "throttled", "internal", "unavailable", "unauthenticated")
"""The problems of all operations."""

OF_BODIES: Final = ("malformed_json", "too_large", "unsupported_media_type")
"""The problems of all operations with a body."""

COMMON: Final = {
    "": OF_ALL,
    "Id": ("not_found",),
    "Scope": ("insufficient_scope",),
    "Key": ("invalid", "idempotency_key_reused"),
    "Body": ("invalid", *OF_BODIES),
}
"""Groups of codes that many operations share, by the usual reason: an id in the path, a scope, a key, a body. The name
of a ``default`` says which groups it has."""

_ANSWER: Final = "#/components/responses/{name}"


def list_codes(codes: Iterable[str]) -> str:
    """Return the description of an answer with some codes. It is the only list of the codes of an operation."""
    return ", ".join(f"`{code}`" for code in sorted(codes))


def codes_in(description: str) -> set[str]:
    """Return the codes that a description lists."""
    return set(re.findall(r"`(\w+)`", description))


def share_problems(operations: Collection[dict[str, Any]]) -> dict[str, Any]:
    """Replace the problems of operations by references; return the answers to which these refer.

    ``default`` has the groups of ``COMMON`` whose codes the operation has. A status with other codes is listed.
    """
    shared = {"Problem": _problem("An error. Its `code` is one of those that the operation lists.")}
    shared["Problem"]["content"][CONTENT_TYPE]["example"] = _example("not_found")
    for operation in operations:
        answers = operation["responses"]
        codes = {status: codes_in(answer["description"]) for status, answer in _problems(answers)}
        parts = [part for part, common in COMMON.items() if set(common) <= set().union(*codes.values())]
        common = by_status(code for part in parts for code in COMMON[part])
        name = f"Default{''.join(parts)}"
        shared[name] = _problem("; ".join(f"{status}: {list_codes(some)}" for status, some in common.items()))
        replaced = {
            status: {"$ref": _ANSWER.format(name="Problem"), "description": list_codes(of_status)}
            for status, of_status in codes.items()
            if of_status != common.get(status)
        }
        replaced["default"] = {"$ref": _ANSWER.format(name=name)}
        if operation.get("deprecated"):
            replaced = {status: _announced(shared, answer) for status, answer in replaced.items()}
        for status in codes:
            del answers[status]
        answers |= dict(sorted(replaced.items()))
    return dict(sorted(shared.items()))


def by_status(codes: Iterable[str]) -> dict[str, set[str]]:
    """Return codes by their status, as the keys of answers write it."""
    found: dict[str, set[str]] = {}
    for code in sorted(codes, key=lambda code: CODES[code].status):
        found.setdefault(str(CODES[code].status), set()).add(code)
    return found


def _problems(answers: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield each answer that is a problem, with its status."""
    return ((status, one) for status, one in answers.items() if CONTENT_TYPE in one.get("content", ()))


def _problem(description: str) -> dict[str, Any]:
    """Return an answer with a problem document, and the headers of all answers and of some statuses."""
    names = dict.fromkeys((*OF_EVERY_ANSWER, *chain(*OF_STATUS.values())))
    return {
        "description": description,
        "headers": {name: {"$ref": f"#/components/headers/{name}"} for name in names},
        "content": {CONTENT_TYPE: {"schema": {"$ref": REFERENCE.format(name=ProblemDocument.__name__)}}},
    }


def _example(code: str) -> dict[str, Any]:
    """Return a problem document with a code."""
    title = reader().text(CODES[code].title)
    about = {"type": f"/api/problems/#{code}", "title": title, "status": CODES[code].status, "code": code}
    return {**about, "detail": f"{title}."}


def _announced(shared: dict[str, Any], reference: dict[str, Any]) -> dict[str, Any]:
    """Return the answer to which a reference leads, with the headers that announce the end of the operation."""
    answer = shared[reference["$ref"].rpartition("/")[2]]
    announcing = {name: {"$ref": f"#/components/headers/{name}"} for name in OF_DEPRECATED}
    said = reference.get("description", answer["description"])
    return {**answer, "description": said, "headers": {**answer["headers"], **announcing}}
