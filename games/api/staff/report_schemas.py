"""Schemas of reports, sanctions and appeals."""

from __future__ import annotations

from typing import Annotated, Literal
from uuid import UUID

from msgspec import Meta, Struct

from chkobba_api.rest.schema import Moment
from games.services.staff import reports

ReportText = Annotated[str, Meta(min_length=1, max_length=reports.LONGEST)]


class ReportRequest(Struct, kw_only=True, forbid_unknown_fields=True):
    """A problem that you have seen at a step of a match."""

    version: Annotated[int, Meta(ge=1, le=2**31 - 1)]
    """The version of the match that it is about: the one that you look at, or of the entry of its feed."""
    expected: ReportText
    """What you expected, in your own words. Several lines are fine; characters that are not seen are not."""
    happened: ReportText
    """What happened instead."""


class Report(Struct, kw_only=True):
    """A problem that you have reported. Nobody reads it but you and the people who run the server."""

    id: UUID
    """Its id."""
    version: int
    """The version of the match that it is about."""
    message: UUID | None
    """The reported chat message while it is kept; null where the report is about the game."""
    expected: str
    """What you expected; empty where it is about a chat message."""
    happened: str
    """What happened instead."""
    at: Moment
    """When you reported it."""
    state: Literal["open", "answered", "closed"]
    """Whether somebody has answered it; of one that is closed nothing more will come."""
    answer: str | None
    """What was answered, or why it was closed; null while it is open."""
    settled_at: Moment | None
    """When that was."""


class Reports(Struct, kw_only=True):
    """What you have reported about a match."""

    reports: list[Report]
    """The newest first, a hundred at the most."""


class Sanction(Struct, kw_only=True):
    """A sanction by the staff."""

    id: UUID
    """Its id."""
    kind: Literal["warning", "chat", "rated", "public", "ban"]
    """What it keeps you from: nothing (`warning`), chat (`chat`), rated matches (`rated`), public
    tables and seeks (`public`), or all but reading, appealing, taking your data along and leaving (`ban`)."""
    reason: str
    """Why, in their words."""
    at: Moment
    """When it was given."""
    until: Moment | None
    """When it ends by itself, or has ended; null for a warning."""
    is_over: bool
    """True: the sanction is over."""
    appeal: str | None
    """Your appeal."""
    appealed_at: Moment | None
    """When."""
    answer: str | None
    """The staff's answer."""
    answered_at: Moment | None
    """When."""


class Sanctions(Struct, kw_only=True):
    """A sanction by the staff."""

    sanctions: list[Sanction]
    """The newest first, a hundred at the most."""


class AppealRequest(Struct, kw_only=True, forbid_unknown_fields=True):
    """An appeal against a sanction."""

    text: ReportText
    """In your own words. Several lines are fine; characters that are not seen are not."""
