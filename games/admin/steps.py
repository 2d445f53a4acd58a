"""A match step by step: each row of its log in words, who made it, when, how long it took, and the board after it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from typing import Any, Final

from msgspec import structs

from accounts.models import Player
from games import log, match_clock
from games.admin.board import Board, Names, board_of, names_of
from games.admin.reading import duration, is_over
from games.clock.outages import Away
from games.clock.state import Clock
from games.engine.catalogue import rules_of
from games.engine.protocol import AnyGame, RoundResult
from games.models import Abandonment, Actor, Match, Move, Round, Row, Seat, TableEvent
from games.offer_rules import How
from games.texts import reader

BROKEN: Final = "This cannot be read: the log is not what the server wrote, or its rules are gone."


@dataclass
class Step:
    """A row of the log, for people."""

    version: int
    kind: str
    """``move``, ``chance`` or ``table``."""
    who: str
    by: str
    """``player``, ``bot``, ``timeout``, ``admin`` or ``chance``."""
    at: datetime
    took: timedelta | None
    """Of a move: since the turn began, without the time in which the match was paused."""
    said: list[str]
    """What followed, a sentence each."""
    clock: str = ""
    """Whose time ran then, and until when; nothing where none did."""

    @property
    def took_text(self) -> str:
        """How long it took, in words."""
        return "" if self.took is None else duration(self.took)


@dataclass
class Story:
    """The log of a match, read once for all that the page shows."""

    match: Match
    seats: Sequence[Seat]
    names: Names
    rows: list[Row]
    steps: list[Step]
    results: list[RoundResult]
    """The score sheets of the finished rounds."""

    @property
    def last(self) -> int:
        """How many steps there are."""
        return len(self.rows)

    def board(self, step: int) -> Board | None:
        """Return the board after a step, or None where none can be drawn: before the deal, or of a broken log."""
        game = rules_of(self.match.game, self.match.rules_version)
        if game is None:
            return None
        try:
            state = state_after(self.match, game, self.rows[:step])
            return None if state is None else board_of(game, state, self.names, whole=is_over(self.match))
        except Exception:  # a log that was tampered with may hold anything, and is what this page is to show
            return None


def story_of(match: Match) -> Story:
    """Read the log of a match."""
    seats = log.seats_of(match)
    rows = log.rows_after(match)
    names_when = _names_over_time(match, [_name(seat) for seat in seats])
    people = Player.objects.in_bulk({row.player_id for row in rows if isinstance(row, TableEvent) and row.player_id})
    steps: list[Step] = []
    results: list[RoundResult] = []
    turn_began: datetime | None = None
    paused_at: datetime | None = None
    for row in rows:
        took = None
        if isinstance(row, TableEvent):
            if row.type == "paused":
                paused_at = row.at
            elif row.type == "resumed" and paused_at and turn_began:
                turn_began, paused_at = turn_began + (row.at - paused_at), None
        else:
            took = row.at - turn_began if isinstance(row, Move) and turn_began else None
            turn_began = row.at
            results += _results(match, row)
        steps.append(_step(match, row, names_when(row.version), people, took))
    for step, told in zip(steps, _clocks(match, rows, names_when), strict=False):
        step.clock = told
    return Story(match, seats, names_when(match.version), rows, steps, results)


def state_after(match: Match, game: AnyGame, rows: Sequence[Row]) -> Any:
    """Return the state that rows from the first one on fold to; None before the match starts."""
    state: Any = None
    for _, after in _states(match, game, rows):
        state = after
    return state


def _states(match: Match, game: AnyGame, rows: Sequence[Row]) -> Iterator[tuple[Row, Any]]:
    """Yield rows from the first one on with the state after each; None before the match starts."""
    start = (place for place, row in enumerate(rows) if isinstance(row, TableEvent) and row.type == "started")
    begun = next(start, len(rows))
    yield from ((row, None) for row in rows[:begun])
    if begun < len(rows):
        yield from log.fold(game, log.first_state(match), rows[begun:])


def _clocks(match: Match, rows: Sequence[Row], names_when: Callable[[int], Names]) -> Iterator[str]:
    """Yield what the clock says after each row, as far as the log can be read."""
    outages = match_clock.outages_since(match.created_at)
    timeline = match_clock.ClockReplay(match, outages)
    try:
        game = log.game_of(match)
        for row, state in _states(match, game, rows):
            yield _clock_in_words(timeline.read(row, log.acting(game, state)), outages, names_when(row.version))
    except Exception:  # as in Story.board
        return


def _clock_in_words(clock: Clock, outages: Sequence[Away], names: Names) -> str:
    left, due_at = clock.left_in_pause, clock.deadline(outages)
    if clock.paused_at is not None:
        return (
            "paused" if left is None or clock.seat is None else f"{names.seats[clock.seat]} has {duration(left)} left"
        )
    return "" if due_at is None or clock.seat is None else f"{names.seats[clock.seat]} until {due_at:%d %b, %H:%M:%S}"


def row_in_words(row: Row) -> list[str]:
    """Return what happened in a row, as a spectator may see it. The seats of its match are read with it."""
    people = {row.player_id: row.player} if isinstance(row, TableEvent) and row.player else {}
    return _said(row.match, row, names_at(row.match), people)


def names_at(match: Match) -> Names:
    """Return what to call the seats and sides of a match whose seats were read with it."""
    return _names(match, [_name(seat) for seat in match.seats.all()])


# --- who --------------------------------------------------------------------------------------------------------------


def _name(seat: Seat) -> str:
    return seat.player.shown_name if seat.player else seat.bot_name or f"Seat {seat.number + 1}"


def _names_over_time(match: Match, labels: Sequence[str]) -> Callable[[int], Names]:
    """Return what says what to call seats and sides at a version: until a substitute came, who sat there before."""
    lost: list[Abandonment] = []
    if match.substitutes_after is not None:
        lost += Abandonment.objects.filter(match=match).select_related("player").order_by("-version")
    changed = [one.version for one in lost]

    @cache
    def names(after: int) -> Names:
        before = {one.seat: one.player.shown_name for one in lost[:after]}
        return _names(match, [before.get(seat, label) for seat, label in enumerate(labels)])

    return lambda version: names(sum(version < one for one in changed))


def _names(match: Match, labels: Sequence[str]) -> Names:
    own = list(range(match.seat_count))
    return names_of(labels, log.game_of(match).sides(match.options, match.seat_count) if log.has_rules(match) else own)


def _step(match: Match, row: Row, names: Names, people: dict[Any, Player], took: timedelta | None) -> Step:
    said = _said(match, row, names, people)
    if isinstance(row, Round):
        return Step(row.version, "chance", "Chance", "chance", row.at, None, said)
    if isinstance(row, Move):
        return Step(row.version, "move", names.seats[row.seat], row.by, row.at, took, said)
    return Step(row.version, "table", _who(row, names, people), row.by, row.at, None, said)


def _who(row: TableEvent, names: Names, people: dict[Any, Player]) -> str:
    if person := people.get(row.player_id):
        return person.shown_name
    if row.seat is not None:
        return names.seats[row.seat]
    return {Actor.TIMEOUT: "The clock", Actor.ADMIN: "The staff"}.get(Actor(row.by), "The match")


# --- what -------------------------------------------------------------------------------------------------------------


def _results(match: Match, row: Move | Round) -> Iterator[RoundResult]:
    if log.has_rules(match) and isinstance(row, Move) and row.ends_round:
        game = log.game_of(match)
        try:
            ended = filter(None, map(game.round_result, game.load_events(row.events)))
            yield from map(_said_of_scores, ended)
        except Exception:  # as in Story.board
            return


def _said_of_scores(result: RoundResult) -> RoundResult:
    """Return a score sheet with its messages as sentences."""
    say = reader().text
    lines = [structs.replace(line, name=say(line.name), text=say(line.text)) for line in result.categories]
    return structs.replace(result, categories=tuple(lines))


def _said(match: Match, row: Row, names: Names, people: dict[Any, Player]) -> list[str]:
    try:
        if isinstance(row, TableEvent):
            return [_around(row, json.loads(row.data), names, _who(row, names, people))]
        game = log.game_of(match)
        seen = [game.visible(event, None) for event in game.load_events(row.events)]
        return [reader().say(game.tell(event, names.seats, names.sides)) for event in seen if event]
    except Exception:  # as in Story.board
        return [BROKEN]


ORDINALS: Final = ("first", "second", "third", "fourth")

AROUND: Final = {
    "created": "{who} creates the match.",
    "joined": "{who} joins.",
    "left": "{who} leaves.",
    "terms_agreed": "{who} agrees to the changed terms.",
    "autopilot_off": "{who} is back.",
    "resigned": "{who} resigns.",
    "rematch": "{who} offers a rematch.",
    "invited": "{who} invites a player: {seat} is reserved.",
    "invitation_declined": "{who} declines the invitation.",
    "invitation_withdrawn": "{who} withdraws an invitation.",
    "terms_offered": "{who} offers another game.",
    "seat_wanted": "{who} asks to swap seats.",
    "seat_refused": "{who} keeps {seat}.",
    "moved": "{who} moves to {seat}.",
    "terms_declined": "{who} declines the offer of another game.",
    "pause_accepted": "{who} agrees to the pause.",
    "pause_declined": "{who} declines the pause.",
    "pause_withdrawn": "{who} withdraws the offer of a pause.",
    "pause_end_offered": "{who} offers to end the pause.",
    "pause_end_accepted": "{who} agrees to end the pause.",
    "pause_end_declined": "{who} declines to end the pause.",
    "pause_end_withdrawn": "{who} withdraws the offer to end the pause.",
    "end_accepted": "{who} agrees to end the match.",
    "end_declined": "{who} declines to end the match.",
    "end_withdrawn": "{who} withdraws the offer to end the match.",
    "undo_accepted": "{who} allows the takeback.",
    "undo_declined": "{who} declines the takeback.",
    "undo_withdrawn": "{who} withdraws the takeback request.",
    "hint_asked": "{who} asks for a hint.",
    "paused": "{who} pauses the match.",
    "resumed": "{who} resumes the match.",
    "exported": "{who} exports the record.",
    "verified": "{who} verifies the match: no errors.",
}
"""What is said of most of what happens around the game."""


def _around(row: TableEvent, data: dict[str, Any], names: Names, who: str) -> str:
    """Say what happened around the game, and why where the staff did it."""
    by_staff = row.by == Actor.ADMIN
    seat = "" if row.seat is None else names.seats[row.seat]
    said = AROUND.get(row.type, "").format(who=who, seat=seat)
    if not said:
        said = _of_staff(row, data, seat, who) if by_staff else _of_players(row, data, names, seat, who)
    return f"{said} “{data['reason']}”" if by_staff else said


def _of_staff(row: TableEvent, data: dict[str, Any], seat: str, who: str) -> str:
    match row.type:
        case "extended":
            due = datetime.fromisoformat(data["due_at"])
            return f"{who} gives {seat} time until {due:%d %b %Y, %H:%M} UTC."
        case "autopilot_on":
            return f"{who} puts {seat} on autopilot."
        case "bot_joined":
            return f"{who} gives the seat of {seat} to the {data['level']} bot."
        case "bot_left":
            return f"{who} gives {seat} their seat back."
        case "cancelled":
            return f"{who} cancels the match: it has no result."
    return row.type


def _of_players(row: TableEvent, data: dict[str, Any], names: Names, seat: str, who: str) -> str:
    match row.type:
        case "bot_joined":
            return f"The {data['level']} bot joins on the {_ordinal(row)} seat."
        case "bot_left":
            return f"The bot on the {_ordinal(row)} seat leaves."
        case "changed":
            changes = ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in data.items())
            return f"{who} changes the match: {changes or 'their seed'}."
        case "started":
            return f"The match begins; {names.seats[data['dealer']]} deals first."
        case "autopilot_on":
            return f"{seat} is on autopilot now."
        case "pause_offered" | "end_offered":
            return f"{who} offers {_offered(data)}."
        case "undo_offered" | "undone":
            return _undone(row, data, seat, who)
        case "substitute_wanted":
            return f"{seat} is away too long: another player may take the seat."
        case "substituted":
            return f"{who} replaces the player who left the {_ordinal(row)} seat."
        case "closed_hours":
            left = timedelta(seconds=round(data["seconds_left"]))
            return (
                f"{seat} has {left} of the time that counts: {len(data.get('closed', ()))} times are closed for them."
            )
        case "cancelled":
            return _called_off(row, data, who)
        case "finished":
            return _ended(data, names)
    return _of_seeds(row, seat, who)


def _ordinal(row: TableEvent) -> str:
    """Return which seat a row is about, as in "the first seat"."""
    number = row.seat or 0
    return ORDINALS[number] if number < len(ORDINALS) else f"{number + 1}th"


def _offered(data: dict[str, Any]) -> str:
    """Return what somebody proposes to the others."""
    if "until" in data:
        return f"a pause until {datetime.fromisoformat(data['until']):%d %b %Y, %H:%M} UTC"
    return "to end the match " + ("with the current score" if data["how"] == How.AS_IT_STANDS else "without a result")


def _undone(row: TableEvent, data: dict[str, Any], seat: str, who: str) -> str:
    if row.type == "undo_offered":
        return f"{who} asks to take back the move of step {data['version']}."
    return f"The move of step {data['version']} is taken back: all players agreed, and {seat} moves again."


def _called_off(row: TableEvent, data: dict[str, Any], who: str) -> str:
    if data.get("agreed"):
        return "The match has no result: all players agreed."
    return "The match was not started in time." if row.by == Actor.TIMEOUT else f"{who} cancels the match."


def _of_seeds(row: TableEvent, seat: str, who: str) -> str:
    match row.type:
        case "seed_added":
            return f"{who} adds a seed to the shuffle."
        case "seed_committed":
            return f"{who} commits to a seed for the shuffle."
        case "sealed":
            return "All seats are taken and sealed; the players now reveal their seeds."
        case "seed_told":
            return f"{who} reveals the seed."
        case "seed_kept_back":
            return f"{seat} does not reveal the seed; the cards are dealt without it."
    return row.type


def _ended(data: dict[str, Any], names: Names) -> str:
    winner = data["winner"]
    won = "It is a draw" if winner is None else f"{names.sides[winner]} wins"
    ending = {"resigned": ": the others resigned", "agreed": " by agreement"}.get(data["reason"], "")
    return f"The match is over. {won}{ending}: {' : '.join(map(str, data['totals']))}."
