"""Admin pages for matches, their seats and their log, and for the other rows of players.

Staff cannot edit rows here: every change goes through a service. For a running match, the pages show no more than a
spectator sees. They hide the seed, the deck, hidden cards, and digests, which would confirm a guess of hidden cards.

``matches`` has the list of matches and the page of one, which is made of ``steps`` (the log, with ``log_words``),
``board`` (the table at one step), ``checklist`` (the verification) and ``actions``. Its ``log_rows`` lists seats and
rows of the log. ``players`` lists rows of players, ``moderation`` reports and sanctions. ``front_page`` is the first
page.
"""

from games.admin.matches.log_rows import MoveAdmin, RoundAdmin, SeatAdmin, TableEventAdmin
from games.admin.matches.matches import MatchAdmin
from games.admin.moderation.reports import ReportAdmin
from games.admin.moderation.sanctions import SanctionAdmin
from games.admin.players.clubs import ClubAdmin, MembershipAdmin
from games.admin.players.matchmaking import InvitationAdmin, RelationAdmin, SeekAdmin, SwapAdmin
from games.admin.players.notification_channels import ChannelAdmin
from games.admin.players.puzzles import PuzzleAdmin, PuzzleAnswerAdmin
from games.admin.players.ratings import RatedMatchAdmin, RatingAdmin, ReliabilityAdmin

__all__ = [
    "ChannelAdmin",
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
