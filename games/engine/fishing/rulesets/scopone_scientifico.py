"""Scopone Scientifico: ten cards each, an empty table (row 6; 4.6)."""

from games.engine.fishing.ruleset import Count, MajorityCategory, Prize, Ruleset

SCOPONE_SCIENTIFICO = Ruleset(
    key="scopone-scientifico",
    family="scopone",
    sweep_name="Scopa",
    seats=(4,),
    teams=True,
    hand=10,
    table=0,
    last_sweep=True,
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
