"""The options of a game in words, for its rules: the choices of each, the default first."""

from __future__ import annotations

from typing import Any

from games.engine.fishing.rules import options_of
from games.engine.fishing.ruleset import Capture, Ruleset
from games.engine.options import Option

_HEADING = """\
### What you may agree on

Before the match, that is. Otherwise what stands first holds.
"""

_CHOICES: dict[str, tuple[str, dict[Any, str]]] = {
    "margin": ("Lead of the winner", {1: "1 point", 2: "2 points"}),
    "courts": ("Court cards", {"jqk": "jack 8, queen 9, king 10", "qjk": "queen 8, jack 9, king 10"}),
    "redeal": (
        "First table void with at least",
        {
            "none": "(never void)",
            "kings2": "2 kings",
            "kings3": "3 kings",
            "aces2": "2 aces",
            "ranks3": "3 of a rank",
        },
    ),
    "last_sweep": ("Clearing the table on the last play", {False: "no point", True: "a point"}),
    "open_piles": ("Piles", {True: "open", False: "face down until the round ends"}),
    "cut": ("Cut", {True: "yes", False: "no"}),
    "primiera_needs_all_suits": ("Primiera without a suit", {False: "allowed", True: "out"}),
    "ace_fifteen": ("Ace that meets an ace", {False: "takes it", True: "may make 15 instead"}),
    "declarations": ("Announcing", {"automatic": "by the server", "manual": "by yourselves"}),
    "many_cards": ("Two points for", {40: "40 cards", 30: "30 or more cards"}),
    "piccola_most": ("Piccola", {6: "6 points at the most", 7: "7 points for the ace to the 7"}),
    "compulsory": ("Taking", {False: "as you like", True: "a must"}),
    "dealer_bonus": ("Dealer's table of 15", {0: "0 points", 1: "1 point, and 2 for 30"}),
    "teams": ("Teams of four players", {False: "no", True: "yes"}),
}
"""The name of each option, and its choices in words."""


def agreements(ruleset: Ruleset) -> str:
    """Return the section that lists every option of a game, its default first."""
    return "\n".join([_HEADING, *(_line(option, ruleset) for option in options_of(ruleset))])


def _line(option: Option, ruleset: Ruleset) -> str:
    if option.name == "target":
        least, most = option.schema["minimum"], option.schema["maximum"]
        return f"- **Points to win**: {option.default}; or any from {least} to {most}"
    name, choices = _CHOICES[option.name]
    others = ", ".join(text for value, text in choices.items() if value != option.default)
    return f"- **{name}**: {choices[option.default]}; or {others}{_remark(option.name, ruleset)}"


def _remark(option: str, ruleset: Ruleset) -> str:
    """Return a remark on an option that makes no difference in this game, or nothing."""
    if option == "last_sweep" and ruleset.capture in (Capture.FIFTEEN, Capture.FIFTEENS):
        return " (here it never happens)"
    if option == "redeal" and not ruleset.table:
        return " (but no table is dealt)"
    return ""
