"""Undo by consent: the log keeps the move, and all readers of the log skip it."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest

from games import log
from games.admin.matches.steps import history_of
from games.api.matches import feed_view, match_view
from games.clock.calendar import Closure
from games.clock.controls.bank import BankControl
from games.clock.controls.move import MoveControl
from games.match_clock import clock_of
from games.models import Match, Notification, TableEvent
from games.notifications.relevance import still_so
from games.offer_rules import Undo, offer_of
from games.plans.plan import PlannedCards, Step
from games.services.bots import bot_choice
from games.services.log.record_export import record_of
from games.services.log.records import findings_in
from games.services.log.verification import faults_of
from games.services.matches.entry_requirements import Asked
from games.services.ratings.match_summary import summary_of
from games.services.turns import availability, offers, pausing, planned_moves, playing, undoing
from games.services.turns.undoing import UNDO
from tests.helpers.english import told as said
from tests.helpers.playing import play_first, play_until_turn_of
from tests.helpers.refusals import refused
from tests.helpers.stored import verified
from tests.helpers.sweeping import apply_changed_availability

HOUR = timedelta(hours=1)


@pytest.fixture
def table(running, player):
    """Return a match of two players."""
    return running(player("Amel"), player("Sami"), game="scopa", seats=2)


def mover(table):
    """Return the player to move, and the other one."""
    match = Match.objects.get(pk=table.match.pk)
    seats = log.seats_of(match)
    return seats[match.to_act].player, seats[1 - match.to_act].player


def seen(table, player, after=0):
    """Return the view of a player, and the feed with its tables."""
    loaded = log.read(table.match.pk)
    feed = feed_view.feed(loaded, player, after, 200, tables=True)
    return said(match_view.view(loaded, player, table.match.created_at)), said(feed)["entries"]


def take_back(table, who, others, at):
    """Undo the last move with the consent of all."""
    undoing.offer(table.match.pk, who, at)
    for other in others:
        offers.answer(UNDO, table.match.pk, other, at, accept=True)


def test_an_undo_for_a_player_on_autopilot_counts_the_vacation_of_the_other(running, player, now):
    """A player who agrees on vacation has used the vacation of the turn, also if the server moves next."""
    control = MoveControl(seconds=12 * 3600, honours=(Closure.VACATIONS,), vacation_days=5)
    table = running(player("Amel"), player("Sami"), control=control, options={"cut": False})
    who, other = mover(table)
    play_first(table.match.pk, now)
    undoing.offer(table.match.pk, who, now)
    availability.begin_vacation(other, now, days=3)
    apply_changed_availability(now)
    playing.leave_to_autopilot(table.match.pk, who, now)

    offers.answer(UNDO, table.match.pk, other, now + HOUR, accept=True)

    assert clock_of(verified(table)).had_away(table.seat_of(other).number) == 3600


def test_the_table_is_as_it_was(table, now):
    """The table is as before for everyone; the player moves again with a full turn, and the log has all rows."""
    who, other = mover(table)
    before = {one: seen(table, one)[0] for one in (who, other, None)}
    begun = verified(table)
    play_first(table.match.pk, now)
    played = verified(table)
    undoing.offer(table.match.pk, who, now + HOUR)
    assert offer_of(verified(table), Undo).version == played.version
    asked = Notification.objects.get(kind="undo_offered")
    assert (still_so(asked), asked.player) == (True, other)

    offers.answer(UNDO, table.match.pk, other, now + 2 * HOUR, accept=True)

    after = verified(table)
    assert (after.snapshot, after.to_act, after.pause) == (begun.snapshot, begun.to_act, None)
    assert (after.version, after.due_at) == (played.version + 3, now + 2 * HOUR + timedelta(days=1))
    assert not still_so(asked)
    back = Notification.objects.get(kind="undone")
    assert (back.player, back.facts) == (who, {"due_at": after.due_at.isoformat()})
    for viewer, view in before.items():
        now_seen, entries = seen(table, viewer)
        assert [now_seen[name] for name in ("table", "legal_moves", "last_moves")] == [
            view[name] for name in ("table", "legal_moves", "last_moves")
        ]
        assert (entries[-1]["events"][0]["version"], entries[-1]["tables"]) == (played.version, [view["table"]])
        assert seen(table, viewer, after.version - 1)[1][-1]["tables"] == [view["table"]]


def test_a_match_goes_on_and_counts_what_stands(table, now):
    """The record verifies; figures, steps of the admin and the memory of bots skip the move."""
    for turn in range(2):
        who, other = mover(table)
        at = now + turn * HOUR
        before = log.events_of_round(verified(table))
        play_first(table.match.pk, at)
        undone = verified(table).version
        take_back(table, who, [other], at)
        assert log.events_of_round(verified(table)) == before
        loaded = log.read(table.match.pk)
        move = loaded.game.write_move(loaded.game.legal_moves(loaded.state)[-1])
        playing.play_move(table.match.pk, who, move, loaded.match.version, at, lambda table: "")
        moves = log.read(table.match.pk).moves
        assert undone not in {one.version for one in moves}
        assert [one.version for one in moves] == [one.version for one in log.last_moves(verified(table))]
    who, other = mover(table)
    at = now + 3 * HOUR
    play_first(table.match.pk, at)
    undoing.offer(table.match.pk, who, at)
    playing.resign(table.match.pk, other, at)

    over = verified(table)
    record = said(record_of(log.load(over)))
    assert sum(len(one["moves"]) for one in record["rounds"]) == 3
    assert all(finding.right for finding in findings_in(record))
    assert [stint.in_time for stint in summary_of(over).stints] in ([1, 2], [2, 1])
    steps = history_of(over)
    boards = [steps.board(row.version) for row in steps.rows if isinstance(row, TableEvent) and row.type == "undone"]
    assert len(boards) == 2
    for row in steps.rows:
        if isinstance(row, TableEvent) and row.type == "undone":
            version = json.loads(row.data)["version"]
            assert said(steps.board(row.version)) == said(steps.board(version - 1))


def test_a_move_stands_when_the_next_one_is_made(table, now):
    """The opponent who moves ends the request, and the move can no longer be undone."""
    who, other = mover(table)
    play_first(table.match.pk, now)
    undoing.offer(table.match.pk, who, now)
    play_first(table.match.pk, now)

    assert (verified(table).pause, verified(table).undone) == (None, None)
    refused("no_undo_offered", offers.answer, UNDO, table.match.pk, other, now, accept=True)
    refused("nothing_to_undo", undoing.offer, table.match.pk, who, now)


def test_who_may_not(table, now):
    """No undo of an opponent's move, an undone move, or one that showed a card, and none during another offer."""
    refused("nothing_to_undo", undoing.offer, table.match.pk, mover(table)[0], now)
    who, other = mover(table)
    play_first(table.match.pk, now)
    refused("nothing_to_undo", undoing.offer, table.match.pk, other, now)
    pausing.offer(table.match.pk, other, now, until=now + HOUR)
    refused("pause_offered", undoing.offer, table.match.pk, who, now)
    offers.withdraw(pausing.PAUSE, table.match.pk, other, now)
    take_back(table, who, [other], now)
    refused("nothing_to_undo", undoing.offer, table.match.pk, who, now)
    for _ in range(6):
        who, other = mover(table)
        play_first(table.match.pk, now)
    refused("card_revealed", undoing.offer, table.match.pk, who, now)


