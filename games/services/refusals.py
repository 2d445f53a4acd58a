"""What cannot happen to a match."""

from __future__ import annotations

from typing import Any


class Refusal(Exception):
    """A happening that is refused: a stable ``code``, a sentence for people, and named ``fields``."""

    def __init__(self, code: str, message: str, **fields: Any) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.fields = fields
