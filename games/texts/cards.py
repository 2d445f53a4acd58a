"""Names of cards in words. They depend on the language and on the tradition of cards."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from games.engine.camba.cards import DECK as CAMBA
from games.engine.fishing.cards import DECK as FISHING
from games.engine.haggis.cards import DECK as HAGGIS

TRADITIONS: Final = ("french", "italian")
"""Traditions of cards: diamonds, hearts, spades, clubs, with jack and queen; or coins, cups, swords, batons, with knave
(fante) and knight (cavallo). Other sentences with suits or court cards have a separate entry in the catalogue for a
tradition with different words, such as ``counted.diamonds.italian``."""

FORMS: Final = ("", "the")
"""The bare name, and the name with its article."""

Words = Callable[..., str]
"""A function that returns the sentence of an id, with texts for its fields."""


def names(words: Words, tradition: str) -> dict[tuple[str, str], dict[str, str]]:
    """Return the names of cards in words by their codes, for each deck and form."""
    named: dict[tuple[str, str], dict[str, str]] = {}
    for form in FORMS:
        named["fishing", form] = dict(_fishing(words, tradition, form))
        named["camba", form] = dict(_camba(words, form))
        named["haggis", form] = dict(_haggis(words, form))
    return named


def _fishing(words: Words, tradition: str, form: str) -> Iterator[tuple[str, str]]:
    for name in FISHING.names_in_order:
        rank = words(_formed(f"card.{tradition}.rank.{name[0]}", form))
        yield name, words(f"card.{tradition}", rank=rank, suit=words(f"card.{tradition}.suit.{name[1]}"))


def _camba(words: Words, form: str) -> Iterator[tuple[str, str]]:
    for name in CAMBA.names_in_order:
        colour, number = words(f"card.camba.colour.{name[0]}"), words(f"camba.class.{name[1]}")
        yield name, words(_formed("card.camba", form), colour=colour, number=number)


def _haggis(words: Words, form: str) -> Iterator[tuple[str, str]]:
    for name in HAGGIS.names_in_order:
        if len(name) == 1:
            yield name, words(_formed(f"card.haggis.{name}", form))
        else:
            suit = words(f"card.haggis.suit.{name[-1]}")
            yield name, words(_formed("card.haggis", form), rank=name[:-1], suit=suit)


def _formed(id: str, form: str) -> str:
    return f"{id}.{form}" if form else id
