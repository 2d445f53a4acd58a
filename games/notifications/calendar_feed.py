"""The deadlines of a player as a calendar (RFC 5545), at a secret URL for any calendar program.

It is computed from the matches only: while nothing has changed, the text is the same to the byte.
"""

from __future__ import annotations

import secrets
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Final

from django.db.models import F, Q, QuerySet

from accounts.models import Player, Token
from accounts.services import signed_in
from chkobba_api.ids import digest_of
from games import match_clock
from games.clock.state import Clock
from games.engine.messages import say
from games.models import CalendarFeed, Match, ProgramCalendarFeed, Status
from games.notifications.sentences import name_of, reader_of, url

if TYPE_CHECKING:
    from icalendar import Event, Timezone

MOST: Final = 200
"""The most events in a calendar: those with the earliest deadlines."""
REFRESH: Final = timedelta(minutes=15)
"""The time after which a program should fetch a calendar again. Until then it may cache the response."""


def feed_of(current: Token) -> QuerySet[CalendarFeed] | QuerySet[ProgramCalendarFeed]:
    """Return the feed that a token can see and end: that of its player, or a program's own feed."""
    if current.scopes is None:
        return CalendarFeed.objects.filter(player=current.user)
    return ProgramCalendarFeed.objects.filter(token=current)


def renew(current: Token, now: datetime) -> str:
    """Return a new secret for the calendar of a player, which is shown once. The old one ends. Raises HasLeft."""
    secret = secrets.token_urlsafe(32)
    drawn = {"digest": digest_of(secret), "renewed_at": now}
    with signed_in(current):
        if current.scopes is None:
            drawn["added_by"] = current.id
            CalendarFeed.objects.update_or_create(player=current.user, defaults=drawn)
        else:
            ProgramCalendarFeed.objects.update_or_create(token=current, defaults=drawn)
    return secret


def turn_off(current: Token) -> None:
    """End the feed that a token sees. Without a feed, it has no effect."""
    feed_of(current).delete()


def forget_locked_out(*, player: Player, **signal: object) -> None:
    """End the feed of a player whose login methods the staff has ended. Feeds of programs end with their tokens."""
    CalendarFeed.objects.filter(player=player).delete()


def forget_of_others(*, token: Token, **signal: object) -> None:
    """End the feed of a player if another device has created it."""
    CalendarFeed.objects.filter(player=token.user).exclude(added_by=token.id).delete()


def owner_of(secret: str, now: datetime) -> Player | None:
    """Return the owner of the calendar that a secret opens, or None. The calendars of locked accounts are closed."""
    digest = digest_of(secret)
    if feed := CalendarFeed.objects.filter(digest=digest, player__is_active=True).select_related("player").first():
        return feed.player
    lasting = Q(token__expiry=None) | Q(token__expiry__gt=now)
    found = ProgramCalendarFeed.objects.filter(lasting, digest=digest, token__user__is_active=True)
    drawn = found.select_related("token__user").first()
    return drawn.token.user if drawn else None


# --- the text ---------------------------------------------------------------------------------------------------------


def text_for(player: Player) -> bytes:
    """Return the calendar of a player: an event for each running deadline, whose ``uid`` stays the same for a match."""
    from icalendar import Calendar  # noqa: PLC0415  (most processes never need it)

    mine = Match.objects.filter(
        status=Status.RUNNING, due_at__isnull=False, seats__player=player, seats__number=F("to_act")
    )
    matches = list(mine.defer("snapshot", "options").order_by("due_at", "pk")[:MOST])
    calendar = Calendar()
    calendar.add("version", "2.0")
    calendar.add("prodid", "-//Chkobba//Deadlines//EN")
    calendar.add("calscale", "GREGORIAN")
    calendar.calendar_name = reader_of(player).say(say("calendar.name"))
    calendar.add("refresh-interval", REFRESH, parameters={"VALUE": "DURATION"})
    calendar.add("x-published-ttl", REFRESH, parameters={"VALUE": "DURATION"})
    calendar.add_component(_utc())
    for match in matches:
        if event := _event(match, match_clock.clock_of(match), player):
            calendar.add_component(event)
    text: bytes = calendar.to_ical()
    return text


def _utc() -> Timezone:
    """Return the time zone of all times. A calendar needs a component even without events (section 3.6)."""
    from icalendar import Timezone, TimezoneStandard  # noqa: PLC0415

    zone, standard = Timezone(), TimezoneStandard()
    zone.add("tzid", "UTC")
    standard.add("dtstart", datetime(1970, 1, 1))  # noqa: DTZ001  (without a zone, as the section demands)
    standard.add("tzoffsetfrom", timedelta())
    standard.add("tzoffsetto", timedelta())
    zone.add_component(standard)
    return zone


def _event(match: Match, clock: Clock, player: Player) -> Event | None:
    from icalendar import Event  # noqa: PLC0415

    due_at = match.due_at or clock.due_at
    if due_at is None or clock.since is None:
        return None
    event = Event()
    event.add("uid", f"{match.pk}@chkobba")
    event.add("dtstamp", clock.since.astimezone(UTC))
    event.add("sequence", match.version + match.touched)
    event.add("dtstart", due_at.astimezone(UTC))
    event.add("summary", reader_of(player).say(say("notice.deadline", game=name_of(match.game))))
    if address := url(f"/match/{match.pk}"):
        event.add("url", address)
    event.add("transp", "TRANSPARENT")
    return event
