"""The search form of names: without case, accents and ligatures, so that "elodie" finds "Élodie".

PostgreSQL folds with ``translate`` in the expression of an index. This needs no extension: a host may not allow to
install one, and no index can use ``unaccent``, which is not immutable. It needs no column either: processes of an
earlier release would leave it empty or outdated while they run beside new ones. SQLite gets the function with each
connection.
"""

from __future__ import annotations

import unicodedata
from typing import Any, Final

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Func

_BLOCKS: Final = (
    *((0x41, 0x5A), (0xC0, 0x24F)),  # Latin
    *((0x370, 0x3FF), (0x400, 0x52F), (0x531, 0x556)),  # Greek, Cyrillic, Armenian
    *((0x622, 0x64A), (0x10A0, 0x10C5)),  # Arabic, Georgian
    *((0x1E00, 0x1FFF), (0xFF21, 0xFF3A)),  # more of Latin and Greek, full width
)
"""Blocks of letters with case or accents, as first and last code point. Unicode adds no more letters there."""
_OTHERWISE: Final = dict(zip("øđðħıłŧςىة", "oddhiltσيه", strict=True))
"""Letters with a plain form that Unicode does not decompose into a letter and a mark."""
_LIGATURES: Final = {"ß": "ss", "æ": "ae", "œ": "oe"}
_DROPPED: Final = "".join(map(chr, [*range(0x300, 0x370), *range(0x591, 0x5BE), 0x640, *range(0x64B, 0x653), 0x670]))
"""Combining marks, vowel signs of Hebrew and Arabic, and the sign that stretches Arabic words."""


def _folded(letter: str) -> str:
    """Return a letter in lower case without accents; unchanged if the result is not one letter."""
    lower = letter.translate({0xFF21 + n: 0x61 + n for n in range(26)}).lower()
    bare = "".join(part for part in unicodedata.normalize("NFD", lower) if part not in _DROPPED)
    bare = "".join(part for part in bare if not unicodedata.combining(part))
    bare = _OTHERWISE.get(bare, bare)
    return bare if len(bare) == 1 else letter


_LETTERS: Final = {
    letter: folded
    for first, last in _BLOCKS
    for letter in map(chr, range(first, last + 1))
    if (folded := _folded(letter)) != letter
}
FROM: Final = "".join(_LETTERS) + _DROPPED
TO: Final = "".join(_LETTERS.values())
"""The third argument of ``translate``: a letter of ``FROM`` becomes the one at its place here, or is removed."""
_TABLE: Final = str.maketrans(FROM[: len(TO)], TO, _DROPPED)


def fold(text: str) -> str:
    """Return the search form of a text."""
    folded = unicodedata.normalize("NFC", text).translate(_TABLE)
    for ligature, letters in _LIGATURES.items():
        folded = folded.replace(ligature, letters)
    return folded


class Folded(Func):
    """The function ``fold`` in the database, for a text in NFC, as names are stored.

    The letters are part of the statement: the database finds an index by an equal expression, without parameters.
    """

    function = "chkobba_fold"
    arity = 1

    def as_postgresql(self, compiler: Any, connection: Any, **context: Any) -> Any:
        """Return the expression as PostgreSQL knows it, which the index on names contains."""
        template = f"translate(%(expressions)s, '{FROM}', '{TO}')"
        for ligature, letters in _LIGATURES.items():
            template = f"replace({template}, '{ligature}', '{letters}')"
        return self.as_sql(compiler, connection, template=template, **context)


def register(connection: BaseDatabaseWrapper, **signal: Any) -> None:
    """Define ``chkobba_fold`` on a new connection to SQLite."""
    if connection.vendor == "sqlite":
        connection.connection.create_function("chkobba_fold", 1, fold, deterministic=True)
