"""The rules of one match: a ruleset with the agreed options. All functions of the fishing engine use them."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from games.engine.fishing.captures import captures_of
from games.engine.fishing.options import options_of
from games.engine.fishing.ruleset import Announce, Declarations, Ruleset
from games.engine.fishing.rulesets.announcements import ANNOUNCEMENTS
from games.engine.options import Options, changed_options
from games.engine.seats import each_alone, partners_across


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
