"""The content of push messages, which a phone or a browser shows while the page is closed."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Final, Literal, NamedTuple

from django.conf import settings

from accounts.models import Player
from games import selectors
from games.engine.messages import say
from games.models import Match, Notification
from games.notifications.sentences import OF_NO_MATCH, WITH_DEADLINE, line, path_of, reader_of, tried
from games.texts.page import direction

Urgency = Literal["low", "normal", "high"]

URGENT: Final = frozenset({"time_low"})
"""Kinds that wake a device that saves its battery (RFC 8030, section 5.3)."""
AWAITED: Final = WITH_DEADLINE | {
    "seats_full",
    "match_started",
    "pause_offered",
    "pause_end_offered",
    "end_offered",
    "undo_offered",
    "played_for",
    "autopilot_on",
    "seat_offered",
}
"""Kinds that are sent while the device is awake. All others wait until the device is used."""

APP: Final = "Chkobba"
LINES: Final = 5
"""The most notifications in one message: the last ones. The message counts the earlier ones."""
LONGEST: Final = 500
"""The most characters of the text. Systems show fewer."""


class PushPayload(NamedTuple):
    """A notification in the form that a system shows."""

    title: str
    body: str
    language: str
    path: str
    """The path on the server that the notification opens."""
    tag: str
    """The tag by which a message replaces an earlier one: a device shows at most one for each match or page."""
    urgency: Urgency
    until: datetime
    """The time at which the notification is out of date."""
    waiting: int
    """The number of matches that wait for the player, for the badge of the app."""

    @property
    def link(self) -> str:
        """The URL that the notification opens; a path if the server does not know its own URL."""
        return f"{settings.PUBLIC_URL}{self.path}"

    def declared(self) -> dict[str, Any]:
        """Return the message in the format that needs no service worker (Push API, "declarative push message")."""
        shown = {
            "title": self.title,
            "body": self.body,
            "lang": self.language,
            "dir": direction(self.language),
            "navigate": self.link,
            "tag": self.tag,
        }
        return {"web_push": 8030, "notification": shown, "app_badge": self.waiting}


def of_notifications(
    notifications: Sequence[Notification], player: Player, lasts: timedelta, now: datetime
) -> PushPayload | None:
    """Return the message for notifications of a player, or None if all are out of date."""
    ends = {one: _until(one, lasts) for one in notifications}
    live = [one for one in notifications if ends[one] > now]
    if not live:
        return None
    words, last = reader_of(player), live[-1]
    shown = [line(one, player) for one in live[-LINES:]]
    if len(live) > len(shown):
        shown.append(words.say(say("notice.more", count=len(live) - len(shown))))
    if len({path_of(one) for one in live}) > 1:
        title, path, tag = words.say(say("notice.several", count=len(live))), "/", "several"
    elif last.kind in OF_NO_MATCH:
        title, path, tag = APP, path_of(last), path_of(last)
    else:
        title, path, tag = _others(last.match, player), path_of(last), str(last.match_id)
    return PushPayload(
        title=title,
        body="\n".join(shown)[:LONGEST],
        language=words.language,
        path=path,
        tag=tag,
        urgency=max((_urgency(one) for one in live), key=("low", "normal", "high").index),
        until=min(ends[one] for one in live),
        waiting=selectors.awaiting(player).order_by().count(),
    )


def of_test(player: Player, now: datetime) -> PushPayload:
    """Return the message for a player's test of a device."""
    words = reader_of(player)
    return PushPayload(
        title=APP,
        body=words.say(tried(player)),
        language=words.language,
        path="/#/notifications",
        tag="test",
        urgency="normal",
        until=now + timedelta(minutes=10),
        waiting=selectors.awaiting(player).order_by().count(),
    )


def _until(notification: Notification, lasts: timedelta) -> datetime:
    """Return when a notification is out of date: at its own deadline, or at that of the turn if that is later."""
    due_at = notification.facts.get("due_at") if notification.kind in WITH_DEADLINE else None
    if due_at is None:
        return notification.at + lasts
    said, now_due = datetime.fromisoformat(due_at), notification.match.due_at
    return max(said, now_due) if now_due and notification.match.to_act == notification.seat else said


def _urgency(notification: Notification) -> Urgency:
    if notification.kind in URGENT:
        return "high"
    return "normal" if notification.kind in AWAITED else "low"


def _others(match: Match, player: Player) -> str:
    """Return the names of the other players at a table, as the title."""
    others = match.seats.filter(player__isnull=False).exclude(player=player).select_related("player").order_by("number")
    return ", ".join(seat.player.shown_name for seat in others if seat.player) or APP
