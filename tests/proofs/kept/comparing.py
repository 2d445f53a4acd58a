"""What was shown is shown still: every field that an earlier release showed is there with the same value."""

from __future__ import annotations

from collections.abc import Iterator
from fnmatch import fnmatchcase
from typing import Any, Final

DECIDED: Final[dict[str, str]] = {}
"""Fields whose change was decided, and why: patterns of what ``differences`` names. What is new needs no line here.

Whoever adds one has told the people who write clients, in CHANGELOG.md.
"""


def differences(before: Any, after: Any, place: str = "") -> Iterator[str]:
    """Yield where something that was shown is not shown any more, or is something else: ``matches/….seats.0.name: …``.

    Objects may have gained fields, lists no members.
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
    """Return those of the differences that nobody has decided on."""
    return [one for one in found if not any(fnmatchcase(one, pattern) for pattern in DECIDED)]
