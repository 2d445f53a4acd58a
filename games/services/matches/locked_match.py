"""A match under its row lock: an action plays, ends and saves the match in one transaction."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal
from uuid import UUID

import msgspec
from django.db import transaction
from msgspec import UNSET

from accounts.models import Player
from chkobba_api.errors import DomainError, never_raises
from chkobba_api.observability import metrics
from games import log, match_clock, shuffle
from games.engine.messages import say
from games.engine.protocol import CHANCE
from games.engine.violations import RuleViolation
from games.log import made
from games.models import Actor, IdempotentResponse, Match, Move, Round, Seat, Status, TableEvent
from games.services.dispatch.dispatch import deliver_after_commit, wake_worker_after_commit
from games.services.matches.clocked_match import ClockedMatch, canonical
from games.services.matches.entry_requirements import asked_at
from games.services.matches.first_dealer import first_dealer
from games.services.notifications.notifications import follow_ups_of, notifications_of
from games.services.ratings.rating_weight import note_start
from games.table_events.offers import Undone
from games.table_events.play import Finished, Started, StartedDealerFrom, StartedSeat


@dataclass
class LockedMatch(ClockedMatch):
    """A match that a service may change."""

    wakes_worker: bool = True
    """True if a worker is called when the server must move next."""
    unseen: Sequence[TableEvent] = ()
    """The log rows since the version that the move names. None of these rows changes the game."""
    state_before: Any = field(init=False)
    """The state that was read, before the action."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.state_before = self.state

    # --- playing ------------------------------------------------------------------------------------------------------

    def begin(self, player: Player | None = None) -> None:
        """Start the match: choose the first dealer, and deal. ``player`` has caused the start."""
        match = self.match
        seeds = [seat.seed for seat in self.seats]
        dealer, named_by = first_dealer(match, [seat.player_id for seat in self.seats], seeds)
        self.change(status=Status.RUNNING, started_at=self.now, dealer=dealer, seeds_due_at=None, late_bots=None)
        asked = asked_at(match)
        if asked.rated:
            note_start(match, self.seats, self.now)
        begun = Started(
            dealer=dealer,
            options=match.options,
            control=self.clock.control,
            turn_seconds=self.clock.control.turn_seconds,
            seats=[StartedSeat(player=seat.player_id, bot=seat.bot) for seat in self.seats],
            seeds=seeds,
            dealer_from=StartedDealerFrom(**named_by) if named_by else UNSET,
            deal_of=match.deal_of_id or UNSET,
            substitutes_after=UNSET if match.substitutes_after is None else match.substitutes_after,
            bot_accounts=match.bot_accounts or UNSET,
            rated=asked.rated or UNSET,
            undo=UNSET if asked.rated or asked.undo else False,
            hints=UNSET if asked.hints is None else asked.hints,
        )
        self.note("started", player=player, event=begun)
        self.state = self.game.start(match.options, match.seat_count, dealer)
        self._let_chance_answer()
        for seat in self.seats:
            if seat.player and seat.player.is_away_for_long(self.now):  # the sealed seat could not be left before
                self.leave_to_autopilot(seat, bounded=False)

    def leave_to_autopilot(self, seat: Seat, *, bounded: bool = True) -> None:
        """Put the seat of a player on autopilot until the player takes over again.

        Raises DomainError ``too_often_here`` with ``bounded``, as ``note`` does.
        """
        seat.leave_to_autopilot(self.now, self.match.substitutes_after)
        seat.save(update_fields=Seat.PRESENCE)
        self.note("autopilot_on", seat, player=seat.player, bounded=bounded)

    def move(self, seat: Seat, move: Any, by: Actor, player: Player | None = None, *, bot: str | None = None) -> None:
        """Make a move of a seat, and deal if chance is next. ``bot`` is the stored description of the bot's choice.

        Raises RuleViolation when the rules refuse the move.
        """
        move = self.game.completed(self.state, seat.number, move)
        events = self.game.decide(self.state, seat.number, move)
        row = made(
            Move,
            seat=seat.number,
            by=by,
            player_id=player and player.id,
            move=canonical(self.game.write_move(move)),
            events=self.game.dump_events(events),
            ends_round=any(self.game.round_result(event) for event in events),
            bot=bot,
            at=self.now,
        )
        self.rows.append(row)
        self.state = self.game.fold(self.state, events)
        self._let_chance_answer()
        if outcome := self.game.outcome(self.state):
            self.finish("played", self.places_after_resignations(outcome.places))

    @never_raises(RuleViolation)  # the server shuffles the cards that the game asks for
    def _let_chance_answer(self) -> None:
        while self.game.to_act(self.state) == CHANCE:
            asked = self.game.chance(self.state)
            deck = shuffle.shuffled(
                asked.cards,
                seed=self.match.seed,
                match=self.match.deals_as,
                round=asked.round,
                attempt=asked.attempt,
                seat_seeds=[seat.seed for seat in self.seats],
            )
            events = self.game.deal(self.state, deck)
            self.rows.append(
                Round(
                    number=asked.round,
                    attempt=asked.attempt,
                    kind=asked.kind,
                    deck=canonical([self.game.card_name(card) for card in deck]),
                    events=self.game.dump_events(events),
                    at=self.now,
                )
            )
            self.state = self.game.fold(self.state, events)

    def take_back(self, move: Move, player: Player) -> None:
        """Undo the last move. ``player`` is the last one who agreed."""
        match = self.match
        self.state = log.state_at(match, move.version - 1)
        kept = match.seat_count * log.LAST_MOVES_A_SEAT
        self.change(undone=[*(match.undone or ()), move.version][-kept:])
        self.note("undone", self.seats[move.seat], player=player, event=Undone(version=move.version))

    # --- ending -------------------------------------------------------------------------------------------------------

    def finish(
        self, reason: Literal["played", "resigned", "agreed"], places: Sequence[int], player: Player | None = None
    ) -> None:
        """End the match with a place for each side. A shared first place is a draw.

        ``player`` has caused the end by resigning or agreeing.
        """
        first = [side for side, place in enumerate(places) if place == 1]
        finished = Finished(
            reason=reason,
            winner=first[0] if len(first) == 1 else None,
            places=list(places),
            totals=list(self.game.totals(self.state)),
        )
        self.change(status=Status.FINISHED, finished_at=self.now, result=msgspec.to_builtins(finished))
        self.note("finished", player=player, event=finished)

    @property
    def sides_left(self) -> list[int]:
        """The sides that have not resigned."""
        resigned = {side for seat, side in zip(self.seats, self.sides, strict=True) if seat.resigned}
        return [side for side in range(max(self.sides) + 1) if side not in resigned]

    def places_after_resignations(self, places: Sequence[int]) -> list[int]:
        """Return the places, with all players who resigned behind all others."""
        left = self.sides_left
        behind = len(places)
        return [
            1 + sum(places[other] < place for other in left) if side in left else behind
            for side, place in enumerate(places)
        ]

    # --- saving -------------------------------------------------------------------------------------------------------

    def save(self) -> None:
        """Apply the new rows to the clock, and append them to the log."""
        if self.rows:
            self.settle()
            self.write()

    def settle(self) -> None:
        """Number the new log rows, and apply them to the clock, without writing."""
        if self.moves is not None:
            self.moves = [*self.moves, *(row for row in self.rows if isinstance(row, Move))]
        if self.state is not self.state_before:
            self.change(snapshot=self.game.dump_state(self.state))
        self.move_clock()
        self.change(**log.number(self.match, self.rows))
        self.change(clock=match_clock.to_keep(self.clock))

    def write(self, *answers: IdempotentResponse) -> None:
        """Write the settled rows with their notifications, match end jobs and stored responses, in one transaction.

        Raises DomainError ``log.Stale`` if the log has changed since the match was read.
        """
        rows, header, self.rows, self.header = self.rows, self.header, [], {}
        notifications = notifications_of(self.match, self.seats, rows, self.now)
        log.append(self.match, header, [*rows, *notifications, *follow_ups_of(self.match, rows, self.now), *answers])
        for row in rows:
            if isinstance(row, Move):
                transaction.on_commit(metrics.MOVES.labels(self.match.game, row.by).inc)
        if any(notification.to_deliver for notification in notifications):
            deliver_after_commit()
        if self.wakes_worker and self.server_is_next:
            wake_worker_after_commit(self.match.id)


