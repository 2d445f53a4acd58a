"""A table of cases for a test that needs no set-up: one test item, which reports every wrong case."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from inspect import signature
from typing import Any

import pytest


def cases(
    names: str | Iterable[str], table: Iterable[Any], ids: Iterable[object] | Callable[[Any], object] | None = None
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Run a test with each case of a table, as ``parametrize`` does, but without a set-up for each.

    Each failure names its case. Raises all failures together.
    """
    named = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)
    rows = [_values(row, len(named)) for row in table]
    called = [ids(*row) for row in rows] if callable(ids) else list(ids or rows)

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        @wraps(test)
        def run(**given: Any) -> None:
            failures: list[BaseException] = []
            for row, name in zip(rows, called, strict=True):
                try:
                    test(**given, **dict(zip(named, row, strict=True)))
                except (Exception, pytest.fail.Exception) as failure:
                    failure.add_note(f"case: {name}")
                    failures.append(failure)
            if len(failures) == 1:
                raise failures[0]
            if failures:
                raise BaseExceptionGroup(f"{len(failures)} of {len(rows)} cases fail", failures)

        asked = signature(test)
        others = [parameter for name, parameter in asked.parameters.items() if name not in named]
        run.__signature__ = asked.replace(parameters=others)  # type: ignore[attr-defined]
        return run

    return decorate


def _values(row: Any, count: int) -> tuple[Any, ...]:
    """Return the values of a case, which may be a ``pytest.param``."""
    if hasattr(row, "marks"):
        return tuple(row.values)
    return (row,) if count == 1 else tuple(row)
