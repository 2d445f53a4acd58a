"""Every loop and wait of the tests ends on its own."""

from __future__ import annotations

import pytest

from tests.helpers.eventually import attempts, drain, eventually, until


def test_attempts_fail_when_they_are_used_up() -> None:
    """A loop that is not left fails after its rounds, and names what it waited for."""
    rounds = attempts(3, "the seat plays")
    assert [next(rounds) for _ in range(3)] == [0, 1, 2]
    with pytest.raises(AssertionError, match="3 rounds: the seat plays"):
        next(rounds)


def test_draining_returns_what_came_and_fails_when_it_never_ends() -> None:
    """A drained function is called until it returns nothing, and not without end."""
    waiting = [1, 2]
    assert drain(lambda: waiting and waiting.pop()) == [2, 1]
    with pytest.raises(AssertionError, match="5 rounds"):
        drain(lambda: True, most=5)


def test_waiting_fails_when_the_time_is_over() -> None:
    """A wait without success fails, and shows what it saw last."""
    with pytest.raises(AssertionError, match="still 0 after"):
        eventually(lambda: 0, seconds=0.01, every=0.001)
    with pytest.raises(AssertionError, match="the page is there"):
        list(until(0.01, "the page is there"))
