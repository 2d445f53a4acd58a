"""Names by which a player would pass for somebody else: a bot, who has left, or the people who run the server.

Two names look alike when their skeletons are equal. A skeleton is what is left of a text when case, accents, styles of
letters, look-alikes of other scripts, digits that stand for letters, and all that is neither letter nor digit are taken
away. It is made for these few words alone: nicknames may otherwise be alike, and unique names
have looks of their own (``look_alikes``), in which digits are digits.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import Final

from accounts.look_alikes import OF_OTHER_SCRIPTS, bare, merged

_IN_PLACE_OF_LETTERS: Final = str.maketrans("З013457@$|!€", "eoieastasiie")
"""What is written in the place of letters."""

_FOUND_ANYWHERE: Final = (
    *("admin", "administrator", "administration", "sysadmin", "moderator", "moderation", "staff"),
    *("administrateur", "modérateur", "amministratore", "moderatore", "administrador", "moderador"),
    *("إدارة", "الإدارة", "مشرف", "المشرف"),
)
"""Words of those who run a server: nobody else has them in a name."""
_FOUND_ALONE: Final = ("former player", "bot", "mod", "root", "server", "support", "system", "the server")
"""What nobody else is called, though these may be words of a longer name."""


def skeleton(text: str) -> str:
    """Return what a text looks like, in small letters; equal for texts that look alike."""
    plain = unicodedata.normalize("NFKD", text).translate(OF_OTHER_SCRIPTS).translate(_IN_PLACE_OF_LETTERS)
    return merged("".join(map(bare, plain)))


_anywhere: Final = {skeleton(word) for word in _FOUND_ANYWHERE}
_alone: Final = {skeleton(name) for name in _FOUND_ALONE}


def reserve(names: Iterable[str]) -> None:
    """Let no player have these names, nor one that looks alike."""
    _alone.update(map(skeleton, names))


def is_reserved(name: str) -> bool:
    """Say whether somebody with this name would pass for a bot, a former player, or one who runs the server."""
    readings = (name, re.sub(r"\d", " ", name))  # digits are letters in disguise, or just numbers
    words = {skeleton(word) for reading in readings for word in re.split(r"[\W_]+", reading)}
    return bool(words & _anywhere) or bool({skeleton(reading) for reading in readings} & (_alone | _anywhere))
