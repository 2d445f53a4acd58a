"""A match in a list, and the avatar of a newcomer."""

from __future__ import annotations

import json

import pytest

from tests.web.files import DOCUMENT, run_in_node

SCRIPT = (
    DOCUMENT
    + """
const { loadTexts } = await import("./texts.js");
const store = await import("./store.js");
const { matchRow } = await import("./matchrow.js");
await loadTexts();
store.me.set({ id: 7 });
const [link] = matchRow(%s, { href: ["match", "1"] }).parts;
console.log(JSON.stringify(link.parts.filter((part) => part.class !== "match-seats").map((part) => part.textContent)));
"""
)

SEATS = [
    {"number": 0, "side": 0, "kind": "player", "player": 8, "name": "Karim", "avatar": "owl"},
    {"number": 1, "side": 1, "kind": "player", "player": 7, "name": "Amel", "avatar": "cat"},
]


@pytest.fixture
def told(tmp_path):
    """Return a function that gives the texts of a match of Amel against Karim."""

    def run(**match):
        shown = {"id": "1", "game": {"name": "Chkobba"}, "seats": SEATS, "to_act": 1, "due_at": None, **match}
        return run_in_node(tmp_path, SCRIPT % json.dumps(shown))

    return run


@pytest.mark.node
def test_a_match_is_told_apart_by_the_opponent(told):
    """The opponent's name comes first, before the game."""
    assert told(status="running") == ["vs Karim · Chkobba", "Your turn"]


@pytest.mark.node
def test_a_match_that_is_over_tells_the_score(told):
    """A finished match shows the score with the player's own points first."""
    ended = told(status="finished", result={"winner": 1}, totals=[4, 11])

    assert ended == ["vs Karim · Chkobba", "You won · 11 : 4"]


PICTURES = """
globalThis.addEventListener = () => {};
const drawn = [];
for (const chance of [0, 0.999]) {
  Math.random = () => chance;
  const { someAvatar } = await import(`./avatars.js?${chance}`);
  drawn.push(someAvatar(), ((Math.random = () => 0.5), someAvatar()));
}
console.log(JSON.stringify(drawn));
"""


@pytest.mark.node
def test_the_picture_of_a_newcomer_is_drawn_once(tmp_path):
    """The avatar is a random one of a person, and stays the same while the page is open."""
    first, again, last, as_well = run_in_node(tmp_path, PICTURES)

    assert (first, last) == ("cat", "moon")
    assert (again, as_well) == (first, last)
