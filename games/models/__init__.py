"""The models of the games app, by topic. They share one app label, so a move of a class changes no table.

``Match`` is a header with the state that its log folds to. The log is three tables with one numbering: every row of a
match has a ``version``, counted from 1 without a gap, and a ``digest`` over its content and the digest before it.
``Round`` is a shuffle, ``Move`` a move of a player, ``TableEvent`` an event around the game (joined, started, resigned
…). Rows are only inserted; the database refuses anything else (``games.append_only``).
"""

from __future__ import annotations

from games.models.bots import BotTurn, Hint, LookBack, Puzzle, PuzzleAnswer
from games.models.clubs import Club, ClubLook, ClubScore, ClubTable, Membership, Preset
from games.models.dispatch import LastSweep, Outage
from games.models.idempotency import Answer
from games.models.log import LogRow, Move, Round, Row, TableEvent
from games.models.match_end import Counted, FollowUp
from games.models.matches import Abandonment, Actor, Conditions, Match, Seat, Status, Visibility
from games.models.matchmaking import Invitation, Seek, Swap
from games.models.notifications import Address, CalendarFeed, Delivery, Occasion, ProgramCalendarFeed, Sending, Stream
from games.models.ratings import Encounter, RatedMatch, Rating, RatingChange, Reliability, Tally
from games.models.social import FreeText, Mute, Note, Relation, Word
from games.models.staff import Report, Sanction
from games.models.turns import HolidayEnd, HoursChange, Plan

__all__ = [
    "Abandonment",
    "Actor",
    "Address",
    "Answer",
    "BotTurn",
    "CalendarFeed",
    "Club",
    "ClubLook",
    "ClubScore",
    "ClubTable",
    "Conditions",
    "Counted",
    "Delivery",
    "Encounter",
    "FollowUp",
    "FreeText",
    "Hint",
    "HolidayEnd",
    "HoursChange",
    "Invitation",
    "LastSweep",
    "LogRow",
    "LookBack",
    "Match",
    "Membership",
    "Move",
    "Mute",
    "Note",
    "Occasion",
    "Outage",
    "Plan",
    "Preset",
    "ProgramCalendarFeed",
    "Puzzle",
    "PuzzleAnswer",
    "RatedMatch",
    "Rating",
    "RatingChange",
    "Relation",
    "Reliability",
    "Report",
    "Round",
    "Row",
    "Sanction",
    "Seat",
    "Seek",
    "Sending",
    "Status",
    "Stream",
    "Swap",
    "TableEvent",
    "Tally",
    "Visibility",
    "Word",
]
