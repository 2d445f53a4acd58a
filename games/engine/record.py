"""Match records: reading and replaying them, and tracing them step by step.

docs/records.md documents the format. A record is untrusted input, so everything in it is checked. A refusal has a code,
and names the round and the move.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

import msgspec

from games.engine import messages
from games.engine.catalogue import GAMES, rules_of
from games.engine.messages import Message
from games.engine.protocol import CHANCE, NOBODY, AnyGame, check_turn
from games.engine.results import RoundResult
from games.engine.violations import RuleViolation


class RecordedRound(msgspec.Struct, forbid_unknown_fields=True):
    """A round of a record: its decks in deal order, and the moves."""

    decks: list[list[Any]]
    moves: list[tuple[int, dict[str, Any]]]
    reshuffles: list[list[Any]] = []


class Record(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A match record (docs/records.md): game, decks and moves."""

    format: Literal["card-match/1"]
    game: str
    version: int = 1
    """The version of the rules."""
    seats: int
    options: dict[str, Any] = {}
    dealer: int
    rounds: list[RecordedRound]
    about: Any = None
    """Additional data of any form; a replay ignores it."""


class _Refused(Exception):
    """The refusal of a record; ``move`` is None if no move is at fault."""

    def __init__(self, violation: RuleViolation, round: int, move: int | None) -> None:
        super().__init__(violation)
        self.error: dict[str, Any] = {
            "round": round,
            "move": move,
            "code": violation.code,
            "message": violation.message,
        }


def canonical(data: Any) -> str:
    """Return JSON in canonical form: keys sorted, no spaces."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def digest(text: str) -> str:
    """Return the first 16 hex digits of the SHA-256 of a text."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def replay(
    data: Any, *, trace: bool = False, legal: bool = False, say: Callable[[Message], str] = repr
) -> dict[str, Any]:
    """Return the result of a record: ``status``, ``error``, ``totals``, ``winner`` and ``rounds``.

    ``trace`` adds ``steps``: one before each move, and one at the end. ``legal`` adds the legal moves to each step.
    ``say`` turns the message of a refusal into a sentence. A bad record raises nothing: its result is a refusal.
    """
    result: dict[str, Any] = {"status": "refused", "error": None, "totals": [], "winner": None, "rounds": []}
    if trace:
        result["steps"] = []
    try:
        try:
            replayed = _Replay(data, trace=trace, legal=legal)
        except RuleViolation as violation:
            raise _Refused(violation, 0, None) from None
        try:
            replayed.run()
        finally:
            result |= replayed.result()
    except _Refused as refused:
        error = {**refused.error, "message": say(refused.error["message"])}
        result |= {"status": "refused", "error": error, "winner": None}
    return result


