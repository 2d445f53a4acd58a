"""Messages become sentences here, where their reader is known: ``reader("fr").say(message)``.

Catalogues are gettext's. ``locale/chkobba.pot`` holds every sentence in English, ``locale/xx/LC_MESSAGES/chkobba.po``
its translation; a message is found by its id, which is the context (msgctxt) of its entry. ``python scripts/texts.py``
compiles them (docs/adding-a-language.md).
"""

from __future__ import annotations

from functools import cache
from typing import Final

from games.texts.cards import TRADITIONS
from games.texts.catalogue import catalogue
from games.texts.reading import DIRECTORY, Reader

LANGUAGES: Final = {"en": "English", "fr": "Français"}
"""The languages that are offered, by their own names. Each one is complete."""

ENGLISH: Final = "en"


FRENCH_CARDS: Final = TRADITIONS[0]
"""How cards are called for players who have not chosen: in every game as its rules do, and as they are drawn, 7♦."""


@cache
def reader(language: str = ENGLISH, cards: str = FRENCH_CARDS) -> Reader:
    """Return who reads a language of ``LANGUAGES``, with one of the ``TRADITIONS`` of cards."""
    return Reader(language, cards)


def names_of_nobody() -> set[str]:
    """Return the names of bots and of former players in every language. No player may have one of them."""
    return {
        form.text
        for language in LANGUAGES
        for id, forms in catalogue(language).sentences.items()
        if id.startswith(("bot.name.", "page.bot.")) or id == "player.former"
        for form in forms
    }


__all__ = [
    "DIRECTORY",
    "ENGLISH",
    "FRENCH_CARDS",
    "LANGUAGES",
    "TRADITIONS",
    "Reader",
    "names_of_nobody",
    "reader",
]
