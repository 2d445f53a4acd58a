"""The browser's check of shuffles follows docs/fair-shuffles.md."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.web.files import each_in_node

VECTORS = Path(__file__).resolve().parent.parent / "records" / "shuffles.jsonl"
CHECK = """
const label = labelOf(given.match, given.round, given.attempt, given.seat_seeds);
return shuffled(given.cards, given.seed, label);
"""


@pytest.mark.node
def test_frozen_decks_come_out() -> None:
    """The module passes every test vector of the server's shuffle."""
    vectors = [json.loads(line) for line in VECTORS.read_text(encoding="utf-8").splitlines()]

    decks = each_in_node('const { labelOf, shuffled } = await import("./player/shuffle.js");', CHECK, vectors)

    assert len(vectors) > 10
    assert decks == [vector["deck"] for vector in vectors]
