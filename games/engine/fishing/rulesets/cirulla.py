"""Cirulla, Genoa's game, and Cirullone (rows 8 to 11)."""

from msgspec.structs import replace

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

CIRULLA = Ruleset(
    key="cirulla",
    family="cirulla",
    sweep_name="Scopa",
    seats=(2, 3, 4),
    teams=True,
    redeal=Redeal.ACES2,
    dealer_bonus=1,
    announce=Announce.KNOCK,
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
    target=51,
    options=("ace_fifteen", "declarations", "piccola_most"),
)
"""Genoa's game, for two, three or four (4.8 to 4.10)."""

CIRULLONE = replace(
    CIRULLA,
    key="cirullone",
    seats=(4,),
    hand=9,
    announce_in_turn=True,
    target=101,
    options=("ace_fifteen", "piccola_most"),
)
"""Cirulla with nine cards each (4.11)."""
