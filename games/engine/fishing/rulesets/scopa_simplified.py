"""Scopa with the simplified primiera: most sevens (row 2; 4.2)."""

from games.engine.fishing.ruleset import Count, MajorityCategory, Prize, Redeal, Ruleset

SCOPA_SIMPLIFIED = Ruleset(
    key="scopa-simplified",
    family="scopa",
    sweep_name="Scopa",
    seats=(2, 3, 4),
    redeal=Redeal.KINGS2,
    redeal_passes_deal=True,
    scores=(
        MajorityCategory(key="cards", name="Carte", count=Count.CARDS),
        MajorityCategory(key="diamonds", name="Denari", count=Count.DIAMONDS),
        Prize(key="settebello", name="Settebello", cards=("7D",), points=1),
        MajorityCategory(key="sevens", name="Sette", count=Count.SEVENS),
    ),
    target=11,
    options=("teams",),
)
