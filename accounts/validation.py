"""What cannot be: a name, a picture, a text, an address, a calendar, whatever a field of a request says."""

from __future__ import annotations

from typing import Literal

from django.core.exceptions import ValidationError

from games.engine.messages import Message
from games.texts import reader

Field = Literal["nickname", "device", "expected", "happened", "message.text", "text", "name", "description", "reason"]
"""Texts that people write."""


class Unfit(ValidationError):
    """A value is not valid: a message, and the field that it concerns.

    Forms of the staff, which know only errors of validation, show it in English.
    """

    def __init__(self, said: Message, field: str = "nickname") -> None:
        super().__init__(reader().say(said), code="invalid")
        self.said = said
        self.field = field
