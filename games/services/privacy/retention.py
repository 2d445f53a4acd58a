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


def _kind(key: str, *tables: str, lasts: timedelta | None = None) -> Kind:
    return Kind(key, tables, say(f"stored.{key}", count=lasts.days) if lasts else say(f"stored.{key}"), lasts)


STORED: Final = (
    _kind(
        "profile",
        *("accounts.Player", "accounts.NameConfusable", "accounts.Passkey", "accounts.DeviceCode"),
        *("accounts.SecondFactor", "accounts.SecondFactorCode", "games.VacationEnd", "games.NotificationStream"),
    ),
    _kind("tokens", "accounts.Token", "accounts.StreamTicket", lasts=settings.TOKEN_TTL),
    _kind(
        "log_ins",
        *("accounts.AccountMail", "accounts.LoginLink", "accounts.RecentLogin", "accounts.PasskeyChallenge"),
        "accounts.AuthorizationCode",
        lasts=MAIL_LASTS,
    ),
    _kind(
        "matches",
        *("games.Match", "games.Seat", "games.Abandonment", "games.FreeText", "games.EntryRequirements"),
        *("games.Round", "games.Move", "games.TableEvent"),
    ),
    _kind("messages", "games.ChatMessage", lasts=settings.CHAT_LASTS),
    _kind("notes", "games.Note", "games.Mute"),
    _kind("relations", "games.PlayerRelation"),
    _kind(
        "clubs",
        *("games.Club", "games.ClubConfusable", "games.Membership", "games.Preset", "games.ClubMatch"),
        "games.ClubScore",
    ),
    _kind("plans", "games.PlannedMoves"),
    _kind("notifications", "games.Notification", "games.Delivery", lasts=NOTIFICATIONS_LAST),
    _kind(
        "channels",
        *("games.NotificationChannel", "games.CalendarFeed", "games.ProgramCalendarFeed", "accounts.EmailAddress"),
    ),
    _kind("answers", "games.IdempotentResponse", lasts=ANSWERS_LAST),
    _kind("reports", "games.Report", lasts=REPORTS_LAST),
    _kind("sanctions", "games.Sanction", lasts=SANCTIONS_LAST),
    _kind("invitations", "games.Invitation", "games.SeatSwap", lasts=INVITATIONS_LAST),
    _kind("seeks", "games.Seek", lasts=SEEKS_LAST),
    _kind("hints", "games.Hint", lasts=HINTS_LAST),
    _kind("analyses", "games.MatchAnalysis", lasts=ANALYSES_LAST),
    _kind("puzzle_answers", "games.PuzzleAnswer"),
    _kind("aliases", "accounts.Alias"),
    _kind(
        "figures",
        *("games.Rating", "games.RatingChange", "games.RatedMatch", "games.PlayerStatistics", "games.HeadToHead"),
        *("games.Reliability", "games.CountedMatch"),
    ),
    _kind("deletions", "accounts.AccountDeletion", lasts=DELETIONS_LAST),
    _kind("networks", "accounts.PlayerNetwork", lasts=NETWORKS_LAST),
    _kind("addresses"),
    _kind("staff", "admin.LogEntry", "sessions.Session", "otp_totp.TOTPDevice", "auth.Group", "auth.Permission"),
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
