"""Secrets that can be guessed: wrong ones are counted, and nobody may be wrong often."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from chkobba_api.rest.problems import Problem
from chkobba_api.rest.throttling import Budget
from games.engine.messages import say


@contextmanager
def guessing(
    *budgets: tuple[str, str],
    is_wrong: Callable[[Exception], bool],
    counts_right: bool = False,
    code: str = "too_many_wrong_codes",
) -> Iterator[None]:
    """Try a code that somebody has typed, by budgets for wrong ones: pairs of a scope and the name that is counted.

    It is counted before it is tried, so that many at once are not more, and given back unless what is raised says that
    it was wrong; ``counts_right`` gives nothing back for a right one either. Raises Problem with ``code`` where no more
    may be tried; what comes after that budget has nothing used up of it.
    """
    counted: list[tuple[Budget, str]] = []

    def give_back() -> None:
        for budget, name in counted:
            budget.spend(name, -1)

    for scope, name in budgets:
        budget = Budget(scope)
        left, wait = budget.spend(name)
        counted.append((budget, name))
        if left < 0:
            give_back()
            detail = say(f"refused.{code.replace('too_many_', 'too_many.')}", seconds=wait)
            raise Problem(code, detail, {"Retry-After": str(wait)}, retry_after=wait)
    try:
        yield
    except Exception as error:
        if not is_wrong(error):
            give_back()
        raise
    if not counts_right:
        give_back()
