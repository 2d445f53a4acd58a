"""Chkobba, as it is played in Tunisia, in the café and by the written specification (rows 12, 13, 19 and 20)."""

from games.engine.fishing.ruleset import Count, Courts, MajorityCategory, Prize, Redeal, Ruleset, Tie
from games.engine.protocol import Direction

_SCORES = (
    MajorityCategory(key="cards", name="Karta", count=Count.CARDS),
    MajorityCategory(key="diamonds", name="Dinari", count=Count.DIAMONDS),
    Prize(key="settebello", name="Sab'a el-haya", cards=("7D",), points=1),
    MajorityCategory(key="barmila", name="Bermila", count=Count.SEVENS, tie=Tie.SIXES),
)

CHKOBBA = Ruleset(
    key="chkobba",
    family="chkobba",
    sweep_name="Chkobba",
    seats=(2, 4),
    teams=True,
    cut=True,
    redeal=Redeal.RANKS3,
    courts=Courts.QJK,
    scores=_SCORES,
    target=21,
    options=("cut",),
)
"""The game of Tunisia, for two or for two pairs (4.12 and 4.13)."""

CHKOBBA_CAFE = Ruleset(
    key="chkobba-cafe",
    family="chkobba",
    sweep_name="Chkobba",
    seats=(4,),
    direction=Direction.CLOCKWISE,
    teams=True,
    redeal=Redeal.KINGS3,
    courts=Courts.JQK,
    scores=_SCORES,
    target=11,
)
"""The quick game of two pairs (4.19)."""

CHKOBBA_SPEC = Ruleset(
    key="chkobba-spec",
    family="chkobba",
    sweep_name="Chkobba",
    seats=(2, 4),
    teams=True,
    courts=Courts.QJK,
    scores=_SCORES,
    target=21,
    margin=2,
)
"""A lead of two wins, no deal is void (4.20)."""
