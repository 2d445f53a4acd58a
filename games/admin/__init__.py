"""Matches, their seats and their log, for the people who run the server.

Nothing here can be edited: what happens to a match goes through a service. What a player may not see of a running match
is not shown here either, to nobody: no seed, no deck, no hidden card, no digest from which cards could be tried out.
Events and boards are shown as a spectator sees them.

``matches`` is the list of matches and the page of one, made of ``steps`` (its log, line by line), ``board`` (the table
at one step), ``plots`` and ``checklist`` (whether it is in order); ``acting`` is what can be done to it. ``rows`` lists
rows of the log, ``reports`` what players have reported, ``channels`` where they are told, ``seeks`` what they
look for, ``ratings`` how strong and how reliable they are, ``relations`` whom they know,
``clubs`` to what they belong, ``invitations`` whom they have invited, ``sanctions`` what was forbidden to them,
``puzzles`` what they have answered to the puzzle of a day. ``front`` is the first page.
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
