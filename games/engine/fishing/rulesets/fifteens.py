"""The Iberian games of fifteens (rows 14 to 18)."""

from msgspec.structs import replace

from games.engine.fishing.ruleset import (
    BY_OPTION,
    Announce,
    Capture,
    Count,
    HoldingBonus,
    MajorityCategory,
    Prize,
    Ruleset,
    Sweep,
    Tie,
)

_SETTEBELLO = Prize(key="settebello", name="Siete de oros", cards=("7D",), points=1)

ESCOPA = Ruleset(
    key="escopa",
    family="fifteens",
    sweep_name="Escopa",
    seats=(2, 3, 4),
    teams=True,
    dealer_bonus=1,
    capture=Capture.FIFTEENS,
    sweep=Sweep.PER_FIFTEEN,
    scores=(
        MajorityCategory(
            key="cards",
            name="Cartas",
            count=Count.CARDS,
            holding_bonus=HoldingBonus(at=BY_OPTION, points=2, instead=True),
        ),
        _SETTEBELLO,
        Prize(key="sevens", name="Sietes", cards=("7D", "7H", "7S", "7C"), points=1),
        MajorityCategory(
            key="diamonds",
            name="Oros",
            count=Count.DIAMONDS,
            holding_bonus=HoldingBonus(at=10, points=3, instead=False),
        ),
    ),
    many_cards=40,
    target=11,
    options=("many_cards", "teams"),
)
"""Captures that make fifteen, thirty or forty-five (4.14)."""

ESCOBA = Ruleset(
    key="escoba",
    family="fifteens",
    sweep_name="Escoba",
    seats=(2, 3, 4),
    dealer_bonus=0,
    capture=Capture.FIFTEEN,
    compulsory=False,
    scores=(
        MajorityCategory(key="diamonds", name="Oros", count=Count.DIAMONDS),
        MajorityCategory(key="cards", name="Cartas", count=Count.CARDS),
        _SETTEBELLO,
        MajorityCategory(
            key="sevens", name="Sietes", count=Count.SEVENS, holding_bonus=HoldingBonus(at=4, points=2, instead=True)
        ),
    ),
    target=21,
    options=("compulsory", "dealer_bonus", "teams"),
)
"""The Spanish game (4.15)."""

ESCOVA = Ruleset(
    key="escova",
    family="fifteens",
    sweep_name="Escova",
    seats=(2, 3, 4),
    capture=Capture.FIFTEEN,
    compulsory=False,
    scores=(
        MajorityCategory(
            key="diamonds",
            name="Ouros",
            count=Count.DIAMONDS,
            holding_bonus=HoldingBonus(at=10, points=2, instead=True),
        ),
        MajorityCategory(key="cards", name="Cartas", count=Count.CARDS),
        Prize(key="settebello", name="Sete de ouros", cards=("7D",), points=1),
    ),
    target=31,
    options=("compulsory", "teams"),
)
"""The Brazilian game (4.16)."""

CHORIZO = Ruleset(
    key="chorizo",
    family="fifteens",
    sweep_name="Escoba",
    seats=(2, 3, 4),
    teams=True,
    dealer_bonus=1,
    announce=Announce.CHORIZO,
    capture=Capture.FIFTEEN,
    compulsory=False,
    scores=(
        MajorityCategory(key="cards", name="Cartas", count=Count.CARDS, tie=Tie.LONE),
        MajorityCategory(key="diamonds", name="Oros", count=Count.DIAMONDS, tie=Tie.LONE),
        _SETTEBELLO,
        Prize(key="carimbo", name="Carimbo", cards=("2C",), points=4),
        MajorityCategory(key="setenta", name="Setenta", count=Count.SETENTA, tie=Tie.LONE),
    ),
    target=21,
    options=("compulsory", "declarations", "teams"),
)
"""Fifteens with rich announcements, from Uruguay (4.17)."""

BACIGA = replace(CHORIZO, key="baciga", flor_on_table=True, announce=Announce.BACIGA)
"""Chorizo with pairs, and with flowers on the table (4.18)."""
