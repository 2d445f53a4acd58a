"""All controls of the game are on the screen at once: on a small phone, on its side, magnified, with large letters."""

from __future__ import annotations

from itertools import pairwise

import pytest
from playwright.sync_api import expect

from tests.proofs.browser.table import Player, at_turn, boxes_of, cards_of_hand

TABLES = {
    "chkobba": {"game": "chkobba", "seats": 4, "options": {"cut": False}},
    "scopone": {"game": "scopone", "seats": 4},
    "camba": {"game": "camba", "seats": 4},
    "haggis": {"game": "haggis", "seats": 3},
}
SCREENS = {
    "phone": ((360, 740), 100),
    "sideways": ((740, 360), 100),
    "magnified": ((720, 450), 100),  # 1440 × 900 at 200 %
    "large-letters": ((360, 740), 200),
    "large-letters-sideways": ((740, 360), 200),
    "tablet": ((820, 1180), 100),
    "notebook": ((1366, 768), 100),
    "desktop": ((1440, 900), 100),
}
"""Width, height, and the size of letters in percent."""

LETTERS = "document.addEventListener('DOMContentLoaded', () => (document.documentElement.style.fontSize = '{}%'))"

PLACES = """() => {
  const box = (element) => element && element.getBoundingClientRect().toJSON();
  const all = (selector) => [...document.querySelectorAll(selector)].map(box);
  return {
    felt: box(document.querySelector(".felt")),
    lying: all(".felt .spread .card, .felt .combination .card, .felt .discard .card"),
    hand: all("[data-zone=hand] .card"),
    button: box(document.querySelector("[data-zone=actions] .choices button")),
    buttons: all("[data-zone=actions] .choices button").length,
    actions: box(document.querySelector("[data-zone=actions]")),
    over: document.documentElement.scrollWidth - innerWidth,
  };
}"""


LONGEST = """(label) => {
  const button = document.querySelector("[data-zone=actions] .choices button");
  button.querySelector("span").replaceChildren(label);
  const [edge, box] = [button.closest("[data-zone=actions]"), button].map((one) => one.getBoundingClientRect());
  return [box.top - edge.top, edge.bottom - box.bottom, box.left, innerWidth - box.right];
}"""


@pytest.fixture(scope="module")
def tables(server):
    """Return a guest with a match of each kind in which it is their turn."""
    guest = server.guest("Amel")
    return guest, {name: at_turn(guest, **wish) for name, wish in TABLES.items()}


def choose_something(player):
    """Tap the cards of a legal move that has some, so that a button shows."""
    legal = player.api.get(f"matches/{player.match_id}/legal-moves", params={"limit": 100}).json()["moves"]
    move = next((one["move"] for one in legal if cards_of_hand(one["move"])), None)
    for zone, cards in (("hand", cards_of_hand(move)), ("table", move.get("capture", []))) if move else ():
        for card in cards:
            tapped = player.page.locator(f"[data-zone='{zone}'] [data-card='{card}']:not([data-chosen='true'])")
            if tapped.count():
                tapped.first.dispatch_event("click")
    player.page.locator("[data-zone='actions'] .choices button").first.wait_for()


@pytest.mark.parametrize("screen", SCREENS)
def test_hand_felt_and_button_are_there_at_once(browsers, tables, screen):
    """None of them is beyond the edge or over another, and the cards on the felt are inside it.

    The longest label of a button shows as much as there is room for, and goes over no edge.
    """
    guest, matches = tables
    size, letters = SCREENS[screen]
    player = Player(browsers.open(size), guest)
    player.page.add_init_script(LETTERS.format(letters))
    for table, match in matches.items():
        player.sit_down(match)
        player.page.locator(f".table-page[data-match='{match}']").wait_for()
        assert player.wait_for_turn()
        choose_something(player)
        all_is_in_place(table, size, player.page.evaluate(PLACES))

        assert min(player.page.evaluate(LONGEST, "take the seven of coins and the ace of cups")) >= -1, table


def all_is_in_place(table, size, seen):
    """Assert that hand, felt and button are inside a window of that size, and cover no other."""
    width, height = size
    for name, box in [("felt", seen["felt"]), ("button", seen["button"]), *(("hand", card) for card in seen["hand"])]:
        assert -2 <= box["left"] < box["right"] <= width + 2, (table, name, box)
        assert -2 <= box["top"] < box["bottom"] <= height + 2, (table, name, box)
    assert max(card["bottom"] for card in seen["hand"]) <= seen["button"]["top"] + 1, table
    for card in seen["lying"]:
        assert card["top"] >= seen["felt"]["top"] - 4, (table, card)
        assert card["bottom"] <= seen["felt"]["bottom"] + 4, (table, card)
        assert card["bottom"] - card["top"] > 30, (table, card)
    assert seen["over"] <= 0, table


