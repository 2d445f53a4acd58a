"""A player's notifications as JSON, server-sent events or lines, and tickets for streams.

The view answers at once with the existing events; ``games.api.live.long_poll`` waits for new ones and continues the
stream.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Annotated, Any, Final
from uuid import UUID

import msgspec
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter
from msgspec import UNSET, Meta, Struct, UnsetType
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import services
from accounts.devices.authentication import TicketOrBearerAuthentication
from accounts.models import Player, Token
from chkobba_api.errors import invalid
from chkobba_api.rest.fields import Moment
from chkobba_api.rest.idempotency import ResponseStorage
from chkobba_api.rest.json import JSONRenderer, to_json
from chkobba_api.rest.openapi.operation import operation
from chkobba_api.rest.views import View
from chkobba_api.scopes import Scope
from games.engine.messages import say
from games.models import Notification
from games.notifications import stream


class MyEvent(Struct, kw_only=True):
    """An event that concerns you: a fact about one of your matches."""

    id: int
    """The number of the event in your stream, from 1 without gaps."""
    type: str
    """The type of the event. docs/stream.md lists the types; a client should skip a type that it does not know."""
    at: Moment
    """The time of the event."""
    match: UUID
    """The id of the match."""
    game: str
    """The key of the game."""
    version: int
    """The version of the match after the event."""
    seat: int
    """The number of your seat."""
    due_at: Moment | None
    """The time by which you must act; null if you need not act."""
    of_seat: int | None
    """The seat that is offered, or that a substitute took; null if the event concerns no other seat than yours."""
    rematch: UUID | None
    """The new match: a rematch, or a match with other terms. Only for `rematch` and `terms_accepted`."""
    seek: UUID | None
    """Your seek that led to the match. Only for `match_started`; null if there was no seek."""


class MyEvents(Struct, kw_only=True):
    """Your events after the requested id, without gaps."""

    events: list[MyEvent]
    """The events, oldest first."""
    last: int
    """The id up to which `events` go: the `after` of the next request."""
    more: bool
    """True: there are more events already."""


class CreatedTicket(Struct, kw_only=True):
    """A ticket for one stream, shown only once."""

    ticket: str
    """The value of the parameter `ticket`."""
    expires_at: Moment
    """The time until which the ticket opens a stream."""


MOST: Final = 200
"""The most events in one answer."""
AGAIN_AFTER: Final = 5_000
"""Milliseconds after which an ``EventSource`` connects again when its stream has ended."""
OPENED: Final = "chkobba.opened"
"""The key of a list in the ASGI scope, to which the view adds the stream that it opens. A client cannot write it."""

_NUMBER: Final = re.compile(r"\d{1,18}")


class Opened(Struct, frozen=True):
    """A stream that the view has opened, to be continued."""

    player: UUID
    token: str
    """The digest of the token that opened the stream. The stream ends with this token."""
    last: int
    """The number of the last event in the answer."""


# --- renderers --------------------------------------------------------------------------------------------------------


class EventStreamRenderer(BaseRenderer):
    """The renderer of server-sent events (``EventSource``)."""

    media_type = "text/event-stream"
    format = "event-stream"
    charset = "utf-8"
    heartbeat = b":\n\n"

    def render(
        self, data: Any, accepted_media_type: str | None = None, renderer_context: Mapping[str, Any] | None = None
    ) -> bytes:
        """Return the beginning of a stream."""
        return f"retry: {AGAIN_AFTER}\n\n".encode() + self.written(data.events)

    @staticmethod
    def written(events: Iterable[MyEvent]) -> bytes:
        """Return events as server-sent events."""
        return b"".join(b"id: %d\ndata: %s\n\n" % (event.id, to_json(event)) for event in events)


class LinesRenderer(BaseRenderer):
    """The renderer of JSON lines (NDJSON). An empty line is the heartbeat."""

    media_type = "application/x-ndjson"
    format = "ndjson"
    charset = None
    heartbeat = b"\n"

    def render(
        self, data: Any, accepted_media_type: str | None = None, renderer_context: Mapping[str, Any] | None = None
    ) -> bytes:
        """Return the beginning of a stream."""
        return self.heartbeat + self.written(data.events)

    @staticmethod
    def written(events: Iterable[MyEvent]) -> bytes:
        """Return events as lines."""
        return b"".join(b"%s\n" % to_json(event) for event in events)


STREAMED: Final[Mapping[str, type[EventStreamRenderer | LinesRenderer]]] = {
    kind.media_type: kind for kind in (EventStreamRenderer, LinesRenderer)
}
"""The renderer of a stream, by the requested media type."""


def page_of(notifications: Iterable[Notification], last: int, *, more: bool) -> MyEvents:
    """Return notifications as events; ``last`` is the number of the event before them."""
    events = [event_of(notification) for notification in notifications]
    return MyEvents(events=events, last=events[-1].id if events else last, more=more)


def event_of(notification: Notification) -> MyEvent:
    """Return a notification as an event of the stream."""
    return MyEvent(
        id=notification.number or 0,
        type=notification.kind,
        at=notification.at,
        match=notification.match_id,
        game=notification.match.game,
        version=notification.version,
        seat=notification.seat,
        due_at=msgspec.convert(notification.facts.get("due_at"), datetime | None),
        of_seat=notification.facts.get("of_seat"),
        rematch=msgspec.convert(notification.facts.get("rematch"), UUID | None),
        seek=msgspec.convert(notification.facts.get("seek"), UUID | None),
    )


# --- the operations ---------------------------------------------------------------------------------------------------


class EventsQuery(Struct, forbid_unknown_fields=True):
    """Query parameters of the event stream."""

    after: Annotated[int, Meta(ge=0, le=2**63 - 1)] | UnsetType = UNSET
    """The `id` after which the answer starts."""
    limit: Annotated[int, Meta(ge=1, le=MOST)] = 100
    """The most events in the answer; a stream goes on after them."""
    wait: Annotated[int, Meta(ge=0, le=25)] = 0
    """Seconds to wait for an event; for JSON only."""
    ticket: str | None = None
    """A ticket instead of a token, valid once: from `createStreamTicket`."""


class EventStream(View):
    """The event stream of the player."""

    authentication_classes = (TicketOrBearerAuthentication,)
    renderer_classes = (JSONRenderer, EventStreamRenderer, LinesRenderer)

    @operation(
        "listMyEvents",
        Scope.READ,
        {200: (MyEvents, "The events after the requested one.")},
        parameters=[
            OpenApiParameter(
                "Last-Event-ID", str, OpenApiParameter.HEADER, description="The last `id` that you have; digits."
            ),
        ],
    )
    def get(self, request: Request, query: EventsQuery) -> Response:
        """List your events, or stream them.

        Facts about all of your matches, such as your turn, a start, end or pause, or a waiting rematch, with the
        version of the match. They come in one order without gaps; `id` counts from 1 for each player. Without `after`,
        the answer starts at the end of the stream. Send `last` of the answer as `after` of the next request.

        With `Accept: text/event-stream` the answer stays open and sends events as they happen (`EventSource`), and
        comments in between; `application/x-ndjson` sends the same as lines. `Last-Event-ID` takes precedence over
        `after`. A stream ends a few seconds after its token is revoked. With JSON, `wait` holds the request until an
        event happens, or for this number of seconds. docs/stream.md has the details.
        """
        player: Player = self.me
        last = stream.newest(player.pk)
        wanted = _place_in(request.headers.get("Last-Event-ID"), query.after)
        place = last if wanted is UNSET else min(wanted, last)  # a restored backup may end before the client's place
        found = stream.after({player.pk: place}, query.limit).get(player.pk, []) if place < last else []
        page = page_of(found, place, more=bool(found) and (found[-1].number or 0) < last)
        token: Token = request.auth  # type: ignore[assignment]  # BearerAuthentication's
        if (opened := getattr(request._request, "scope", {}).get(OPENED)) is not None:
            opened.append(Opened(player.pk, token.digest, page.last))
        return Response(page, headers={"X-Accel-Buffering": "no"})


def _place_in(header: str | None, after: int | UnsetType) -> int | UnsetType:
    """Return the number of the event after which the client continues. Raises DomainError ``invalid``."""
    if not header:
        return after
    if not _NUMBER.fullmatch(header):
        raise invalid("Last-Event-ID", say("invalid.last_event_id"))
    return int(header)


class EventsTickets(View):
    """Tickets for event streams."""

    @operation(
        "createStreamTicket",
        Scope.READ,
        {201: (CreatedTicket, "The ticket, shown only once.")},
        description=(
            "For `EventSource` in browsers, which cannot send a token: `listMyEvents?ticket=…` opens one stream. The "
            f"ticket is valid once, for {services.TICKET_LASTS.seconds} seconds. The stream ends with the token that "
            "created the ticket."
        ),
        keeps=ResponseStorage.SECRET,
    )
    def post(self, request: Request) -> Response:
        """Create a ticket for one stream."""
        ticket, expires_at = services.create_ticket(request.auth, timezone.now())  # type: ignore[arg-type]
        return Response(CreatedTicket(ticket=ticket, expires_at=expires_at), status=201)
