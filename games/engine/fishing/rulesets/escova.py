"""Escova, the Brazilian game of fifteens (row 16; 4.16)."""

from games.engine.fishing.ruleset import Capture, Count, HoldingBonus, MajorityCategory, Prize, Ruleset

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
