"""Reserved names: with these a player could be mistaken for a bot, a former player, or the staff.

Two names look alike when their skeletons are equal. A skeleton is a text without case, accents, styles of letters,
look-alikes of other scripts, digits that stand for letters, and all other characters. Only these few words use it:
nicknames may otherwise look alike, and unique names have looks of their own (``confusables``), which keep digits.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import Final

from accounts.names.confusables import OF_OTHER_SCRIPTS, bare, merged

IN_PLACE_OF_LETTERS: Final = str.maketrans("З013457@$|!€", "eoieastasiie")
"""Digits and signs that people write in place of letters."""

ROLES: Final = {
    "en": "admin administrator administration sysadmin moderator moderation staff",
    "fr": "administrateur administratrice modérateur modératrice modération",
    "it": "amministratore moderatore",
    "es": "administrador moderador",
    "ar": "إدارة الإدارة مشرف المشرف المشرفون",
}
"""Words for the people who run a server, by language. A player's name may not contain any of them."""
SERVICES: Final = {
    "en": "bot mod root server support system team crew helpdesk",
    "fr": "serveur assistance système équipe",
    "ar": "روبوت الخادم الدعم النظام فريق الفريق",
}
"""Words that may not make up a whole name: alone, with an article, or combined ("Support Team")."""
_BESIDE: Final = "the our chkobba official le la les l notre officiel officielle"
"""Words that are ignored beside one of ``SERVICES``."""
_FORMER: Final = ("former player", "ancienne joueuse")


def _words(text: str) -> tuple[str, ...]:
    """Return the skeletons of the words of a text, each in the singular."""
    return tuple(filter(None, map(_singular, re.split(r"[\W_]+", text))))


def _singular(text: str) -> str:
    """Return the skeleton of a text in the singular, in lower case."""
    plain = unicodedata.normalize("NFKD", text).translate(OF_OTHER_SCRIPTS).translate(IN_PLACE_OF_LETTERS)
    found = merged("".join(map(bare, plain)))
    return found[:-1] if len(found) > 3 and found.endswith("s") else found


_anywhere: Final = frozenset(_words(" ".join(ROLES.values())))
_services: Final = frozenset(_words(" ".join(SERVICES.values())))
_beside: Final = frozenset(_words(_BESIDE))
_alone: Final = {"".join(_words(name)) for name in _FORMER}


def reserve(names: Iterable[str]) -> None:
    """Reserve names with their plurals, and all names that look like them."""
    _alone.update("".join(_words(name)) for name in names)


def is_reserved(name: str) -> bool:
    """Return whether a name could be mistaken for a bot, a former player, or the staff."""
    readings = (name, re.sub(r"\d", " ", name))  # digits may stand for letters, or just be numbers
    return any(_is_reserved(_words(reading), _singular(reading)) for reading in readings)


def _is_reserved(words: tuple[str, ...], whole: str) -> bool:
    if not {whole, "".join(words)}.isdisjoint(_anywhere | _services | _alone) or not _anywhere.isdisjoint(words):
        return True
    return not _services.isdisjoint(words) and _services.union(_beside).issuperset(words)
