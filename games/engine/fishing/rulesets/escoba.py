"""Escoba, the Spanish game of fifteens (row 15; 4.15)."""

from games.engine.fishing.ruleset import Capture, Count, HoldingBonus, MajorityCategory, Prize, Ruleset

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
        Prize(key="settebello", name="Siete de oros", cards=("7D",), points=1),
        MajorityCategory(
            key="sevens", name="Sietes", count=Count.SEVENS, holding_bonus=HoldingBonus(at=4, points=2, instead=True)
        ),
    ),
    target=21,
    options=("compulsory", "dealer_bonus", "teams"),
)
