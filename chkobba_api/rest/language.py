"""The language of an answer: all texts of a request are in the language of its reader.

The language is the one that the player has chosen, else the first of ``Accept-Language`` that this server supports,
else English. Cards have the names that the player has chosen, else the French ones. Only this module knows the reader:
messages become text when an answer is written as JSON.
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from functools import lru_cache
from typing import Any, Final

from django.http import HttpRequest
from django.utils.translation.trans_real import parse_accept_lang_header

from games.engine.messages import Cards, Message
from games.texts import ENGLISH, LANGUAGES, TRADITIONS, Reader, reader

_DEFAULT: Final = reader()
_reader: ContextVar[Reader] = ContextVar("reader", default=_DEFAULT)


def as_text(value: Any) -> str:
    """Return a message as text for the reader of the answer; of another value that is no JSON, ``str`` of it."""
    return _reader.get().text(value) if isinstance(value, Message | Cards) else str(value)


def spoken() -> str:
    """Return the language in which the answer is written."""
    return _reader.get().language


def spoken_of_cards() -> str:
    """Return the tradition of card names in the answer."""
    return _reader.get().cards


def hear(accepted: str) -> None:
    """Use the first supported language of an ``Accept-Language`` header."""
    _reader.set(reader(_first_known(accepted)))


def prefer(language: str, cards: str) -> None:
    """Use the language and the card names that a player has chosen.

    Nothing changes for an empty or unsupported choice.
    """
    if language in LANGUAGES or cards in TRADITIONS:
        now = _reader.get()
        language = language if language in LANGUAGES else now.language
        _reader.set(reader(language, cards if cards in TRADITIONS else now.cards))


@lru_cache(maxsize=1000)
def _first_known(accepted: str) -> str:
    for wanted, weight in parse_accept_lang_header(accepted.lower()):
        language = wanted.partition("-")[0]
        if weight and language in LANGUAGES:
            return language
    return ENGLISH


class Heard:
    """ASGI middleware, the outermost one: sets the language from the request."""

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Set the language, and pass the request on."""
        hear(dict(scope.get("headers", ())).get(b"accept-language", b"").decode("latin-1"))
        await self.application(scope, receive, send)


def hear_requests(get_response: Callable[[HttpRequest], Any]) -> Callable[[HttpRequest], Any]:
    """Return Django middleware that sets the language from the request."""

    def hear_now(request: HttpRequest) -> Any:
        hear(request.META.get("HTTP_ACCEPT_LANGUAGE", ""))
        return get_response(request)

    return hear_now
