"""The models of the games app, by topic. They share one app label: a class can change its module without a migration.

``Match`` is a header with the state that its log folds to. The log consists of three tables with common numbers: every
row of a match has a ``version``, counted from 1 without gaps, and a ``digest`` over its content and the digest before
it. ``Round`` is a shuffle, ``Move`` a move, ``TableEvent`` an event around the game (joined, started, resigned …). The
log is append-only: the database refuses to change or delete rows (``games.append_only``).
"""

from __future__ import annotations

from games.models.bots import BotJob, Hint, MatchAnalysis, Puzzle, PuzzleAnswer
from games.models.clubs import Club, ClubConfusable, ClubMatch, ClubScore, Membership, Preset
from games.models.dispatch import LastSweep, Outage
from games.models.idempotency import IdempotentResponse
from games.models.log import LogRow, Move, Round, Row, TableEvent
from games.models.match_end import CountedMatch, MatchEndJob
from games.models.matches import Abandonment, Actor, EntryRequirements, Match, Seat, Status, Visibility
from games.models.matchmaking import Invitation, SeatSwap, Seek
from games.models.notifications import (
    CalendarFeed,
    Delivery,
    Notification,
    NotificationChannel,
    NotificationStream,
    ProgramCalendarFeed,
    SenderLock,
)
from games.models.ratings import HeadToHead, PlayerStatistics, RatedMatch, Rating, RatingChange, Reliability
from games.models.social import ChatMessage, FreeText, Mute, Note, PlayerRelation
from games.models.staff import Report, Sanction
from games.models.turns import AvailabilityChange, PlannedMoves, VacationEnd

__all__ = [
    "Abandonment",
    "Actor",
    "AvailabilityChange",
    "BotJob",
    "CalendarFeed",
    "ChatMessage",
    "Club",
    "ClubConfusable",
    "ClubMatch",
    "ClubScore",
    "CountedMatch",
    "Delivery",
    "EntryRequirements",
    "FreeText",
    "HeadToHead",
    "Hint",
    "IdempotentResponse",
    "Invitation",
    "LastSweep",
    "LogRow",
    "Match",
    "MatchAnalysis",
    "MatchEndJob",
    "Membership",
    "Move",
    "Mute",
    "Note",
    "Notification",
    "NotificationChannel",
    "NotificationStream",
    "Outage",
    "PlannedMoves",
    "PlayerRelation",
    "PlayerStatistics",
    "Preset",
    "ProgramCalendarFeed",
    "Puzzle",
    "PuzzleAnswer",
    "RatedMatch",
    "Rating",
    "RatingChange",
    "Reliability",
    "Report",
    "Round",
    "Row",
    "Sanction",
    "Seat",
    "SeatSwap",
    "Seek",
    "SenderLock",
    "Status",
    "TableEvent",
    "VacationEnd",
    "Visibility",
]
