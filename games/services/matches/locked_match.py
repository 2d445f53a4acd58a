"""A locked match, and the rows that an action adds to its log."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

import msgspec
from django.db import transaction

from accounts.models import Player
from chkobba_api.observability import metrics
from games import log, match_clock, shuffle
from games.clock import lobby
from games.clock.closures import measure
from games.clock.control import Control
from games.clock.hours import Closing
from games.clock.state import Clock
from games.engine.messages import say
from games.engine.protocol import CHANCE
from games.match_sql import made
from games.models import Actor, IdempotentResponse, Match, Move, Round, Row, Seat, Status, TableEvent
from games.offer_rules import Pause, folded, proposal_of, to_keep
from games.seat_control import Bot, StandIn
from games.services.dispatch.dispatch import deliver_after_commit, wake_worker_after_commit
from games.services.dispatch.outages import known_since
from games.services.errors import DomainError
from games.services.matches.entry_requirements import asked_at
from games.services.matches.first_dealer import first_dealer
from games.services.notifications.notifications import follow_ups_of, notifications_of
from games.services.ratings.rating_weight import note_start
from games.table_events import TYPES


def late_bots_of(match: Match) -> lobby.LateBots | None:
    """Return the time and the level with which bots take the free seats of a match, or None."""
    return msgspec.convert(match.late_bots, lobby.LateBots) if match.late_bots else None


_CANONICAL: Final = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def canonical(data: Any) -> str:
    """Return compact JSON with sorted keys, the form of the log."""
    return _CANONICAL.encode(data)


@dataclass
class LockedMatch(log.Loaded):
    """A match that a service may change."""

    now: datetime
    """The time of the request. An action reads the clock only once."""
    wakes_worker: bool = True
    """True if a worker is called when the server must move next."""
    rows: list[Row] = field(default_factory=list)
    """The new rows, which are not in the log yet."""
    unseen: Sequence[TableEvent] = ()
    """The rows since the version that the move names. None of them changes the game."""
    header: dict[str, Any] = field(default_factory=dict)
    """The changes of the header."""
    state_before: Any = field(init=False)
    """The state that was read, before the action."""
    clock: Clock = field(init=False)
    """The clock. ``settle`` applies the new rows to it."""

    def __post_init__(self) -> None:
        self.state_before = self.state
        self.clock = match_clock.clock_of(self.match)

    def change(self, **fields: Any) -> None:
        """Change columns of the header."""
        self.header |= fields
        for name, value in fields.items():
            setattr(self.match, name, value)

    def note(
        self,
        type: str,
        seat: Seat | None = None,
        *,
        by: Actor = Actor.PLAYER,
        player: Player | None = None,
        data: Mapping[str, Any] | None = None,
    ) -> None:
        """Add a row about an event around the game.

        Raises DomainError ``too_often_here`` if the player has caused the maximum of such rows; ValueError for a type
        that ``games.table_events`` lacks.
        """
        if type not in TYPES:
            raise ValueError(f"games/table_events.py does not say what {type} does to the game")
        if by == Actor.PLAYER and player is not None:
            self._must_have_room(type, player)
        number = None if seat is None else seat.number
        text = canonical(data or {})
        version = self.match.version + len(self.rows) + 1
        row = TableEvent(version=version, type=type, seat=number, by=by, player=player, data=text, at=self.now)
        self.rows.append(row)

    def _must_have_room(self, type: str, player: Player) -> None:
        most = TYPES[type].most
        if most is None:
            return
        rows = TableEvent.objects.filter(match_id=self.match.pk, type=type, player=player)
        if rows.count() >= most:
            raise DomainError("too_often_here", say("refused.too_often_here"), limit=most)

    # --- playing ------------------------------------------------------------------------------------------------------

    def begin(self, player: Player | None = None) -> None:
        """Start the match: choose the first dealer, and deal. ``player`` has caused the start."""
        match = self.match
        seeds = [seat.seed for seat in self.seats]
        dealer, named_by = first_dealer(match, [seat.player_id for seat in self.seats], seeds)
        self.change(status=Status.RUNNING, started_at=self.now, dealer=dealer, seeds_due_at=None, late_bots=None)
        begun = {
            "dealer": dealer,
            "options": match.options,
            **match_clock.agreement(self.clock.control),
            "seats": [{"player": seat.player_id and str(seat.player_id), "bot": seat.bot} for seat in self.seats],
            "seeds": seeds,
        }
        if named_by:
            begun["dealer_from"] = named_by
        if match.deal_of_id:
            begun["deal_of"] = str(match.deal_of_id)
        if match.substitutes_after is not None:
            begun["substitutes_after"] = match.substitutes_after
        if match.bot_accounts:
            begun["bot_accounts"] = True
        asked = asked_at(match)
        if asked.rated:
            begun["rated"] = True
            note_start(match, self.seats, self.now)
        elif not asked.undo:
            begun["undo"] = False
        if asked.hints is not None:
            begun["hints"] = asked.hints
        self.note("started", player=player, data=begun)
        self.state = self.game.start(match.options, match.seat_count, dealer)
        self._let_chance_answer()

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
        self.note("undone", self.seats[move.seat], player=player, data={"version": move.version})

    # --- ending -------------------------------------------------------------------------------------------------------

    def finish(self, reason: str, places: Sequence[int], player: Player | None = None) -> None:
        """End the match with a place for each side. A shared first place is a draw.

        ``player`` has caused the end by resigning or agreeing.
        """
        first = [side for side, place in enumerate(places) if place == 1]
        result = {
            "reason": reason,
            "winner": first[0] if len(first) == 1 else None,
            "places": list(places),
            "totals": list(self.game.totals(self.state)),
        }
        self.change(status=Status.FINISHED, finished_at=self.now, result=result)
        self.note("finished", player=player, data=result)

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

    # --- saving and the clock -----------------------------------------------------------------------------------------

    def save(self) -> None:
        """Append the new rows to the log, and set the clock by them."""
        if self.rows:
            self.settle()
            self.write()

    def settle(self) -> None:
        """Number the new rows, and set the clock by them, without writing."""
        if self.moves is not None:
            self.moves = [*self.moves, *(row for row in self.rows if isinstance(row, Move))]
        if self.state is not self.state_before:
            self.change(snapshot=self.game.dump_state(self.state))
        self._move_clock()
        self.change(**log.number(self.match, self.rows))
        self.change(clock=match_clock.to_keep(self.clock))

    def write(self, *answers: IdempotentResponse) -> None:
        """Write the settled rows with their notifications, match end jobs and stored responses, in one transaction.

        Raises ``log.Stale`` if the log has changed since the match was read.
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

    @property
    def lobby_ends_at(self) -> datetime:
        """The time at which a lobby deals without missing seeds, starts with bots, or is cancelled.

        ``wake_at`` may be a little later while a worker looks at the match.
        """
        ends_at = lobby.ends_at(self.match.created_at)
        bots = self.late_bots
        return self.match.seeds_due_at or (min(bots.at, ends_at) if bots and self.all_agree else ends_at)

    @property
    def all_agree(self) -> bool:
        """True if all seated players have agreed to the terms."""
        return all(seat.agrees_to(self.match) for seat in self.seats)

    @property
    def late_bots(self) -> lobby.LateBots | None:
        """The time and the level with which bots take the free seats, or None."""
        return late_bots_of(self.match)

    def plan_bots(self, wanted: lobby.LateBots | None) -> dict[str, Any] | None:
        """Set or remove the time at which bots take the free seats. Return the data for the log."""
        told = None if wanted is None else {"at": wanted.at.isoformat(), "level": wanted.level}
        self.change(late_bots=told)
        return told

    @property
    def server_is_next(self) -> bool:
        """True if work of the server is due at once."""
        return self.match.wake_at is not None and self.match.wake_at <= self.now

    def agree(self, control: Control) -> None:
        """Set the time control of a match that has not started."""
        self.clock = Clock(control)
        self.change(**match_clock.header_of(control))

    @property
    def _acting(self) -> int | None:
        """The seat to act. For a match without rules its header says it."""
        if self.match.status != Status.RUNNING:
            return None
        return log.acting(self.game, self.state) if self.has_rules else self.match.to_act

    def _move_clock(self) -> None:
        """Apply the new rows to the clock, and write its times into the header.

        A deadline that has not changed keeps its stored value, since outages may have postponed it.
        """
        match, before, acting = self.match, self.clock, self._acting
        responders = [seat.responder for seat in self.seats]
        away = known_since(before.since, self.now) if before.since and before.needs_outages(self.now) else []
        for row in self.rows:
            self.clock = match_clock.after(self.clock, row, acting, responders, away)
        self._close_hours()
        clock = self.clock
        proposed = proposal_of(match)
        proposal = folded(proposed, self.rows)
        self.change(to_act=acting)
        if proposal != proposed:
            self.change(pause=to_keep(proposal))
        held = match.paused_at != clock.paused_at
        if held:
            self.change(paused_at=clock.paused_at, time_left=clock.left_in_pause, wake_at=None)
        if (clock.since, clock.due_at) != (before.since, before.due_at):
            low_at = clock.due_at and clock.low_at(clock.due_at)
            self.change(due_at=clock.due_at, wake_at=low_at or clock.due_at)
        if match.status == Status.LOBBY:
            self.change(wake_at=self.lobby_ends_at)
        elif acting is None:
            self.change(wake_at=None)
        elif clock.paused_at is None and (isinstance(responders[acting], Bot | StandIn) or self.seats[acting].has_plan):
            self.change(wake_at=self.now)
        elif held and clock.paused_at is not None and isinstance(proposal, Pause):
            self.change(wake_at=proposal.until)

    def _close_hours(self) -> None:
        """Add a row with the closed hours of a new turn, by the calendar and the vacations of its player.

        If the staff has given more time, closed hours do not change the new deadline.
        """
        clock, control = self.clock, self.clock.control
        told = any(isinstance(row, TableEvent) and row.type in ("extended", "closed_hours") for row in self.rows)
        if not control.honours or told or clock.seat is None or clock.since != self.now or clock.due_at is None:
            return
        left = measure(clock.closed, self.now, clock.due_at)
        closing = self.closing(left, self.now)
        if closing.closed or clock.closed:
            self.close_hours(closing, left)
            responders = [seat.responder for seat in self.seats]
            self.clock = match_clock.after(clock, self.rows[-1], clock.seat, responders)

    def closing(self, left: timedelta, at: datetime) -> Closing:
        """Return the closed hours of the present turn from a moment on, with ``left`` of open time left."""
        seat = self.clock.seat or 0
        hours, had = match_clock.hours_of(self.seats[seat].player), self.clock.settled(at).had_away(seat)
        return hours.closing(self.clock.control, had, self.clock.turn_began or at, at, left)

    def close_hours(self, closing: Closing, left: timedelta) -> None:
        """Add a row with the closed hours of the present turn from now on, with ``left`` of open time left."""
        told = match_clock.ClosedHours(
            seconds_left=left.total_seconds(), closed=closing.closed, vacations=closing.vacations
        )
        seat = self.seats[self.clock.seat or 0]
        self.note("closed_hours", seat, by=Actor.TIMEOUT, data=msgspec.to_builtins(told))


