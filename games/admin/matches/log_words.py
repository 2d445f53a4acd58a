"""The rows of a log in words, and the names of seats and sides, now and before substitutes came."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, Final

from accounts.models import Player
from games import log
from games.admin.matches.board import Names, names_of
from games.models import Abandonment, Actor, Match, Row, Seat, TableEvent
from games.table_events import event_of, kind_of
from games.table_events.kind import Wording
from games.texts import reader

BROKEN: Final = "Unreadable: the log was changed, or its rules are no longer installed."


def row_in_words(row: Row) -> list[str]:
    """Return a row in words, as a spectator may see it. The caller prefetches the seats of its match."""
    people = {row.player_id: row.player} if isinstance(row, TableEvent) and row.player else {}
    return sentences_of_row(row.match, row, names_at(row.match), people)


def sentences_of_row(match: Match, row: Row, names: Names, people: dict[Any, Player]) -> list[str]:
    """Return a row in words, with the names of the seats and of the people in its log."""
    try:
        if isinstance(row, TableEvent):
            return [_table_event_in_words(row, names, who_of(row, names, people))]
        game = log.game_of(match)
        seen = [game.visible(event, None) for event in game.load_events(row.events)]
        return [reader().say(game.tell(event, names.seats, names.sides)) for event in seen if event]
    except Exception:  # as in MatchHistory.board
        return [BROKEN]


def who_of(row: TableEvent, names: Names, people: dict[Any, Player]) -> str:
    """Return the name of the player who caused a table event, or of the clock or the staff."""
    if person := people.get(row.player_id):
        return person.shown_name
    if row.seat is not None:
        return names.seats[row.seat]
    return {Actor.TIMEOUT: "The clock", Actor.ADMIN: "The staff"}.get(Actor(row.by), "The match")


def _table_event_in_words(row: TableEvent, names: Names, who: str) -> str:
    """Return a table event in words, with the reason for an action of the staff."""
    kind, by_staff = kind_of(row.type), row.by == Actor.ADMIN
    seat = "" if row.seat is None else names.seats[row.seat]
    wording = Wording(row, event_of(row), who, seat, names.seats, names.sides)
    sentence = (by_staff and kind.staff_sentence) or kind.sentence
    said = sentence.format(**wording._asdict()) if isinstance(sentence, str) else sentence(wording)
    return f"{said} “{json.loads(row.data)['reason']}”" if by_staff else said


# --- names ----------------------------------------------------------------------------------------------------------


def names_at(match: Match) -> Names:
    """Return the names of the seats and sides of a match. The caller prefetches the seats."""
    return _names(match, [name_of(seat) for seat in match.seats.all()])


def names_over_time(match: Match, labels: Sequence[str]) -> Callable[[int], Names]:
    """Return a function from a version to the names then: before a substitute came, the seat has the former name."""
    lost: list[Abandonment] = []
    if match.substitutes_after is not None:
        lost += Abandonment.objects.filter(match=match).select_related("player").order_by("-version")
    changed = [one.version for one in lost]

    @cache
    def names(after: int) -> Names:
        before = {one.seat: one.player.shown_name for one in lost[:after]}
        return _names(match, [before.get(seat, label) for seat, label in enumerate(labels)])

    return lambda version: names(sum(version < one for one in changed))


def name_of(seat: Seat) -> str:
    """Return the name of the player or bot on a seat."""
    return seat.player.shown_name if seat.player else seat.bot_name or f"Seat {seat.number}"


def _names(match: Match, labels: Sequence[str]) -> Names:
    own = list(range(match.seat_count))
    return names_of(labels, log.game_of(match).sides(match.options, match.seat_count) if log.has_rules(match) else own)
