"""Every knob of a fishing game, documented once.

A ruleset is data: numbers, enum members and structs of them, never callables, so it can be published as it is. The
games themselves are in ``rulesets/``. "Table A" and "table B" are those of the rules of the Scopa family, sections 2
and 3.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Final

import msgspec

from games.engine.fishing.events import Combination
from games.engine.messages import Text
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

    # What each of them pays is in rulesets/announcements.py.
    NOTHING = "nothing"
    KNOCK = "knock"
    """Of Cirulla and Cirullone (4.8, 4.11)."""
    CHORIZO = "chorizo"
    """Of Chorizo (4.17)."""
    BACIGA = "baciga"
    """Of Báciga (4.18)."""


class Trio(StrEnum):
    """What three cards have in common; totals are of their capture values."""

    ONE_RANK = "one_rank"
    ONE_SUIT = "one_suit"
    IN_A_ROW = "in_a_row"
    """By capture value: which of jack and queen is higher depends on the game."""
    EXACTLY = "exactly"
    AT_MOST = "at_most"
    AT_MOST_WITH_A_PAIR = "at_most_with_a_pair"
    """Two of one rank and a third of another."""
    AT_MOST_WITHOUT_A_PAIR = "at_most_without_a_pair"


class Paying(msgspec.Struct, frozen=True, kw_only=True):
    """Three cards that pay when they are announced."""

    name: Combination
    trio: Trio
    total: int = 0
    """For the trios that are about a total."""
    points: int


class Announcements(msgspec.Struct, frozen=True, kw_only=True):
    """All that can be announced."""

    paying: tuple[Paying, ...] = ()
    adds_up: bool = True
    """Whether cards that are several of these are paid for each; else for the first of them."""
    wild_seven: bool = False
    """Whether the 7♥ may stand for another rank: in an announcement, and until the round ends when it is played; among
    the first table cards it stands for whatever helps the dealer."""


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


BY_OPTION: Final = 0
"""In the place of a number: the players agree on it, so it is an option of the ruleset."""


class HoldingBonus(msgspec.Struct, frozen=True, kw_only=True):
    """Other points for a side that holds at least so many."""

    at: int
    """0 stands for the option ``many_cards``."""
    points: int
    """What it brings."""
    instead: bool
    """Whether they replace the points for having most, or come on top."""


class MajorityCategory(msgspec.Struct, frozen=True, kw_only=True, tag="most"):
    """Points for the side that has most of something."""

    key: str
    """The key of the line in the score sheet."""
    name: str
    """What players call it."""
    count: Count
    """What is compared."""
    points: int = 1
    """For having strictly most; 0 when only the hoard pays."""
    tie: Tie = Tie.NOBODY
    """Who scores when several sides are best."""
    hoard: HoldingBonus | None = None
    """Other points for a side that holds very much; null where there are none."""


class Prize(msgspec.Struct, frozen=True, kw_only=True, tag="prize"):
    """Points for the side that captured all of these cards."""

    key: str
    """The key of the line in the score sheet."""
    name: str
    """What players call it."""
    cards: tuple[str, ...]
    """The cards."""
    points: int
    """What they bring."""


class Straight(msgspec.Struct, frozen=True, kw_only=True, tag="straight"):
    """A point a card for an unbroken row of diamonds from the ace on (Cirulla's piccola)."""

    key: str
    """The key of the line in the score sheet."""
    name: str
    """What players call it."""
    least: int
    """With how many cards it begins to pay."""
    most: int
    """The most points that it pays; 0 stands for the option ``piccola_most``."""


Score = MajorityCategory | Prize | Straight


class Ruleset(msgspec.Struct, frozen=True, kw_only=True):
    """One fishing game."""

    key: str
    """The key of the game."""
    family: str
    """Which games players are rated in together."""
    version: int = 1
    """The version of these rules (docs/changing-a-rule.md)."""
    sweep_name: str
    """What players call a sweep."""

    seats: tuple[int, ...]
    """The numbers of players that it allows."""
    direction: Direction = Direction.COUNTERCLOCKWISE
    """Which way play goes, for clients that draw the table."""
    teams: bool = False
    """Whether at four seats those across are partners. Everybody plays alone at two and three."""

    # --- the deal (table A) ---
    hand: int = 3
    """Cards of a packet; packets are dealt until the stock is used up."""
    table: int = 4
    """Cards that are laid on the table first."""
    cut: bool = False
    """Whether the first player draws a card before the deal and keeps it or lays it on the table (decision 2)."""
    redeal: Redeal = Redeal.NONE
    """First table cards that void the deal."""
    redeal_passes_deal: bool = False
    """Whether the next dealer deals after a void deal."""
    dealer_bonus: int | None = None
    """Points of the dealer for taking first table cards that total 15 (twice that for 30); 0: a 15 is
    taken without points and a 30 stays; None: nothing is taken."""
    flor_on_table: bool = False
    """Whether the dealer scores 3 or 4 for three or four table cards of one suit (Báciga)."""
    announce: Announce = Announce.NOTHING
    """Which combinations of hand cards pay when they are announced."""
    announce_in_turn: bool = False
    """Whether announcements are made in one's own turn, of any three hand cards, which must then be played first
    (Cirullone, 4.11)."""
    declarations: Declarations = Declarations.AUTOMATIC
    """Who announces: the server, or every player when asked."""

    # --- play (table B) ---
    courts: Courts = Courts.JQK
    """Which court card is worth 8, 9 and 10, in this order."""
    capture: Capture = Capture.RANK_BEFORE_SUM
    """What a played card may take."""
    ace: Ace = Ace.PLAIN
    """What a played ace may do beside that."""
    ace_fifteen: bool = False
    """Whether an ace that may only take another ace may also make 15."""
    compulsory: bool = True
    """Whether a played card that can capture must."""
    sweep: Sweep = Sweep.ONE
    """What clearing the table is worth."""
    last_sweep: bool = False
    """Whether a sweep counts on the last play of a round."""
    open_piles: bool = True
    """Whether everybody sees what was captured. Else a pile is a number of cards, face down, until the round ends."""

    # --- the score ---
    scores: tuple[Score, ...]
    """What is counted at the end of a round."""
    primiera_needs_all_suits: bool = False
    """Whether a side without all four suits is out of the primiera."""
    many_cards: int = 0
    """How many cards bring other points (`hoard`)."""
    piccola_most: int = 0
    """The most points that an unbroken row of diamonds pays."""
    cappotto: bool = False
    """Whether capturing all ten diamonds wins the match at once (decision 11)."""
    target: int
    """The points that win the match."""
    margin: int = 1
    """By how many points the winner must lead."""

    options: tuple[str, ...] = ()
    """The fields above that players may change, beside the common ones."""

    def published(self) -> dict[str, Any]:
        """Return the ruleset as plain JSON, for clients."""
        return dict(msgspec.to_builtins(self))


class FishingRuleset(Ruleset, frozen=True, kw_only=True, tag_field="kind", tag="fishing"):
    """The rules of a fishing game as data."""

    name: Text
    """What players call it."""
    summary: Text
    """What the game is about."""
