"""Schemas of reports, sanctions and appeals."""

from __future__ import annotations

from typing import Annotated, Literal
from uuid import UUID

from msgspec import Meta, Struct

from chkobba_api.rest.fields import Moment
from games.services.staff import reports

ReportText = Annotated[str, Meta(min_length=1, max_length=reports.LONGEST)]


class ReportRequest(Struct, kw_only=True, forbid_unknown_fields=True):
    """A problem that you have seen at a step of a match."""

    version: Annotated[int, Meta(ge=1, le=2**31 - 1)]
    """The version of the match at which the problem occurred: the one that you see, or that of an entry of the feed."""
    expected: ReportText
    """The result that you expected, in your own words. The text may have several lines, but no invisible characters."""
    happened: ReportText
    """The actual result, in your own words."""


class Report(Struct, kw_only=True):
    """A problem that you have reported. Only you and the staff can read it."""

    id: UUID
    """The id of the report."""
    version: int
    """The version of the match that the report is about."""
    message: UUID | None
    """The id of the reported chat message while it is kept; null if the report is about the game."""
    expected: str
    """The result that you expected; empty for the report of a chat message."""
    happened: str
    """The actual result, or the reason for reporting the chat message."""
    at: Moment
    """The time of the report."""
    state: Literal["open", "answered", "closed"]
    """The state of the report. A closed report gets no further answer."""
    answer: str | None
    """The staff's answer, or its reason for closing the report; null while it is open."""
    settled_at: Moment | None
    """The time of the answer or of the closing; null while the report is open."""


class Reports(Struct, kw_only=True):
    """Your reports of a match."""

    reports: list[Report]
    """The reports, newest first, at most a hundred."""


class Sanction(Struct, kw_only=True):
    """A sanction by the staff."""

    id: UUID
    """The id of the sanction."""
    kind: Literal["warning", "chat", "rated", "public", "ban"]
    """The effect of the sanction: none (`warning`), no chat (`chat`), no rated matches (`rated`), no public matches and
    seeks (`public`). `ban` leaves only reading, appealing, exporting your data and deleting your account."""
    reason: str
    """The staff's reason for the sanction."""
    at: Moment
    """The time at which the staff imposed the sanction."""
    until: Moment | None
    """The time at which the sanction ends or has ended; null for a warning."""
    is_over: bool
    """True: the sanction is over."""
    appeal: str | None
    """Your appeal, or null."""
    appealed_at: Moment | None
    """The time of your appeal, or null."""
    answer: str | None
    """The staff's answer to your appeal, or null."""
    answered_at: Moment | None
    """The time of the answer, or null."""


class Sanctions(Struct, kw_only=True):
    """Your sanctions, with appeals and answers."""

    sanctions: list[Sanction]
    """The sanctions, newest first, at most a hundred."""


class AppealRequest(Struct, kw_only=True, forbid_unknown_fields=True):
    """An appeal against a sanction."""

    text: ReportText
    """The text of your appeal. It may have several lines, but no invisible characters."""
