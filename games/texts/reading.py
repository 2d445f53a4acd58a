"""Readers, which turn messages into sentences of one language."""

from __future__ import annotations

from typing import Any

from games.engine.messages import Cards, Message
from games.texts.cards import names
from games.texts.catalogue import DIRECTORY, Catalogue, Field, Template, catalogue

__all__ = ["DIRECTORY", "Reader"]


class Reader:
    """A reader of one language and one tradition of cards. Sentences without a translation are in English.

    An id that no catalogue has is returned as it is. Tests notice that, and matches stay playable.
    """

    def __init__(self, language: str, cards: str) -> None:
        self.language = language
        self.cards = cards
        self._catalogues = [_in_tradition(self.catalogue_of(one), cards) for one in (language, "en")]
        self._cards = names(self._words, cards)

    def catalogue_of(self, language: str) -> Catalogue:
        """Return the catalogue of a language."""
        return catalogue(language)

    def say(self, message: Message) -> str:
        """Return a message as a sentence."""
        template = self._template(message.id, message.args.get("count"))
        if not template.fields:
            return template.text
        args = message.args
        return template.text % tuple([self._value(args[field.name], field) for field in template.fields])

    def text(self, value: Message | Cards | str) -> str:
        """Return the text of a field: a message, cards or a plain string."""
        return self._value(value, _PLAIN)

    def _template(self, id: str, count: Any) -> Template:
        for sentences, form_for in self._catalogues:
            forms = sentences.get(id)
            if forms is not None:
                return forms[0] if len(forms) == 1 else forms[form_for(count)]
        return Template(id, ())

    def _value(self, value: Any, field: Field) -> str:
        kind = type(value)
        if kind is Cards:
            if field.form == "code":
                return self._joined(list(value.names), field.joined)
            named = self._cards[value.deck, field.form]
            return self._joined([named.get(name, name) for name in value.names], field.joined)
        if kind is Message:
            return self.say(value)
        if kind is tuple:
            return self._joined([self._value(one, field) for one in value], field.joined)
        return str(value)

    def _joined(self, parts: list[str], how: str) -> str:
        if len(parts) < 2:
            return "".join(parts)
        between, last = self._template(how, None).text, self._template(f"{how}.last", None).text
        return f"{between.join(parts[:-1])}{last}{parts[-1]}"

    def _words(self, id: str, **texts: str) -> str:
        return self.say(Message(id, texts))


def _in_tradition(catalogue: Catalogue, cards: str) -> Catalogue:
    """Return a catalogue in which the sentences of a tradition replace the general ones."""
    own = {id.removesuffix(f".{cards}"): forms for id, forms in catalogue.sentences.items() if id.endswith(f".{cards}")}
    return catalogue._replace(sentences={**catalogue.sentences, **own})


_PLAIN = Field("", "", "list.and")
