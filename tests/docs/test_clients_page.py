"""docs/clients.md: the operations that it names exist, and its numbers are those of the server."""

from __future__ import annotations

import json
import re

import pytest

from games.api.live.long_poll import LONGEST as HELD
from games.clock.controls import bank, move
from tests.helpers.api_client import SCHEMA_FILE, as_published

DOCS = SCHEMA_FILE.parent.parent / "docs"
PAGE = (DOCS / "clients.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| ([^|]+) \| ([^|]+) \|", PAGE.partition("## What a client author needs")[2], re.MULTILINE)
"""Needs of client authors, and what the server has for each."""
DAY = 24 * 3600
NUMBERS = {
    "follow a match": [f"{HELD} s"],
    "slow games": [f"{move.SHORTEST} seconds to {move.LONGEST // DAY} days", f"{bank.MOST // DAY} days"],
}
"""The numbers in the row of a need."""


def test_each_operation_that_is_named_is_there():
    """Every operation, field, header and scope in backquotes exists."""
    operations = {one["operationId"] for path in as_published()["paths"].values() for one in path.values()}
    named = {name for _, here in ROWS for name in re.findall(r"`([a-z]+[A-Z]\w*)`", here)}

    assert len(named) > 20
    assert named <= operations
    fields = {name for _, here in ROWS for name in re.findall(r"`([a-z]+_[a-z_]+)`", here)}
    assert fields <= set(re.findall(r"\b[a-z]+_[a-z_]+\b", json.dumps(as_published())))


@pytest.mark.parametrize(("need", "numbers"), NUMBERS.items())
def test_numbers_are_those_of_the_server(need, numbers):
    """The page has these numbers and no others."""
    here = dict(ROWS)[need]

    assert all(number in here for number in numbers)
    assert re.findall(r"\d+", here) == re.findall(r"\d+", " ".join(numbers))


def test_what_is_lacking_is_not_there():
    """A row that says "lacking" must go once the feature exists."""
    operations = " ".join(one["operationId"] for path in as_published()["paths"].values() for one in path.values())
    lacking = [need for need, here in ROWS if here.startswith("**lacking**")]

    assert lacking == ["tournaments"]
    assert "ournament" not in operations
    assert "cannot be marked" not in PAGE
