"""Random actions of players, staff and clock cause each notification once for each player concerned.

The expected notifications are computed from the log afterwards, independently of the code that makes them.
"""

from __future__ import annotations

import json
from collections import Counter
from contextlib import suppress
from datetime import timedelta
from random import Random

from chkobba_api.errors import DomainError
from games import log
from games.clock.calendar import Closure
from games.clock.controls.move import MoveControl
from games.models import Match, Move, Notification, Seat, Status, TableEvent
from games.services import due_matches
from games.services.staff import match_actions
from games.services.staff.match_actions import Order
from games.services.turns import availability, offers, pausing
from tests.helpers.eventually import drain
from tests.helpers.playing import play_first
from tests.proofs.torture.database import undone

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
SLOW = MoveControl(seconds=2 * 24 * 3600, honours=(Closure.VACATIONS,), vacation_days=30)
STEPS = 16
EVERYBODY = {"paused": "match_paused", "resumed": "match_resumed", "pause_offered": "pause_offered"}
"""Kinds of notifications for all players except the acting one, by type of row."""
OF_LOG = {*EVERYBODY.values(), "pause_declined", "autopilot_on", "played_for", "your_turn"}
"""The kinds of notifications that follow from the log."""


class Life:
    """A match of three players, and the possible actions in it."""

    def __init__(self, match, players, staff, now):
        self.match_id, self.players, self.staff, self.now = match.pk, players, staff, now
        self.away, self.back = {}, []

    @property
    def match(self):
        return Match.objects.get(pk=self.match_id)

    def move(self, luck):
        if self.match.paused_at is None:
            play_first(self.match_id, self.now)

    def offer_pause(self, luck):
        pausing.offer(self.match_id, luck.choice(self.players), self.now, until=self.now + luck.choice((HOUR, 3 * DAY)))

    def answer_pause(self, luck):
        offers.answer(pausing.PAUSE, self.match_id, luck.choice(self.players), self.now, accept=luck.random() < 0.7)

    def decline_pause(self, luck):
        self.now += DAY
        pausing.offer(self.match_id, self.players[0], self.now, until=self.now + HOUR)
        offers.answer(pausing.PAUSE, self.match_id, self.players[1], self.now, accept=False)

    def stop(self, luck):
        match_actions.pause(self.match_id, Order(self.staff, "to try it", self.now))

    def go_on(self, luck):
        match_actions.resume(self.match_id, Order(self.staff, "to try it", self.now))

    def leave(self, luck):
        who = luck.choice(self.players)
        self.away[who.pk] = (
            availability.begin_vacation(who, self.now, days=luck.randint(1, 3)).vacation_at(self.now).ends
        )

    def come_back(self, luck):
        who = luck.choice(self.players)
        availability.end_vacation(who, self.now)
        del self.away[who.pk]

    def wait(self, luck):
        self.now += luck.choice((HOUR, DAY, 5 * DAY))

    def stay_away(self, luck):
        Seat.objects.filter(match=self.match_id).update(missed_in_row=due_matches.MISSED_UNTIL_AUTOPILOT - 1)
        self.now += 5 * DAY

    def work(self):
        """Do what is due, as workers do, twice: repeating it changes nothing."""
        over = {who: ends for who, ends in self.away.items() if ends <= self.now}
        self.back += [(who, ends.isoformat()) for who, ends in over.items()]
        self.away = {who: ends for who, ends in self.away.items() if who not in over}
        for _ in range(2):
            for player_id in availability.CHANGES.due_keys(self.now, 100):
                drain(availability.CHANGES.go_on, player_id, self.now)
            availability.VACATION_ENDS.sweep(self.now)
            drain(due_matches.wake, self.match_id, self.now)


def expected(match, rows):
    """Return the number of expected notifications by kind and seat, from the rows of a log."""
    seats = range(match.seat_count)
    told = Counter()
    moves = [row for row in rows if isinstance(row, Move)]
    for row, after in zip(moves, [*moves[1:], None], strict=True):
        turn = after.seat if after else match.to_act
        if match.status == Status.RUNNING or after:
            told["your_turn", turn] += not (row.by == "player" and row.seat == turn)
        if row.by == "timeout":
            told["played_for", row.seat] += 1
    away = set()
    for row in rows:
        if isinstance(row, Move) and row.by == "player":
            away.discard(row.seat)
        if not isinstance(row, TableEvent):
            continue
        if row.type in EVERYBODY:
            others = {seat for seat in seats if row.player_id is None or seat != row.seat}
            told.update(
                (EVERYBODY[row.type], seat) for seat in others - (away if row.type == "pause_offered" else set())
            )
        elif row.type == "pause_declined":
            by = json.loads(row.data)["offered_by"]
            told["pause_declined", by] += by != row.seat
        elif row.type == "autopilot_on":
            away.add(row.seat)
            told["autopilot_on", row.seat] += 1
            told["played_for", row.seat] -= 1  # the same step announces the autopilot
    return +told


def test_each_cause_is_told_once(running, player, now):
    """Random steps cause each notification once, also for each vacation that ends by itself; each kind comes."""
    players, staff = [player(name) for name in ("Amel", "Sami", "Rym")], player("Staff")
    kinds = set()
    for seed in range(2):
        with undone():
            kinds |= told_once(
                running(*players, game="scopa", seats=3, control=SLOW), players, staff, now, Random(seed)
            )

    assert kinds == {*OF_LOG, "vacation_ends"}


def told_once(table, players, staff, now, luck):
    """Do random steps, then leave the match alone, and check all notifications; return their kinds."""
    life = Life(table.match, players, staff, now)
    began = table.match.version
    things = [life.move] * 4 + [life.wait] * 2
    things += [life.offer_pause, life.answer_pause, life.stop, life.go_on, life.leave, life.come_back]
    deeds = [luck.choice(things) for _ in range(STEPS)]
    for deed in (*deeds, life.go_on, life.decline_pause, life.stay_away):
        with suppress(DomainError):
            deed(luck)
        life.work()

    told = Notification.objects.filter(match=table.match, version__gt=began)
    assert Counter(one for one in told.values_list("kind", "seat") if one[0] in OF_LOG) == expected(
        life.match, log.rows_after(life.match, began)
    )
    ends = sorted((one.player_id, one.cause) for one in told if one.kind == "vacation_ends")
    assert ends == sorted(life.back)
    return {one.kind for one in told if one.kind in OF_LOG or one.kind == "vacation_ends"}
