"""The avatars that players choose from. A client draws the symbol, or a picture of its own for the key."""

from __future__ import annotations

from typing import Final, NamedTuple


class Avatar(NamedTuple):
    """An avatar: its key in the API, its English name and its emoji."""

    key: str
    name: str
    symbol: str


AVATARS: Final = (
    Avatar("cat", "Cat", "🐈"),
    Avatar("fennec", "Fennec", "🦊"),
    Avatar("camel", "Camel", "🐪"),
    Avatar("flamingo", "Flamingo", "🦩"),
    Avatar("turtle", "Turtle", "🐢"),
    Avatar("octopus", "Octopus", "🐙"),
    Avatar("owl", "Owl", "🦉"),
    Avatar("goat", "Goat", "🐐"),
    Avatar("palm", "Palm tree", "🌴"),
    Avatar("olive", "Olive branch", "🫒"),
    Avatar("jasmine", "Jasmine", "🌼"),
    Avatar("lemon", "Lemon", "🍋"),
    Avatar("tea", "Mint tea", "🍵"),
    Avatar("coffee", "Coffee", "☕"),
    Avatar("boat", "Boat", "⛵"),
    Avatar("moon", "Crescent", "🌙"),
)
