"""Notifications that a phone or a browser shows while the page is closed."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Final, Literal, NamedTuple

from django.conf import settings

from accounts.models import Player
from games import selectors
from games.engine.messages import say
from games.models import Match, Notification
from games.notifications.sentences import WITH_DEADLINE, line, reader_of, tried
from games.texts.page import direction

Urgency = Literal["low", "normal", "high"]

URGENT: Final = frozenset({"time_low"})
"""What is worth waking a device that saves its battery (RFC 8030, 5.3) …"""
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
"""… and what may come while one is at it; all else waits until the device is used."""

_ELSEWHERE: Final = {
    "channel_off": "/#/told",
    "vacation_ends": "/",
    "sanctioned": "/#/sanctions",
    "appeal_answered": "/#/sanctions",
}
"""Where kinds lead that are about no match in particular."""

APP: Final = "Chkobba"
LINES: Final = 5
"""Of more notifications at once the last ones are said, and how many there were before."""
LONGEST: Final = 500
"""Characters of what is said; a system shows fewer."""


class PushPayload(NamedTuple):
    """A notification as a system shows it."""

    title: str
    body: str
    language: str
    path: str
    """Where it leads, on the server."""
    tag: str
    """What replaces what: of each match there is one at the most."""
    urgency: Urgency
    until: datetime
    """When it is out of date."""
    waiting: int
    """How many matches wait for the player, for the icon of the app."""

    @property
    def link(self) -> str:
        """Return where it leads, as far as the server knows its own address."""
        return f"{settings.PUBLIC_URL}{self.path}"

    def declared(self) -> dict[str, Any]:
        """Return it as browsers read it, those too that ask no worker (Push API, "declarative push message")."""
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
    """Return what to show of notifications of a player; None if all are out of date."""
    ends = {one: _until(one, lasts) for one in notifications}
    live = [one for one in notifications if ends[one] > now]
    if not live:
        return None
    words, last = reader_of(player), live[-1]
    shown = [line(one, player) for one in live[-LINES:]]
    if len(live) > len(shown):
        shown.append(words.say(say("notice.more", count=len(live) - len(shown))))
    is_one_match = len({_leads_to(one) for one in live}) == 1
    return PushPayload(
        title=_others(last.match, player) if is_one_match else words.say(say("notice.several", count=len(live))),
        body="\n".join(shown)[:LONGEST],
        language=words.language,
        path=_leads_to(last) if is_one_match else "/",
        tag=str(last.match_id) if is_one_match else "several",
        urgency=max((_urgency(one) for one in live), key=("low", "normal", "high").index),
        until=min(ends[one] for one in live),
        waiting=selectors.awaiting(player).order_by().count(),
    )


def of_test(player: Player, now: datetime) -> PushPayload:
    """Return what to show when a player tests a device."""
    words = reader_of(player)
    return PushPayload(
        title=APP,
        body=words.say(tried(player)),
        language=words.language,
        path="/#/told",
        tag="test",
        urgency="normal",
        until=now + timedelta(minutes=10),
        waiting=selectors.awaiting(player).order_by().count(),
    )


def _until(notification: Notification, lasts: timedelta) -> datetime:
    """Return when a notification is out of date: with its deadline, or that which the match has by now."""
    due_at = notification.facts.get("due_at") if notification.kind in WITH_DEADLINE else None
    if due_at is None:
        return notification.at + lasts
    said, now_due = datetime.fromisoformat(due_at), notification.match.due_at
    return max(said, now_due) if now_due and notification.match.to_act == notification.seat else said


def _urgency(notification: Notification) -> Urgency:
    if notification.kind in URGENT:
        return "high"
    return "normal" if notification.kind in AWAITED else "low"


def _leads_to(notification: Notification) -> str:
    if notification.kind in _ELSEWHERE:
        return _ELSEWHERE[notification.kind]
    return f"/match/{notification.facts.get('rematch', notification.match_id)}"


def _others(match: Match, player: Player) -> str:
    """Return the other players at a table, as the title."""
    others = match.seats.filter(player__isnull=False).exclude(player=player).select_related("player").order_by("number")
    return ", ".join(seat.player.shown_name for seat in others if seat.player) or APP
