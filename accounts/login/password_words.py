"""Words about this server, which do not count in a password: an attacker of this server tries them first.

docs/accounts.md has the rule and the list. The app of the games adds their names (``forbid``), so players and their
passwords know no games.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import ValidationError

from accounts.names.reserved import IN_PLACE_OF_LETTERS
from accounts.names.search_form import fold
from games.engine.messages import say
from games.texts import reader

FIELD: Final = "admin card carte chkobba chkoba deck game jeux joueur joueuse play server serveur shkoba shkobba staff"
"""The name of this server as people spell it, and common words of the field."""
_WORD: Final = re.compile(r"[^\W\d_]{4,}")
"""A word in a longer text. Shorter ones are parts of too many other words."""


def _plain(text: str) -> str:
    """Return a text without case and accents, with letters for the signs that people write in their place."""
    return fold(text.translate(IN_PLACE_OF_LETTERS))


def _words_of(texts: Iterable[str]) -> set[str]:
    """Return the texts themselves, and the words in them."""
    plain = set(filter(None, map(_plain, texts)))
    return plain.union(*map(_WORD.findall, plain))


_words: Final = _words_of(FIELD.split())


def forbid(texts: Iterable[str]) -> None:
    """Add texts, such as the names of games, and the words in them."""
    _words.update(_words_of(texts))


class ServerWordsValidator:
    """Django's validator of passwords that consist mainly of words about this server."""

    def __init__(self, min_length: int) -> None:
        self.min_length = min_length
        """The fewest characters of a password besides these words."""

    def validate(self, password: str, user: object = None) -> None:
        """Raise Django's ValidationError with the code ``server_words`` if too little is left without the words."""
        words = _words | _words_of([urlsplit(settings.PUBLIC_URL).hostname or ""])
        longest_first = "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))
        others, found = re.subn(longest_first, "", _plain(password))
        if found and len(others) < self.min_length:
            message = reader().text(say("password.server_words", count=self.min_length))
            raise ValidationError(message, code="server_words", params={"min_length": self.min_length})

    def get_help_text(self) -> str:
        """Return the rule for the forms of the admin."""
        return "Words about this server, such as its name or a game, do not count towards the length of your password."
