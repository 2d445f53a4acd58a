"""Chkobba by the written specification: a lead of two wins, no deal is void (row 20; 4.20)."""

from games.engine.fishing.ruleset import Count, Courts, MajorityCategory, Prize, Ruleset, Tie

CHKOBBA_SPEC = Ruleset(
    key="chkobba-spec",
    family="chkobba",
    sweep_name="Chkobba",
    seats=(2, 4),
    teams=True,
    courts=Courts.QJK,
    scores=(
        MajorityCategory(key="cards", name="Karta", count=Count.CARDS),
        MajorityCategory(key="diamonds", name="Dinari", count=Count.DIAMONDS),
        Prize(key="settebello", name="Sab'a el-haya", cards=("7D",), points=1),
        MajorityCategory(key="barmila", name="Bermila", count=Count.SEVENS, tie=Tie.SIXES),
    ),
    target=21,
    margin=2,
)