def test_where_it_is_not_agreed_on(running, player, now):
    """Undo is refused in rated matches, and in those made without it."""
    for asked in (Asked(rated=True), Asked(undo=False)):
        people = [player("Amel"), player("Sami")]
        for one in people:
            one.rated = True
            one.save()
        table = running(*people, game="scopa", seats=2, asked=asked)
        who, _ = mover(table)
        play_first(table.match.pk, now)
        refused("undo_not_allowed", undoing.offer, table.match.pk, who, now)
        verified(table)


def test_bots_agree_and_all_people_must(running, amel, sami, now):
    """Bots agree; a move against bots only is undone at once, others when all people agree."""
    table = running(amel, sami, game="scopa", seats=3, bots={2: "easy"})
    play_until_turn_of(0, table.match.pk, now)
    play_first(table.match.pk, now)
    undoing.offer(table.match.pk, amel, now)
    assert verified(table).undone is None
    offers.answer(UNDO, table.match.pk, sami, now, accept=True)
    assert len(verified(table).undone) == 1


def test_what_was_used_of_a_bank_stays_used(running, player, now):
    """The bank stays as used, and the player who waited for the answer gets that time back."""
    control = BankControl(seconds=60, bank_seconds=7200, increment_seconds=30, cap_seconds=7200)
    table = running(player("Amel"), player("Sami"), game="scopa", seats=2, control=control)
    who, other = mover(table)
    seat = verified(table).to_act
    play_first(table.match.pk, now + HOUR)
    left = 7200 + 60 - 3600 + 30
    take_back(table, who, [other], now + 2 * HOUR)

    assert verified(table).clock["banks"][seat] == left
    assert verified(table).due_at == now + 2 * HOUR + timedelta(seconds=60 + left)
    play_first(table.match.pk, now + 2 * HOUR)
    assert verified(table).due_at == now + 2 * HOUR + timedelta(seconds=7260)


