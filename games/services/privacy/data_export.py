"""The data export of a player: all stored data about them, in sections, page by page.

Each table that names a player has a section, or ``tests/api/privacy/test_data_export.py`` says why it is left out. A
section lists each exported field, so a new column is not exported by accident: digests, secrets, and addresses that
work as keys are not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from django.core.exceptions import ValidationError
from django.db.models import Model
from django_otp.plugins.otp_totp.models import TOTPDevice

from accounts.aliases import names_of
from accounts.models import Alias, DeviceCode, EmailAddress, Passkey, Player, PlayerNetwork, SecondFactor, Token
from chkobba_api.errors import never_raises
from games import log
from games.models import (
    Abandonment,
    CalendarFeed,
    ChatMessage,
    ClubScore,
    HeadToHead,
    Hint,
    Invitation,
    Match,
    MatchAnalysis,
    Membership,
    Move,
    Mute,
    Note,
    Notification,
    NotificationChannel,
    PlannedMoves,
    PlayerRelation,
    PlayerStatistics,
    PuzzleAnswer,
    Rating,
    RatingChange,
    Reliability,
    Report,
    Sanction,
    Seat,
    SeatSwap,
    Seek,
    Status,
    TableEvent,
    VacationEnd,
)
from games.services.log.record_export import record_of

Exported = dict[str, Any]
"""The fields of one row, by name."""


@dataclass(frozen=True)
class Section:
    """The data of one table about a player."""

    kind: str
    """The name of the section."""
    table: type[Model]
    fields: Sequence[str]
    """The exported fields of each row."""
    by: str = "player"
    """The field that names the player."""
    weight: int = 1
    """The number of rows of a page as which one row counts, because computing it takes so much longer."""
    key: str = "pk"
    """The field by which pages are counted: in order, and unique among the rows of a player."""
    of_aliases: bool = False
    """True if rows keep the old id after a merge, and belong to the player of the merged account."""
    more: Callable[[Sequence[Exported]], Iterable[Exported]] | None = None
    """A function that returns additional fields: one mapping for each row, in the same order."""

    def page(self, player: Player, after: str, limit: int) -> list[tuple[str, Exported]]:
        """Return up to ``limit`` rows after a key (``""``: the first ones), each with its key.

        Raises ValueError, ValidationError for an invalid key.
        """
        names = names_of(player.pk) if self.of_aliases else [player.pk]
        rows_of = {self.by: player.pk} if len(names) == 1 else {f"{self.by}__in": names}
        mine = self.table._default_manager.filter(**rows_of).order_by(self.key)
        if after:
            mine = mine.filter(**{f"{self.key}__gt": after})
        found = list(mine.values_list(self.key, *self.fields)[:limit])
        rows: list[Exported] = [dict(zip(self.fields, values, strict=True)) for _, *values in found]
        if self.more and rows:
            rows = [{**row, **added} for row, added in zip(rows, self.more(rows), strict=True)]
        return [(str(key), row) for (key, *_), row in zip(found, rows, strict=True)]


@never_raises("not_finished")  # only finished matches are exported
def _records(seats: Sequence[Exported]) -> Iterable[Exported]:
    """Yield the match of each seat, and its record if it is finished."""
    matches = log.in_bulk(seat["match"] for seat in seats)
    rows = log.rows_of(match for match in matches.values() if match.status == Status.FINISHED)
    for seat in seats:
        match = matches[seat["match"]]
        about = {field: getattr(match, field) for field in _OF_A_MATCH}
        record = record_of(log.with_seats(match, list(match.seats.all())), rows[match.pk]) if match.pk in rows else None
        yield {**about, "record": record}


def _targets(channels: Sequence[Exported]) -> Iterable[Exported]:
    """Return the target of each channel in the form that its player sees: some targets are secrets."""
    found = NotificationChannel.objects.in_bulk([channel["id"] for channel in channels])
    return [{"target": found[channel["id"]].shown_target} for channel in channels]


_OF_A_MATCH: Final = ("game", "options", "status", "created_at", "started_at", "finished_at", "result")

SECTIONS: Final[Mapping[str, Section]] = {
    section.kind: section
    for section in (
        Section(
            "profile",
            Player,
            (
                *("id", "username", "nickname", "avatar", "is_staff", "is_bot", "created_at", "last_login"),
                *("language", "cards", "time_zone", "hours", "free_text", "leaves_at", "profile", "rated"),
                *("kid_mode", "ban", "invitations"),
            ),
            by="pk",
        ),
        Section(
            "device",
            Token,
            ("id", "device", "scopes", "created", "used_at", "expiry", "is_renewed", "origin"),
            by="user",
            key="id",
        ),
        Section("alias", Alias, ("player", "at"), by="into"),
        Section("network", PlayerNetwork, ("seen_at",)),
        Section("passkey", Passkey, ("id", "name", "created_at", "used_at", "sign_count", "added_by")),
        Section("code", DeviceCode, ("kind", "created_at", "expires_at")),
        Section("second_factor", TOTPDevice, ("name", "created_at", "last_used_at"), by="user"),
        Section("authenticator", SecondFactor, ("begun_at", "since")),
        Section(
            "mail_address",
            EmailAddress,
            ("address", "logs_in", "added_by", "confirmed_at", "language", "asked_at"),
        ),
        Section(
            "channel",
            NotificationChannel,
            (
                *("id", "sender", "name", "format", "is_on", "kinds", "quiet_from", "quiet_to", "digest"),
                *("digest_hour", "created_at", "confirmed_at", "failing_since", "given_up_at", "added_by"),
            ),
            more=_targets,
        ),
        Section("calendar_feed", CalendarFeed, ("renewed_at", "added_by")),
        Section("vacation", VacationEnd, ("ends_at",)),
        Section(
            "seek",
            Seek,
            (
                *("id", "game", "seat_count", "options", "control", "keep_going", "seed_commitments"),
                *("created_at", "ended_at", "ending"),
            ),
        ),
        Section("invitation", Invitation, ("match", "by", "at", "ended_at", "ending", "offer", "offered_by")),
        Section("invited", Invitation, ("match", "player", "at", "ended_at", "ending"), by="by"),
        Section("seat_swap", SeatSwap, ("match", "other", "at", "refused_at")),
        Section("mute", Mute, ("muted", "at")),
        Section("relation", PlayerRelation, ("kind", "other", "at")),
        Section(
            "club",
            Membership,
            ("club", "club__name", "standing", "since", "joined_at", "reason", "is_notified", "muted_until"),
        ),
        Section("club_score", ClubScore, ("club", "matches", "won", "drawn")),
        Section("rating", Rating, ("pool", "mu", "sigma", "matches", "last_at")),
        Section("rating_change", RatingChange, ("match", "pool", "mu", "sigma", "mu_before", "sigma_before", "at")),
        Section("statistics", PlayerStatistics, ("game", "matches", "won", "drawn", "places", "rounds", "categories")),
        Section("head_to_head", HeadToHead, ("other", "game", "against", "ahead", "level", "together", "together_won")),
        Section("reliability", Reliability, ("turns", "in_time", "matches", "finished")),
        Section("note", Note, ("match", "text", "changed_at")),
        Section("chat_message", ChatMessage, ("match", "club", "kind", "key", "about", "text", "at")),
        Section(
            "report", Report, ("id", "match", "club", "expected", "happened", "at", "state", "answer", "settled_at")
        ),
        Section(
            "sanction",
            Sanction,
            ("id", "kind", "reason", "at", "until", "appeal", "appealed_at", "answer", "answered_at"),
        ),
        Section("notification", Notification, ("kind", "match", "version", "at", "facts")),
        Section("planned_moves", PlannedMoves, ("seat__match", "steps", "when_forced"), by="seat__player"),
        Section("hint", Hint, ("match", "version", "seat", "asked_at", "move")),
        Section("analysis", MatchAnalysis, ("match", "asked_at", "moves", "findings", "rounds")),
        Section("puzzle_answer", PuzzleAnswer, ("puzzle", "move", "right", "at")),
        Section("abandonment", Abandonment, ("match", "seat", "at"), of_aliases=True),
        Section("match_made", Match, ("id", "game", "created_at"), by="creator"),
        Section(
            "match",
            Seat,
            ("match", "number", "autopilot", "missed", "resigned", "seed"),
            weight=10,
            key="match",
            more=_records,
        ),
        Section("table_event", TableEvent, ("match", "version", "at", "type", "seat", "data"), of_aliases=True),
        Section("move", Move, ("match", "version", "at", "seat", "move"), of_aliases=True),
    )
}
"""The exported sections in their order, short ones first."""


class Place(NamedTuple):
    """The place up to which data were exported: a section, and a key in it."""

    kind: str
    key: str = ""


def own_data(player: Player, after: Place | None, limit: int) -> tuple[list[tuple[str, Exported]], Place | None]:
    """Return a page of rows about a player, each with its section, and the place of its end; None after the last one.

    It has up to ``limit`` rows, fewer large ones, and at least one. Raises LookupError for a place that does not exist.
    """
    kinds = list(SECTIONS)
    place = after or Place(kinds[0])
    if place.kind not in SECTIONS:
        raise LookupError(place.kind)
    items: list[tuple[str, Exported]] = []
    for kind in kinds[kinds.index(place.kind) :]:
        key = place.key if kind == place.kind else ""
        section = SECTIONS[kind]
        most = max(limit // section.weight, 1)
        try:
            rows = section.page(player, key, most)
        except (ValueError, ValidationError):
            raise LookupError(key) from None
        items += [(kind, row) for _, row in rows]
        limit -= len(rows) * section.weight
        if len(rows) == most:
            return items, Place(kind, rows[-1][0])
    return items, None
