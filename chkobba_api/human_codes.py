"""Codes that people read aloud, write down and type: room codes, and login codes of players."""

from __future__ import annotations

import secrets
from typing import Final

LETTERS: Final = "34679ACDEFGHJKMNPQRTUWXY"
"""The letters of codes, without look-alikes: no 0 O, 1 I L, 2 Z, 5 S, 8 B, V U."""


def draw_code(length: int) -> str:
    """Return a random code, with 4.58 bits for each letter."""
    return "".join(secrets.choice(LETTERS) for _ in range(length))


def in_groups(code: str) -> str:
    """Return a code for people, in groups of four letters."""
    return "-".join(code[at : at + 4] for at in range(0, len(code), 4))


def typed_code(text: str) -> str:
    """Return the stored form of a code that a person typed, in any case, with or without spaces and dashes."""
    return "".join(letter for letter in text.upper() if letter.isalnum())
