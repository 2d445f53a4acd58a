"""The points for announced hand cards, for each kind of announcements (4.8, 4.11, 4.17, 4.18)."""

from __future__ import annotations

from typing import Final

from games.engine.fishing.events import Combination
from games.engine.fishing.ruleset import Announce, Announcements, Paying, Trio

ANNOUNCEMENTS: Final = {
    Announce.NOTHING: Announcements(),
    Announce.KNOCK: Announcements(
        paying=(
            Paying(name=Combination.THREE_OF_A_RANK, trio=Trio.ONE_RANK, points=10),
            Paying(name=Combination.NINE_OR_LESS, trio=Trio.AT_MOST, total=9, points=3),
        ),
        adds_up=False,
        wild_seven=True,
    ),
    Announce.CHORIZO: Announcements(
        paying=(
            Paying(name=Combination.FLOR, trio=Trio.ONE_SUIT, points=3),
            Paying(name=Combination.ESCALERA, trio=Trio.IN_A_ROW, points=3),
            Paying(name=Combination.TRES_DE_NUEVA, trio=Trio.EXACTLY, total=9, points=3),
            Paying(name=Combination.DOS_DE_MISERIA, trio=Trio.AT_MOST, total=7, points=2),
            Paying(name=Combination.CHORIZO, trio=Trio.ONE_RANK, points=20),
        ),
    ),
    Announce.BACIGA: Announcements(
        paying=(
            Paying(name=Combination.FLOR, trio=Trio.ONE_SUIT, points=3),
            Paying(name=Combination.ESCALERA, trio=Trio.IN_A_ROW, points=3),
            Paying(name=Combination.BACIGA_Y_PARES, trio=Trio.AT_MOST_WITH_A_PAIR, total=9, points=3),
            Paying(name=Combination.BACIGA, trio=Trio.AT_MOST_WITHOUT_A_PAIR, total=9, points=2),
            Paying(name=Combination.CHORIZO, trio=Trio.ONE_RANK, points=20),
        ),
    ),
}
