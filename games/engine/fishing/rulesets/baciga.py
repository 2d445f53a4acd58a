"""Báciga: Chorizo with pairs and flowers on the table (row 18; 4.18)."""

from games.engine.fishing.ruleset import Announce, Capture, Count, MajorityCategory, Prize, Ruleset, Tie

BACIGA = Ruleset(
    key="baciga",
    family="fifteens",
    sweep_name="Escoba",
    seats=(2, 3, 4),
    teams=True,
    dealer_bonus=1,
    flor_on_table=True,
    announce=Announce.BACIGA,
    capture=Capture.FIFTEEN,
    compulsory=False,
    scores=(
        MajorityCategory(key="cards", name="Cartas", count=Count.CARDS, tie=Tie.LONE),
        MajorityCategory(key="diamonds", name="Oros", count=Count.DIAMONDS, tie=Tie.LONE),
        Prize(key="settebello", name="Siete de oros", cards=("7D",), points=1),
        Prize(key="carimbo", name="Carimbo", cards=("2C",), points=4),
        MajorityCategory(key="setenta", name="Setenta", count=Count.SETENTA, tie=Tie.LONE),
    ),
    target=21,
    options=("compulsory", "declarations", "teams"),
)
