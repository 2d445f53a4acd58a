"""Escopa: fifteen, thirty, forty-five (row 14; 4.14)."""

from games.engine.fishing.ruleset import Capture, Count, Hoard, Most, Prize, Ruleset, Sweep

ESCOPA = Ruleset(
    key="escopa",
    name="Escopa",
    summary=(
        "Captures make 15, or 30, or 45, and must be made. Clearing the table earns a point for each 15. The dealer "
        "takes a first table of 15 or 30."
    ),
    sweep_name="Escopa",
    seats=(2, 3, 4),
    teams=True,
    dealer_bonus=1,
    capture=Capture.FIFTEENS,
    sweep=Sweep.PER_FIFTEEN,
    scores=(
        Most(key="cards", name="Cartas", count=Count.CARDS, hoard=Hoard(at=0, points=2, instead=True)),
        Prize(key="settebello", name="Siete de oros", cards=("7D",), points=1),
        Prize(key="sevens", name="Sietes", cards=("7D", "7H", "7S", "7C"), points=1),
        Most(key="diamonds", name="Oros", count=Count.DIAMONDS, hoard=Hoard(at=10, points=3, instead=False)),
    ),
    many_cards=40,
    target=11,
    options=("many_cards", "teams"),
)
