"""The ring of time is redrawn only when the change is visible."""

from __future__ import annotations

import pytest

from tests.web.files import run_in_node

SCRIPT = """
const { arc } = await import("./table/seats.js");
const drawn = (turn) => Array.from({ length: turn + 1 }, (_, passed) => arc(turn - passed, turn));
const changes = (all) => all.filter((one, at) => at && JSON.stringify(one) !== JSON.stringify(all[at - 1])).length;
const [day, minute] = [drawn(86400), drawn(60)];
console.log(JSON.stringify({
  changes: changes(day), first: day[0], last: day.at(-1), late: day.at(-3600).class, begun: minute[0].class,
}));
"""


@pytest.mark.node
def test_the_ring_of_a_long_turn_moves_seldom(tmp_path):
    """In a day the ring is redrawn some 150 times; only short turns run smoothly."""
    told = run_in_node(tmp_path, SCRIPT)

    assert told["changes"] == 151  # 150 steps, and one change of colour
    assert told["first"] == {"class": "ring-time", "stroke-dasharray": "150 150"}
    assert told["last"] == {"class": "ring-time short", "stroke-dasharray": "0 150"}
    assert told["late"] == "ring-time short"
    assert told["begun"] == "ring-time smooth"
