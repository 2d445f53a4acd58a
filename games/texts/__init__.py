"""Translation of messages into sentences of the reader's language: ``reader("fr").say(message)``.

Catalogues are those of gettext. ``locale/chkobba.pot`` holds every sentence in English and
``locale/xx/LC_MESSAGES/chkobba.po`` its translation. The id of a message is the context (msgctxt) of its entry.
``python scripts/texts.py`` compiles the catalogues (docs/adding-a-language.md).
"""

from __future__ import annotations

from functools import cache
from typing import Final

from games.texts.cards import TRADITIONS
from games.texts.catalogue import catalogue
from games.texts.reading import DIRECTORY, Reader

LANGUAGES: Final = {"en": "English", "fr": "Français"}
"""The languages that players may choose, with their own names. Each catalogue is complete."""

ENGLISH: Final = "en"


FRENCH_CARDS: Final = TRADITIONS[0]
"""The default tradition of cards. It agrees with the rules of every game, and with the drawn cards, such as 7♦."""


@cache
def reader(language: str = ENGLISH, cards: str = FRENCH_CARDS) -> Reader:
    """Return the reader of a language of ``LANGUAGES``, with one of the ``TRADITIONS`` of cards."""
    return Reader(language, cards)


def names_of_bots_and_former_players() -> set[str]:
    """Return the names of bots and of former players in every language. Players may not take them."""
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
    "reader",
]
