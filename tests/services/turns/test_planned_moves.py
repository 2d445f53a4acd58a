"""Planned moves: played when the turn comes, shown to their player only, and never played twice."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest

from games import log
from games.api.matches import feed_view
from games.models import Match, Move, Notification, PlannedMoves, Seat
from games.plans.plan import CardsNotOnTable, CardsOnTable, PlannedCards, PlannedMove, PlannedSafeMove, Played, Step
from games.services import due_matches
from games.services.turns import offers, pausing, planned_moves, playing
from tests.helpers.absent_players import put_on_autopilot
from tests.helpers.eventually import drain
from tests.helpers.playing import play_first
from tests.helpers.refusals import refused
from tests.helpers.stored import verified

MINUTE = timedelta(minutes=1)


def loaded(table):
    """Return the match as it is now."""
    return log.load(Match.objects.get(pk=table.match.pk))


def next_seat(table):
    """Return the seat whose turn comes next."""
    return table.seats[1 - loaded(table).match.to_act]


def hand_of(table, seat):
    """Return the names of the cards in a hand."""
    here = loaded(table)
    return [here.game.card_name(card) for card in range(40) if here.state.hands[seat.number] >> card & 1]


def plan(table, seat, now, *plays, when_forced=False, when=()):
    """Plan these moves for a seat."""
    steps = [Step(play=one, when=list(when)) for one in plays]
    planned_moves.plan(table.match.pk, seat.player, now, steps=steps, when_forced=when_forced)


def told(seat, kind):
    """Return the number of a player's notifications of a kind."""
    return Notification.objects.filter(player=seat.player, kind=kind).count()


def run(table, now):
    """Let workers do what is due, and verify the log."""
    drain(due_matches.wake, table.match.pk, now)
    return verified(table)


def last_move(table):
    """Return the last move of the match."""
    return Move.objects.filter(match=table.match).latest("version")


def test_a_planned_combination_may_leave_its_reading_open(running, now):
    """A planned move may leave out what a played one may leave out."""
    table = running(game="haggis")
    here = loaded(table)
    seat = table.seats[here.match.to_act]
    card = here.game.show(here.game.observe(here.state, seat.number)).hand[0]
    plan(table, seat, now, PlannedMove(move={"type": "play", "cards": [card]}))

    run(table, now)

    assert (last_move(table).seat, last_move(table).by) == (seat.number, "plan")


def test_a_planned_card_is_played_when_the_turn_comes(table, now, sent_tasks):
    """A worker plays the card as ``plan``, and notifies the player of that instead of the turn; the plan then ends."""
    seat = next_seat(table)
    card = hand_of(table, seat)[0]
    plan(table, seat, now, PlannedCards(cards=[card]))
    assert run(table, now).to_act != seat.number, "no move is played before"
    play_first(table.match.pk, now + MINUTE)
    assert told(seat, "your_turn") == 0

    match = run(table, now + MINUTE)

    move = last_move(table)
    assert (move.seat, move.by, move.player_id) == (seat.number, "plan", seat.player_id)
    assert f'"card":"{card}"' in move.move
    assert (told(seat, "planned"), told(seat, "your_turn"), told(seat, "plan_void")) == (1, 0, 0)
    assert match.to_act != seat.number
    assert not PlannedMoves.objects.exists()
    assert not Seat.objects.filter(has_plan=True).exists()


def test_steps_are_tried_in_their_order(table, now):
    """Steps that are illegal, or whose condition does not hold, are skipped."""
    seat, other = next_seat(table), table.seats[loaded(table).match.to_act]
    mine, theirs = hand_of(table, seat), hand_of(table, other)
    steps = [
        Step(play=PlannedCards(cards=[theirs[0]])),
        Step(play=PlannedMove(move={"type": "play", "card": mine[0], "capture": [mine[1]]})),
        Step(play=PlannedCards(cards=[mine[0]]), when=[CardsOnTable(cards=[mine[1]])]),
        Step(play=PlannedCards(cards=[mine[0]]), when=[Played(cards=[mine[1]])]),
        Step(play=PlannedCards(cards=[mine[1]]), when=[CardsNotOnTable(cards=[mine[2]]), Played(cards=theirs)]),
        Step(play=PlannedSafeMove()),
    ]
    planned_moves.plan(table.match.pk, seat.player, now, steps=steps, when_forced=False)
    play_first(table.match.pk, now)
    run(table, now)

    assert f'"card":"{mine[1]}"' in last_move(table).move


def test_the_safe_move_is_the_one_of_the_clock(table, now):
    """The safe move is that of the timeout, with the same luck."""
    seat = next_seat(table)
    plan(table, seat, now, PlannedSafeMove())
    play_first(table.match.pk, now)
    here = loaded(table)
    expected = planned_moves.safest(here, here.seats[seat.number], here.game.legal_moves(here.state))
    run(table, now)

    assert here.game.read_move(json.loads(last_move(table).move)) == expected


