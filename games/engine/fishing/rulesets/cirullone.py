"""Cirullone: Cirulla with nine cards each (row 11; 4.11)."""

from games.engine.fishing.ruleset import (
    BY_OPTION,
    Ace,
    Announce,
    Capture,
    Count,
    MajorityCategory,
    Prize,
    Redeal,
    Ruleset,
    Straight,
)

CIRULLONE = Ruleset(
    key="cirullone",
    family="cirulla",
    sweep_name="Scopa",
    seats=(4,),
    teams=True,
    hand=9,
    redeal=Redeal.ACES2,
    dealer_bonus=1,
    announce=Announce.KNOCK,
    announce_in_turn=True,
    capture=Capture.RANK_SUM_OR_FIFTEEN,
    ace=Ace.MAY_TAKE_ALL,
    scores=(
        MajorityCategory(key="cards", name="Carte", count=Count.CARDS),
        MajorityCategory(key="diamonds", name="Denari", count=Count.DIAMONDS),
        Prize(key="settebello", name="Settebello", cards=("7D",), points=1),
        MajorityCategory(key="primiera", name="Primiera", count=Count.PRIMIERA),
        Prize(key="grande", name="Grande", cards=("JD", "QD", "KD"), points=5),
        Straight(key="piccola", name="Piccola", least=3, most=BY_OPTION),
    ),
    primiera_needs_all_suits=True,
    piccola_most=6,
    cappotto=True,
    target=101,
    options=("ace_fifteen", "piccola_most"),
)
