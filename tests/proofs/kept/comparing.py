"""Answers of an earlier release persist: every field that it showed is there with the same value."""

from __future__ import annotations

from collections.abc import Iterator
from fnmatch import fnmatchcase
from typing import Any, Final

DECIDED: Final[dict[str, str]] = {
    "*.me/channels.*.kinds.*.label: was *, is *": "a release may word any text better (docs/compatibility.md)",
}
"""Fields that were changed by decision, with the reason: patterns of the output of ``differences``. New fields need no
entry.

Before an entry is added, CHANGELOG.md must announce the change to authors of clients.
"""


def differences(before: Any, after: Any, place: str = "") -> Iterator[str]:
    """Yield the fields and members that are missing or changed: ``matches/….seats.0.name: …``.

    Objects may have gained fields, but lists no members.
    """
    if isinstance(before, dict) and isinstance(after, dict):
        for name, value in before.items():
            if name in after:
                yield from differences(value, after[name], f"{place}.{name}")
            else:
                yield f"{place}.{name}: was {value!r}, is gone"
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for number, (one, other) in enumerate(zip(before, after, strict=True)):
            yield from differences(one, other, f"{place}.{number}")
    elif before != after:
        yield f"{place}: was {before!r}, is {after!r}"


def undecided(found: Iterator[str]) -> list[str]:
    """Return the differences that match no decision."""
    return [one for one in found if not any(fnmatchcase(one, pattern) for pattern in DECIDED)]
