"""The exception for everything that the rules refuse."""

from __future__ import annotations

from typing import Any

from games.engine.messages import Message


class RuleViolation(Exception):
    """A refusal by the rules: a stable ``code``, a message for people, and named ``fields``.

    The codes are those of the match records (docs/records.md), the same in every implementation of the rules.
    """

    def __init__(self, code: str, message: Message, **fields: Any) -> None:
        super().__init__(code, message)
        self.code = code
        self.message = message
        self.fields = fields
