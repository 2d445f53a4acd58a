"""Scopa d'Assi: the ace takes everything (row 4; 4.4)."""

from games.engine.fishing.ruleset import Ace, Count, MajorityCategory, Prize, Redeal, Ruleset

SCOPA_DASSI = Ruleset(
    key="scopa-dassi",
    family="scopa",
    sweep_name="Scopa",
    seats=(2, 3, 4),
    redeal=Redeal.KINGS2,
    redeal_passes_deal=True,
    ace=Ace.MUST_TAKE_ALL,
    scores=(
        MajorityCategory(key="cards", name="Carte", count=Count.CARDS),
        MajorityCategory(key="diamonds", name="Denari", count=Count.DIAMONDS),
        Prize(key="settebello", name="Settebello", cards=("7D",), points=1),
        MajorityCategory(key="primiera", name="Primiera", count=Count.PRIMIERA),
    ),
    target=11,
    options=("primiera_needs_all_suits", "teams"),
)
