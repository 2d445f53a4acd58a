"""Checks that a match agrees with its log: digests, decks, outcomes, snapshot, header."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Sequence
from datetime import timedelta
from typing import Any, Literal, NamedTuple
from uuid import UUID

import msgspec

from accounts.aliases import are_one
from games import log, match_clock, shuffle
from games.clock.outages import Away, put_off
from games.clock.state import Clock
from games.engine.protocol import NOBODY, AnyGame
from games.engine.revealing import reveals
from games.engine.violations import RuleViolation
from games.models import Abandonment, EntryRequirements, Match, Move, Outage, Round, Row, Seat, Status, TableEvent
from games.offer_rules import Proposal, Undo, folded, to_keep
from games.seat_control import LoggedSeat
from games.services.matches.first_dealer import first_dealer
from games.services.snapshot_reads import one_moment
from games.table_events import kind_of
from games.texts import reader

Part = Literal["rules", "commitment", "digests", "decks", "play", "clock", "snapshot", "header"]
"""The parts of a match that can be faulty."""


class Fault(NamedTuple):
    """A difference between a match and what its log implies."""

    part: Part

    version: int | None
    """The row of the log, or None for the header."""
    what: str

    def __str__(self) -> str:
        return f"header: {self.what}" if self.version is None else f"row {self.version}: {self.what}"


def faults_now(match_id: UUID) -> list[Fault]:
    """Return the faults of a match as of one moment, the earliest row first, while players may go on.

    Raises Match.DoesNotExist.
    """
    with one_moment():
        return list(faults_of(Match.objects.get(pk=match_id)))


def faults_of(match: Match) -> Iterator[Fault]:
    """Yield the faults of a match, the earliest row first; nothing if all is well.

    The match must not change meanwhile, since header, seats and rows are read one after the other: lock it, or use
    ``faults_now``.

    The log is folded from the first row on. These are faults:

    - a digest that does not follow from the content and the row before, or a missing row;
    - a deck that does not follow from the seed;
    - an outcome that the present rules would not give;
    - a header or a seat that differs from the log.
    """
    try:
        game = log.game_of(match)
    except log.NoRules as error:
        yield Fault("rules", None, error.rules)
        return
    rows = log.rows_after(match)
    committed = _is_committed(match)
    if not committed:
        yield Fault("commitment", None, "the commitment is not that of the seed")
    if broken := _break_in(match, rows):
        yield broken
    elif committed:
        yield from _faults_of_play(match, game, rows)


def _is_committed(match: Match) -> bool:
    try:
        return shuffle.commitment_to(match.seed) == match.commitment
    except ValueError:  # no hex
        return False


def _break_in(match: Match, rows: Sequence[Row]) -> Fault | None:
    """Return the first place where the rows do not form a chain between the two digests of the header, or None."""
    digest = log.first_digest(match)
    for place, row in enumerate(rows, 1):
        if row.version != place:
            twice = row.version < place
            return Fault("digests", min(row.version, place), "is there twice" if twice else "is missing")
        if log.row_digest(row, digest) != row.digest:
            return Fault("digests", place, "its digest does not follow from its content and the row before it")
        digest = row.digest
    if digest == match.digest:
        return Fault("digests", None, "it counts more rows, or fewer") if len(rows) != match.version else None
    if len(rows) < match.version:
        return Fault("digests", len(rows) + 1, "is missing: the header counts more rows, and has another digest")
    return Fault("digests", None, "its digest is not that of the last row")


def _faults_of_play(match: Match, game: AnyGame, rows: Sequence[Row]) -> Iterator[Fault]:
    """Play the match again by its log, and yield the faults."""
    state: Any = None
    seeds: list[str] = []
    sealed: dict[str, Any] | None = None
    kept_back: set[int | None] = set()
    outages = list(Outage.objects.filter(ended_at__gt=match.created_at))
    try:
        replay = match_clock.ClockReplay(match, [outage.away for outage in outages])
    except msgspec.ValidationError as error:
        yield Fault("clock", None, f"its clock cannot be read: {error}")
        return
    happened = [row for row in rows if isinstance(row, TableEvent)]
    last: tuple[Move | Round, Any] | None = None
    """The last move, and the state before it."""
    proposal: Proposal | None = None
    for row in rows:
        proposed, proposal = proposal, folded(proposal, [row])
        if isinstance(row, TableEvent):
            if row.type == "undone":
                if last is None or not _takes_back_rightly(game, row, proposed, *last):
                    yield Fault("play", row.version, "takes back what cannot be taken back, or nobody has asked for")
                    return
                state, last = last[1], None
            if row.type == "sealed":
                sealed = json.loads(row.data)
            elif row.type == "seed_withheld":
                kept_back.add(row.seat)
            elif row.type == "started":
                begun = json.loads(row.data)
                seeds = begun["seeds"]
                yield from _faults_of_start(match, row, begun, happened)
                yield from _faults_of_seeds(match, row, seeds, sealed, kept_back)
                state = game.start(begun["options"], match.seat_count, begun["dealer"])
            replay.read(row, log.acting(game, state))
            continue
        try:
            events = _follows(match, game, state, row, seeds)
        except RuleViolation as violation:
            yield Fault("play", row.version, f"is against the rules: {reader().say(violation.message)}")
            return
        stored = game.load_events(row.events)
        if events is None:
            yield Fault("decks", row.version, "its deck does not follow from the seed")
        elif tuple(events) != tuple(stored):  # decoded, since older code may have encoded them differently
            yield Fault("play", row.version, "something else follows from it by the rules")
        last = row, state
        state = game.fold(state, stored)
        replay.read(row, log.acting(game, state))
    yield from _faults_of_clock(match, replay.clock, outages)
    yield from _faults_of_header(match, game, state)
    yield from _faults_of_proposals(match, rows, proposal)
    yield from _faults_of_status(match, happened)
    yield from _faults_of_seats(match, replay.seats, [outage.away for outage in outages])
    yield from _faults_of_abandonments(match, happened)


def _follows(match: Match, game: AnyGame, state: Any, row: Move | Round, seeds: list[str]) -> Any:
    """Return the events that follow from a row by the rules, or None when its deck is not that of the seed."""
    if isinstance(row, Move):
        return game.decide(state, row.seat, game.read_move(json.loads(row.move)))
    asked = game.chance(state)
    deck = shuffle.shuffled(
        asked.cards,
        seed=match.seed,
        match=match.deals_as,
        round=asked.round,
        attempt=asked.attempt,
        seat_seeds=seeds,
    )
    if [game.card_name(card) for card in deck] != json.loads(row.deck):
        return None
    return game.deal(state, deck)


def _takes_back_rightly(
    game: AnyGame, row: TableEvent, proposed: Proposal | None, last: Move | Round, before: Any
) -> bool:
    """Return whether an undo is right: the player asked for it, and the last move has revealed nothing."""
    if not isinstance(proposed, Undo) or not isinstance(last, Move):
        return False
    is_that = json.loads(row.data)["version"] == last.version == proposed.version
    is_own = row.seat == last.seat == proposed.offered_by
    return is_that and is_own and not reveals(game, before, last.seat, game.load_events(last.events))


def _faults_of_start(
    match: Match, row: TableEvent, begun: dict[str, Any], happened: Sequence[TableEvent]
) -> Iterator[Fault]:
    yield from _faults_of_deal_again(match, row, begun)
    players = [sat["player"] and UUID(sat["player"]) for sat in begun["seats"]]
    if (begun["dealer"], begun.get("dealer_from")) != first_dealer(match, players, begun["seeds"]):
        yield Fault("decks", row.version, "its dealer does not follow from the seed, nor from the match before")
    if (match.options, match.dealer) != (begun["options"], begun["dealer"]):
        yield Fault("header", None, "its options or its dealer are not those that the match began with")
    if match.started_at != row.at:
        yield Fault("header", None, "it did not start when the log says")
    if match.turn_seconds != match_clock.agreed_in(begun).turn_seconds:
        yield Fault("clock", None, "its time control is not that with which the match began")
    kept = EntryRequirements.objects.filter(match=match).values_list("rated", "undo", "hints").first()
    rated, undo, hints = kept or (False, True, None)
    for agreed, said, what in (
        (match.substitutes_after, begun.get("substitutes_after"), "it takes substitutes, or none"),
        (rated, begun.get("rated", False), "it is rated, or not"),
        (undo or rated, begun.get("undo", True), "moves can be undone, or not"),
        (hints, begun.get("hints"), "hints can be asked for, or not"),
        (match.bot_accounts, begun.get("bot_accounts", False), "it lets bot accounts join, or none"),
    ):
        if agreed != said:
            yield Fault("header", None, f"{what}, other than when the match began")
    substituted = {one.seat for one in happened if one.type == "substituted"}
    for seat, sat, seed in zip(match.seats.order_by("number"), begun["seats"], begun["seeds"], strict=True):
        bot = seat.bot if seat.player_id is None else ""  # a bot may play for a player who has resigned
        agrees = seat.number in substituted or _is_that(seat.player_id, sat["player"])
        if not agrees or (bot, seat.seed) != (sat["bot"], seed):
            yield Fault("header", None, f"seat {seat.number} is not as it was when the match began")


def _faults_of_deal_again(match: Match, row: TableEvent, begun: dict[str, Any]) -> Iterator[Fault]:
    if (match.deal_of_id and str(match.deal_of_id)) != begun.get("deal_of"):
        yield Fault("header", None, "its cards are those of another match than when it began")
    if first := match.deal_of:
        seeds = list(first.seats.order_by("number").values_list("seed", flat=True))
        if (first.seed, seeds) != (match.seed, begun["seeds"]):
            yield Fault("decks", row.version, "its seeds are not those of the match whose cards it deals again")


def _faults_of_seeds(
    match: Match, row: TableEvent, seeds: list[str], sealed: dict[str, Any] | None, kept_back: Collection[int | None]
) -> Iterator[Fault]:
    """Compare the seeds with the sealed ones, which were fixed before any commitment was revealed."""
    if sealed is None:
        return
    for seat, seed, plain, commitment in zip(
        match.seats.order_by("number"), seeds, sealed["seeds"], sealed["commitments"], strict=True
    ):
        if seed != plain and shuffle.seat_commitment_to(seed) != commitment:
            yield Fault("decks", row.version, f"the seed of seat {seat.number} is not the one that was sealed")
        if commitment and not seed and seat.number not in kept_back:
            yield Fault("decks", row.version, f"the seed of seat {seat.number} was neither revealed nor kept back")
        if seat.seed_commitment != commitment:
            yield Fault("header", None, f"seat {seat.number} has another commitment than the one that was sealed")


def _faults_of_clock(match: Match, clock: Clock, outages: Sequence[Outage]) -> Iterator[Fault]:
    """Compare the stored clock of a match, and the times in its header, with the clock that follows from the log.

    Outages are stored with the time that each gave back, so the deadline is exact to the second. A turn that began in
    an outage may be committed after that time was given back: then its stored deadline lacks that outage. The outages
    decide whether a player is late, not the stored deadline.
    """
    if match.clock != match_clock.to_keep(clock):
        yield Fault("clock", None, "its clock is not what the log folds to")
    if match.time_left != clock.left_in_pause:
        yield Fault("clock", None, "it has another time left than the log says")
    counted = [outage.away for outage in outages if outage.is_made_up_for(match.pk)]
    due_at = clock.deadline(counted)
    unseen = clock.deadline([away for away in counted if not clock.since or clock.since <= away.began_at])
    if match.due_at not in (due_at, unseen):
        yield Fault("clock", None, "its deadline is not the one that follows from the log")


def _faults_of_header(match: Match, game: AnyGame, state: Any) -> Iterator[Fault]:
    if match.snapshot != ("" if state is None else game.dump_state(state)):
        yield Fault("snapshot", None, "its snapshot is not what the log folds to")
    if match.status == Status.RUNNING and match.to_act != (None if state is None else game.to_act(state)):
        yield Fault("header", None, "it names another seat to act than the log does")
    if match.status == Status.RUNNING and match.wake_at is None and match.paused_at is None:
        yield Fault("header", None, "nothing would ever wake the match")
    if state is not None and game.to_act(state) == NOBODY and match.status != Status.FINISHED:
        yield Fault("header", None, "the game is over and the match is not")


def _faults_of_status(match: Match, happened: Sequence[TableEvent]) -> Iterator[Fault]:
    statuses = [Status.LOBBY, *filter(None, (kind_of(row.type).status for row in happened))]
    if match.status != statuses[-1]:
        yield Fault("header", None, "its status is not what the log says")
    if not any(are_one(match.creator_id, row.player_id) for row in happened if row.type == "created"):
        yield Fault("header", None, "somebody else created it")
    held = next((row for row in reversed(happened) if row.type in ("paused", "resumed")), None)
    since = held.at if held and held.type == "paused" and match.status == Status.RUNNING else None
    if match.paused_at != since:
        yield Fault("header", None, "it is paused, or not, other than the log says")
    ended = next((row for row in happened if row.type == "finished"), None)
    if (match.finished_at, match.result) != (ended and ended.at, ended and json.loads(ended.data)):
        yield Fault("header", None, "its result, or its end, is not what the log says")


def _faults_of_proposals(match: Match, rows: Sequence[Row], proposal: Proposal | None) -> Iterator[Fault]:
    """Compare the present offer, and undone moves, with the log."""
    if match.pause != to_keep(proposal):
        yield Fault("header", None, "something else is proposed, or agreed on, than the log says")
    undone = sorted(log.undone_by(rows))[-match.seat_count * log.LAST_MOVES_A_SEAT :]
    if (match.undone or []) != undone:
        yield Fault("header", None, "other moves were taken back than the log says")


def _is_from(match: Match, seat: Seat, logged: LoggedSeat, outages: Sequence[Away]) -> bool:
    """Return whether a seat is offered from the time that follows from the log and the outages before the offer.

    An outage in which the player left may have been given back before the row was committed: then it adds no delay.
    """
    said, kept = logged.substitute_from, seat.substitute_from
    if said is None or kept is None:
        return said == kept
    since = said - timedelta(seconds=match.substitutes_after or 0)
    over = [away for away in outages if logged.offered_at is None or away.ended_at <= logged.offered_at]
    return kept in (put_off(said, since, over), put_off(said, since, [away for away in over if since <= away.began_at]))


def _faults_of_seats(match: Match, logged_seats: Sequence[LoggedSeat], outages: Sequence[Away]) -> Iterator[Fault]:
    """Compare the control of players' seats, and seats open to substitutes, with the log."""
    for seat, logged in zip(match.seats.order_by("number"), logged_seats, strict=False):  # empty before the start
        if not seat.player_id:
            continue
        if seat.responder != logged.responder:
            yield Fault("header", None, f"seat {seat.number} is played by another than the log says")
        is_substitute = logged.substitute_since is not None  # players since the start are compared there
        is_other = is_substitute and not _is_that(seat.player_id, logged.player)
        if seat.substitute_since != logged.substitute_since or is_other:
            yield Fault("header", None, f"seat {seat.number} has another player than the log says")
        is_offered = seat.substitute_wanted == logged.substitute_wanted and _is_from(match, seat, logged, outages)
        if match.status == Status.RUNNING and not is_offered:
            yield Fault("header", None, f"seat {seat.number} is offered, or not, other than the log says")


def _is_that(player: UUID | None, logged: str | None) -> bool:
    """Return whether a player is the one in the log, possibly under an alias."""
    return are_one(player, UUID(logged) if logged else None)


def _faults_of_abandonments(match: Match, happened: Sequence[TableEvent]) -> Iterator[Fault]:
    """Compare the list of players who lost a seat with the table events."""
    logged = [
        (row.version, row.seat, json.loads(row.data)["in_place_of"], row.at)
        for row in happened
        if row.type == "substituted"
    ]
    if match.substitutes_after is None and not logged:
        return  # no player can have lost a seat; a changed setting is reported above
    kept = list(Abandonment.objects.filter(match=match).order_by("version"))
    if len(kept) != len(logged) or not all(
        (one.version, one.seat, one.at) == (version, seat, at) and _is_that(one.player_id, player)
        for one, (version, seat, player, at) in zip(kept, logged, strict=True)
    ):
        yield Fault("header", None, "others have lost their seats than the log says")
