"""The rules of games for their players in other languages than English: ``xx/key.md``, complete texts in Markdown.

The English ones are beside the rules themselves, in the engine. A translation begins with the digest of the English
text that it translates, so that a test can say when that has changed since (docs/adding-a-language.md).
"""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

DIRECTORY: Final = Path(__file__).parent


class Translation(NamedTuple):
    """The rules of a game in another language."""

    of: str
    """The digest of the English text."""
    text: str


@cache
def translation(language: str, key: str) -> Translation | None:
    """Return the rules of a game in a language, or None where nobody has translated them."""
    path = DIRECTORY / language / f"{key}.md"
    if not path.is_file():
        return None
    first, _, text = path.read_text(encoding="utf-8").partition("\n")
    return Translation(first.removeprefix("<!-- English: ").removesuffix(" -->"), text)


def digest_of(english: str) -> str:
    """Return what a translation of this text begins with."""
    return sha256(english.encode()).hexdigest()[:16]
