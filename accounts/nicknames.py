"""What a player may be called."""

from __future__ import annotations

import unicodedata
from typing import Final

from django.core.exceptions import ValidationError

LONGEST: Final = 24
"""Characters, as Unicode code points after normalization."""

_JOINERS: Final = "\u200c\u200d"
"""Zero-width characters that Persian words and emoji are written with."""


_UNSHOWN: Final = ("Cc", "Cf", "Cs", "Co", "Zl", "Zp")
"""Categories of characters that show nothing or turn the text around them."""

_BLANK: Final = "\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
"""Letters and signs that look like nothing."""


def clean_nickname(text: str) -> str:
    """Return a nickname in normal form, without spaces around it.

    Any script may be used. Raises ValidationError for an empty one, one of more than 24 characters, and one with
    control characters or invisible ones, by which two names could look alike or turn the text around them.
    """
    nickname = unicodedata.normalize("NFC", text).strip()
    if any(not _is_shown(character) for character in nickname):
        raise ValidationError("A nickname cannot hold control characters or invisible ones.", code="invalid")
    if not any(unicodedata.category(character)[0] in "LNPS" for character in nickname):
        raise ValidationError("A nickname needs at least one character.", code="invalid")
    if len(nickname) > LONGEST:
        raise ValidationError(f"A nickname has {LONGEST} characters at most.", code="invalid")
    return nickname


def _is_shown(character: str) -> bool:
    """Say whether a character is visible, or a space, or joins visible ones."""
    category = unicodedata.category(character)
    return character in _JOINERS or (category not in _UNSHOWN and character not in _BLANK)
