"""Checks that an exported record is a match with a fair shuffle, played by the rules. Needs no database."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple
from uuid import UUID

import msgspec

from games import shuffle
from games.engine.catalogue import rules_of
from games.engine.record import Record, canonical, replay
from games.texts import reader


class NotExported(Exception):
    """Raised for data that are not the record of a finished match as the server exports it."""


class Finding(NamedTuple):
    """The result of one check."""

    right: bool
    text: str
    """The result as a sentence."""


class _Seat(msgspec.Struct):
    seed: str
    seed_commitment: str = ""


class _Result(msgspec.Struct):
    reason: str
    winner: int | None
    places: list[int]
    totals: list[int]


class _Sealed(msgspec.Struct):
    commitments: list[str]
    seeds: list[str]


class _DealerFrom(msgspec.Struct):
    match: UUID
    seat: int


class BotMove(msgspec.Struct):
    """The bot that is said to have chosen a move."""

    round: int
    move: int
    answers: int
    level: str
    version: int
    iterations: int | None = None
    seconds: float | None = None


class _About(msgspec.Struct):
    match: UUID
    shuffle: str
    seed: str
    commitment: str
    seats: list[_Seat]
    result: _Result
    dealer_from: _DealerFrom | None = None
    deal_of: UUID | None = None
    sealed: _Sealed | None = None
    bots: list[BotMove] = []


class Exported(Record, kw_only=True):
    """A record with the data that the server adds."""

    about: _About


def findings_in(data: Any) -> Iterator[Finding]:
    """Yield the findings about a record: its seed, its first dealer, its decks, its moves, its result.

    Raises NotExported for data that cannot be checked.
    """
    record = exported(data)
    about = record.about
    committed = shuffle.commitment_to(about.seed) == about.commitment
    yield Finding(
        committed,
        f"The seed is {'' if committed else 'not '}the one that the server was committed to, {about.commitment}.",
    )
    yield from _kept_commitments(record)
    yield _first_dealer(record)
    yield from _decks(record)
    yield from _play(record, data)


def exported(data: Any) -> Exported:
    """Return a record of a finished match as the server exports it. Raises NotExported for anything else."""
    try:
        canonical(data).encode()
        record = msgspec.convert(data, Exported)
    except (msgspec.ValidationError, UnicodeEncodeError) as error:
        raise NotExported(f"this is no record of a finished match: {ascii(str(error))[1:-1]}") from None
    about = record.about
    if rules_of(record.game, record.version) is None:
        raise NotExported(f"there is no game {record.game!a} in version {record.version}")
    if about.shuffle != shuffle.VERSION:
        raise NotExported(f"its shuffle is {about.shuffle!a}, and only {shuffle.VERSION} is known here")
    if len(about.seed) != 64 or not set(about.seed) <= set("0123456789abcdef"):
        raise NotExported("its seed is not 64 hex digits")
    if len(about.seats) != record.seats or not record.seats:
        raise NotExported(f"it is for {record.seats} seats and tells of {len(about.seats)}")
    return record


def _kept_commitments(record: Exported) -> Iterator[Finding]:
    about = record.about
    if not about.deal_of and not any(seat.seed_commitment for seat in about.seats):
        yield Finding(True, "No seat has committed to a seed: who knew the seed of the server could choose the cards.")
    if about.sealed is not None:
        seats = [(seat.seed_commitment, "" if seat.seed_commitment else seat.seed) for seat in about.seats]
        kept = seats == list(zip(about.sealed.commitments, about.sealed.seeds, strict=False))
        yield Finding(
            kept, f"What every seat adds is {'' if kept else 'not '}what was sealed before seeds were revealed."
        )
    for number, seat in enumerate(about.seats):
        if seat.seed_commitment and not seat.seed:
            yield Finding(
                True, f"Seat {number} has kept back the seed that it had committed to: it had the choice of two decks."
            )
        elif seat.seed_commitment:
            kept = shuffle.seat_commitment_to(seat.seed) == seat.seed_commitment
            yield Finding(
                kept, f"The seed of seat {number} is {'' if kept else 'not '}the one that it had committed to."
            )


def _label(about: _About) -> str:
    """Return the id of the match in the labels of its shuffles."""
    return str(about.deal_of or about.match)


def _seat_seeds(record: Exported) -> list[str]:
    return [seat.seed for seat in record.about.seats]


def _first_dealer(record: Exported) -> Finding:
    about = record.about
    game = rules_of(record.game, record.version)
    if about.dealer_from and game and game.dealer_follows:
        text = f"The first dealer, seat {record.dealer}, is whom the match before names: see the record of"
        return Finding(True, f"{text} {about.dealer_from.match}, seat {about.dealer_from.seat}.")
    dealer = shuffle.first_dealer(record.seats, seed=about.seed, match=_label(about), seat_seeds=_seat_seeds(record))
    if dealer == record.dealer:
        return Finding(True, f"The first dealer, seat {dealer}, follows from the seeds.")
    return Finding(False, f"The first dealer should be seat {dealer}, not seat {record.dealer}.")


def _decks(record: Exported) -> Iterator[Finding]:
    """Derive every deck again: those of void deals, those played, and reshuffles."""
    about, seeds, count, wrong = record.about, _seat_seeds(record), 0, 0
    for number, played in enumerate(record.rounds):
        for attempt, deck in enumerate([*played.decks, *played.reshuffles]):
            count += 1
            cards = sorted(map(str, deck))
            derived = shuffle.shuffled(
                cards, seed=about.seed, match=_label(about), round=number, attempt=attempt, seat_seeds=seeds
            )
            if derived != deck:
                wrong += 1
                yield Finding(False, f"Round {number}, shuffle {attempt}: the deck does not follow from the seeds.")
    if not wrong:
        yield Finding(True, f"All {count} decks of {len(record.rounds)} rounds follow from the seeds.")


def _play(record: Exported, data: Any) -> Iterator[Finding]:
    """Play the match again, and compare its end with the result."""
    played = replay(data, say=reader().say)
    if error := played["error"]:
        where = f"Round {error['round']}" + ("" if error["move"] is None else f", move {error['move']}")
        yield Finding(False, f"{where}: {error['message']}")
        return
    moves = sum(len(one.moves) for one in record.rounds)
    yield Finding(True, f"All {moves} moves are allowed by the rules of {record.game}.")
    result = record.about.result
    if played["totals"] != result.totals:
        yield Finding(False, f"The totals are {played['totals']}, not {result.totals}.")
    elif result.reason == "agreed":
        yield Finding(True, f"The totals are {result.totals}; the match ended so, as its players agreed.")
    elif result.reason == "resigned":
        yield Finding(True, f"The totals are {result.totals}; the match ended because a player gave up.")
    elif played["status"] != "finished":
        yield Finding(False, "The match is not over.")
    elif played["winner"] != result.winner and not _gave_up(played["winner"], result):
        yield Finding(False, f"{_winner(played['winner'])} by the rules, not: {_winner(result.winner)}")
    else:
        yield Finding(True, f"The totals are {result.totals}. {_winner(result.winner)}.")


def _gave_up(winner: int | None, result: _Result) -> bool:
    """Return whether the winner by the rules may have resigned: of more than two sides, it is placed last then."""
    last = len(result.places)
    return last > 2 and (last in result.places if winner is None else result.places[winner : winner + 1] == [last])


def _winner(side: int | None) -> str:
    return "It is a draw" if side is None else f"Side {side} has won"
