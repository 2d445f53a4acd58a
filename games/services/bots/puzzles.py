"""The puzzle of the day: the same for all players. A player can answer a puzzle once. Bot workers make puzzles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final, NamedTuple

from accounts.models import Player
from accounts.services import staying
from chkobba_api.errors import DomainError, never_raises
from games.bots.puzzles import KINDS, make
from games.engine.cards import cards_in
from games.engine.catalogue import GAMES, rules_of
from games.engine.messages import Message, say
from games.engine.protocol import AnyGame
from games.engine.record import canonical
from games.models import Puzzle, PuzzleAnswer

SHOWN: Final = 30
"""Days for which a puzzle can be answered."""
AHEAD: Final = 1
"""Days for which puzzles are made in advance, so that one exists when a day begins."""

found_days: set[date] = set()
"""Days whose puzzle this process has found in the database. ``lacking`` does not query these days again."""


class Asked(NamedTuple):
    """A puzzle for players: its position and its legal moves."""

    puzzle: Puzzle
    game: AnyGame
    state: Any
    moves: Sequence[Any]

    @property
    def best(self) -> int:
        """The index of the best move."""
        values: list[int] = self.puzzle.values
        return values.index(max(values))

    @property
    def others(self) -> Sequence[int]:
        """The cards of the opponent, which a puzzle shows."""
        return [
            card for seat, hand in enumerate(self.state.hands) if seat != self.state.turn for card in cards_in(hand)
        ]


class Record(NamedTuple):
    """The results of a player at puzzles."""

    answered: int
    right: int
    streak: int
    """The number of days in a row with a right answer, up to today or yesterday."""


# --- making puzzles ---------------------------------------------------------------------------------------------------


def today(now: datetime) -> date:
    """Return the current date for puzzles, in UTC."""
    return now.astimezone(UTC).date()


def lacking(now: datetime) -> list[date]:
    """Return the days without a puzzle, up to ``AHEAD`` days from today. Query only days not in ``found_days``."""
    days = [today(now) + timedelta(days=ahead) for ahead in range(AHEAD + 1)]
    if unsure := set(days) - found_days:
        found_days.intersection_update(days)
        found_days.update(Puzzle.objects.filter(day__in=unsure).values_list("day", flat=True))
    return [day for day in days if day not in found_days]


def prepare(now: datetime) -> None:
    """Make the missing puzzles. Existing ones stay unchanged."""
    for day in lacking(now):
        key = KINDS[day.toordinal() % len(KINDS)]
        found, game = make(f"puzzle|{day}", key), GAMES[key]
        made = {
            "game": key,
            "rules_version": game.version,
            "state": game.dump_state(found.state),
            "values": list(found.values),
        }
        Puzzle.objects.get_or_create(day=day, defaults=made)


# --- answering puzzles ------------------------------------------------------------------------------------------------


def newest(now: datetime) -> list[Puzzle]:
    """Return the puzzles that can be answered and whose rules this server has, the newest first."""
    until = today(now)
    found = Puzzle.objects.filter(day__lte=until, day__gt=until - timedelta(days=SHOWN))
    return [one for one in found if rules_of(one.game, one.rules_version)]


def name_of(puzzle: Puzzle) -> Message:
    """Return the name of the game of a puzzle."""
    return GAMES[puzzle.game].name


def ask(day: date, now: datetime) -> Asked:
    """Return the puzzle of a day.

    Raises DomainError ``not_found`` if there is none, or it can no longer be answered.
    """
    puzzle = next((one for one in newest(now) if one.day == day), None)
    game = rules_of(puzzle.game, puzzle.rules_version) if puzzle else None
    if puzzle is None or game is None:
        raise DomainError("not_found", say("refused.nothing_here"))
    state = game.load_state(puzzle.state)
    return Asked(puzzle, game, state, game.legal_moves(state))


def answers_of(player: Player, puzzles: Sequence[Puzzle]) -> dict[date, PuzzleAnswer]:
    """Return the answers of a player to the given puzzles, by day."""
    return {one.puzzle_id: one for one in PuzzleAnswer.objects.filter(player=player, puzzle__in=puzzles)}


@never_raises("match_over", "not_your_turn", "round_over")  # a puzzle is in the middle of a round
def answer(day: date, player: Player, written: Mapping[str, Any], now: datetime) -> tuple[Asked, PuzzleAnswer]:
    """Answer a puzzle. The first answer of a player counts.

    Raises DomainError ``not_found``; RuleViolation for an illegal move; HasLeft.
    """
    asked = ask(day, now)
    move = asked.game.read_shaped_move(written)
    if move not in asked.moves:
        asked.game.decide(asked.state, asked.state.turn, move)  # raises with the reason
    right = asked.puzzle.values[asked.moves.index(move)] == max(asked.puzzle.values)
    text = canonical(asked.game.write_move(move))
    with staying(player):
        given, _ = PuzzleAnswer.objects.get_or_create(
            puzzle=asked.puzzle, player=player, defaults={"move": text, "right": right, "at": now}
        )
    return asked, given


def record_of(player: Player, now: datetime) -> Record:
    """Return the results of a player at puzzles."""
    right = dict(PuzzleAnswer.objects.filter(player=player).values_list("puzzle", "right"))
    day = today(now)
    if day not in right:
        day -= timedelta(days=1)
    streak = 0
    while right.get(day):
        streak, day = streak + 1, day - timedelta(days=1)
    return Record(len(right), sum(right.values()), streak)
