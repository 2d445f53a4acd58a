"""The verification of a match against its log, as a checklist."""

from __future__ import annotations

from typing import Final, NamedTuple

from games.admin.common.read_only import is_over
from games.models import Match
from games.services.log.verification import Fault, Part, faults_now

CHECKS: Final[dict[Part, str]] = {
    "rules": "The rules are in the catalogue",
    "digests": "Each row has the digest of itself and the row before it",
    "commitment": "The seed matches the commitment",
    "decks": "Every deck and the first dealer follow from the seeds",
    "play": "Every move has the outcome that the rules say",
    "clock": "Clock and deadline follow from the log",
    "snapshot": "The snapshot equals the state that the log leads to",
    "header": "Header and seats agree with the log",
}
NEEDS: Final[dict[Part, tuple[Part, ...]]] = {
    "digests": ("rules",),
    "commitment": ("rules",),
    **dict.fromkeys(("decks", "play", "clock", "snapshot", "header"), ("rules", "digests", "commitment")),
}
"""The checks that must pass before another check is made."""


class Check(NamedTuple):
    """The result of one check."""

    state: str
    """One of ``right``, ``wrong`` or ``skipped``."""
    sign: str
    text: str
    faults: list[str]


def checklist_of(match: Match) -> list[Check]:
    """Replay a match and return the result of each check."""
    return checks_with(match, faults_now(match.pk))


def checks_with(match: Match, faults: list[Fault]) -> list[Check]:
    """Return the checks with the given faults."""
    wrong = {fault.part for fault in faults}
    checks = []
    for part, text in CHECKS.items():
        found = [in_words(match, fault) for fault in faults if fault.part == part]
        if found:
            checks.append(Check("wrong", "✗", text, found))
        elif wrong.intersection(NEEDS.get(part, ())):
            checks.append(Check("skipped", "–", f"{text}: not checked", []))
        else:
            checks.append(Check("right", "✓", text, []))
    return checks


def in_words(match: Match, fault: Fault) -> str:
    """Return a fault in words. Its details may name a hidden card, so they are left out until the match is over."""
    said = str(fault)
    return said if is_over(match) else ":".join(said.split(":")[:2])
