"""Codes that people read aloud, write down and type: of rooms, and of players on another device."""

from __future__ import annotations

import secrets
from typing import Final

LETTERS: Final = "34679ACDEFGHJKMNPQRTUWXY"
"""Without look-alikes: no 0 O, 1 I L, 2 Z, 5 S, 8 B, V U."""


def draw_code(length: int) -> str:
    """Return a code that nobody can guess: 4.58 bits for each letter."""
    return "".join(secrets.choice(LETTERS) for _ in range(length))


def in_groups(code: str) -> str:
    """Return a code as it is read aloud: in groups of four."""
    return "-".join(code[at : at + 4] for at in range(0, len(code), 4))


def typed_code(text: str) -> str:
    """Return a code as it is kept, of one as people type it: in any case, with or without spaces and dashes."""
    return "".join(letter for letter in text.upper() if letter.isalnum())
