"""Escoba, the Spanish fifteen (row 15; 4.15)."""

from games.engine.fishing.ruleset import Capture, Count, Hoard, Most, Prize, Ruleset

ESCOBA = Ruleset(
    key="escoba",
    family="fifteens",
    sweep_name="Escoba",
    seats=(2, 3, 4),
    dealer_bonus=0,
    capture=Capture.FIFTEEN,
    compulsory=False,
    scores=(
        Most(key="diamonds", name="Oros", count=Count.DIAMONDS),
        Most(key="cards", name="Cartas", count=Count.CARDS),
        Prize(key="settebello", name="Siete de oros", cards=("7D",), points=1),
        Most(key="sevens", name="Sietes", count=Count.SEVENS, hoard=Hoard(at=4, points=2, instead=True)),
    ),
    target=21,
    options=("compulsory", "dealer_bonus", "teams"),
)
