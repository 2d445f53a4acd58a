"""The rules of one match: a ruleset with the agreed options, and the limits on its length.

All functions of the fishing engine use them. The options are those of the rules catalogue, in common and by game.
"""

from __future__ import annotations

from enum import Enum
from functools import lru_cache
from typing import Any, Final

import msgspec

from games.engine.fishing.captures import captures_of
from games.engine.fishing.cards import DECK
from games.engine.fishing.ruleset import Announce, Courts, Declarations, MajorityCategory, Prize, Redeal, Ruleset
from games.engine.fishing.rulesets.announcements import ANNOUNCEMENTS
from games.engine.options import Option, Options, changed_options, option_of
from games.engine.seats import each_alone, partners_across

LONGEST: Final = 7_000
"""The most log rows of a match, by the estimate of ``highest_target``; matches of bots take about half as many."""
ROUND: Final = DECK.size + 1
"""The log rows of a round: one for the play of each card, and one for the deck."""
MOST_ROUNDS: Final = 200
"""The most rounds of a match; then the match ends with its present score. Where captures are optional, players who
never capture would never finish."""
LEAD: Final = 10
"""The reduction of the highest target for each point of ``margin`` above 1."""

COMMON = ("target", "margin", "courts", "redeal", "last_sweep", "open_piles")

BOOLEAN = {"type": "boolean"}


def _one_of(values: type[Enum]) -> dict[str, Any]:
    return {"type": "string", "enum": [member.value for member in values]}


SCHEMAS: dict[str, dict[str, Any]] = {
    "target": {"type": "integer", "minimum": 1, "maximum": 201},
    "margin": {"type": "integer", "enum": [1, 2]},
    "courts": _one_of(Courts),
    "redeal": _one_of(Redeal),
    "last_sweep": BOOLEAN,
    "open_piles": BOOLEAN,
    "cut": BOOLEAN,
    "primiera_needs_all_suits": BOOLEAN,
    "ace_fifteen": BOOLEAN,
    "declarations": _one_of(Declarations),
    "many_cards": {"type": "integer", "enum": [40, 30]},
    "piccola_most": {"type": "integer", "enum": [6, 7]},
    "compulsory": BOOLEAN,
    "dealer_bonus": {"type": "integer", "enum": [0, 1]},
    "teams": BOOLEAN,
}


def options_of(ruleset: Ruleset) -> tuple[Option, ...]:
    """Return the options of a game, with the ruleset's own values as defaults."""
    options = []
    for name in (*COMMON, *ruleset.options):
        value = getattr(ruleset, name)
        default = value.value if isinstance(value, Enum) else value
        options.append(option_of("fishing", name, SCHEMAS[name], default))
    return tuple(options)


class Rules:
    """The rules of one match, with values derived from them."""

    def __init__(self, ruleset: Ruleset, seats: int, changes: Options) -> None:
        self.ruleset = ruleset
        self.seats = seats
        self.changes = changes
        """The options that differ from the game's defaults."""
        self.side_of = partners_across(seats) if ruleset.teams and seats == 4 else each_alone(seats)
        self.sides = max(self.side_of) + 1
        self.nobody = (0,) * seats
        """A zero for every seat, such as empty hands."""
        self.nothing = (0,) * self.sides
        """A zero for every side, such as empty piles."""
        self.cappotto = ruleset.cappotto
        self.announces_in_turn = ruleset.announce_in_turn
        announces_packets = ruleset.announce is not Announce.NOTHING and not ruleset.announce_in_turn
        self.has_matta = ANNOUNCEMENTS[ruleset.announce].wild_seven
        """True if a 7♥ may stand for another rank."""
        self.asks_for_declarations = announces_packets and ruleset.declarations is Declarations.MANUAL
        """True if the server asks every player for an announcement after each packet."""
        self.declares_for_players = announces_packets and ruleset.declarations is Declarations.AUTOMATIC
        """True if the engine announces the best combinations after each packet."""
        self.pays_bonus = ruleset.announce is not Announce.NOTHING or ruleset.dealer_bonus is not None
        """True if announcements or the first table cards may score points."""
        self.captures = tuple(captures_of(ruleset, matta) for matta in (range(11) if self.has_matta else (0,)))
        """The captures for each value of a declared 7♥; at 0, it is a plain seven."""

    def __eq__(self, other: object) -> bool:
        return self is other or (
            isinstance(other, Rules) and (self.ruleset, self.seats) == (other.ruleset, other.seats)
        )

    def __hash__(self) -> int:
        return hash((self.ruleset.key, self.seats))


def rules_of(ruleset: Ruleset, options: Options, seats: int) -> Rules:
    """Return the rules of a match; ``options`` may leave out options that keep the ruleset's value."""
    return _rules_of(ruleset, tuple(sorted(options.items())), seats)


@lru_cache(maxsize=512)
def _rules_of(ruleset: Ruleset, options: tuple[tuple[str, object], ...], seats: int) -> Rules:
    changed = msgspec.convert({**ruleset.published(), **dict(options)}, Ruleset)
    known = options_of(ruleset)
    values = {option.name: option.default for option in known} | dict(options)
    return Rules(changed, seats, changed_options(known, values))


def highest_target(rules: Rules, options: Options) -> int:
    """Return the highest target that a match reaches within LONGEST log rows, if each round brings few points.

    The estimate of the points per round is low. It has the points for single cards, which one side always captures,
    and half of the points for majorities, which no side gets in a tie. Each side gets an equal share of the estimate.
    """
    points = 0.0
    for score in rules.ruleset.scores:
        if isinstance(score, Prize) and len(score.cards) == 1:
            points += score.points
        elif isinstance(score, MajorityCategory):
            points += score.points / 2
    margin: int = options["margin"]
    return int(LONGEST / ROUND * points / rules.sides) - LEAD * (margin - 1)
