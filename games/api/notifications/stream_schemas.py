"""Schemas of the stream of a player's notifications."""

from __future__ import annotations

from uuid import UUID

from msgspec import Struct

from chkobba_api.rest.schema import Moment


class MyEvent(Struct, kw_only=True):
    """Something that concerns you: a fact about one of your matches."""

    id: int
    """Its place in your stream, from 1 without a gap."""
    type: str
    """docs/stream.md lists them. A client that meets one that it does not know goes on."""
    at: Moment
    """When it happened."""
    match: UUID
    """The match."""
    game: str
    """The key of its game."""
    version: int
    """The version of the match that it led to."""
    seat: int
    """Yours."""
    due_at: Moment | None
    """By when you must act; null where nothing is awaited of you."""
    of_seat: int | None
    """The seat that is offered, or was taken by a substitute; null where it is about no other seat than yours."""
    rematch: UUID | None
    """The match in which the old one is played again, or something else in its place; of `rematch` and `terms_accepted`
    alone."""
    seek: UUID | None
    """The seek of yours by which you came to the match; of `match_started` alone, null where you came otherwise."""


class MyEvents(Struct, kw_only=True):
    """What concerns you after an event, without gaps."""

    events: list[MyEvent]
    """What has happened, oldest first."""
    last: int
    """The id up to which `events` go: what to ask for next."""
    more: bool
    """Whether there is more already."""


class CreatedTicket(Struct, kw_only=True):
    """A ticket for one stream, shown this once."""

    ticket: str
    """What to send as `ticket`."""
    expires_at: Moment
    """Until when it opens a stream."""
