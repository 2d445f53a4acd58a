"""The settings of a fishing game, each documented once.

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
    """The cards that a played card may take (table B, "capture")."""

    RANK_BEFORE_SUM = "rank_before_sum"
    """One table card of the same rank; without such a card, table cards that add up to the value of the played one."""
    FIFTEEN = "fifteen"
    """Table cards that make 15 together with the played card."""
    FIFTEENS = "fifteens"
    """Table cards that make 15, 30, 45 … together with the played card."""
    RANK_SUM_OR_FIFTEEN = "rank_sum_or_fifteen"
    """One table card of the same rank, a sum, or a 15, at the player's choice."""


class Ace(StrEnum):
    """The special captures of a played ace (mode ACE)."""

    PLAIN = "plain"
    """An ace captures like any other card."""
    MUST_TAKE_ALL = "must_take_all"
    """Takes the whole table, or one ace if an ace lies there. Taking the whole table is no sweep (Scopa d'Assi,
    4.4)."""
    MAY_TAKE_ALL = "may_take_all"
    """May take the whole table, which counts as a sweep. If an ace lies there, takes one ace (Cirulla, 4.8)."""


class Sweep(StrEnum):
    """The points for clearing the table."""

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
    """The court cards worth 8, 9 and 10, in this order."""

    JQK = "jqk"
    QJK = "qjk"


class Announce(StrEnum):
    """The combinations of hand cards that pay when a player announces them."""

    # rulesets/announcements.py has the points of each combination.
    NOTHING = "nothing"
    KNOCK = "knock"
    """The combinations of Cirulla and Cirullone (4.8, 4.11)."""
    CHORIZO = "chorizo"
    """The combinations of Chorizo (4.17)."""
    BACIGA = "baciga"
    """The combinations of Báciga (rules catalogue, section 4.18)."""


class Trio(StrEnum):
    """A property that three cards have in common; totals are of their capture values."""

    ONE_RANK = "one_rank"
    ONE_SUIT = "one_suit"
    IN_A_ROW = "in_a_row"
    """Consecutive capture values; the game decides whether the jack or the queen is higher."""
    EXACTLY = "exactly"
    AT_MOST = "at_most"
    AT_MOST_WITH_A_PAIR = "at_most_with_a_pair"
    """Two of one rank and a third of another."""
    AT_MOST_WITHOUT_A_PAIR = "at_most_without_a_pair"


class Paying(msgspec.Struct, frozen=True, kw_only=True):
    """A combination of three cards that pays when a player announces it."""

    name: Combination
    trio: Trio
    total: int = 0
    """The total of a trio that is defined by one."""
    points: int


class Announcements(msgspec.Struct, frozen=True, kw_only=True):
    """All combinations that players can announce in a game."""

    paying: tuple[Paying, ...] = ()
    adds_up: bool = True
    """True if cards that form several combinations are paid for each; false if only for the first."""
    wild_seven: bool = False
    """True if the 7♥ may stand for another rank in an announcement; it keeps that rank until the round ends. Among the
    first table cards it stands for any rank that helps the dealer."""


class Declarations(StrEnum):
    """The way to announce: the server does it, or each player decides."""

    AUTOMATIC = "automatic"
    """The server announces the best combination after each packet."""
    MANUAL = "manual"
    """The server asks every player in turn after each packet."""


class Count(StrEnum):
    """The quantities that sides are compared by at the end of a round."""

    CARDS = "cards"
    DIAMONDS = "diamonds"
    SEVENS = "sevens"
    SIXES = "sixes"
    PRIMIERA = "primiera"
    SETENTA = "setenta"


class Tie(StrEnum):
    """The rule for a category in which several sides are best."""

    NOBODY = "nobody"
    SIXES = "sixes"
    """The side with more sixes scores; no side does if these are equal too."""
    LONE = "lone"
    """The highest value that only one side holds scores, if it is above 0 (Chorizo, 4.17)."""


BY_OPTION: Final = 0
"""A placeholder for a number that the players agree on; an option of the ruleset has it."""


class HoldingBonus(msgspec.Struct, frozen=True, kw_only=True):
    """Other points for a side that holds at least a certain number."""

    at: int
    """The number from which the bonus is paid; 0 stands for the option ``many_cards``."""
    points: int
    """The points that the bonus pays."""
    instead: bool
    """True if the bonus replaces the points for having most; false if it is added to those points."""


class MajorityCategory(msgspec.Struct, frozen=True, kw_only=True, tag="most"):
    """Points for the side that has most of something."""

    key: str
    """The key of the line in the score sheet."""
    name: str
    """The name of the line, for players."""
    count: Count
    """The quantity that is compared."""
    points: int = 1
    """The points for having strictly most; 0 if only `holding_bonus` pays."""
    tie: Tie = Tie.NOBODY
    """The rule for a category in which several sides are best."""
    holding_bonus: HoldingBonus | None = None
    """Other points for a side that holds very many; null if there are none."""


