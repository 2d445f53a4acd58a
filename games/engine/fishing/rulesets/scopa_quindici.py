"""Scopa di Quindici: fifteens only (row 7; 4.7)."""

from games.engine.fishing.ruleset import Capture, Count, MajorityCategory, Prize, Redeal, Ruleset

SCOPA_QUINDICI = Ruleset(
    key="scopa-quindici",
    family="scopa",
    sweep_name="Scopa",
    seats=(2, 3, 4),
    redeal=Redeal.KINGS2,
    redeal_passes_deal=True,
    capture=Capture.FIFTEEN,
    scores=(
        MajorityCategory(key="cards", name="Carte", count=Count.CARDS),
        MajorityCategory(key="diamonds", name="Denari", count=Count.DIAMONDS),
        Prize(key="settebello", name="Settebello", cards=("7D",), points=1),
        MajorityCategory(key="primiera", name="Primiera", count=Count.PRIMIERA),
    ),
    target=11,
    options=("primiera_needs_all_suits", "teams"),
)
