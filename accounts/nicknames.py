"""What a player, and a device, may be called."""

from __future__ import annotations

import unicodedata
from typing import Final

from django.core.exceptions import ValidationError

from accounts.impostors import is_reserved
from accounts.visible import clean

LONGEST: Final = 24
"""Characters of a nickname, as Unicode code points after normalization."""
LONGEST_DEVICE: Final = 60


def clean_nickname(text: str) -> str:
    """Return a nickname in normal form, without spaces around it.

    Any script may be used. Raises ValidationError for an empty one, one of more than 24 characters, one with
    control characters or invisible ones, by which two names could look alike or turn the text around them, and one that
    would be taken for a bot's, or for that of the people who run the server.
    """
    nickname = clean(text, "A nickname")
    if not any(unicodedata.category(character)[0] in "LNPS" or _is_new(character) for character in nickname):
        raise ValidationError("A nickname needs at least one character.", code="invalid")
    if len(nickname) > LONGEST:
        raise ValidationError(f"A nickname has {LONGEST} characters at most.", code="invalid")
    if is_reserved(nickname):
        raise ValidationError(
            "This nickname would be taken for that of a bot, or of those who run the server.", code="invalid"
        )
    return nickname


def _is_new(character: str) -> bool:
    """Say whether a character that was found to be seen is an emoji newer than this Python."""
    return unicodedata.category(character) == "Cn"


def clean_device(text: str) -> str:
    """Return what a device is called, in normal form; it may be nothing. Raises ValidationError as for nicknames."""
    try:
        device = clean(text, "The name of a device")
    except ValidationError as error:
        raise ValidationError(error.message, code="device") from None
    if len(device) > LONGEST_DEVICE:
        raise ValidationError(f"The name of a device has {LONGEST_DEVICE} characters at most.", code="device")
    return device
