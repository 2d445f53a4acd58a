"""Translatable messages in place of the English error sentences of msgspec and Django REST framework.

The libraries give nothing but an English sentence, so patterns recognise it.
"""

from __future__ import annotations

import re
from typing import Any, Final

from games.engine.messages import Text, say

ENDS_THERE: Final = r"(?!\n)"
"""The pattern to add after ``$`` in Python. There, and nowhere else, ``$`` also matches before a trailing line
break."""

_SENTENCES: Final = (
    (r"Expected `(?P<wanted>[^`]+)`, got `(?P<given>[^`]+)`", "malformed.type"),
    (r"Object missing required field `(?P<name>[^`]+)`", "malformed.missing"),
    (r"Object contains unknown field `(?P<name>[^`]+)`", "malformed.unknown"),
    (r"Invalid enum value (?P<value>.+)", "malformed.choice"),
    (r"Invalid value (?P<value>.+)", "malformed.value"),
    (r"Expected `str` of length >= (?P<count>\d+)", "malformed.text.short"),
    (r"Expected `str` of length <= (?P<count>\d+)", "malformed.text.long"),
    (r"Expected `(?:array|object)` of length >= (?P<count>\d+)", "malformed.list.short"),
    (r"Expected `(?:array|object)` of length <= (?P<count>\d+)", "malformed.list.long"),
    (r"Expected `array` of at least length (?P<count>\d+), got \d+", "malformed.list.short"),
    (r"Expected `array` of at most length (?P<count>\d+)(?:, got \d+)?", "malformed.list.long"),
    (r"Expected `array` of length (?P<count>\d+)(?:, got \d+)?", "malformed.list.length"),
    (r"Expected `[^`]+` >= (?P<bound>-?[\d.]+)", "malformed.least"),
    (r"Expected `[^`]+` <= (?P<bound>-?[\d.]+)", "malformed.most"),
    (r"Expected `(?P<wanted>[^`]+)`", "malformed.wanted"),
    (r"(?:Integer value|Number) out of range", "malformed.range"),
    (r"Expected `str` matching regex .+", "malformed.pattern"),
    (r"Invalid UUID", "malformed.uuid"),
    (r"Invalid RFC3339 encoded date", "malformed.date"),
    (r"Invalid RFC3339 encoded datetime|Expected `datetime` with a timezone component", "malformed.time"),
    (r"JSON is malformed: .+ \(byte (?P<byte>\d+)\)", "malformed.json"),
    (r"Input data was truncated", "malformed.truncated"),
    (r"'utf-8' codec can't decode .+", "malformed.utf8"),
    (r"maximum recursion depth exceeded.*", "malformed.deep"),
    (r"Authentication credentials were not provided\.", "refused.no_token"),
    (r"Invalid token header\. No credentials provided\.", "refused.token.empty"),
    (r"Invalid token header\. Token string should not contain spaces\.", "refused.token.spaces"),
    (r'Method "(?P<method>[^"]*)" not allowed\.', "refused.method"),
    (r"Could not satisfy the request Accept header\.", "refused.accept"),
    (r'Unsupported media type "(?P<type>.*)" in request\.', "refused.media_type"),
)
"""Patterns for the sentences of msgspec, then of the framework, with message ids. A pattern must match the whole
sentence."""

_PATTERNS: Final = tuple((re.compile(pattern, re.DOTALL), id) for pattern, id in _SENTENCES)


def malformed(sentence: str) -> Text:
    """Return the message for a library's sentence; an unknown sentence is returned unchanged."""
    what, there, place = sentence.partition(" - at `")
    for pattern, id in _PATTERNS:
        if found := pattern.fullmatch(what):
            message = say(id, **{name: _in_words(name, value) for name, value in found.groupdict().items()})
            return say("malformed.at", what=message, place=place.removesuffix("`")) if there else message
    return sentence


_JSON: Final = {
    "str": "malformed.kind.text",
    "int": "malformed.kind.integer",
    "float": "malformed.kind.number",
    "bool": "malformed.kind.boolean",
    "array": "malformed.kind.list",
    "object": "malformed.kind.object",
    "null": "malformed.kind.null",
    "uuid": "malformed.kind.uuid",
    "datetime": "malformed.kind.time",
    "date": "malformed.kind.date",
}
"""The message ids of the JSON types, by the names that msgspec uses."""


def _in_words(name: str, value: str) -> Any:
    """Return a value of a sentence in words for people, without Python's types."""
    if name in ("wanted", "given"):
        return tuple(say(_JSON[kind]) if kind in _JSON else kind for kind in value.split(" | "))
    return int(value) if name == "count" else value
