"""Offers beside the table: what a player can answer, and when an offer expires."""

from __future__ import annotations

import json

import pytest

from tests.web.files import DOCUMENT, run_in_node

SCRIPT = (
    DOCUMENT
    + """
const { loadTexts, loadLater } = await import("./texts.js");
await loadTexts();
await loadLater();
const { offered } = await import("./table/offers.js");
const view = %s;
const timers = [];
globalThis.setTimeout = (action, milliseconds) => timers.push([action, milliseconds]);
const asked = [];
const session = { view, matchId: "x", again: () => asked.push("match") };
const section = offered({ root: { isConnected: true }, session });
const left = view.pause ? Date.parse(view.pause.until) - Date.now() : 0;
const waits = timers.map(([, milliseconds]) => Math.abs(milliseconds - left) < 60_000);
timers.forEach(([action]) => action());
const acts = (part) => [part["data-act"], ...(part.parts ?? []).flatMap(acts)].filter(Boolean);
const said = section && section.parts[0].textContent;
console.log(JSON.stringify({ said, acts: section && acts(section), waits, asked }));
"""
)
PAUSE = {"until": "2999-01-01T00:00:00Z", "number": 1, "offered_by": 1, "agreed": [1]}
OVER = {**PAUSE, "until": "2000-01-01T00:00:00Z"}


@pytest.fixture
def offered(tmp_path):
    """Return a function that gives the page's texts and answers for the offers of a view."""

    def run(**view):
        seats = [{"number": number, "side": number, "kind": "bot", "resigned": False} for number in range(2)]
        whole = {"seats": seats, "you": {"seat": 0}, "paused_at": None, "pause": None, "pause_end_offer": None} | view
        return run_in_node(tmp_path, SCRIPT % json.dumps(whole))

    return run


@pytest.mark.node
def test_an_offer_to_end_a_pause_is_answered(offered):
    """An offer to end the pause replaces the agreed pause."""
    around = {"paused_at": PAUSE["until"], "pause": {**PAUSE, "agreed": [1, 0]}}
    asked = offered(**around, pause_end_offer={"number": 3, "offered_by": 1, "agreed": [1]})
    own = offered(**around, pause_end_offer={"number": 3, "offered_by": 0, "agreed": [0]})

    assert (asked["said"], asked["acts"]) == (
        "Bot Hédi offers to end the pause now.",
        ["accept-pause_end", "decline-pause_end"],
    )
    assert own["acts"] == ["withdraw-pause_end"]
    assert offered(**around)["acts"] is None


@pytest.mark.node
def test_an_offer_that_has_lapsed_leaves_an_open_page(offered):
    """When an offer expires, the page reads the match again; an expired offer has no buttons."""
    there = offered(pause=PAUSE)
    assert (there["acts"], there["asked"]) == (["accept-pause", "decline-pause"], ["match"])
    assert there["waits"] == [True]
    over = offered(pause=OVER)
    assert (over["acts"], over["waits"]) == (None, [])
