"""Admin pages for matches, their seats and their log, and for the other rows of players.

Staff cannot edit rows here: every change goes through a service. For a running match, the pages show no more than a
spectator sees. They hide the seed, the deck, hidden cards, and digests, which would confirm a guess of hidden cards.

``matches`` is the list of matches and the page of one. That page is made of ``steps`` (the log in words), ``board``
(the table at one step), ``plots``, ``checklist`` (the verification) and ``acting`` (the actions). ``rows`` lists rows
of the log and seats. ``reports``, ``channels``, ``seeks``, ``ratings``, ``relations``, ``clubs``, ``invitations``,
``sanctions`` and ``puzzles`` list rows of players. ``front`` is the first page.
"""

from games.admin.channels import AddressAdmin
from games.admin.clubs import ClubAdmin, MembershipAdmin
from games.admin.invitations import InvitationAdmin, SwapAdmin
from games.admin.matches import MatchAdmin
from games.admin.puzzles import PuzzleAdmin, PuzzleAnswerAdmin
from games.admin.ratings import RatedMatchAdmin, RatingAdmin, ReliabilityAdmin
from games.admin.relations import RelationAdmin
from games.admin.reports import ReportAdmin
from games.admin.rows import MoveAdmin, RoundAdmin, SeatAdmin, TableEventAdmin
from games.admin.sanctions import SanctionAdmin
from games.admin.seeks import SeekAdmin

__all__ = [
    "AddressAdmin",
    "ClubAdmin",
    "InvitationAdmin",
    "MatchAdmin",
    "MembershipAdmin",
    "MoveAdmin",
    "PuzzleAdmin",
    "PuzzleAnswerAdmin",
    "RatedMatchAdmin",
    "RatingAdmin",
    "RelationAdmin",
    "ReliabilityAdmin",
    "ReportAdmin",
    "RoundAdmin",
    "SanctionAdmin",
    "SeatAdmin",
    "SeekAdmin",
    "SwapAdmin",
    "TableEventAdmin",
]
