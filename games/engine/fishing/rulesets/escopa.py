"""Escopa: captures that make fifteen, thirty or forty-five (row 14; 4.14)."""

from games.engine.fishing.ruleset import (
    BY_OPTION,
    Capture,
    Count,
    HoldingBonus,
    MajorityCategory,
    Prize,
    Ruleset,
    Sweep,
)

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
        Prize(key="settebello", name="Siete de oros", cards=("7D",), points=1),
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
