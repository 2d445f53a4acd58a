"""The calendar of a player's deadlines: its secret address, and what is to be had there (docs/notifications.md)."""

from __future__ import annotations

from datetime import datetime

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page, require_safe
from msgspec import Struct
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.players import Mine
from chkobba_api.rest.idempotency import ResponseStorage
from chkobba_api.rest.schema import Moment, operation
from chkobba_api.scopes import Scope
from games.notifications import calendar_feed

_RENEWED_AT = "2026-11-21T18:30:00Z"


class CalendarFeedShape(Struct, kw_only=True):
    """The calendar of your deadlines."""

    on: bool
    """Whether it has an address."""
    renewed_at: Moment | None
    """Since when it has this one; null where it has none."""


class CreatedCalendarFeed(Struct, kw_only=True):
    """The address of your calendar, shown this once."""

    address: str
    """Give it to a program that shows calendars, and to nobody else: whoever knows it sees your deadlines."""
    renewed_at: Moment
    """Since when it is this one."""


class MyCalendar(Mine):
    """The calendar of one's deadlines."""

    @operation(
        "getCalendarFeed",
        "Whether your deadlines are to be had as a calendar",
        tag="me",
        scope=Scope.CHANNELS,
        description="The address itself is shown once, by `createCalendarFeed`. A program has one of its own.",
        responses={200: (CalendarFeedShape, "Whether it has an address.")},
        gets={"on": True, "renewed_at": _RENEWED_AT},
    )
    def get(self, request: Request) -> Response:
        """Answer with whether it has one."""
        feed = calendar_feed.feed_of(self.token)
        renewed_at: datetime | None = feed.values_list("renewed_at", flat=True).first()
        return Response(CalendarFeedShape(on=renewed_at is not None, renewed_at=renewed_at))

    @operation(
        "createCalendarFeed",
        "Get a secret address for the calendar of your deadlines",
        tag="me",
        scope=Scope.CHANNELS,
        description=(
            "Any program that shows calendars can fetch it (iCalendar): an event at each deadline of yours that runs, "
            "under the same name as long as its match. The address before it ends. One that a program gets is its own, "
            "and ends with its token."
        ),
        responses={201: (CreatedCalendarFeed, "The address, shown this once.")},
        gets={"address": "https://cards.example/calendars/Vq3W…43 characters…x0E.ics", "renewed_at": _RENEWED_AT},
        keeps=ResponseStorage.SECRET,
    )
    def post(self, request: Request) -> Response:
        """Draw one."""
        now = timezone.now()
        address = request.build_absolute_uri(f"/calendars/{calendar_feed.renew(self.token, now)}.ics")
        return Response(CreatedCalendarFeed(address=address, renewed_at=now), status=201)

    @operation(
        "deleteCalendarFeed",
        "End the address of your calendar",
        tag="me",
        scope=Scope.CHANNELS,
        description="Whoever has it finds nothing there any more.",
        responses={204: (None, "It has none.")},
    )
    def delete(self, request: Request) -> Response:
        """End it."""
        calendar_feed.turn_off(self.token)
        return Response(status=204)


@require_safe
@cache_control(private=True, max_age=int(calendar_feed.REFRESH.total_seconds()))
@conditional_page
def feed(request: HttpRequest, secret: str) -> HttpResponse:
    """Answer with a calendar; a wrong secret is told from none by nothing. It is counted as a page."""
    player = calendar_feed.owner_of(secret, timezone.now())
    if player is None:
        raise Http404
    return HttpResponse(calendar_feed.text_for(player), content_type="text/calendar; charset=utf-8")
