"""Chkobba Café: the quick game of two pairs (row 19; 4.19)."""

from games.engine.fishing.ruleset import Count, Courts, MajorityCategory, Prize, Redeal, Ruleset, Tie
from games.engine.protocol import Direction

CHKOBBA_CAFE = Ruleset(
    key="chkobba-cafe",
    family="chkobba",
    sweep_name="Chkobba",
    seats=(4,),
    direction=Direction.CLOCKWISE,
    teams=True,
    redeal=Redeal.KINGS3,
    courts=Courts.JQK,
    scores=(
        MajorityCategory(key="cards", name="Karta", count=Count.CARDS),
        MajorityCategory(key="diamonds", name="Dinari", count=Count.DIAMONDS),
        Prize(key="settebello", name="Sab'a el-haya", cards=("7D",), points=1),
        MajorityCategory(key="barmila", name="Bermila", count=Count.SEVENS, tie=Tie.SIXES),
    ),
    target=11,
)
