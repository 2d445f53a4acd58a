"""Golden matches: every record of ``tests/records`` has the same result as always, and every game has some."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from games.engine.catalogue import GAMES
from games.engine.record import canonical, digest, replay

RECORDS = Path(__file__).parent.parent / "records"


def golden(folder: Path) -> list[Any]:
    """Return each line of each file as a test case named after it."""
    return [
        pytest.param(json.loads(line), id=f"{path.stem}-{number}")
        for path in sorted(folder.glob("*.jsonl"))
        for number, line in enumerate(path.read_text().splitlines())
        if path.stem in GAMES
    ]


@pytest.mark.parametrize("case", golden(RECORDS) + golden(RECORDS / "refused"))
def test_a_golden_record_comes_out_equal(case):
    """Status, error, scores, totals and winner are equal, and so is every step of the trace."""
    result = replay(case["record"], trace=True)
    steps = result.pop("steps")

    assert comparable(result) == comparable(case["result"])
    assert digest(canonical(steps)) == case["steps_digest"]


def comparable(result: dict[str, Any]) -> dict[str, Any]:
    """Return the result without the texts for people, which may change."""
    error = result["error"] and {name: value for name, value in result["error"].items() if name != "message"}
    rounds = [{name: value for name, value in round.items() if name != "detail"} for round in result["rounds"]]
    return {**result, "error": error, "rounds": rounds}


@pytest.mark.parametrize("key", GAMES)
def test_every_game_has_golden_records(key):
    """At least ten played and ten refused records for each entry of the catalogue."""
    for folder in (RECORDS, RECORDS / "refused"):
        assert len((folder / f"{key}.jsonl").read_text().splitlines()) >= 10
