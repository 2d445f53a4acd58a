"""Tests of what happens at the same time: actions in threads, each with a database connection of its own."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Thread
from typing import Any

import pytest
from django.db import connection

from chkobba_api.errors import DomainError


def concurrent(test: Callable[..., Any]) -> Callable[..., Any]:
    """Mark a test whose connections see each other's commits (PostgreSQL)."""
    return pytest.mark.production(pytest.mark.usefixtures("_log_may_be_emptied")(test))


class InAnotherThread(Thread):
    """An action in a thread, with its ``error``, or None."""

    def __init__(self, what: Callable[..., Any], *arguments: Any) -> None:
        super().__init__()
        self.what, self.arguments = what, arguments
        self.error: Any = None

    def run(self) -> None:
        try:
            self.what(*self.arguments)
        except Exception as error:
            self.error = error
        finally:
            connection.close()


def at_once(*actions: Callable[[], Any]) -> list[Any]:
    """Run actions at the same time; return the result of each, or the error with which the server refuses it."""

    def alone(action: Callable[[], Any]) -> Any:
        try:
            return action()
        except DomainError as refusal:
            return refusal
        finally:
            connection.close()

    with ThreadPoolExecutor(len(actions)) as threads:
        return list(threads.map(alone, actions))
