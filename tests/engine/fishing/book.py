"""A second reading of the rules of the Scopa family, straight from the document, to compare the engine with.

Cards are names here, and sets of cards are sets of names. ``rules`` is the data that a game publishes, with the options
of a table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any

Rules = dict[str, Any]

OF_FIFTEEN = {"scopa-quindici", "escoba", "escova", "chorizo", "baciga"}
CIRULLAS = {"cirulla", "cirullone"}
CHKOBBAS = {"chkobba", "chkobba-cafe", "chkobba-spec"}

PRIMIERA = {"7": 21, "6": 18, "A": 16, "5": 15, "4": 14, "3": 13, "2": 12, "J": 10, "Q": 10, "K": 10}
SETENTA = {"7": 7, "6": 6, "5": 5, "4": 4, "3": 3, "2": 2, "A": 1, "J": 0, "Q": 0, "K": 0}


def value(card: str, rules: Rules, matta: int = 0) -> int:
    """Return the capture value of a card; ``matta`` is that of a declared 7♥ (section 1, 1; 4.8)."""
    if card == "7H" and matta:
        return matta
    courts = {"J": 8, "Q": 9} if rules["courts"] == "jqk" else {"Q": 8, "J": 9}
    return {"A": 1, "K": 10, **courts}.get(card[0]) or int(card[0])


def total(cards: Iterable[str], rules: Rules, matta: int = 0) -> int:
    """Return the sum of the capture values of cards."""
    return sum(value(card, rules, matta) for card in cards)


def captures(table: Sequence[str], card: str, rules: Rules, matta: int = 0) -> set[frozenset[str]]:
    """Return every set that the card may take (table B, "capture")."""
    key, worth = rules["key"], value(card, rules, matta)
    sets = {
        frozenset(some): total(some, rules, matta)
        for size in range(len(table))
        for some in combinations(table, size + 1)
    }
    ranks = {some for some, points in sets.items() if len(some) == 1 and points == worth}
    sums = {some for some, points in sets.items() if len(some) > 1 and points == worth}
    fifteens = {some for some, points in sets.items() if points + worth == 15}
    if key in OF_FIFTEEN:
        return fifteens
    if key == "escopa":
        return {some for some, points in sets.items() if (points + worth) % 15 == 0}
    if worth == 1 and key in CIRULLAS | {"scopa-dassi"} and table:
        if ranks:
            return ranks | (fifteens if rules["ace_fifteen"] else set())
        return {frozenset(table)} | (fifteens if key in CIRULLAS else set())
    if key in CIRULLAS:
        return ranks | sums | fifteens
    return ranks or sums


def sweep(table: Sequence[str], card: str, taken: frozenset[str], rules: Rules, matta: int, last: bool) -> int:
    """Return the points of a play for clearing the table (section 1, 5; table B; 4.4, 4.14)."""
    if not taken or taken != frozenset(table) or (last and not rules["last_sweep"]):
        return 0
    if rules["key"] == "scopa-dassi" and card[0] == "A" and not any(other[0] == "A" for other in taken):
        return 0
    return (total(taken, rules, matta) + value(card, rules, matta)) // 15 if rules["key"] == "escopa" else 1


def announcement(packet: Sequence[str], rules: Rules, matta_rank: str = "7") -> int:
    """Return the points of three cards (4.8, 4.11, 4.17, 4.18); ``matta_rank`` is the rank of a 7♥ in Cirulla."""
    key = rules["key"]
    wild = key in CIRULLAS
    ranks = [matta_rank if wild and card == "7H" else card[0] for card in packet]
    values = sorted(value(f"{rank}C", rules) for rank in ranks)
    equal = max(Counter(ranks).values())
    if wild:
        return 10 if equal == 3 else 3 if sum(values) <= 9 else 0
    earned = 3 * (len({card[1] for card in packet}) == 1)
    earned += 3 * (values == [values[0], values[0] + 1, values[0] + 2])
    earned += 20 * (equal == 3)
    if key == "chorizo":
        return earned + 3 * (sum(values) == 9) + 2 * (sum(values) <= 7)
    return earned + ((3 if equal == 2 else 2) if sum(values) <= 9 else 0)


def first_table(table: Sequence[str], rules: Rules) -> tuple[bool, int, bool]:
    """Return whether the first table voids the deal, the dealer's points, and whether they take the table (table A)."""
    ranks = Counter(card[0] for card in table)
    void = {
        "none": False,
        "kings2": ranks["K"] >= 2,
        "kings3": ranks["K"] >= 3,
        "aces2": ranks["A"] >= 2,
        "ranks3": max(ranks.values(), default=0) >= 3,
    }[rules["redeal"]]
    if void:
        return True, 0, False
    flor = max(Counter(card[1] for card in table).values(), default=0) if rules["key"] == "baciga" else 0
    earned = flor if flor >= 3 else 0
    if rules["dealer_bonus"] is None:
        return False, earned, False
    wild = range(1, 11) if rules["key"] in CIRULLAS and "7H" in table else (0,)
    totals = {total(table, rules, matta) for matta in wild}
    for fifteens in (1, 2):
        if 15 * fifteens in totals and (fifteens == 1 or rules["dealer_bonus"]):
            return False, earned + fifteens * rules["dealer_bonus"], True
    return False, earned, False