def test_what_was_planned_for_after_the_move_is_dropped(table, now):
    """Plans made after the move are dropped, as the returned turn would play them."""
    who, other = mover(table)
    play_first(table.match.pk, now)
    card = seen(table, who)[0]["table"]["hand"][0]
    planned_moves.plan(table.match.pk, who, now, steps=[Step(play=PlannedCards(cards=[card]))], when_forced=True)
    take_back(table, who, [other], now)

    seat = log.seats_of(verified(table))[verified(table).to_act]
    assert (seat.has_plan, planned_moves.plan_of(log.read(table.match.pk), who).is_empty) == (False, True)


def test_a_bot_sees_what_it_saw_before(table, now):
    """A bot sees the same as before, and chooses as if the move had not been made, except for its luck."""
    who, other = mover(table)
    match = verified(table)
    seat = log.seats_of(match)[match.to_act]
    before = bot_choice.turn_of(log.load(match), seat, bot_choice.LEVELS["medium"])
    play_first(table.match.pk, now)
    take_back(table, who, [other], now)
    after = bot_choice.turn_of(log.load(verified(table)), seat, bot_choice.LEVELS["medium"])
    assert (after.view, after.moves, after.recall()) == (before.view, before.moves, before.recall())


def test_a_header_that_says_otherwise_is_found(table, now):
    """Verification finds a header that differs from the log about an undone move."""
    who, other = mover(table)
    play_first(table.match.pk, now)
    take_back(table, who, [other], now)
    for undone in (None, [1]):
        Match.objects.filter(pk=table.match.pk).update(undone=undone)
        faults = [fault.what for fault in faults_of(Match.objects.get(pk=table.match.pk))]
        assert any("other moves were taken back" in fault for fault in faults)


def test_what_was_never_asked_for_is_no_undo(table, now):
    """Verification finds an undo without consent, or of another move than the offered one."""
    _, other = mover(table)
    play_first(table.match.pk, now)
    match = Match.objects.get(pk=table.match.pk)
    data = json.dumps({"version": match.version})
    row = TableEvent(type="undone", seat=1 - match.to_act, by="player", player=other, data=data, at=now)
    header = log.number(match, [row])
    match.version = header["version"]
    log.append(match, header, [row])
    faults = [fault.what for fault in faults_of(Match.objects.get(pk=match.pk))]
    assert any("takes back what cannot be taken back" in fault for fault in faults)


def test_every_sentence_of_the_admin(table, now):
    """The admin has a sentence for each of the five types of rows."""
    who, other = mover(table)
    play_first(table.match.pk, now)
    undoing.offer(table.match.pk, who, now)
    offers.answer(UNDO, table.match.pk, other, now, accept=False)
    undoing.offer(table.match.pk, who, now + offers.AGAIN)
    offers.withdraw(UNDO, table.match.pk, who, now + offers.AGAIN)
    take_back(table, who, [other], now + 2 * offers.AGAIN)
    said_there = " ".join(line for step in history_of(verified(table)).steps for line in step.said)
    for part in ("asks to undo", "declines to undo", "withdraws the request", "agrees to undo", "is undone, since all"):
        assert part in said_there
