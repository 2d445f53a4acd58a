"""Texts that people write for others: each character is visible, and none turns the text around it."""

from __future__ import annotations

import re
import unicodedata
from itertools import groupby
from typing import Final

from chkobba_api.errors import invalid
from games.engine.messages import say

LONGEST_DEVICE: Final = 60
"""The most characters of the name of a device."""

_UNSHOWN: Final = ("Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp")
"""Unicode categories of characters that are invisible, turn the text around them, or are no characters."""

_BLANK: Final = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0\ufffc\ufffd"
    "\U00013441\U00013442\U00016fe4\U0001d159"
)
"""Letters, marks and signs that are blank, or that stand for a missing character."""

_JOINERS: Final = "\u200c\u200d"
_ZWJ: Final = "\u200d"
_JOINED_SCRIPT: Final = re.compile(
    "ADLAM|ARABIC|BALINESE|BENGALI|BRAHMI|CHAKMA|DEVANAGARI|GUJARATI|GURMUKHI|HANIFI|JAVANESE|KANNADA|KHMER|LEPCHA|"
    "MALAYALAM|MANDAIC|MEETEI|MONGOLIAN|MYANMAR|NKO|ORIYA|PHAGS-PA|SINHALA|SUNDANESE|SYRIAC|TAI|TAMIL|TELUGU|TIBETAN"
)
"""Scripts that are written with joiners, by the first word of the Unicode names of their letters."""

_STYLES: Final = "\ufe0e\ufe0f"
"""Variation selectors that draw the character before them as text or as emoji."""
_STYLED: Final = "\u203c\u2049\u3030\u303d"
"""Signs outside the categories of symbols that can be drawn as emoji."""
_KEYS: Final = "0123456789#*"
_KEYCAP: Final = "\u20e3"
_SKIN_TONES: Final = "\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff"

_MARKS_AT_MOST: Final = 4
"""The most marks on one letter. More would overlap the lines above and below."""


def clean(
    text: str,
    what: str,
    field: str = "nickname",
    *,
    lines: bool = False,
    longest: int | None = None,
    if_empty: str = "",
) -> str:
    """Return a text in Unicode normal form, without spaces around it; with ``lines`` it may have several.

    ``what`` is the kind of text: errors call it by the sentence ``name.what.`` and this word.

    Raises DomainError ``invalid`` for invisible characters: control characters, those without a width, blank letters,
    and unassigned code points. Joiners may stand where a script or an emoji needs them, and variation selectors after a
    symbol. Raises DomainError ``invalid`` also for too many marks on one letter, for more than ``longest`` characters,
    and, with ``if_empty`` as the sentence, for an empty text.
    """
    normal = unicodedata.normalize("NFC", text).strip()
    padded = f"\0{normal}\0"
    for before, character, after in zip(padded, normal, padded[2:], strict=False):
        if not (_is_seen(before, character, after) or (lines and character in "\r\n\t")):
            shown = f"U+{ord(character):04X}"
            raise invalid(field, say("name.controls", what=say(f"name.what.{what}"), character=shown))
    marks = [len(list(run)) for is_mark, run in groupby(normal, _is_mark) if is_mark]
    if max(marks, default=0) > _MARKS_AT_MOST or _is_mark(normal[:1]):
        raise invalid(field, say("name.accents", what=say(f"name.what.{what}")))
    if if_empty and not normal:
        raise invalid(field, say(if_empty))
    if longest is not None and len(normal) > longest:  # normalization makes some characters longer
        raise invalid(field, say("message.long", count=longest))
    return normal


def clean_device(text: str, field: str = "device") -> str:
    """Return a device name in Unicode normal form; it may be empty.

    Raises DomainError ``invalid`` for the ``field`` as ``clean`` does, and for more than 60 characters.
    """
    device = clean(text, "device", field)
    if len(device) > LONGEST_DEVICE:
        raise invalid(field, say("name.device.long", count=LONGEST_DEVICE))
    return device


def _is_seen(before: str, character: str, after: str) -> bool:
    """Return whether a character is visible, a space, or a joiner or selector that affects its neighbours."""
    if character in _JOINERS:
        in_emoji = character == _ZWJ and (_is_symbol(before) or before in _STYLES) and _is_symbol(after)
        return in_emoji or (_is_in_joined_script(before) and _is_in_joined_script(after))
    if character in _STYLES:
        return _is_symbol(before) or before in _STYLED or (before in _KEYS and after == _KEYCAP)
    if "\ufe00" <= character <= "\ufe0d" or "\U000e0100" <= character <= "\U000e01ef":
        return False  # the other variation selectors
    category = unicodedata.category(character)
    if category == "Cn":
        return "\U0001f300" <= character <= "\U0001faff"  # an emoji that is newer than this Python
    return category not in _UNSHOWN and character not in _BLANK


def _is_symbol(character: str) -> bool:
    """Return whether a character can be drawn as an emoji, or as a part of one."""
    return unicodedata.category(character) in ("So", "Sm", "Cn") or character in _SKIN_TONES


def _is_in_joined_script(character: str) -> bool:
    """Return whether a character is a letter, or a mark, of a script that is written with joiners."""
    is_letter = unicodedata.category(character)[0] in "LM"
    return is_letter and _JOINED_SCRIPT.match(unicodedata.name(character, "")) is not None


def _is_mark(character: str) -> bool:
    """Return whether a character is a mark that is drawn on the letter before it."""
    return unicodedata.category(character) in ("Mn", "Me") and character not in _STYLES if character else False
