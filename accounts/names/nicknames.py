"""What a player, and a device, may be called."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from accounts.names.printable import clean
from accounts.names.reserved import is_reserved
from accounts.validation import Unfit
from games.engine.messages import say

LONGEST: Final = 24
"""Characters of a nickname, as Unicode code points after normalization."""
LONGEST_DEVICE: Final = 60

_LINK: Final = re.compile(r"://|\bwww\.|\w[.．。｡][^\W\d_]{2}", re.IGNORECASE)
"""Texts that mail programs and messengers turn into links."""


def clean_nickname(text: str) -> str:
    """Return a nickname in normal form, without spaces around it.

    Any script is possible. Raises Unfit for an empty nickname, one of more than 24 characters, one with control or
    invisible characters, with which two names could look alike or turn the text around them, a web address, and one
    that would pass for a bot or the staff.
    """
    nickname = clean(text, say("name.what.nickname"))
    if not any(unicodedata.category(character)[0] in "LNPS" or _is_new(character) for character in nickname):
        raise Unfit(say("name.empty"))
    if len(nickname) > LONGEST:
        raise Unfit(say("name.long", count=LONGEST))
    if _LINK.search(nickname):
        raise Unfit(say("name.link"))
    if is_reserved(nickname):
        raise Unfit(say("name.reserved"))
    return nickname


def _is_new(character: str) -> bool:
    """Say whether a character that was found to be seen is an emoji newer than this Python."""
    return unicodedata.category(character) == "Cn"


def clean_device(text: str) -> str:
    """Return the name of a device, in normal form; it may be empty. Raises Unfit as for nicknames."""
    device = clean(text, say("name.what.device"), "device")
    if len(device) > LONGEST_DEVICE:
        raise Unfit(say("name.device.long", count=LONGEST_DEVICE), "device")
    return device
