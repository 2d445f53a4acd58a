"""The error of all services: an action that is not possible at a match."""

from __future__ import annotations

from typing import Any

from games.engine.messages import Text


class DomainError(Exception):
    """Raised when an action is refused, with a stable ``code``, a message for people, and named ``fields``."""

    def __init__(self, code: str, message: Text, **fields: Any) -> None:
        super().__init__(code, message)
        self.code = code
        self.message = message
        self.fields = fields
