"""Validation of nicknames and of device names."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from accounts.names.printable import clean
from accounts.names.reserved import is_reserved
from chkobba_api.errors import invalid
from games.engine.messages import say

LONGEST: Final = 24
"""Characters of a nickname, as Unicode code points after normalization."""

_LINK: Final = re.compile(r"://|\bwww\.|\w[.．。｡][^\W\d_]{2}", re.IGNORECASE)
"""Texts that mail programs and messengers turn into links."""


def clean_nickname(text: str) -> str:
    """Return a nickname in Unicode normal form, without spaces around it.

    Any script is allowed. Raises DomainError ``invalid`` for a nickname that is empty, has more than 24 characters, is
    a web address, or could be mistaken for a bot or the staff. Raises it also for control and invisible characters:
    they could make two names look alike, or turn the text around them.
    """
    nickname = clean(text, "nickname")
    categories = {unicodedata.category(character) for character in nickname}
    if not any(category[0] in "LNPS" or category == "Cn" for category in categories):  # an emoji may be new to Python
        raise invalid("nickname", say("name.empty"))
    if len(nickname) > LONGEST:
        raise invalid("nickname", say("name.long", count=LONGEST))
    if _LINK.search(nickname):
        raise invalid("nickname", say("name.link"))
    if is_reserved(nickname):
        raise invalid("nickname", say("name.reserved"))
    return nickname
