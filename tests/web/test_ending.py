"""Texts about why a match has ended."""

from __future__ import annotations

import json

import pytest

from tests.web.files import DOCUMENT, run_in_node

SCRIPT = (
    DOCUMENT
    + """
const { loadTexts, loadLater } = await import("./texts.js");
const store = await import("./store.js");
await loadTexts();
await loadLater();
store.suits.set("italian");
const { kind, end, view, line } = %s;
const { why, sheetLine } = await import(`./kinds/${kind}.js`);
const written = (said) => said && [said].flat(Infinity).map((part) => part.textContent ?? part).join("");
console.log(JSON.stringify([written(why(end, view)), written(sheetLine?.(line, end, view))]));
"""
)

SEATS = [{"number": number, "side": number, "kind": "bot"} for number in range(3)]


@pytest.fixture
def told(tmp_path):
    """Return a function that gives the reason for an end, and the text of a line of its score sheet."""

    def run(kind, end, line=None, **view):
        asked = {"kind": kind, "end": end, "line": line, "view": {"seats": SEATS, "you": {"seat": 0}, **view}}
        return run_in_node(tmp_path, SCRIPT % json.dumps(asked))

    return run


@pytest.mark.node
@pytest.mark.parametrize(("winner", "said"), [(1, "Bot Hédi took all ten coins: that wins at once."), (None, None)])
def test_all_coins_win_at_once(told, winner, said):
    """A win by all coins has a text, as the points do not show it; other wins have none."""
    assert told("fishing", {"cappotto": winner})[0] == said


@pytest.mark.node
@pytest.mark.parametrize(
    ("totals", "said"), [([0, 0, 1], "First to get rid of all cards: Bot Mouna."), ([1, 0, 1], None)]
)
def test_a_game_of_camba_names_who_was_first(told, totals, said):
    """A single game of Čamba names the first player, several games do not; lines of the sheet name players."""
    end = {"places": [2, 0, 1]}

    assert told("camba", end, {"key": "third"}, totals=totals) == [said, "Bot Hédi"]
