"""The personal data that the server stores, and for how long: for ``GET /api/v1/server`` and the privacy page.

Each new table gets a line here, or an entry in ``IMPERSONAL``. A test checks it.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Final, NamedTuple

from django.conf import settings

from accounts.devices.networks import NETWORKS_LAST
from accounts.login.email.account_mails import MAIL_LASTS
from games.engine.messages import Message, say
from games.services.bots.hinting import HINTS_LAST
from games.services.bots.match_analysis import ANALYSES_LAST
from games.services.matchmaking.seek_matching import SEEKS_LAST
from games.services.privacy.account_deletion import DELETIONS_LAST
from games.services.staff.fair_play import SANCTIONS_LAST

ANSWERS_LAST: Final = timedelta(days=1)
"""The time for which a request with an idempotency key can be repeated."""
NOTIFICATIONS_LAST: Final = timedelta(days=7)
"""The time for which a client can resume a stream. It is longer than any sender tries to send."""
REPORTS_LAST: Final = timedelta(days=90)
"""The time for which the player and the staff can read a settled report with its answer."""
INVITATIONS_LAST: Final = timedelta(days=30)
"""The time for which an invitation is kept. It is longer than any match waits to begin."""


class Kind(NamedTuple):
    """A kind of stored data: its tables, its description, and its lifetime."""

    key: str
    tables: tuple[str, ...]
    text: Message
    lasts: timedelta | None
    """The lifetime; None: until the account is deleted, or forever, as the text says."""


def _for_days(key: str, lasts: timedelta, *tables: str) -> Kind:
    return Kind(key, tables, say(f"stored.{key}", count=lasts.days), lasts)


STORED: Final = (
    Kind(
        "profile",
        (
            *("accounts.Player", "accounts.NameConfusable", "accounts.Passkey", "accounts.DeviceCode"),
            *("accounts.SecondFactor", "accounts.SecondFactorCode"),
            *("games.VacationEnd", "games.NotificationStream"),
        ),
        say("stored.profile"),
        None,
    ),
    _for_days("tokens", settings.TOKEN_TTL, "accounts.Token", "accounts.StreamTicket"),
    _for_days(
        "log_ins",
        MAIL_LASTS,
        *("accounts.AccountMail", "accounts.LoginLink", "accounts.RecentLogin", "accounts.PasskeyChallenge"),
        "accounts.AuthorizationCode",
    ),
    Kind(
        "matches",
        (
            "games.Match",
            "games.Seat",
            "games.Abandonment",
            "games.FreeText",
            "games.EntryRequirements",
            "games.Round",
            "games.Move",
            "games.TableEvent",
        ),
        say("stored.matches"),
        None,
    ),
    _for_days("messages", settings.CHAT_LASTS, "games.ChatMessage"),
    Kind("notes", ("games.Note", "games.Mute"), say("stored.notes"), None),
    Kind("relations", ("games.PlayerRelation",), say("stored.relations"), None),
    Kind(
        "clubs",
        (
            "games.Club",
            "games.ClubConfusable",
            "games.Membership",
            "games.Preset",
            "games.ClubMatch",
            "games.ClubScore",
        ),
        say("stored.clubs"),
        None,
    ),
    Kind("plans", ("games.PlannedMoves",), say("stored.plans"), None),
    _for_days("notifications", NOTIFICATIONS_LAST, "games.Notification", "games.Delivery"),
    Kind(
        "channels",
        ("games.NotificationChannel", "games.CalendarFeed", "games.ProgramCalendarFeed", "accounts.EmailAddress"),
        say("stored.channels"),
        None,
    ),
    _for_days("answers", ANSWERS_LAST, "games.IdempotentResponse"),
    _for_days("reports", REPORTS_LAST, "games.Report"),
    _for_days("sanctions", SANCTIONS_LAST, "games.Sanction"),
    _for_days("invitations", INVITATIONS_LAST, "games.Invitation", "games.SeatSwap"),
    _for_days("seeks", SEEKS_LAST, "games.Seek"),
    _for_days("hints", HINTS_LAST, "games.Hint"),
    _for_days("analyses", ANALYSES_LAST, "games.MatchAnalysis"),
    Kind("puzzle_answers", ("games.PuzzleAnswer",), say("stored.puzzle_answers"), None),
    Kind("aliases", ("accounts.Alias",), say("stored.aliases"), None),
    Kind(
        "figures",
        (
            "games.Rating",
            "games.RatingChange",
            "games.RatedMatch",
            "games.PlayerStatistics",
            "games.HeadToHead",
            "games.Reliability",
            "games.CountedMatch",
        ),
        say("stored.figures"),
        None,
    ),
    _for_days("deletions", DELETIONS_LAST, "accounts.AccountDeletion"),
    _for_days("networks", NETWORKS_LAST, "accounts.PlayerNetwork"),
    Kind("addresses", (), say("stored.addresses"), None),
    Kind(
        "staff",
        ("admin.LogEntry", "sessions.Session", "otp_totp.TOTPDevice", "auth.Group", "auth.Permission"),
        say("stored.staff"),
        None,
    ),
)
"""All kinds, in the order of the privacy page."""

IMPERSONAL: Final = frozenset(
    {
        "games.BotJob",
        "games.MatchEndJob",
        "games.AvailabilityChange",
        "games.LastSweep",
        "games.Puzzle",
        "games.Outage",
        "games.SenderLock",
        "contenttypes.ContentType",
    }
)
"""Tables for the server's own work, without personal data."""