@contextmanager
def locked_match(
    match_id: UUID, now: datetime, *, wakes_worker: bool = True, needs_rules: bool = True
) -> Iterator[LockedMatch]:
    """Lock a match for one action, and save it at the end, in one transaction.

    ``wakes_worker`` is False for a caller that makes the server's next moves itself. ``needs_rules`` is False for
    actions that are also possible without the rules of the match; game and state are None then.

    Raises DomainError ``not_found`` for a match that does not exist, LookupError for a match without rules.
    """
    with transaction.atomic():
        match = Match.objects.select_for_update().filter(pk=match_id).first()
        if match is None:
            raise not_found()
        loaded = log.load(match) if needs_rules else log.load_anyway(match)
        table = as_table(loaded, now, wakes_worker=wakes_worker)
        yield table
        table.save()


def as_table(loaded: log.Loaded, now: datetime, *, wakes_worker: bool = True) -> LockedMatch:
    """Return a match that was read, to change it. If the caller has not locked it, saving may raise ``log.Stale``."""
    return LockedMatch(loaded.match, loaded.seats, loaded.game, loaded.state, loaded.moves, now, wakes_worker)


def not_found() -> DomainError:
    """Return the refusal for a match that does not exist, or that the player cannot see."""
    return DomainError("not_found", say("refused.no_such_match"))