class _Replay:
    """The replay of one record through the engine."""

    def __init__(self, data: Any, *, trace: bool, legal: bool) -> None:
        try:
            canonical(data).encode()
            self.record = msgspec.convert(data, Record)
        except (msgspec.ValidationError, UnicodeEncodeError) as error:
            raise RuleViolation(
                "bad_record", messages.say("refused.no_record", error=ascii(str(error))[1:-1])
            ) from None
        game = rules_of(self.record.game, self.record.version)
        if game is None:
            raise RuleViolation("bad_record", _unknown(self.record))
        self.game: AnyGame = game
        seats, dealer = self.record.seats, self.record.dealer
        self.game.check_seats(seats, dealer)
        self.state = self.game.start(self.game.read_options(self.record.options, seats), seats, dealer)
        self.trace, self.legal = trace, legal
        self.steps: list[dict[str, Any]] = []
        self.rounds: list[dict[str, Any]] = []
        self.resting: Any = None
        """The last state in which a seat was to act or a round was over; None if it is among the steps already."""

    def run(self) -> None:
        for number, played in enumerate(self.record.rounds):
            self.number, self.move = number, None
            self.decks, self.reshuffles = iter(played.decks), iter(played.reshuffles)
            try:
                self._begin_round()
                for self.move, (seat, data) in enumerate(played.moves):
                    self._step()
                    self._play(seat, data)
                self.move = None
                self._refuse_leftovers()
            except RuleViolation as violation:
                raise _Refused(violation, number, self.move) from None

    def _begin_round(self) -> None:
        actor = self.game.to_act(self.state)
        if actor == NOBODY:
            raise RuleViolation("match_over", messages.say("refused.match_over"))
        if actor != CHANCE:
            raise RuleViolation("round_unfinished", messages.say("refused.round_unfinished"))
        self._deal()

    def _play(self, seat: int, data: Mapping[str, Any]) -> None:
        check_turn(self._actor(), seat)
        self._apply(self.game.decide(self.state, seat, self.game.read_move(data)))
        self._deal()

    def _actor(self) -> int:
        return int(self.game.to_act(self.state))

    def _deal(self) -> None:
        """Deal the recorded decks and reshuffles as long as chance is to act in this round."""
        while self._actor() == CHANCE and (shuffle := self.game.chance(self.state)).round == self.number:
            if shuffle.kind == "deck":
                deck = next(self.decks, None)
                if deck is None:
                    self.move = None
                    raise RuleViolation("bad_deck", messages.say("refused.deck_too_few"))
                move, self.move = self.move, None
                self._apply(self.game.deal(self.state, self._cards(deck)))
                self.move = move
            else:
                deck = next(self.reshuffles, None)
                if deck is None:
                    raise RuleViolation("bad_reshuffle", messages.say("refused.reshuffle_missing"))
                self._apply(self.game.deal(self.state, self._cards(deck)))
        self.resting = self.state

    def _cards(self, names: Sequence[Any]) -> list[int]:
        cards = [self.game.read_card(name) for name in names]
        return [-1 if card is None else card for card in cards]

    def _refuse_leftovers(self) -> None:
        if next(self.decks, None) is not None:
            raise RuleViolation("bad_deck", messages.say("refused.deck_too_many"))
        if next(self.reshuffles, None) is not None:
            raise RuleViolation("bad_reshuffle", messages.say("refused.reshuffle_too_many"))

    def _apply(self, events: Sequence[Any]) -> None:
        self.state = self.game.fold(self.state, events)
        self.rounds += [_round(ended) for ended in map(self.game.round_result, events) if ended]

    def _step(self) -> None:
        self.resting = None
        if self.trace:
            self.steps.append(step(self.game, self.state, self.number, legal=self.legal))

    def result(self) -> dict[str, Any]:
        outcome = self.game.outcome(self.state)
        if self.resting is not None and self.trace:
            number = self.game.round_number(self.resting)
            self.steps.append(step(self.game, self.resting, number, legal=self.legal))
        return {
            "status": "finished" if outcome else "active",
            "totals": list(self.game.totals(self.state)),
            "winner": outcome.winner if outcome else None,
            "rounds": self.rounds,
        } | ({"steps": self.steps} if self.trace else {})


def _unknown(record: Record) -> Message:
    if record.game in GAMES:
        return messages.say("refused.no_version", game=record.game, version=record.version)
    return messages.say("refused.no_game", game=record.game)


def _round(ended: RoundResult) -> dict[str, Any]:
    return {
        "dealer": ended.dealer,
        "scores": list(ended.scores),
        "detail": {category.key: list(category.points) for category in ended.categories},
    }


def step(game: AnyGame, state: Any, number: int, *, legal: bool = False) -> dict[str, Any]:
    """Return one step of a trace: the position, the seat to act, and a digest of its legal moves."""
    actor = game.to_act(state)
    moves = sorted(canonical(game.write_move(move)) for move in game.legal_moves(state))
    data: dict[str, Any] = {
        "round": number,
        "to_act": None if actor in (CHANCE, NOBODY) else actor,
        "legal_count": len(moves),
        "legal_digest": digest("\n".join(moves)),
        "state": game.truth(state),
    }
    if legal:
        data["legal"] = [json.loads(move) for move in moves]
    return data
