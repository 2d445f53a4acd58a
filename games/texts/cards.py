"""What players call cards: names of ranks and suits are data of a language, and of a tradition of cards."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from games.engine.camba.cards import DECK as CAMBA
from games.engine.fishing.cards import DECK as FISHING
from games.engine.haggis.cards import DECK as HAGGIS

TRADITIONS: Final = ("french", "italian")
"""Whose cards are spoken of: diamonds, hearts, spades, clubs, with jack and queen; or coins, cups, swords, batons, with
knave (fante) and knight (cavallo). What else a sentence says of suits and court cards has an entry of its own in the
catalogue, ``counted.diamonds.italian``, where the tradition has other words for it."""

FORMS: Final = ("", "the")
"""The bare name, and the name with its article."""

Words = Callable[..., str]
"""Says an entry of the catalogue, with texts for its fields."""


def names(words: Words, tradition: str) -> dict[tuple[str, str], dict[str, str]]:
    """Return what cards are called, by their names: for each deck and form."""
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
