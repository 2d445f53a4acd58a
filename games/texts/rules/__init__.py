"""Translated rules of games for players: ``xx/key.md``, complete texts in Markdown.

The English texts are beside the code of the rules, in the engine. A translation begins with the digest of its English
source, so that a test finds translations whose source has changed (docs/adding-a-language.md).
"""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

DIRECTORY: Final = Path(__file__).parent


class Translation(NamedTuple):
    """The rules of a game, translated from English."""

    of: str
    """The digest of the English text."""
    text: str


@cache
def translation(language: str, key: str) -> Translation | None:
    """Return the rules of a game in a language, or None without a translation."""
    path = DIRECTORY / language / f"{key}.md"
    if not path.is_file():
        return None
    first, _, text = path.read_text(encoding="utf-8").partition("\n")
    return Translation(first.removeprefix("<!-- English: ").removesuffix(" -->"), text)


def digest_of(english: str) -> str:
    """Return the digest with which a translation of this text begins: 16 hexadecimal digits."""
    return sha256(english.encode()).hexdigest()[:16]