def test_a_plan_that_does_not_fit_is_void_with_a_word(table, now):
    """When no step fits, the player gets the turn with its usual deadline, and one notification."""
    seat = next_seat(table)
    mine = hand_of(table, seat)
    plan(table, seat, now, PlannedCards(cards=[mine[0]]), when=[CardsOnTable(cards=[mine[1]])])
    play_first(table.match.pk, now)
    due_at = loaded(table).match.due_at

    match = run(table, now)
    run(table, now + MINUTE)

    assert (match.to_act, match.due_at, match.wake_at > now) == (seat.number, due_at, True)
    assert (told(seat, "plan_void"), told(seat, "your_turn"), told(seat, "planned")) == (1, 1, 0)
    notification = Notification.objects.get(player=seat.player, kind="your_turn")
    assert notification.facts == {"due_at": due_at.isoformat()}
    assert not PlannedMoves.objects.exists()


def test_forced_moves_are_played_in_every_turn(table, now):
    """The setting to play forced moves stays for all turns, while planned steps end with their turn."""
    seat = next_seat(table)
    plan(table, seat, now, when_forced=True)
    forced = chosen = 0
    for _ in range(40):
        here = loaded(table)
        if here.match.status != "running" or min(forced, chosen) >= 2:
            break
        if here.match.to_act == seat.number:
            one = len(here.game.legal_moves(here.state)) == 1
            run(table, now)
            assert (last_move(table).by == "plan") == one or loaded(table).match.to_act == seat.number
            forced, chosen = forced + one, chosen + (not one)
            if one:
                continue
        play_first(table.match.pk, now)

    assert forced >= 2
    assert chosen >= 2
    assert told(seat, "plan_void") == 0
    assert told(seat, "your_turn") == chosen
    assert PlannedMoves.objects.get().when_forced


def test_a_plan_that_comes_in_ones_turn_is_looked_at_at_once(table, now, sent_tasks):
    """A plan that arrives during the player's turn is tried at once."""
    play_first(table.match.pk, now)
    seat = table.seats[loaded(table).match.to_act]
    sent_tasks.clear()
    plan(table, seat, now, PlannedSafeMove())
    run(table, now)

    assert (last_move(table).seat, last_move(table).by) == (seat.number, "plan")


def test_a_new_plan_takes_the_place_of_the_one_before(table, now):
    """A new plan replaces the old one; after deleting it the turn comes as usual, with its notification."""
    seat = next_seat(table)
    mine = hand_of(table, seat)
    plan(table, seat, now, PlannedCards(cards=[mine[0]]))
    plan(table, seat, now, PlannedCards(cards=[mine[1]]))
    assert planned_moves.steps_of(planned_moves.plan_of(loaded(table), seat.player)) == [
        Step(play=PlannedCards(cards=[mine[1]]))
    ]
    plan(table, seat, now)
    assert planned_moves.plan_of(loaded(table), seat.player).is_empty
    play_first(table.match.pk, now)
    match = run(table, now)

    assert match.to_act == seat.number
    assert (told(seat, "your_turn"), told(seat, "plan_void")) == (1, 0)
    assert not PlannedMoves.objects.exists()


@pytest.mark.parametrize("meanwhile", ["moved", "replanned", "paused", "resigned", "died"])
def test_what_happens_while_a_worker_decides_goes_first(table, now, monkeypatch, meanwhile):
    """The player's move, a newer plan or a pause wins against a worker's decision; a dying worker loses nothing."""
    seat = next_seat(table)
    mine = hand_of(table, seat)
    plan(table, seat, now, PlannedCards(cards=[mine[0]]))
    play_first(table.match.pk, now)
    chosen, moves = planned_moves.chosen, Move.objects.filter(match=table.match).count()

    def slow(*about):
        monkeypatch.setattr(planned_moves, "chosen", chosen)
        if meanwhile == "moved":
            play_first(table.match.pk, now, seat.player)
        elif meanwhile == "replanned":
            plan(table, seat, now, PlannedCards(cards=[mine[1]]))
        elif meanwhile == "paused":
            pausing.offer(table.match.pk, seat.player, now, until=now + timedelta(days=1))
            offers.answer(pausing.PAUSE, table.match.pk, table.seats[1 - seat.number].player, now, accept=True)
        elif meanwhile == "resigned":
            playing.resign(table.match.pk, seat.player, now)
        else:
            raise KeyboardInterrupt
        return chosen(*about)

    monkeypatch.setattr(planned_moves, "chosen", slow)
    if meanwhile == "died":
        with pytest.raises(KeyboardInterrupt):
            due_matches.wake(table.match.pk, now)
    run(table, now)

    made = list(Move.objects.filter(match=table.match, seat=seat.number).values_list("by", flat=True))
    if meanwhile in ("paused", "resigned"):
        assert made == []
        assert Move.objects.filter(match=table.match).count() == moves
    else:
        assert made == ["player" if meanwhile == "moved" else "plan"]
    if meanwhile == "replanned":
        assert f'"card":"{mine[1]}"' in last_move(table).move


