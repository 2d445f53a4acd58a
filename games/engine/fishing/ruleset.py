"""Every knob of a fishing game, documented once.

A ruleset is data: numbers, enum members and structs of them, never callables, so it can be published as it is. The
games themselves are in ``rulesets/``. "Table A" and "table B" are those of the rules of the Scopa family, sections 2
and 3.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any

import msgspec

from games.engine.protocol import Direction


class Capture(StrEnum):
    """What a played card may take (table B, "capture")."""

    RANK_BEFORE_SUM = "rank_before_sum"
    """One card of its rank; if there is none, cards that add up to its value."""
    FIFTEEN = "fifteen"
    """Cards that make 15 together with it."""
    FIFTEENS = "fifteens"
    """Cards that make 15, 30, 45 … together with it."""
    RANK_SUM_OR_FIFTEEN = "rank_sum_or_fifteen"
    """One card of its rank, a sum, or a 15, as the player likes."""


class Ace(StrEnum):
    """What a played ace may do beside the above (mode ACE)."""

    PLAIN = "plain"
    """Nothing special."""
    MUST_TAKE_ALL = "must_take_all"
    """Takes the whole table, unless an ace lies there: then one ace. Sweeping so earns nothing (Scopa d'Assi, 4.4)."""
    MAY_TAKE_ALL = "may_take_all"
    """May take the whole table, unless an ace lies there: then one ace. A sweep like any other (Cirulla, 4.8)."""


class Sweep(StrEnum):
    """What clearing the table is worth."""

    ONE = "one"
    PER_FIFTEEN = "per_fifteen"
    """One point for each 15 of the total captured (Escopa, 4.14)."""


class Redeal(StrEnum):
    """First table cards that void a deal."""

    NONE = "none"
    KINGS2 = "kings2"
    KINGS3 = "kings3"
    ACES2 = "aces2"
    RANKS3 = "ranks3"


class Courts(StrEnum):
    """Which court card is worth 8, 9 and 10, in this order."""

    JQK = "jqk"
    QJK = "qjk"


class Announce(StrEnum):
    """Which combinations of hand cards pay when they are declared."""

    NOTHING = "nothing"
    KNOCK = "knock"
    """Three cards of one rank 10, or a total of at most 9 points 3; the 7♥ is wild (4.8)."""
    CHORIZO = "chorizo"
    """Flor, escalera, tres de nueva, dos de miseria, chorizo (4.17)."""
    BACIGA = "baciga"
    """Flor, escalera, báciga, chorizo (4.18)."""


class Declarations(StrEnum):
    """Who declares."""

    AUTOMATIC = "automatic"
    """The server announces what scores most, after each packet."""
    MANUAL = "manual"
    """After each packet every player is asked in turn."""


class Count(StrEnum):
    """What sides are compared by at the end of a round."""

    CARDS = "cards"
    DIAMONDS = "diamonds"
    SEVENS = "sevens"
    SIXES = "sixes"
    PRIMIERA = "primiera"
    SETENTA = "setenta"


class Tie(StrEnum):
    """Who scores when several sides are best."""

    NOBODY = "nobody"
    SIXES = "sixes"
    """Who has more sixes; nobody when these are equal too."""
    LONE = "lone"
    """The highest value that just one side holds, if it is above 0 (Chorizo, 4.17)."""


class Hoard(msgspec.Struct, frozen=True, kw_only=True):
    """Other points for a side that holds at least so many."""

    at: int
    """0 stands for the option ``many_cards``."""
    points: int
    instead: bool
    """Whether they replace the points for having most, or come on top."""


class Most(msgspec.Struct, frozen=True, kw_only=True, tag="most"):
    """Points for the side that has most of something."""

    key: str
    name: str
    count: Count
    points: int = 1
    """For having strictly most; 0 when only the hoard pays."""
    tie: Tie = Tie.NOBODY
    hoard: Hoard | None = None


class Prize(msgspec.Struct, frozen=True, kw_only=True, tag="prize"):
    """Points for the side that captured all of these cards."""

    key: str
    name: str
    cards: tuple[str, ...]
    points: int


class Straight(msgspec.Struct, frozen=True, kw_only=True, tag="straight"):
    """A point a card for an unbroken row of diamonds from the ace on (Cirulla's piccola)."""

    key: str
    name: str
    least: int
    most: int
    """The most points that it pays; 0 stands for the option ``piccola_most``."""


Score = Most | Prize | Straight


class Ruleset(msgspec.Struct, frozen=True, kw_only=True):
    """One fishing game."""

    key: str
    version: int = 1
    """The version of these rules (docs/changing-a-rule.md)."""
    name: str
    summary: str
    sweep_name: str
    """What players call a sweep."""

    seats: tuple[int, ...]
    direction: Direction = Direction.COUNTERCLOCKWISE
    """Which way play goes, for who draws the table."""
    teams: bool = False
    """Whether at four seats those across are partners. Everybody plays alone at two and three."""

    # --- the deal (table A) ---
    hand: int = 3
    """Cards of a packet; packets are dealt until the stock is used up."""
    table: int = 4
    cut: bool = False
    """Whether the first player draws a card before the deal and keeps it or lays it on the table (decision 2)."""
    redeal: Redeal = Redeal.NONE
    redeal_passes_deal: bool = False
    """Whether the next dealer deals after a void deal."""
    dealer_bonus: int | None = None
    """Points of the dealer for taking first table cards that total 15 (twice that for 30); 0: he takes a 15 without
    points and leaves a 30; None: he takes nothing."""
    flor_on_table: bool = False
    """Whether the dealer scores 3 or 4 for three or four table cards of one suit (Báciga)."""
    announce: Announce = Announce.NOTHING
    announce_in_turn: bool = False
    """Whether announcements are made in one's own turn, of any three hand cards, which must then be played first
    (Cirullone, 4.11)."""
    declarations: Declarations = Declarations.AUTOMATIC

    # --- play (table B) ---
    courts: Courts = Courts.JQK
    capture: Capture = Capture.RANK_BEFORE_SUM
    ace: Ace = Ace.PLAIN
    ace_fifteen: bool = False
    """Whether an ace that may only take another ace may also make 15."""
    compulsory: bool = True
    """Whether a played card that can capture must."""
    sweep: Sweep = Sweep.ONE
    last_sweep: bool = False
    """Whether a sweep counts on the last play of a round."""
    open_piles: bool = True
    """Whether everybody sees what was captured. Else a pile is a number of cards, face down, until the round ends."""

    # --- the score ---
    scores: tuple[Score, ...]
    primiera_needs_all_suits: bool = False
    """Whether a side without all four suits is out of the primiera."""
    many_cards: int = 0
    piccola_most: int = 0
    cappotto: bool = False
    """Whether capturing all ten diamonds wins the match at once (decision 11)."""
    target: int
    margin: int = 1

    options: tuple[str, ...] = ()
    """The fields above that players may change, beside the common ones."""

    def published(self) -> dict[str, Any]:
        """Return the ruleset as plain JSON, for clients."""
        return dict(msgspec.to_builtins(self))
