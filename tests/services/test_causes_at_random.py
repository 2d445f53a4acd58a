"""Random actions of players, staff and clock cause each notification once for each player concerned.

The expected notifications are computed from the log afterwards, independently of the code that makes them.
"""

from __future__ import annotations

import json
from collections import Counter
from contextlib import suppress
from datetime import timedelta
from random import Random

import pytest

from chkobba_api.errors import DomainError
from games import log
from games.clock.calendar import Closure
from games.clock.controls.move import MoveControl
from games.models import Match, Move, Notification, Status, TableEvent
from games.services.due_matches import wake
from games.services.notifications import vacations
from games.services.staff import match_actions
from games.services.staff.match_actions import Order
from games.services.turns import availability, offers, pausing
from tests.eventually import drain
from tests.playing import play_first

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
SLOW = MoveControl(seconds=2 * 24 * 3600, honours=(Closure.VACATIONS,), vacation_days=30)
STEPS = 30
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

    def work(self):
        """Do what is due, as workers do, twice: repeating it changes nothing."""
        over = {who: ends for who, ends in self.away.items() if ends <= self.now}
        self.back += [(who, ends.isoformat()) for who, ends in over.items()]
        self.away = {who: ends for who, ends in self.away.items() if who not in over}
        for _ in range(2):
            for player_id in availability.CHANGES.due_keys(self.now, 100):
                drain(availability.CHANGES.go_on, player_id, self.now)
            vacations.VACATION_ENDS.sweep(self.now)
            drain(wake, self.match_id, self.now)


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


@pytest.mark.parametrize("seed", range(8))
def test_each_cause_is_told_once(running, player, now, seed):
    """Thirty random steps cause each notification once, also for each vacation that ends by itself."""
    luck = Random(seed)
    players = [player(name) for name in ("Amel", "Sami", "Rym")]
    table = running(*players, game="scopa", seats=3, control=SLOW)
    life = Life(table.match, players, player("Staff"), now)
    began = table.match.version
    things = [life.move] * 4 + [life.wait] * 2
    things += [life.offer_pause, life.answer_pause, life.stop, life.go_on, life.leave, life.come_back]
    for _ in range(STEPS):
        with suppress(DomainError):
            luck.choice(things)(luck)
        life.work()

    told = Notification.objects.filter(match=table.match, version__gt=began)
    assert Counter(one for one in told.values_list("kind", "seat") if one[0] in OF_LOG) == expected(
        life.match, log.rows_after(life.match, began)
    )
    assert sorted((one.player_id, one.cause) for one in told if one.kind == "vacation_ends") == sorted(life.back)
