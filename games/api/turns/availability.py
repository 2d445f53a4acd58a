"""A player's availability: a calendar, and vacations."""

from __future__ import annotations

from msgspec import UNSET
from rest_framework.request import Request
from rest_framework.response import Response

from chkobba_api.rest.openapi.operation import operation
from chkobba_api.scopes import Scope
from games.api.copying import copied
from games.api.matches.base import MatchesView
from games.api.turns import availability_schemas
from games.clock.calendar import Calendar
from games.clock.hours import Hours
from games.services.turns import availability


class _OwnHours(MatchesView):
    """Base of the views of the player's own availability."""

    def shown(self, kept: Hours) -> Response:
        """Return a response with the availability of the player."""
        now = self.now
        vacation = kept.vacation_at(now)
        waits = kept.coming is not None and kept.takes_effect_at is not None and kept.takes_effect_at > now
        return Response(
            availability_schemas.Availability(
                calendar=_calendar(kept.bound(now)),
                coming=_calendar(kept.coming) if waits and kept.coming else None,
                takes_effect_at=kept.takes_effect_at if waits else None,
                vacation=copied(availability_schemas.Vacation, vacation) if vacation else None,
                vacation_days=int(kept.days_left(self.me.created_at, now)),
            )
        )


class Availability(_OwnHours):
    """The player's calendar and vacations."""

    @operation("getAvailability", Scope.READ, {200: (availability_schemas.Availability, "Your availability.")})
    def get(self, request: Request) -> Response:
        """Your availability.

        It has your calendar and your vacations. They stop your clock at matches that honour them (`honours` of their
        `control`). All players at such a match see until when.
        """
        return self.shown(availability.hours_now(self.me))


class MyCalendar(_OwnHours):
    """The player's own calendar."""

    @operation(
        "setCalendar",
        Scope.PROFILE,
        {200: (availability_schemas.Availability, "Your availability; `coming` takes effect at `takes_effect_at`.")},
    )
    def put(self, request: Request, wanted: availability_schemas.CalendarRequest) -> Response:
        """Change your calendar.

        A calendar has closed hours of every day, free weekdays and free dates, in your time zone. A new calendar takes
        effect after 48 hours. A turn that has begun by then keeps its calendar. At least eight hours of a day and four
        days of a week stay open, and you can have twelve free dates in any year.
        """
        keeps_zone = wanted.time_zone is UNSET
        return self.shown(availability.change_calendar(self.me, wanted.calendar(), self.now, keeps_zone=keeps_zone))


class MyVacation(_OwnHours):
    """The player's own vacation."""

    @operation(
        "startVacation",
        Scope.PROFILE,
        {201: (availability_schemas.Availability, "Your availability, with the vacation.")},
    )
    def post(self, request: Request, wanted: availability_schemas.VacationRequest) -> Response:
        """Start vacation.

        It lasts whole days in your time zone. It starts now, with today as its first day, or on a later day (`first`,
        within 90 days). The server takes the days from `vacation_days`, which grow by 30 a year. It postpones your
        running turns within moments. You can still move, and that does not end the vacation.
        """
        first = None if wanted.first is UNSET else wanted.first
        answer = self.shown(availability.begin_vacation(self.me, self.now, days=wanted.days, first=first))
        answer.status_code = 201
        return answer

    @operation(
        "endVacation",
        Scope.PROFILE,
        {200: (availability_schemas.Availability, "Your availability, without the vacation.")},
    )
    def delete(self, request: Request) -> Response:
        """End your vacation, or cancel a coming one.

        A vacation also ends by itself. You get back the days that have not begun.
        """
        return self.shown(availability.end_vacation(self.me, self.now))


def _calendar(kept: Calendar) -> availability_schemas.CalendarRequest:
    """Return a calendar with all of its fields, also the empty ones."""
    return availability_schemas.CalendarRequest(
        time_zone=kept.time_zone, night=kept.night, weekdays=list(kept.weekdays), dates=list(kept.dates)
    )
