"""What earlier versions of events say, in what they say today.

Rows of the log are never changed, so what older code wrote is read here, and nowhere else. Version 1 of ``TableBonus``
and ``Declared`` stored the words by which players call what pays; since version 2 they store keys. The places in the
event are the same, and a word never is the key of something else, so servers of both versions read one another's rows.
"""

from __future__ import annotations

from typing import Final

TABLE_LUCK: Final = {"flor en la mesa": "flor", "15 on the table": "fifteen", "30 on the table": "thirty"}
"""``TableBonus.name``, by its words in version 1."""

COMBINATIONS: Final = {
    "three of a rank": "three_of_a_rank",
    "nine or less": "nine_or_less",
    "tres de nueva": "tres_de_nueva",
    "dos de miseria": "dos_de_miseria",
    "báciga": "baciga",
    "báciga y pares": "baciga_y_pares",
}
"""``Declared.names``, by their words in version 1; flor, escalera and chorizo were words that are keys today."""
