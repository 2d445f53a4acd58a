"""The labels of buttons are made of the move, never of the words of a sentence."""

from __future__ import annotations

LABELS = """async (moves) => {
  const {moveLabel} = await import("/static/web/kinds/haggis.js");
  return moves.map((move) => moveLabel({move, text: "Words of any language, with commas: and more."})?.[0] ?? null);
}"""


def test_plays_of_haggis_are_named_by_what_they_are_played_as(browsers):
    """A run is labelled by its ends, a set by its rank, a bet by its name; one card, and passing, by the sentence."""
    page = browsers.open()
    page.goto("/#/rules", wait_until="networkidle")
    labels = {
        "Run 5–7": {"type": "play", "cards": ["5R", "6R", "7R"], "as": "run:1:7"},
        "Run 9–J": {"type": "play", "cards": ["10R", "9R", "J"], "as": "run:1:11"},
        "Run 5–6, 2 of each": {"type": "play", "cards": ["5G", "5R", "6G", "6R"], "as": "run:2:6"},
        "3 cards of rank 5": {"type": "play", "cards": ["5G", "5R", "J"], "as": "set:5"},
        "A bomb": {"type": "play", "cards": ["J", "Q"], "as": "bomb:2"},
        "Little bet": {"type": "bet", "bet": "little"},
    }
    sentences = [{"type": "play", "cards": ["5R"], "as": "set:5"}, {"type": "pass"}]

    assert page.evaluate(LABELS, [*labels.values(), *sentences]) == [*labels, None, None]
