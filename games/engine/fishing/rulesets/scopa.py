"""Scopa, and the games that change little of it (rows 1 to 7)."""

from msgspec.structs import replace

from games.engine.fishing.ruleset import Ace, Capture, Count, MajorityCategory, Prize, Redeal, Ruleset

SCOPA = Ruleset(
    key="scopa",
    family="scopa",
    sweep_name="Scopa",
    seats=(2, 3, 4),
    redeal=Redeal.KINGS2,
    redeal_passes_deal=True,
    scores=(
        MajorityCategory(key="cards", name="Carte", count=Count.CARDS),
        MajorityCategory(key="diamonds", name="Denari", count=Count.DIAMONDS),
        Prize(key="settebello", name="Settebello", cards=("7D",), points=1),
        MajorityCategory(key="primiera", name="Primiera", count=Count.PRIMIERA),
    ),
    target=11,
    options=("primiera_needs_all_suits", "teams"),
)
"""The game that named the family (4.1)."""

SCOPA_SIMPLIFIED = replace(
    SCOPA,
    key="scopa-simplified",
    scores=(*SCOPA.scores[:3], MajorityCategory(key="sevens", name="Sette", count=Count.SEVENS)),
    options=("teams",),
)
"""The simplified primiera: most sevens (4.2)."""

SCOPA_TEAM = replace(SCOPA, key="scopa-team", seats=(4,), teams=True, options=("primiera_needs_all_suits",))
"""Two against two (4.3)."""

SCOPA_DASSI = replace(SCOPA, key="scopa-dassi", ace=Ace.MUST_TAKE_ALL)
"""The ace takes everything (4.4)."""

SCOPONE = replace(SCOPA_TEAM, key="scopone", family="scopone", hand=9, open_piles=False)
"""Nine cards each at once (4.5)."""

SCOPONE_SCIENTIFICO = replace(
    SCOPONE,
    key="scopone-scientifico",
    hand=10,
    table=0,
    redeal=Redeal.NONE,
    redeal_passes_deal=False,
    last_sweep=True,
)
"""Ten cards each, an empty table (4.6)."""

SCOPA_QUINDICI = replace(SCOPA, key="scopa-quindici", capture=Capture.FIFTEEN)
"""A card takes fifteens only (4.7)."""
