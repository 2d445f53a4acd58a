"""Scopone: nine cards each at once (row 5; 4.5)."""

from games.engine.fishing.ruleset import Count, MajorityCategory, Prize, Redeal, Ruleset

SCOPONE = Ruleset(
    key="scopone",
    family="scopone",
    sweep_name="Scopa",
    seats=(4,),
    teams=True,
    hand=9,
    redeal=Redeal.KINGS2,
    redeal_passes_deal=True,
    scores=(
        MajorityCategory(key="cards", name="Carte", count=Count.CARDS),
        MajorityCategory(key="diamonds", name="Denari", count=Count.DIAMONDS),
        Prize(key="settebello", name="Settebello", cards=("7D",), points=1),
        MajorityCategory(key="primiera", name="Primiera", count=Count.PRIMIERA),
    ),
    open_piles=False,
    target=11,
    options=("primiera_needs_all_suits",),
)
