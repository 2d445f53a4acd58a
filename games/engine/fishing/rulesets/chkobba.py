"""Chkobba, as it is played in Tunisia (rows 12 and 13; 4.12 and 4.13)."""

from games.engine.fishing.ruleset import Count, Courts, MajorityCategory, Prize, Redeal, Ruleset, Tie

CHKOBBA = Ruleset(
    key="chkobba",
    family="chkobba",
    sweep_name="Chkobba",
    seats=(2, 4),
    teams=True,
    cut=True,
    redeal=Redeal.RANKS3,
    courts=Courts.QJK,
    scores=(
        MajorityCategory(key="cards", name="Karta", count=Count.CARDS),
        MajorityCategory(key="diamonds", name="Dinari", count=Count.DIAMONDS),
        Prize(key="settebello", name="Sab'a el-haya", cards=("7D",), points=1),
        MajorityCategory(key="barmila", name="Bermila", count=Count.SEVENS, tie=Tie.SIXES),
    ),
    target=21,
    options=("cut",),
)
