"""Whether a match is what its log says, at a glance."""

from __future__ import annotations

from typing import Final, NamedTuple

from games.admin.reading import is_over
from games.models import Match
from games.services.log.verification import Fault, Part, faults_now

CHECKS: Final[dict[Part, str]] = {
    "rules": "The rules are in the catalogue",
    "digests": "Each row has the digest of itself and the row before it",
    "commitment": "The seed is the one that was promised",
    "decks": "Every deck, and the first dealer, follow from the seeds",
    "play": "From every move followed what the rules say",
    "clock": "Clock and deadline follow from the log",
    "snapshot": "The snapshot is what the log folds to",
    "header": "Header and seats say what the log says",
}
NEEDS: Final[dict[Part, tuple[Part, ...]]] = {
    "digests": ("rules",),
    "commitment": ("rules",),
    **dict.fromkeys(("decks", "play", "clock", "snapshot", "header"), ("rules", "digests", "commitment")),
}
"""What must be in order for something else to be looked at."""


class Check(NamedTuple):
    """One thing that was checked."""

    state: str
    """``right``, ``wrong`` or ``skipped``."""
    sign: str
    text: str
    faults: list[str]


def checklist_of(match: Match) -> list[Check]:
    """Replay a match, and say what is right about it and what is not."""
    return told(match, faults_now(match.pk))


def told(match: Match, faults: list[Fault]) -> list[Check]:
    """Return the checks with what was found."""
    wrong = {fault.part for fault in faults}
    checks = []
    for part, text in CHECKS.items():
        found = [in_words(match, fault) for fault in faults if fault.part == part]
        if found:
            checks.append(Check("wrong", "✗", text, found))
        elif wrong.intersection(NEEDS.get(part, ())):
            checks.append(Check("skipped", "–", f"{text}: not looked at", []))
        else:
            checks.append(Check("right", "✓", text, []))
    return checks


def in_words(match: Match, fault: Fault) -> str:
    """Return what is wrong. What the rules say of a move may name a card: it waits until the match is over."""
    said = str(fault)
    return said if is_over(match) else ":".join(said.split(":")[:2])
