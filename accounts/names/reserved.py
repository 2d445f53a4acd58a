"""Names by which a player would pass for somebody else: a bot, who has left, or the people who run the server.

Two names look alike when their skeletons are equal. A skeleton is what is left of a text when case, accents, styles of
letters, look-alikes of other scripts, digits that stand for letters, and all that is neither letter nor digit are taken
away. It is made for these few words alone: nicknames may otherwise be alike, and unique names
have looks of their own (``confusables``), in which digits are digits.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import Final

from accounts.names.confusables import OF_OTHER_SCRIPTS, bare, merged

_IN_PLACE_OF_LETTERS: Final = str.maketrans("З013457@$|!€", "eoieastasiie")
"""What is written in the place of letters."""

ROLES: Final = {
    "en": "admin administrator administration sysadmin moderator moderation staff",
    "fr": "administrateur administratrice modérateur modératrice modération",
    "it": "amministratore moderatore",
    "es": "administrador moderador",
    "ar": "إدارة الإدارة مشرف المشرف المشرفون",
}
"""Words for the people who run a server, by language: no player has one of them in a name."""
SERVICES: Final = {
    "en": "bot mod root server support system team crew helpdesk",
    "fr": "serveur assistance système équipe",
    "ar": "روبوت الخادم الدعم النظام فريق الفريق",
}
"""Words that no player has as a whole name, nor with an article, nor beside one another: "Support Team"."""
_BESIDE: Final = "the our chkobba official le la les l notre officiel officielle"
"""Words that make no difference beside one of ``SERVICES``."""
_FORMER: Final = ("former player", "ancienne joueuse")


def skeleton(text: str) -> str:
    """Return the look of a text, in small letters; equal for texts that look alike."""
    plain = unicodedata.normalize("NFKD", text).translate(OF_OTHER_SCRIPTS).translate(_IN_PLACE_OF_LETTERS)
    return merged("".join(map(bare, plain)))


def _words(text: str) -> tuple[str, ...]:
    """Return the skeletons of the words of a text, each in the singular."""
    return tuple(filter(None, map(_singular, re.split(r"[\W_]+", text))))


def _singular(text: str) -> str:
    found = skeleton(text)
    return found[:-1] if len(found) > 3 and found.endswith("s") else found


_anywhere: Final = frozenset(_words(" ".join(ROLES.values())))
_services: Final = frozenset(_words(" ".join(SERVICES.values())))
_beside: Final = frozenset(_words(_BESIDE))
_alone: Final = {"".join(_words(name)) for name in _FORMER}


def reserve(names: Iterable[str]) -> None:
    """Reserve names with their plurals, and all names that look like them."""
    _alone.update("".join(_words(name)) for name in names)


def is_reserved(name: str) -> bool:
    """Return whether a name would pass for a bot, a former player, or the staff."""
    readings = (name, re.sub(r"\d", " ", name))  # digits are letters in disguise, or just numbers
    return any(_is_reserved(_words(reading), _singular(reading)) for reading in readings)


def _is_reserved(words: tuple[str, ...], whole: str) -> bool:
    if not {whole, "".join(words)}.isdisjoint(_anywhere | _services | _alone) or not _anywhere.isdisjoint(words):
        return True
    return not _services.isdisjoint(words) and _services.union(_beside).issuperset(words)
