"""Brute-force protection: limits on wrong guesses of secrets."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from chkobba_api.errors import DomainError
from chkobba_api.rest.limits.throttling import Budget
from games.engine.messages import say


def has_code(*codes: str) -> Callable[[Exception], bool]:
    """Return a function that says whether an error has one of these codes."""
    return lambda error: isinstance(error, DomainError) and error.code in codes


@contextmanager
def guessing(
    *budgets: tuple[str, str],
    is_wrong: Callable[[Exception], bool],
    counts_right: bool = False,
    code: str = "too_many_wrong_codes",
) -> Iterator[None]:
    """Try a code that a client has sent; charge each budget, a pair of a scope and a name, for a wrong one.

    The charge comes before the attempt, so that many attempts at once do not exceed the limit. It is given back unless
    ``is_wrong`` says that the error means a wrong code. With ``counts_right`` a right code is charged, too. Raises
    DomainError with ``code`` if a budget is used up. Then the other budgets are not charged.
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
            raise DomainError(code, detail, retry_after=wait)
    try:
        yield
    except Exception as error:
        if not is_wrong(error):
            give_back()
        raise
    if not counts_right:
        give_back()
