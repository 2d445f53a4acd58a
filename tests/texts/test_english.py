"""The sentences of the catalogues are those that the engine once made, but for those that were reworded since."""

from __future__ import annotations

import json

from games.texts import reader
from tests.proofs.kept.comparing import differences
from tests.texts.english import lines, recorded

REWORDED = {
    "keep his cards": "keep their cards",
    "hands his cards on": "hands their cards on",
    "everybody for himself.": "each player alone.",
    "although he could": "although they could",
}
"""What is said in other words today."""
PILES = {
    "**Piles**: open; or face down until the round ends": "**Piles**: face down until the round ends; or open",
    "Anybody may look through the piles,\\nunless you agree to leave them face down until the round ends.": (
        "What was taken lies face down until the round ends, unless you agree to leave it open; in matches that were "
        "begun by version 1 of these rules it lies open."
    ),
}
"""What is said in other words of the piles of Scopone, since they lie face down."""
OF_FORM = "This is no move of this game: "
"""What is wrong with the form of a move was said in words of Python, and is said in those of JSON."""


def test_english_is_what_it_was():
    """Moves, events, scores, options, refusals and cards are said as before they were messages; fields were added."""
    before = [json.loads(_reworded(line)) for line in recorded()]

    now = [json.loads(line) for line in lines(reader().text)]

    changed = [one for one in differences(before, now) if one.partition(": was ")[2][1:].partition(OF_FORM)[0]]
    assert changed == []
    assert len(before) > 29_000


def _reworded(line: str) -> str:
    of_scopone = "Scopone is the big Scopa" in line or "Scopone Scientifico is the masters' Scopa" in line
    for words, others in (REWORDED | PILES if of_scopone else REWORDED).items():
        line = line.replace(words, others)
    return line
