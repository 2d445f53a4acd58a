"""The headers of responses, as the schema describes them."""

from __future__ import annotations

from typing import Any, Final


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
