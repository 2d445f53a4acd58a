"""Entries that several glossaries share, and the function that builds a glossary."""

from __future__ import annotations

PILE = "- **Pile**: what a side has captured."
SIDE = "- **Side**: a team, or a single player."
PACKET = "- **Packet**: the three cards dealt at a time."

PACKETS = (PACKET, PILE, SIDE)
ONE_DEAL = (PILE, SIDE)

_CARTE = "- **Carte**: cards; the point for most of them."
_DENARI = "- **Denari**: coins, that is diamonds; the point for most of them."
_SCOPA = "- **Scopa**: broom; clearing the table."
_SETTEBELLO = "- **Settebello**: the beautiful seven, 7♦."

ITALIAN = (_CARTE, _DENARI, "- **Primiera**: the best cards of all suits.", _SCOPA, _SETTEBELLO)

SIMPLIFIED = (_CARTE, _DENARI, _SCOPA, "- **Sette**: seven; the point for most of them.", _SETTEBELLO)

CIRULLA = (
    *ITALIAN,
    "- **Cappotto**: all ten diamonds.",
    "- **Grande**: the three highest diamonds.",
    "- **Matta**: the 7♥ when it is wild.",
    "- **Piccola**: the lowest diamonds, in a row.",
)

TUNISIAN = (
    "- **Bermila**: the point for most sevens.",
    "- **Chkobba**: clearing the table.",
    "- **Dinari**: the diamonds; the point for most of them.",
    "- **Karta**: the point for most cards.",
    "- **Sab'a el-haya**: the seven of diamonds, 7♦.",
)

SPANISH = (
    "- **Cartas**: cards; the point for most of them.",
    "- **Escoba**: broom; clearing the table.",
    "- **Oros**: coins, that is diamonds; the point for most of them.",
    "- **Siete de oros**: the seven of diamonds, 7♦.",
)

CHORIZO = (
    *SPANISH,
    "- **Carimbo**: the two of clubs, 2♣.",
    "- **Chorizo**: sausage; three cards of one rank.",
    "- **Escalera**: stairs; three cards in a row.",
    "- **Flor**: flower; three cards of one suit.",
    "- **Setenta**: the best cards of all suits.",
)


def glossary(*words: str) -> str:
    """Return these entries in alphabetical order, one a line."""
    return "\n".join(sorted(words))