def test_a_plan_waits_for_the_end_of_a_pause(table, now):
    """Plans wait while the match is paused."""
    seat = next_seat(table)
    plan(table, seat, now, PlannedSafeMove())
    play_first(table.match.pk, now)
    pausing.offer(table.match.pk, table.seats[1 - seat.number].player, now, until=now + timedelta(days=1))
    offers.answer(pausing.PAUSE, table.match.pk, seat.player, now, accept=True)
    run(table, now)
    assert last_move(table).seat != seat.number
    run(table, now + timedelta(days=1))

    assert (last_move(table).seat, last_move(table).by) == (seat.number, "plan")


def test_steps_are_for_one_turn(table, now):
    """Any move in the turn uses up the steps, even one by timeout."""
    play_first(table.match.pk, now)
    seat = table.seats[loaded(table).match.to_act]
    plan(table, seat, now, PlannedSafeMove())
    play_first(table.match.pk, now, seat.player)
    play_first(table.match.pk, now)
    match = run(table, now)

    assert match.to_act == seat.number
    assert (told(seat, "plan_void"), told(seat, "planned")) == (0, 0)
    assert told(seat, "your_turn") == 2


def test_a_turn_that_came_while_the_plan_was_written_is_found_by_the_sweep(table, now):
    """The sweep finds a turn whose preceding move was read before the plan was written."""
    seat = next_seat(table)
    before = loaded(table)
    plan(table, seat, now, PlannedSafeMove())
    Seat.objects.update(has_plan=False)  # as the move has read it
    play_first(table.match.pk, now)
    Seat.objects.filter(pk=seat.pk).update(has_plan=True)
    assert Match.objects.get(pk=before.match.pk).wake_at > now

    planned_moves.PLANS.sweep(now + planned_moves.IN_FLIGHT)
    run(table, now + planned_moves.IN_FLIGHT)

    assert (last_move(table).seat, last_move(table).by) == (seat.number, "plan")
    assert told(seat, "your_turn") == 1


def test_a_step_that_is_played_shows_that_its_player_is_there(table, now):
    """A played step resets the count of missed turns, as its player was active; a forced move does not."""
    seat = next_seat(table)
    Seat.objects.filter(pk=seat.pk).update(missed_in_row=2)
    plan(table, seat, now, PlannedSafeMove())
    play_first(table.match.pk, now)
    run(table, now)
    assert Seat.objects.get(pk=seat.pk).missed_in_row == 0

    Seat.objects.filter(pk=seat.pk).update(missed_in_row=2)
    plan(table, seat, now, when_forced=True)
    for _ in range(200):
        here = loaded(table)
        if here.match.to_act == seat.number and len(here.game.legal_moves(here.state)) == 1:
            run(table, now)
            break
        with_clock = here.match.to_act == seat.number
        play_first(table.match.pk, now)
        if with_clock:
            Seat.objects.filter(pk=seat.pk).update(missed_in_row=2)
    assert last_move(table).by == "plan"
    assert Seat.objects.get(pk=seat.pk).missed_in_row == 2


def test_nobody_else_is_told_that_a_move_was_planned(table, now):
    """Until the match is over, only its player sees that a move was planned."""
    seat = next_seat(table)
    plan(table, seat, now, PlannedSafeMove())
    play_first(table.match.pk, now)
    run(table, now)

    def by(number):
        here = loaded(table)
        return [entry.by for entry in feed_view.entries(here, log.last_moves(here.match), number)]

    assert by(seat.number) == ["player", "plan"]
    assert by(1 - seat.number) == by(None) == ["player", "player"]
    playing.resign(table.match.pk, seat.player, now)
    assert by(1 - seat.number) == by(None) == ["player", "plan"]


def test_who_is_not_there_plans_nothing(table, now, player):
    """A player on autopilot, resigned or not seated cannot plan."""
    seat = next_seat(table)
    refused("not_seated", planned_moves.plan, table.match.pk, player("Nour"), now, steps=[], when_forced=True)
    put_on_autopilot(Match.objects.get(pk=table.match.pk), seat.number, now)
    refused("seat_on_autopilot", plan, table, seat, now, PlannedSafeMove())
    refused("invalid", plan, table, table.seats[1 - seat.number], now, PlannedCards(cards=["9X"]))


def test_a_plan_is_forgotten_with_its_match(table, now):
    """A step after the end deletes the plans of a match, however it ended."""
    seat = next_seat(table)
    plan(table, seat, now, PlannedSafeMove())
    playing.resign(table.match.pk, seat.player, now)
    planned_moves.forget(Match.objects.get(pk=table.match.pk))

    assert not PlannedMoves.objects.exists()
