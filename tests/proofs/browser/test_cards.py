"""The drawings of the cards."""

from __future__ import annotations

import pytest

from games.engine.camba.cards import DECK as CAMBA
from games.engine.fishing.cards import DECK as FISHING
from games.engine.haggis.cards import DECK as HAGGIS

DRAW = """async ([cards, suits]) => {
  const {plain} = await import("/static/web/table/board/faces.js");
  const {cardBack} = await import("/static/web/cards/cards.js");
  const store = await import("/static/web/browser/store.js");
  store.suits.set(suits);
  const drawn = [...cards.map((card) => plain(card).firstChild), cardBack()];
  document.querySelector("main").replaceChildren(...drawn);
  return drawn.map((svg) => ({
    name: svg.getAttribute("aria-label"),
    drawing: svg.innerHTML,
    paints: [...svg.querySelectorAll("[class]")].flatMap((shape) => [...shape.classList]),
    unpainted: svg.querySelectorAll("path:not([class]), circle:not([class]), rect:not([class])").length,
  }));
}"""

PAINTED = """() => [...document.querySelectorAll("main svg [class]")].filter((shape) => {
  const {fill, stroke} = getComputedStyle(shape);
  return fill === "none" && stroke === "none";
}).length"""


@pytest.mark.parametrize(
    ("deck", "suits"),
    [(FISHING, "italian"), (FISHING, "french"), (CAMBA, "italian"), (HAGGIS, "italian")],
    ids=["italian", "french", "camba", "haggis"],
)
def test_every_card_has_a_face_and_a_name_of_its_own(browsers, deck, suits):
    """No two cards of a deck look or sound the same, and none like the back."""
    page = browsers.open()
    page.goto("/#/rules", wait_until="networkidle")
    drawn = page.evaluate(DRAW, [deck.names_in_order, suits])

    assert len({card["name"] for card in drawn}) == len({card["drawing"] for card in drawn}) == deck.size + 1
    assert not any(card["unpainted"] for card in drawn)
    assert page.evaluate(PAINTED) == 0


def test_suits_tell_apart_without_colours(browsers):
    """A seven of every suit differs from the others, even when all paints are the same."""
    page = browsers.open()
    page.goto("/#/rules", wait_until="networkidle")
    for cards, suits in (
        (["7D", "7H", "7S", "7C"], "italian"),
        (["7D", "7H", "7S", "7C"], "french"),
        (
            [f"7{suit}" for suit in "ROYGB"],
            "italian",
        ),
    ):
        shapes = page.evaluate(
            """async ([cards, suits]) => {
              const {cardFace} = await import("/static/web/cards/cards.js");
              return cards.map((card) => [...cardFace(card, {suits}).querySelectorAll("path, circle")]
                .map((shape) => shape.getAttribute("d") ?? shape.getAttribute("r")).join(" "));
            }""",
            [cards, suits],
        )
        assert len(set(shapes)) == len(cards)
