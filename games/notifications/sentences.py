"""Notifications as sentences, for channels that people read, in the language and time zone of the reader.

Times are absolute, with their zone, so they stay true for a reader who reads them later.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

from django.conf import settings

from accounts.models import Player
from games.engine.catalogue import GAMES
from games.engine.messages import Message, Text, say
from games.models import Notification
from games.services.notifications.timetable import zone_of
from games.texts import ENGLISH, LANGUAGES, Reader, reader

WITH_DEADLINE: Final = frozenset(
    {"your_turn", "time_low", "extended", "match_resumed", "seed_awaited", "given_back", "undone"}
)
"""Kinds that state the deadline of a turn or of a seed, if there is one."""

OF_NO_MATCH: Final = {
    "channel_off": "/#/notifications",
    "vacation_ends": "/",
    "sanctioned": "/#/sanctions",
    "appeal_answered": "/#/sanctions",
}
"""Kinds that are about no particular match, although each notification has one, with the paths to which they lead."""

MOST_LINES: Final = 15
"""The most notifications in one message: the last ones. The message counts the earlier ones."""


def reader_of(player: Player) -> Reader:
    """Return a reader in the language of a player; English if they have chosen none."""
    return reader(player.language if player.language in LANGUAGES else ENGLISH)


def line(notification: Notification, player: Player) -> str:
    """Return a notification as a sentence for its player."""
    words = reader_of(player)
    due_at = notification.facts.get("due_at") if notification.kind in WITH_DEADLINE else None
    if due_at is None:
        sought = ".sought" if "seek" in notification.facts else ""
        said = say(f"notice.{notification.kind}{sought}", game=name_of(notification.match.game))
    else:
        until = shown(datetime.fromisoformat(due_at), zone_of(player))
        said = say(f"notice.{notification.kind}.until", game=name_of(notification.match.game), until=until)
    return words.say(said)


def lines(notifications: Sequence[Notification], player: Player) -> list[str]:
    """Return notifications as sentences with links: the last ones, and the number of earlier ones."""
    said = [f"{line(one, player)} {url(path_of(one))}".strip() for one in notifications[-MOST_LINES:]]
    more = len(notifications) - len(said)
    return [reader_of(player).say(say("notice.more", count=more)), *said] if more else said


def tried(player: Player) -> Message:
    """Return the text of a test message."""
    return say("notice.test", who=player.shown_name)


def shown(moment: datetime, zone: ZoneInfo) -> str:
    """Return a moment in words, with its time zone."""
    return f"{moment.astimezone(zone):%Y-%m-%d %H:%M} ({zone.key})"


def path_of(notification: Notification) -> str:
    """Return the path to which a notification leads: to its match, to the match that follows it, or elsewhere."""
    if notification.kind in OF_NO_MATCH:
        return OF_NO_MATCH[notification.kind]
    return f"/match/{notification.facts.get('rematch', notification.match_id)}"


def url(path: str) -> str:
    """Return the URL of a path on this server; empty if the server does not know its own URL."""
    return f"{settings.PUBLIC_URL}{path}" if settings.PUBLIC_URL else ""


def name_of(game: str) -> Text:
    """Return the name of a game; its key if this server does not know it."""
    return GAMES[game].name if game in GAMES else game
