"""Calls: the functions of the classes of cards (camba.md 1 and 5)."""

from __future__ import annotations

from enum import StrEnum
from typing import Final


class Call(StrEnum):
    """The function that a player gives to a discarded card."""

    CAMBA = "camba"
    CAMBA_STICKS = "camba_sticks"
    """The same player discards one more card on this prima."""
    TAKE_TWO = "take_two"
    TEES = "tees"
    SEET = "seet"
    """The direction of play reverses."""
    CHANGES = "changes"
    """The next players must discard a card of the named colour."""
    VOJADZR = "vojadzr"
    """The next players must discard a card of the named class."""
    PASA_DOBLE = "pasa_doble"
    """The sexta is transparent: the card below it stays in force."""
    PASA_DOBLE_PLAY = "pasa_doble_play"
    ALKONDOR_PASA = "alkondor_pasa"
    ALKONDOR_PASA_CHANGE = "alkondor_pasa_change"
    """Every player hands their cards to the next player."""
    YOU_STAY = "you_stay"
    """The next player is skipped."""


CALLS: Final = (
    (Call.CAMBA, Call.CAMBA_STICKS),
    (Call.TAKE_TWO,),
    (Call.TEES, Call.SEET),
    (Call.CHANGES,),
    (Call.VOJADZR,),
    (Call.PASA_DOBLE, Call.PASA_DOBLE_PLAY),
    (Call.ALKONDOR_PASA, Call.ALKONDOR_PASA_CHANGE),
    (Call.YOU_STAY,),
)
"""The calls of each class; those of class 1 come first."""
