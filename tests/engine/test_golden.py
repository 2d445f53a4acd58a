"""Golden matches: every record of ``tests/records`` has the same result as always, and every game has some."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from games.engine.catalogue import GAMES
from games.engine.record import canonical, digest, replay

RECORDS = Path(__file__).parent.parent / "records"


@pytest.mark.parametrize("key", GAMES)
def test_the_golden_records_of_a_game_come_out_equal(key):
    """Status, error, scores, totals and winner are equal, and so is every step; ten records or more are refused."""
    wrong = []
    for folder in (RECORDS, RECORDS / "refused"):
        lines = (folder / f"{key}.jsonl").read_text().splitlines()
        assert len(lines) >= 10
        for number, line in enumerate(lines):
            case = json.loads(line)
            result = replay(case["record"], trace=True)
            steps = digest(canonical(result.pop("steps")))
            if (comparable(result), steps) != (comparable(case["result"]), case["steps_digest"]):
                wrong.append((folder.name, number, result, case["result"]))

    assert wrong == []


def comparable(result: dict[str, Any]) -> dict[str, Any]:
    """Return the result without the texts for people, which may change."""
    error = result["error"] and {name: value for name, value in result["error"].items() if name != "message"}
    rounds = [{name: value for name, value in round.items() if name != "detail"} for round in result["rounds"]]
    return {**result, "error": error, "rounds": rounds}
