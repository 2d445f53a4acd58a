"""Validation errors of values that players send."""

from __future__ import annotations

from typing import Literal

from django.core import exceptions

from games.engine.messages import Message
from games.texts import reader

Field = Literal["nickname", "device", "expected", "happened", "message.text", "text", "name", "description", "reason"]
"""The request fields that hold texts written by people."""


class ValidationError(exceptions.ValidationError):
    """A value is not valid: a translatable message, and the field that it concerns.

    The admin's forms show the message in English, as a ValidationError of Django.
    """

    def __init__(self, said: Message, field: str = "nickname") -> None:
        super().__init__(reader().say(said), code="invalid")
        self.said = said
        self.field = field
