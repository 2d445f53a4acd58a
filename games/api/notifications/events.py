"""A player's notifications, as JSON, as server-sent events or as lines; and tickets for streams.

The view answers at once with what there is; ``games.api.live.long_poll`` waits for news and goes on with a stream.
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
from chkobba_api.rest.idempotency import ResponseStorage
from chkobba_api.rest.json import JSONRenderer, to_json
from chkobba_api.rest.schema import operation
from chkobba_api.rest.views import View, invalid, read_query
from chkobba_api.scopes import Scope
from games.api import examples
from games.api.notifications import stream_schemas
from games.engine.messages import say
from games.models import Notification
from games.notifications import stream

MOST: Final = 200
"""Events in one answer."""
AGAIN_AFTER: Final = 5_000
"""Milliseconds after which an ``EventSource`` whose stream has ended comes again."""
OPENED: Final = "chkobba.opened"
"""In the ASGI scope, a list to which the view adds the stream that it has opened. No client can write it."""

_NUMBER: Final = re.compile(r"\d{1,18}")


class Opened(Struct, frozen=True):
    """A stream that may be gone on with."""

    player: UUID
    token: str
    """The digest of the token by which it was opened, and with which it ends."""
    last: int
    """The number up to which it was answered."""


# --- how it is written ------------------------------------------------------------------------------------------------


class EventStreamRenderer(BaseRenderer):
    """Server-sent events (``EventSource``)."""

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
    def written(events: Iterable[stream_schemas.MyEvent]) -> bytes:
        """Return some events."""
        return b"".join(b"id: %d\ndata: %s\n\n" % (event.id, to_json(event)) for event in events)


class LinesRenderer(BaseRenderer):
    """JSON by lines (NDJSON); an empty one says that the server is still there."""

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
    def written(events: Iterable[stream_schemas.MyEvent]) -> bytes:
        """Return some events."""
        return b"".join(b"%s\n" % to_json(event) for event in events)


STREAMED: Final[Mapping[str, type[EventStreamRenderer | LinesRenderer]]] = {
    kind.media_type: kind for kind in (EventStreamRenderer, LinesRenderer)
}
"""How a stream is written, by the type that was asked for."""


def page_of(notifications: Iterable[Notification], last: int, *, more: bool) -> stream_schemas.MyEvents:
    """Return notifications as they are answered; ``last`` is the place before them."""
    events = [_event_of(notification) for notification in notifications]
    return stream_schemas.MyEvents(events=events, last=events[-1].id if events else last, more=more)


def _event_of(notification: Notification) -> stream_schemas.MyEvent:
    return stream_schemas.MyEvent(
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
    """Which events are asked for, and how."""

    after: Annotated[int, Meta(ge=0, le=2**63 - 1)] | UnsetType = UNSET
    limit: Annotated[int, Meta(ge=1, le=MOST)] = 100
    wait: Annotated[int, Meta(ge=0, le=25)] = 0
    ticket: str | None = None


class MyEvents(View):
    """The stream of one's own events."""

    authentication_classes = (TicketOrBearerAuthentication,)
    renderer_classes = (JSONRenderer, EventStreamRenderer, LinesRenderer)

    @operation(
        "listMyEvents",
        "What concerns you, at all of your matches",
        tag="me",
        scope=Scope.READ,
        description=(
            "Your turn, a match that begins, ends or is paused, a rematch that waits: facts with the version of the "
            "match, in one order without gaps. `id` counts from 1 for each player. Left out, `after` is where the "
            "stream is now: `last` of the answer is where to go on.\n\n"
            "With `Accept: text/event-stream` the answer does not end: what happens is sent as it happens "
            "(`EventSource`), with a comment when nothing does; `application/x-ndjson` is the same by lines. "
            "`Last-Event-ID` goes before `after`. A stream ends a few seconds after its token was revoked. With JSON, "
            "`wait` holds the request until something happens, or so many seconds. docs/stream.md has it all."
        ),
        parameters=[
            OpenApiParameter("after", {"type": "integer", "minimum": 0, "maximum": 2**63 - 1}, description="An `id`."),
            OpenApiParameter(
                "limit",
                {"type": "integer", "minimum": 1, "maximum": MOST, "default": 100},
                description="Events at the most; a stream goes on by itself.",
            ),
            OpenApiParameter(
                "wait",
                {"type": "integer", "minimum": 0, "maximum": 25, "default": 0},
                description="Seconds; for JSON alone.",
            ),
            OpenApiParameter("ticket", str, description="In the place of a token, once: from `createStreamTicket`."),
            OpenApiParameter(
                "Last-Event-ID", str, OpenApiParameter.HEADER, description="The last `id` that you have; digits."
            ),
        ],
        responses={200: (stream_schemas.MyEvents, "What has happened.")},
        streams=examples.MY_STREAM,
        problems=["invalid"],
        gets=examples.MY_EVENTS,
    )
    def get(self, request: Request) -> Response:
        """Answer with what there is."""
        query = read_query(request, EventsQuery)
        player: Player = self.me
        last = stream.newest(player.pk)
        wanted = _place_in(request.headers.get("Last-Event-ID"), query.after)
        place = (
            last if wanted is UNSET else min(wanted, last)
        )  # a place beyond the end is one before a backup was restored
        found = stream.after({player.pk: place}, query.limit).get(player.pk, []) if place < last else []
        page = page_of(found, place, more=bool(found) and (found[-1].number or 0) < last)
        token: Token = request.auth  # type: ignore[assignment]  # BearerAuthentication's
        if (opened := getattr(request._request, "scope", {}).get(OPENED)) is not None:
            opened.append(Opened(player.pk, token.digest, page.last))
        return Response(page, headers={"X-Accel-Buffering": "no"})


def _place_in(header: str | None, after: int | UnsetType) -> int | UnsetType:
    """Return after which event somebody wants to go on. Raises Problem ``invalid``."""
    if not header:
        return after
    if not _NUMBER.fullmatch(header):
        raise invalid("Last-Event-ID", say("invalid.last_event_id"))
    return int(header)


class EventsTickets(View):
    """Tickets for streams."""

    @operation(
        "createStreamTicket",
        "Get a ticket for one stream",
        tag="me",
        scope=Scope.READ,
        description=(
            "For `EventSource` of browsers, which sends no token: `listMyEvents?ticket=…` opens one stream in the "
            f"place of it. It is good once, for {services.TICKET_LASTS.seconds} seconds; what it has opened ends with "
            "the token by which it was made."
        ),
        responses={201: (stream_schemas.CreatedTicket, "The ticket, shown this once.")},
        gets={"ticket": "Vq3W…43 characters…x0E", "expires_at": "2026-11-21T18:31:00Z"},
        keeps=ResponseStorage.SECRET,
    )
    def post(self, request: Request) -> Response:
        """Make a ticket."""
        ticket, expires_at = services.create_ticket(request.auth, timezone.now())  # type: ignore[arg-type]
        return Response(stream_schemas.CreatedTicket(ticket=ticket, expires_at=expires_at), status=201)