@contextmanager
@never_raises("stale_version")  # no other request can append while the match is locked
def locked_match(
    match_id: UUID, now: datetime, *, wakes_worker: bool = True, needs_rules: bool = True
) -> Iterator[LockedMatch]:
    """Hold the row lock of a match for one action, and save the match at the end, in one transaction.

    ``wakes_worker`` is False for a caller that makes the server's next moves itself. The rules of an old match are
    missing when this server no longer has their version. ``needs_rules`` is False for actions that are possible even
    then, such as a cancellation; ``game`` and ``state`` of the match are None in that case.

    Raises DomainError ``not_found`` for a match that does not exist; with ``needs_rules``, NoRules if the rules are
    missing.
    """
    with transaction.atomic():
        try:
            match = Match.objects.select_for_update().get(pk=match_id)
        except Match.DoesNotExist:
            raise not_found() from None
        loaded = log.load(match) if needs_rules else log.load_anyway(match)
        table = as_table(loaded, now, wakes_worker=wakes_worker)
        yield table
        table.save()


def as_table(loaded: log.Loaded, now: datetime, *, wakes_worker: bool = True) -> LockedMatch:
    """Return a match that was read, ready for changes.

    Without the row lock, saving may raise DomainError ``log.Stale``.
    """
    return LockedMatch(
        loaded.match, loaded.seats, loaded.game, loaded.state, loaded.moves, now, wakes_worker=wakes_worker
    )


def match_with(match_id: UUID) -> Match:
    """Return a match as it is stored. Raises DomainError ``not_found``."""
    match = Match.objects.filter(pk=match_id).first()
    if match is None:
        raise not_found()
    return match


def not_found() -> DomainError:
    """Return the refusal for a match that does not exist, or that the player cannot see."""
    return DomainError("not_found", say("refused.no_such_match"))
