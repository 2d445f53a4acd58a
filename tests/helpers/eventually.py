"""Bounded loops and waits: the only place in tests that may use ``while``.

``scripts/lint_tests.py`` enforces this. Every function here ends on its own, and names what it waited for when it
fails.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from typing import Any, Final, TypeVar

LONG: Final = 240.0
"""The longest wait in seconds: less than a proof's timeout, so that the wait itself names what is missing.

A step that takes 15 s alone has taken 140 s on two cores with four times as much to do.
"""

Found = TypeVar("Found")


def attempts(most: int, what: str) -> Iterator[int]:
    """Yield 0, 1, 2 …, and fail after ``most`` rounds. The loop leaves by ``break`` or ``return`` when it is done."""
    yield from range(most)
    raise AssertionError(f"still not done after {most} rounds: {what}")


def drain(step: Callable[..., Found], *arguments: Any, most: int = 10_000) -> list[Found]:
    """Call a function until it returns nothing, and return the earlier results. Fail after ``most`` calls."""
    results: list[Found] = []
    for _ in attempts(most, "the function always returns something"):
        if not (result := step(*arguments)):
            break
        results.append(result)
    return results


def until(seconds: float, what: str) -> Iterator[None]:
    """Yield round after round, and fail after ``seconds``. The loop leaves by ``break`` or ``return`` when it is done.

    The loop sleeps by itself, so that it also serves coroutines.
    """
    yield from during(seconds, what)
    raise AssertionError(f"still not true after {seconds} s: {what}")


def eventually(look: Callable[[], Found], seconds: float = LONG, every: float = 0.1) -> Found:
    """Return the first true result of a function. Fail after ``seconds`` with its last result."""
    deadline = time.monotonic() + seconds
    while not (found := look()):
        assert time.monotonic() < deadline, f"still {found!r} after {seconds} s"
        time.sleep(every)
    return found


def during(seconds: float, why: str) -> Iterator[None]:
    """Yield round after round for ``seconds``, then end: for load of a given length. Only for proofs and benchmarks."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        yield


def pause(seconds: float, why: str) -> None:
    """Sleep where time itself is the subject, such as an outage of 3 s. Only for proofs and benchmarks."""
    time.sleep(max(0.0, seconds))


async def pause_async(seconds: float, why: str) -> None:
    """Sleep like ``pause``, in a coroutine."""
    await asyncio.sleep(max(0.0, seconds))