@pytest.mark.parametrize("table", ["chkobba", "haggis"])
def test_the_button_never_moves(browsers, tables, table):
    """For every selection its lower edge stays, and it covers neither row of a large hand.

    "Take back" is beside it. Several buttons, for cards that can be played in several ways, stand in two rows.
    """
    guest, matches = tables
    player = Player(browsers.open((360, 740)), guest)
    player.sit_down(matches[table])
    assert player.wait_for_turn()
    edges = set()
    for place in range(player.page.locator("[data-zone='hand'] .card").count()):
        card = player.page.locator("[data-zone='hand'] .card").nth(place)
        if card.get_attribute("data-lit") == "true":
            card.dispatch_event("click")
            seen = player.page.evaluate(PLACES)
            edges.add(round(seen["actions"]["top"]))
            if seen["button"] and seen["buttons"] <= 3:
                edges.add(("button", round(seen["button"]["bottom"])))
            assert max(one["bottom"] for one in seen["hand"]) <= seen["actions"]["top"] + 1

    assert len(edges) == 2


LONG_SUM = """(count) => {
  const made = (name, className, ...parts) => {
    const element = Object.assign(document.createElement(name), { className });
    element.append(...parts);
    return element;
  };
  const actions = document.querySelector("[data-zone=actions]");
  const button = actions.querySelector(".choices button");
  const low = () => Math.round(actions.getBoundingClientRect().bottom - button.getBoundingClientRect().bottom);
  const before = low();
  const term = () => made("span", "term", made("span", "mini-card", "10"), made("span", "worth", "10"));
  const terms = Array.from({ length: count }, () => [term(), made("span", "plus", "+")]);
  const sum = made("p", "sum", ...terms.flat(), made("strong", "", "10"));
  actions.querySelector(".sum")?.remove();
  actions.querySelector(".prompt").after(sum);
  button.className = "primary";
  button.querySelector("span").replaceChildren("take the seven of coins and the ace of cups with the eight of swords");
  return [low() - before, sum.scrollHeight - sum.clientHeight, sum.scrollWidth - sum.clientWidth];
}"""
"""Adds cards up above a button of two lines; returns how far that moves the button, and how much of the sum is cut
off."""


@pytest.mark.parametrize("screen", ["phone", "sideways", "magnified", "desktop"])
def test_a_sum_leaves_the_button_where_it_is(browsers, tables, screen):
    """For any number of added cards, and also above a button of two lines, the whole sum shows."""
    guest, matches = tables
    player = Player(browsers.open(SCREENS[screen][0]), guest)
    player.sit_down(matches["chkobba"])
    assert player.wait_for_turn()
    choose_something(player)

    assert [player.page.evaluate(LONG_SUM, cards) for cards in (2, 3, 4, 6)] == 4 * [[0, 0, 0]]


THREE_WAYS = """() => {
  const choices = document.createElement("div");
  choices.className = "choices";
  for (const label of ["4 × 10", "Run 10–J, 2 of each", "Clear"]) {
    const button = document.createElement("button");
    button.append(Object.assign(document.createElement("span"), { textContent: label }));
    choices.append(button);
  }
  const prompt = Object.assign(document.createElement("p"), { className: "prompt", textContent: "Which way?" });
  const actions = document.querySelector("[data-zone=actions]");
  actions.replaceChildren(prompt, choices);
  const edge = actions.getBoundingClientRect();
  return [...choices.children].map((one) => one.getBoundingClientRect()).map((box) =>
    ({ left: box.left, right: box.right, above: edge.bottom - box.bottom }));
}"""


def test_three_ways_stand_side_by_side(browsers, tables):
    """Two ways to play the selection, with a long name, leave "Clear" on the screen and their edge where it is."""
    guest, matches = tables
    player = Player(browsers.open((360, 740)), guest)
    player.sit_down(matches["haggis"])
    assert player.wait_for_turn()
    placed = player.page.evaluate(THREE_WAYS)

    assert {round(one["above"]) for one in placed} == {6}
    assert placed[0]["left"] >= 0
    assert placed[-1]["right"] <= 360


def test_a_fan_of_nine_on_a_small_phone(browsers, tables):
    """Each of nine or ten cards shows its corner, large enough to tap and to read."""
    guest, matches = tables
    player = Player(browsers.open((360, 740), has_touch=True), guest)
    player.sit_down(matches["scopone"])
    assert player.wait_for_turn()
    hand = player.page.locator("[data-zone='hand'] .card")
    assert hand.count() in (9, 10)
    boxes = boxes_of(player.page, "[data-zone='hand'] .card")
    strips = [after["x"] - before["x"] for before, after in pairwise(boxes)]

    assert len({round(box["y"] / 30) for box in boxes}) == 1
    assert min(strips) >= 24
    assert min(box["width"] for box in boxes) >= 48
    for place, box in enumerate(boxes):
        player.page.touchscreen.tap(box["x"] + 14, box["y"] + box["height"] / 2)
        expect(hand.nth(place)).to_have_attribute("data-chosen", "true")
