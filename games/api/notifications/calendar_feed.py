"""The calendar of a player's deadlines: its secret address, and its content (docs/notifications.md)."""

from __future__ import annotations

from datetime import datetime

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.cache import cache_control
from msgspec import Struct
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base import Mine
from chkobba_api.rest.fields import Moment
from chkobba_api.rest.idempotency import ResponseStorage
from chkobba_api.rest.openapi.operation import operation
from chkobba_api.rest.read_only import read_only, with_etag
from chkobba_api.scopes import Scope
from games.notifications import calendar_feed


class CalendarFeedShape(Struct, kw_only=True):
    """The state of your calendar feed."""

    on: bool
    """True: the calendar has an address."""
    renewed_at: Moment | None
    """The time at which the address was created; null if there is none."""


class CreatedCalendarFeed(Struct, kw_only=True):
    """The address of your calendar, shown only once."""

    address: str
    """The address for a calendar program. Keep it secret: anyone who knows it sees your deadlines."""
    renewed_at: Moment
    """The time at which the address was created."""


class MyCalendar(Mine):
    """The calendar feed of the player's deadlines."""

    @operation("getCalendarFeed", Scope.CHANNELS, {200: (CalendarFeedShape, "The state of the feed.")})
    def get(self, request: Request) -> Response:
        """Get the state of your calendar feed.

        Only `createCalendarFeed` shows the address, once. A program has its own feed.
        """
        feed = calendar_feed.feed_of(self.token)
        renewed_at: datetime | None = feed.values_list("renewed_at", flat=True).first()
        return Response(CalendarFeedShape(on=renewed_at is not None, renewed_at=renewed_at))

    @operation(
        "createCalendarFeed",
        Scope.CHANNELS,
        {201: (CreatedCalendarFeed, "The address, shown only once.")},
        keeps=ResponseStorage.SECRET,
    )
    def post(self, request: Request) -> Response:
        """Create a secret address for the calendar of your deadlines.

        Any calendar program can fetch it (iCalendar). It has an event for each of your running deadlines, with the same
        id as long as the match lasts. The new address replaces the old one. A program gets its own address, which ends
        with its token.
        """
        now = timezone.now()
        address = request.build_absolute_uri(f"/calendars/{calendar_feed.renew(self.token, now)}.ics")
        return Response(CreatedCalendarFeed(address=address, renewed_at=now), status=201)

    @operation("deleteCalendarFeed", Scope.CHANNELS, {204: (None, "The address is deleted.")})
    def delete(self, request: Request) -> Response:
        """Delete the address of your calendar.

        The address stops working.
        """
        calendar_feed.turn_off(self.token)
        return Response(status=204)


@read_only
@cache_control(private=True, max_age=int(calendar_feed.REFRESH.total_seconds()))
@with_etag
def feed(request: HttpRequest, secret: str) -> HttpResponse:
    """Return a calendar. A wrong secret and a deleted address get the same 404.

    The request counts as a page (``chkobba_api.middleware.anonymous_rate_limit``).
    """
    player = calendar_feed.owner_of(secret, timezone.now())
    if player is None:
        raise Http404
    return HttpResponse(calendar_feed.text_for(player), content_type="text/calendar; charset=utf-8")
