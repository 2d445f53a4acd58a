"""The present offer of a match after a player is no longer asked: they have resigned, or a bot has the seat."""

from __future__ import annotations

from typing import Final

from chkobba_api.errors import never_raises
from games.models import Status
from games.offer_rules import Proposal
from games.services.matches.locked_match import LockedMatch
from games.services.turns import offers
from games.services.turns.early_end import END
from games.services.turns.pausing import PAUSE, PAUSE_END
from games.services.turns.undoing import UNDO

KINDS: Final[dict[type[Proposal], offers.Kind]] = {kind.proposal: kind for kind in (PAUSE, PAUSE_END, END, UNDO)}


@never_raises("no_one_to_agree", "too_often_here")  # two have agreed, and their answers are not counted
def settle(table: LockedMatch) -> None:
    """Carry out the present offer if all who are still asked have agreed.

    It is withdrawn if its player is no longer asked, or if no other player is left to answer.
    """
    if not table.has_rules or table.match.status != Status.RUNNING:
        return
    offer = offers.open_offer(table)
    if offer is None:
        return
    kind, seat, asked = KINDS[type(offer)], table.seats[offer.offered_by], offers.asked(table)
    if seat.number not in asked or asked == {seat.number}:
        table.note(kind.proposal.withdrawn, seat, player=seat.player)
    elif seat.player and asked <= set(offer.agreed):
        kind.begin(table, seat.player, offer)
