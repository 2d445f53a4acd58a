"""Scopa, the game that named the family (row 1; 4.1)."""

from games.engine.fishing.ruleset import Count, MajorityCategory, Prize, Redeal, Ruleset

SCOPA = Ruleset(
    key="scopa",
    family="scopa",
    sweep_name="Scopa",
    seats=(2, 3, 4),
    redeal=Redeal.KINGS2,
    redeal_passes_deal=True,
    scores=(
        MajorityCategory(key="cards", name="Carte", count=Count.CARDS),
        MajorityCategory(key="diamonds", name="Denari", count=Count.DIAMONDS),
        Prize(key="settebello", name="Settebello", cards=("7D",), points=1),
        MajorityCategory(key="primiera", name="Primiera", count=Count.PRIMIERA),
    ),
    target=11,
    options=("primiera_needs_all_suits", "teams"),
)