def best_of_each_suit(pile: Iterable[str], points: dict[str, int]) -> int:
    """Return the value of a primiera or a setenta; a missing suit adds nothing."""
    return sum(max((points[card[0]] for card in pile if card[1] == suit), default=0) for suit in "DHSC")


def most(counts: Sequence[int]) -> list[int]:
    """Return a point for the side with strictly most."""
    return [int(count > max(counts[:side] + counts[side + 1 :])) for side, count in enumerate(counts)]


def alone(counts: Sequence[int]) -> list[int]:
    """Return a point for the highest value that only one side has (4.17)."""
    single = [count for count in counts if count and list(counts).count(count) == 1]
    return [int(bool(single) and count == max(single)) for count in counts]


def score(piles: Sequence[set[str]], rules: Rules) -> list[int]:
    """Return the points of each side's pile, without sweeps and bonuses (table B, "categories")."""
    key = rules["key"]
    cards = [len(pile) for pile in piles]
    diamonds = [sum(card[1] == "D" for card in pile) for pile in piles]
    sevens, sixes = ([sum(card[0] == rank for card in pile) for pile in piles] for rank in "76")
    lines = [[int("7D" in pile) for pile in piles]]
    if key in {"chorizo", "baciga"}:
        setenta = [best_of_each_suit(pile, SETENTA) for pile in piles]
        lines += [alone(cards), alone(diamonds), alone(setenta), [4 * ("2C" in pile) for pile in piles]]
        return [sum(column) for column in zip(*lines, strict=True)]
    lines += [most(cards), most(diamonds)]
    if key in CHKOBBAS:
        lines.append(most(sevens) if len(set(sevens)) > 1 else most(sixes))
    elif key == "scopa-simplified":
        lines.append(most(sevens))
    elif key == "escopa":
        lines += [[int(count == 4) for count in sevens], [3 * (count == 10) for count in diamonds]]
        lines.append([int(count >= rules["many_cards"]) for count in cards])
    elif key == "escoba":
        lines += [most(sevens), [int(count == 4) for count in sevens]]
    elif key == "escova":
        lines.append([int(count == 10) for count in diamonds])
    else:
        complete = [len({card[1] for card in pile}) == 4 or not rules["primiera_needs_all_suits"] for pile in piles]
        values = [best_of_each_suit(pile, PRIMIERA) * ok for pile, ok in zip(piles, complete, strict=True)]
        lines.append(most(values))
    if key in CIRULLAS:
        rows = [next(row for row in range(11) if "A234567JQK "[row] + "D" not in pile) for pile in piles]
        lines += [
            [min(row, rules["piccola_most"]) if row >= 3 else 0 for row in rows],
            [5 * ({"JD", "QD", "KD"} <= pile) for pile in piles],
        ]
    return [sum(column) for column in zip(*lines, strict=True)]
