"""Cirullone: Cirulla with nine cards each (row 11; 4.11)."""

from games.engine.fishing.ruleset import Ace, Announce, Capture, Count, Most, Prize, Redeal, Ruleset, Straight

CIRULLONE = Ruleset(
    key="cirullone",
    name="Cirullone",
    summary=(
        "Cirulla for two pairs with nine cards each. In your turn you may announce any three cards that fit; they "
        "lie open and must be played first."
    ),
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
        Most(key="cards", name="Carte", count=Count.CARDS),
        Most(key="diamonds", name="Denari", count=Count.DIAMONDS),
        Prize(key="settebello", name="Settebello", cards=("7D",), points=1),
        Most(key="primiera", name="Primiera", count=Count.PRIMIERA),
        Prize(key="grande", name="Grande", cards=("JD", "QD", "KD"), points=5),
        Straight(key="piccola", name="Piccola", least=3, most=0),
    ),
    primiera_needs_all_suits=True,
    piccola_most=6,
    cappotto=True,
    target=101,
    options=("ace_fifteen", "piccola_most"),
)