class Prize(msgspec.Struct, frozen=True, kw_only=True, tag="prize"):
    """Points for the side that captured all of these cards."""

    key: str
    """The key of the line in the score sheet."""
    name: str
    """The name of the line, for players."""
    cards: tuple[str, ...]
    """The cards that a side must have captured."""
    points: int
    """The points that the prize pays."""


class Straight(msgspec.Struct, frozen=True, kw_only=True, tag="straight"):
    """One point a card for an unbroken row of diamonds from the ace up (Cirulla's piccola)."""

    key: str
    """The key of the line in the score sheet."""
    name: str
    """The name of the line, for players."""
    least: int
    """The fewest cards that pay."""
    most: int
    """The most points that the row pays; 0 stands for the option ``piccola_most``."""


Score = MajorityCategory | Prize | Straight


class Ruleset(msgspec.Struct, frozen=True, kw_only=True):
    """The rules of one fishing game, as data."""

    key: str
    """The key of the game."""
    family: str
    """The rating family: players have one rating for all its games."""
    version: int = 1
    """The version of the game's rules (docs/changing-a-rule.md)."""
    sweep_name: str
    """The name that players use for a sweep."""

    seats: tuple[int, ...]
    """The numbers of players that the game allows."""
    direction: Direction = Direction.COUNTERCLOCKWISE
    """The direction of play, for clients that draw the table."""
    teams: bool = False
    """True if opposite seats are partners at four seats. At two and three, every player plays alone."""

    # --- the deal (table A) ---
    hand: int = 3
    """The cards that each seat gets in a packet; packets are dealt until the stock is used up."""
    table: int = 4
    """The number of cards that are laid on the table first."""
    cut: bool = False
    """True if the first player draws a card before the deal, and keeps it or lays it on the table (decision 2)."""
    redeal: Redeal = Redeal.NONE
    """First table cards that void the deal."""
    redeal_passes_deal: bool = False
    """True if the next seat deals after a void deal."""
    dealer_bonus: int | None = None
    """The dealer's points if the first table cards total 15; twice as many points if the cards total 30. The dealer
    takes the cards. 0: the dealer takes a 15 without points, and a 30 stays on the table. Null: the dealer takes
    nothing."""
    flor_on_table: bool = False
    """True if the dealer scores 3 or 4 for three or four table cards of one suit (Báciga)."""
    announce: Announce = Announce.NOTHING
    """The combinations of hand cards that pay when a player announces them."""
    announce_in_turn: bool = False
    """True if players announce in their own turn. They may announce any three hand cards, and must then play these
    first (Cirullone, 4.11)."""
    declarations: Declarations = Declarations.AUTOMATIC
    """The way to announce: the server does it, or asks every player."""

    # --- play (table B) ---
    courts: Courts = Courts.JQK
    """The court cards worth 8, 9 and 10, in this order."""
    capture: Capture = Capture.RANK_BEFORE_SUM
    """The cards that a played card may take."""
    ace: Ace = Ace.PLAIN
    """The special captures of a played ace."""
    ace_fifteen: bool = False
    """True if an ace that may only take another ace may also make 15."""
    compulsory: bool = True
    """True if a card that can capture must capture."""
    sweep: Sweep = Sweep.ONE
    """The points for clearing the table."""
    last_sweep: bool = False
    """True if a sweep counts on the last play of a round."""
    open_piles: bool = True
    """True if all players see the captured cards. If false, piles lie face down until the round ends, and only their
    size is shown."""

    # --- the score ---
    scores: tuple[Score, ...]
    """The categories that are counted at the end of a round."""
    primiera_needs_all_suits: bool = False
    """True if a side without all four suits is out of the primiera."""
    many_cards: int = 0
    """The number of cards that pays other points (`holding_bonus`)."""
    piccola_most: int = 0
    """The most points that an unbroken row of diamonds pays."""
    cappotto: bool = False
    """True if capturing all ten diamonds wins the match at once (decision 11)."""
    target: int
    """The points that win the match."""
    margin: int = 1
    """The number of points by which the winner must lead."""

    options: tuple[str, ...] = ()
    """The fields above that players may change, besides the common ones."""

    def published(self) -> dict[str, Any]:
        """Return the ruleset as plain JSON, for clients."""
        return dict(msgspec.to_builtins(self))


class FishingRuleset(Ruleset, frozen=True, kw_only=True, tag_field="kind", tag="fishing"):
    """The rules of a fishing game as data."""

    name: Text
    """The name that players use."""
    summary: Text
    """A short summary of the game."""
