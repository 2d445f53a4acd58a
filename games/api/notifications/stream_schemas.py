"""Schemas of the stream of a player's notifications."""

from __future__ import annotations

from uuid import UUID

from msgspec import Struct

from chkobba_api.rest.fields import Moment


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
