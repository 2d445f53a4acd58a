"""Names as people type them in a search: without case, accents and ligatures, so that "elodie" finds "Élodie".

PostgreSQL folds by ``translate``, in the expression of an index. That needs no extension, which a host may not be
allowed to install (and ``unaccent`` is not immutable, so that no index holds it), and no column, which processes of an
earlier release would leave empty or out of date while they run beside new ones. What SQLite calls is registered with
each connection.
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
"""Where letters are that have case, or an accent, as first and last code point. No letter is added there any more."""
_OTHERWISE: Final = dict(zip("øđðħıłŧςىة", "oddhiltσيه", strict=True))
"""Letters that are written without their accents, though they do not consist of a letter and a mark."""
_LIGATURES: Final = {"ß": "ss", "æ": "ae", "œ": "oe"}
_DROPPED: Final = "".join(map(chr, [*range(0x300, 0x370), *range(0x591, 0x5BE), 0x640, *range(0x64B, 0x653), 0x670]))
"""Marks that stand alone, vowels that Hebrew and Arabic may leave out, and what stretches an Arabic word."""


def _folded(letter: str) -> str:
    """Return a letter in lower case and without its accents; as it is where that is no single letter."""
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
"""What ``translate`` takes: each letter of the first becomes the one at its place here; those without one go."""
_TABLE: Final = str.maketrans(FROM[: len(TO)], TO, _DROPPED)


def fold(text: str) -> str:
    """Return a text as it is compared."""
    folded = unicodedata.normalize("NFC", text).translate(_TABLE)
    for ligature, letters in _LIGATURES.items():
        folded = folded.replace(ligature, letters)
    return folded


class Folded(Func):
    """The same in the database, of a text in NFC, as names are kept.

    The letters stand in the statement itself: an index is found by an expression that is equal, not by parameters.
    """

    function = "chkobba_fold"
    arity = 1

    def as_postgresql(self, compiler: Any, connection: Any, **context: Any) -> Any:
        """Return the expression of the index."""
        template = f"translate(%(expressions)s, '{FROM}', '{TO}')"
        for ligature, letters in _LIGATURES.items():
            template = f"replace({template}, '{ligature}', '{letters}')"
        return self.as_sql(compiler, connection, template=template, **context)


def register(connection: BaseDatabaseWrapper, **signal: Any) -> None:
    """Define on a new connection to SQLite the functions that PostgreSQL has."""
    if connection.vendor == "sqlite":
        connection.connection.create_function("chkobba_fold", 1, fold, deterministic=True)
