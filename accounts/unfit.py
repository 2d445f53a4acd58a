"""What cannot be: a name, a picture, a device, a language, names of cards, a text of a report."""

from __future__ import annotations

from typing import Literal

from django.core.exceptions import ValidationError

from games.engine.messages import Message
from games.texts import reader

Field = Literal["nickname", "avatar", "device", "language", "cards", "expected", "happened"]


class Unfit(ValidationError):
    """What somebody wants to be called, or to say, cannot be: a message, and the field that it concerns.

    In forms of the staff, which know errors of validation alone, it is said in English.
    """

    def __init__(self, said: Message, field: Field = "nickname") -> None:
        super().__init__(reader().say(said), code="invalid")
        self.said = said
        self.field = field
