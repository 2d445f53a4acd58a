"""Relevance: each kind of notification is sent while it is true, and not afterwards."""

from __future__ import annotations

import hashlib
from datetime import timedelta
from uuid import UUID

import pytest
from django.utils import timezone

from games.clock.calendar import Closure
from games.clock.controls.move import MoveControl
from games.club_access import club_of
from games.match_clock import clock_of
from games.models import Match, Notification, Status
from games.notifications.relevance import STILL_SO, still_so
from games.offer_rules import How
from games.plans.plan import PlannedCards, PlannedSafeMove, Step
from games.services.clubs import clubs, members
from games.services.due_matches import MISSED_UNTIL_AUTOPILOT, wake
from games.services.matches import shuffle_seeds
from games.services.matchmaking import counter_offers, invitations, rematch, seat_swaps, substitutes
from games.services.matchmaking.lobby import joining, match_cancellation, match_changes, match_start
from games.services.matchmaking.lobby.match_creation import MatchSettings
from games.services.social import follows_and_blocks
from games.services.staff import match_actions
from games.services.staff.match_actions import Order
from games.services.turns import availability, early_end, offers, pausing, planned_moves, playing, undoing
from tests.helpers.absent_players import put_on_autopilot
from tests.helpers.playing import play_first, play_until_turn_of
from tests.helpers.stored import undone

HOUR = timedelta(hours=1)


@pytest.fixture
def order(player, now):
    """Return an order of the staff."""
    return Order(player("Staff"), "to try it", now)


def newest(kind):
    """Return the newest notification of a kind."""
    return Notification.objects.filter(kind=kind).latest("pk")


def are_so(kinds):
    """Return whether the newest notification of each kind is still relevant."""
    return [still_so(newest(kind)) for kind in kinds.split()]


def test_a_turn_and_what_is_said_of_it(table, order, now):
    """``your_turn`` and ``extended`` end with the move, ``match_started`` with the match; ``match_finished`` stays."""
    play_first(table.match.pk, now)
    turn = newest("your_turn")
    match_actions.extend(table.match.pk, order, HOUR)
    assert are_so("your_turn extended match_started") == [True, True, True]

    play_first(table.match.pk, now)
    assert not still_so(turn)
    assert are_so("your_turn extended match_started") == [True, False, True]

    playing.resign(table.match.pk, table.seats[0].player, now)
    assert are_so("match_started match_finished") == [False, True]


def test_a_turn_in_a_pause_is_told_when_the_match_goes_on(table, order, now):
    """During a pause only the pause is sent; ``your_turn`` follows when the match resumes."""
    play_first(table.match.pk, now)
    turn = newest("your_turn")
    match_actions.pause(table.match.pk, order)
    assert not still_so(turn)
    assert are_so("match_paused match_started") == [True, True]

    match_actions.resume(table.match.pk, order)
    assert are_so("match_paused match_resumed") == [False, True]

    match_actions.pause(table.match.pk, order)
    assert not still_so(newest("match_resumed"))


def test_a_turn_that_a_vacation_interrupts_is_the_same_turn(running, player, now):
    """``your_turn`` survives a vacation, for digests and quiet hours: no other notification announces the turn."""
    long = MoveControl(86_400, honours=(Closure.VACATIONS,), vacation_days=5)
    table = running(player("Amel"), player("Sami"), options={"cut": False}, control=long)
    play_first(table.match.pk, now)
    turn = newest("your_turn")
    availability.begin_vacation(turn.player, now + HOUR, days=2)
    availability.CHANGES.go_on(turn.player_id, now + HOUR)
    assert clock_of(Match.objects.get(pk=table.match.pk)).since == now + HOUR
    assert still_so(turn)

    availability.end_vacation(turn.player, now + 2 * HOUR)
    availability.CHANGES.go_on(turn.player_id, now + 2 * HOUR)

    assert still_so(turn)
    play_first(table.match.pk, now + 3 * HOUR)
    assert not still_so(turn)


def test_time_that_runs_low(running, player, now):
    """``time_low`` ends with the move or an extension."""
    match = running(player("Amel"), player("Sami"), turn_seconds=86_400, options={"cut": False}).match
    later = now + 20 * HOUR
    wake(match.pk, later)
    assert still_so(newest("time_low"))

    play_first(match.pk, later)
    assert not still_so(newest("time_low"))


def test_who_was_played_for_is_told_until_they_are_back(table, now):
    """``played_for`` ends when the player moves again, as they know of it then."""
    seat = Match.objects.get(pk=table.match.pk).to_act
    late = Match.objects.get(pk=table.match.pk).due_at + timedelta(seconds=1)
    wake(table.match.pk, late)
    play_first(table.match.pk, late)
    assert newest("played_for").seat == seat
    assert still_so(newest("played_for"))

    play_first(table.match.pk, late)
    assert not still_so(newest("played_for"))


def test_what_became_of_a_plan(table, now):
    """``plan_void`` lasts as long as the turn, ``planned`` as long as the match."""
    first = Match.objects.get(pk=table.match.pk).to_act
    for seat, play in (
        (table.seats[1 - first], PlannedSafeMove()),
        (table.seats[first], PlannedCards(cards=["7D", "7H"])),
    ):
        planned_moves.plan(table.match.pk, seat.player, now, steps=[Step(play=play)], when_forced=False)
        if seat.number != first:
            play_first(table.match.pk, now)
            wake(table.match.pk, now)
    wake(table.match.pk, now)
    assert still_so(newest("planned"))
    assert still_so(newest("plan_void"))

    play_first(table.match.pk, now)
    assert not still_so(newest("plan_void"))
    playing.resign(table.match.pk, table.seats[0].player, now)
    assert not still_so(newest("planned"))


def test_who_sits_down(make_match, player, now):
    """``joined`` ends with the start; ``seats_full`` ends when a seat is free again."""
    table = make_match(player("Amel"), seats=4)
    sami, nour, zohra = (player(name) for name in ("Sami", "Nour", "Zohra"))
    for one in (sami, nour, zohra):
        joining.join(table.match.pk, one, now)
    assert are_so("seats_full joined") == [True, True]

    joining.leave(table.match.pk, zohra, now)
    assert not still_so(newest("seats_full"))
    joining.join(table.match.pk, zohra, now)
    match_start.start(table.match.pk, table.seats[0].player, now)
    assert are_so("seats_full joined") == [False, False]


def test_a_bot_at_the_seat(table, order):
    """``seat_given_to_bot`` ends when the seat is given back, and ``given_back`` when a bot gets it."""
    match_actions.give_to_bot(table.match.pk, order, 0, "easy")
    assert still_so(newest("seat_given_to_bot"))

    match_actions.give_back(table.match.pk, order, 0)
    assert are_so("seat_given_to_bot given_back") == [False, True]

    match_actions.give_to_bot(table.match.pk, order, 0, "easy")
    assert not still_so(newest("given_back"))


def test_the_autopilot(table, now):
    """``autopilot_on`` ends when the player is back."""
    seat = table.seats[0]
    for month in range(1, 20):
        at = now + month * timedelta(days=30)
        wake(table.match.pk, at)
        if Notification.objects.filter(kind="autopilot_on", seat=0).exists():
            break
        play_until_turn_of(0, table.match.pk, at)
    assert Match.objects.get().seats.get(number=0).missed == MISSED_UNTIL_AUTOPILOT
    assert still_so(newest("autopilot_on"))

    playing.resume(table.match.pk, seat.player, at)
    assert not still_so(newest("autopilot_on"))


def test_a_rematch(table, now):
    """``rematch`` ends when the rematch starts or is cancelled."""
    playing.resign(table.match.pk, table.seats[0].player, now)
    wanted = rematch.rematch(table.match.pk, table.seats[0].player, now)
    assert still_so(newest("rematch"))

    joining.leave(wanted.match.pk, table.seats[0].player, now)
    assert Match.objects.get(pk=wanted.match.pk).status == Status.CANCELLED
    assert not still_so(newest("rematch"))


def test_a_rematch_is_news_for_the_players_who_have_not_joined(running, player, now):
    """``rematch`` ends for each player alone: when they join or decline, and when a block lies between the two."""
    amel, sami, nour, ines = (player(name) for name in ("Amel", "Sami", "Nour", "Ines"))
    old = running(amel, sami, nour, ines, game="chkobba", seats=4)
    playing.resign(old.match.pk, ines, now)
    again = rematch.rematch(old.match.pk, amel, now).match.pk
    news = [Notification.objects.get(kind="rematch", player=one) for one in (sami, nour, ines)]
    assert [still_so(one) for one in news] == [True, True, True]

    rematch.rematch(old.match.pk, sami, now)
    assert [still_so(one) for one in news] == [False, True, True]

    invitations.end(again, nour.pk, nour, now)
    assert [still_so(one) for one in news] == [False, False, True]

    follows_and_blocks.block(sami, ines.pk, now)
    assert [still_so(one) for one in news] == [False, False, False]


def test_a_seed_that_is_awaited(make_match, player, now):
    """``seed_awaited`` ends when the seed is revealed."""
    people, secrets = [player("Amel"), player("Sami")], ["one", "two"]
    sealed = [hashlib.sha256(secret.encode()).hexdigest() for secret in secrets]
    match = make_match(people[0], autostart=True, seed_commitment=sealed[0]).match.pk
    joining.join(match, people[1], now, seed_commitment=sealed[1])
    mine = Notification.objects.get(kind="seed_awaited", player=people[0])
    assert still_so(mine)

    shuffle_seeds.add_seed(match, people[0], now, seed=secrets[0])
    assert not still_so(mine)


@pytest.mark.parametrize("what", ["pause", "end"])
def test_an_offer_that_was_answered_is_not_made_any_more(table, amel, sami, now, what):
    """Offers of a pause or an early end are relevant until the answer, and refusals until the end of the match."""
    match = table.match.pk
    if what == "pause":
        pausing.offer(match, amel, now, until=now + timedelta(days=1))
    else:
        early_end.offer(match, amel, now, how=How.NO_RESULT)
    asked = newest(f"{what}_offered")
    assert (asked.player, still_so(asked)) == (sami, True)

    offers.answer({"pause": pausing.PAUSE, "end": early_end.END}[what], match, sami, now, accept=False)

    assert are_so(f"{what}_offered {what}_declined") == [False, True]
    playing.resign(match, sami, now)
    assert not still_so(newest(f"{what}_declined"))


def test_an_end_of_a_pause_is_asked_about_until_it_is_answered(table, now):
    """``pause_end_offered`` ends with the answer, ``pause_end_declined`` with the pause."""
    match, amel, sami = table.match.pk, table.seats[0].player, table.seats[1].player
    pausing.offer(match, amel, now, until=now + timedelta(days=3))
    offers.answer(pausing.PAUSE, match, sami, now, accept=True)
    pausing.offer_end(match, amel, now)
    asked = newest("pause_end_offered")
    assert (asked.player, still_so(asked)) == (sami, True)

    offers.answer(pausing.PAUSE_END, match, sami, now, accept=False)

    declined = newest("pause_end_declined")
    assert (still_so(asked), declined.player, still_so(declined)) == (False, amel, True)
    pausing.offer_end(match, sami, now)
    offers.answer(pausing.PAUSE_END, match, amel, now, accept=True)
    assert not still_so(declined)


def test_a_move_that_was_answered_for_is_not_asked_about_any_more(table, now):
    """``undo_offered`` ends with the answer; ``undo_declined`` and ``undone`` end with the match."""
    match = table.match.pk
    play_first(match, now)
    to_act = Match.objects.get(pk=match).to_act
    other, mover = table.seats[to_act].player, table.seats[1 - to_act].player
    undoing.offer(match, mover, now)
    asked = newest("undo_offered")
    assert (asked.player, still_so(asked)) == (other, True)

    offers.answer(undoing.UNDO, match, other, now, accept=False)

    assert not still_so(asked)
    undoing.offer(match, mover, now + offers.AGAIN)
    offers.answer(undoing.UNDO, match, other, now + offers.AGAIN, accept=True)
    news = [newest("undo_declined"), newest("undone")]
    assert all(still_so(one) for one in news)
    playing.resign(match, other, now)
    assert not any(still_so(one) for one in news)


def test_a_seat_is_offered_until_it_is_taken_or_kept(running, player, now):
    """``seat_offered`` ends with the takeover, like notifications about the old player's seat; ``seat_lost`` stays."""
    table = running(player("Amel"), player("Sami"), options={"cut": False}, substitutes_after=60)
    put_on_autopilot(table.match, 1, now)
    substitutes.SUBSTITUTES.sweep(now + timedelta(hours=1))
    before = [newest(kind) for kind in ("seat_offered", "substitute_wanted", "autopilot_on")]
    assert all(still_so(one) for one in before)

    substitutes.take_seat(table.match.pk, player("Zohra"), now + timedelta(hours=1))

    assert not any(still_so(one) for one in before)
    assert still_so(newest("seat_lost"))
    assert still_so(newest("substituted"))
    put_on_autopilot(table.match, 1, now)  # Zohra's absence does not concern Sami
    assert not still_so(before[2])
    playing.resign(table.match.pk, table.seats[0].player, now)
    assert not still_so(newest("substituted"))


def test_a_vacation_that_has_ended_is_news_until_the_next_one(table, amel, now):
    """``vacation_ends`` is relevant until the next vacation."""
    availability.begin_vacation(amel, now - timedelta(days=2), days=1)
    availability.VACATION_ENDS.sweep(now)
    ended = newest("vacation_ends")
    assert still_so(ended)

    availability.begin_vacation(amel, timezone.now(), days=1)

    assert not still_so(newest("vacation_ends"))


@pytest.fixture
def invited(make_match, player, now):
    """Return a match in which Amel reserves a seat for Sami, and both players."""
    amel, sami = player("Amel"), player("Sami")
    table = make_match(amel, game="scopa", seats=3)
    follows_and_blocks.follow(amel, sami.pk, now)
    follows_and_blocks.follow(sami, amel.pk, now)
    invitations.invite(table.match.pk, amel, [invitations.Guest(sami.pk)], now)
    return table.match.pk, amel, sami


TERMS = MatchSettings(game="scopa", seats=3, options={}, control=MoveControl(60))


def test_an_invitation_is_news_until_the_seat_is_taken_or_free(invited, now, subtests):
    """``invited`` ends when the guest joins; the news that it has ended is for the other one until the lobby ends."""
    match, amel, sami = invited
    news = newest("invited")
    assert (news.player, still_so(news)) == (sami, True)
    with undone():
        joining.join(match, sami, now)
        assert not still_so(news)
    for ends, kind, other in ((sami, "invitation_declined", amel), (amel, "invitation_withdrawn", sami)):
        with subtests.test(kind=kind), undone():
            invitations.end(match, sami.pk, ends, now)
            assert (newest(kind).player, are_so(f"invited {kind}")) == (other, [False, True])
            match_cancellation.cancel(match, amel, now)
            assert not still_so(newest(kind))


def test_terms_are_offered_until_they_are_answered(invited, now):
    """``terms_offered`` ends with the answer, ``terms_declined`` with the lobby."""
    match, amel, sami = invited
    counter_offers.offer(match, sami.pk, sami, TERMS, now)
    offered = newest("terms_offered")
    assert (offered.player, still_so(offered)) == (amel, True)

    counter_offers.drop(match, sami.pk, amel, now)

    declined = newest("terms_declined")
    assert not still_so(offered)
    assert (declined.player, still_so(declined)) == (sami, True)
    match_cancellation.cancel(match, amel, now)
    assert not still_so(declined)


@pytest.mark.parametrize("by_host", [False, True])
def test_a_block_ends_the_news_of_an_invitation(invited, now, subtests, by_host):
    """A block by either of the two ends the news of their invitation: open ones for both, all for the guest."""
    match, amel, sami = invited
    blocks, other = (amel, sami) if by_host else (sami, amel)

    with subtests.test("invited"), undone():
        follows_and_blocks.block(blocks, other.pk, now)
        assert not still_so(newest("invited"))
    for offers_it in (sami, amel):
        with subtests.test("terms_offered", by=offers_it.nickname), undone():
            counter_offers.offer(match, sami.pk, offers_it, TERMS, now)
            follows_and_blocks.block(blocks, other.pk, now)
            assert not still_so(newest("terms_offered"))
    with subtests.test("terms_declined"), undone():
        counter_offers.offer(match, sami.pk, sami, TERMS, now)
        counter_offers.drop(match, sami.pk, amel, now)
        follows_and_blocks.block(blocks, other.pk, now)
        assert not still_so(newest("terms_declined"))
    with subtests.test("invitation_withdrawn"), undone():
        invitations.end(match, sami.pk, amel, now)
        follows_and_blocks.block(blocks, other.pk, now)
        assert not still_so(newest("invitation_withdrawn"))


def test_terms_are_offered_to_one_of_several_guests(make_match, player, now, subtests):
    """A guest gets no ``terms_offered`` about the offers of other guests, or after joining."""
    amel, sami, nour = player("Amel"), player("Sami"), player("Nour")
    match = make_match(amel, game="scopa", seats=3).match.pk
    invitations.invite(match, amel, [invitations.Guest(sami.pk), invitations.Guest(nour.pk)], now)
    counter_offers.offer(match, sami.pk, amel, TERMS, now)
    news = newest("terms_offered")
    assert (news.player, still_so(news)) == (sami, True)

    with subtests.test("the offer to another guest"), undone():
        counter_offers.drop(match, sami.pk, amel, now)
        counter_offers.offer(match, nour.pk, amel, TERMS, now)
        assert not still_so(news)
    with subtests.test("the seat is taken"), undone():
        joining.join(match, sami, now)
        assert not still_so(news)


def test_the_news_of_a_lobby_are_for_its_players(make_match, player, now):
    """After leaving a lobby, a player gets no notification about its seats."""
    table = make_match(player("Amel"), seats=4)
    match, amel, sami, nour = table.match.pk, table.match.creator, player("Sami"), player("Nour")
    for one in (sami, nour):
        joining.join(match, one, now)
    seats = {seat.player: seat.number for seat in Match.objects.get(pk=match).seats.all()}
    seat_swaps.change_seat(match, sami, seats[amel], now)
    seat_swaps.stay(match, amel, now)
    seat_swaps.change_seat(match, nour, seats[sami], now)
    news = [Notification.objects.get(kind=kind, player=sami) for kind in ("joined", "seat_wanted", "seat_refused")]
    news.append(Notification.objects.filter(kind="joined", player=amel).latest("pk"))
    assert [still_so(one) for one in news] == [True, True, True, True]

    joining.leave(match, sami, now)

    assert [still_so(one) for one in news] == [False, False, False, True]


def test_a_seat_is_no_longer_asked_for_by_a_player_who_has_left(make_match, player, now):
    """``seat_wanted`` ends when the player who asked leaves the lobby."""
    table, sami = make_match(player("Amel"), seats=4), player("Sami")
    joining.join(table.match.pk, sami, now)
    seat_swaps.change_seat(table.match.pk, sami, table.seats[0].number, now)
    assert still_so(newest("seat_wanted"))

    joining.leave(table.match.pk, sami, now)

    assert not still_so(newest("seat_wanted"))


@pytest.fixture
def club_match(player, client_of, now):
    """Return a match of a club, the notification of it for its member Sami, its founder, and another member."""
    amel, sami, ines = player("Amel"), player("Sami"), player("Ines")
    club = clubs.found(amel, clubs.Founding(name="Fridays", joining="request"), now).club
    for other in (sami, ines):
        members.join_by_code(other, club.code, now)
    preset = client_of(amel).post(f"clubs/{club.pk}/presets", {"name": "Ours", "game": "scopa"}).data["id"]
    made = client_of(amel).post(f"clubs/{club.pk}/matches", {"preset": preset}).data["id"]
    return UUID(made), Notification.objects.get(kind="club_match", player=sami), amel, ines


def test_a_table_of_a_club_is_news_while_a_seat_is_free(club_match, now):
    """``club_match`` informs members without a seat while a seat is free."""
    match, news, _, ines = club_match
    assert still_so(news)

    joining.join(match, ines, now)

    assert not still_so(news)


def test_a_table_of_a_club_is_news_for_members_only(club_match, now, subtests):
    """No notification about a club's match reaches former, banned or blocked members."""
    match, news, amel, _ = club_match
    sami, club = news.player, club_of(match)
    invitations.invite(match, amel, [invitations.Guest(sami.pk)], now)
    ends = {
        "left": lambda: members.leave(sami, club.pk, now),
        "banned": lambda: members.put(amel, club.pk, sami.pk, "banned", now, reason="Insults."),
        "blocked": lambda: follows_and_blocks.block(amel, sami.pk, now),
    }
    for how, end in ends.items():
        with subtests.test(how), undone():
            assert still_so(newest("invited"))
            end()
            assert not still_so(news)
            assert not still_so(newest("invited"))


def test_a_seat_is_asked_for_until_its_player_has_answered(invited, now):
    """``seat_wanted`` ends with the answer, ``seat_refused`` with the lobby."""
    match, amel, sami = invited
    joining.join(match, sami, now)
    there = Match.objects.get(pk=match).seats.get(player=amel).number
    seat_swaps.change_seat(match, sami, there, now)
    wanted = newest("seat_wanted")
    assert (wanted.player, still_so(wanted)) == (amel, True)

    seat_swaps.stay(match, amel, now)

    refused = newest("seat_refused")
    assert not still_so(wanted)
    assert (refused.player, still_so(refused)) == (sami, True)
    match_cancellation.cancel(match, amel, now)
    assert not still_so(refused)


def test_changed_terms_wait_for_whom_they_ask(make_match, player, now):
    """``terms_changed`` ends when the player agrees."""
    table, sami = make_match(player("Amel"), seats=2), player("Sami")
    joining.join(table.match.pk, sami, now)
    terms = match_changes.change_match(table.match.pk, table.match.creator, now, bot_accounts=True).match.terms_version
    changed = newest("terms_changed")
    assert (changed.player, still_so(changed)) == (sami, True)

    joining.agree_to_terms(table.match.pk, sami, now, terms)

    assert not still_so(changed)


def test_every_kind_that_can_be_out_of_date_is_tried_here():
    """Each kind that can become irrelevant has a test here."""
    tried = """
    your_turn extended match_started match_paused match_resumed autopilot_on seat_given_to_bot given_back rematch
    seed_awaited time_low played_for joined seats_full pause_offered end_offered undo_offered undo_declined undone
    pause_end_offered pause_end_declined pause_declined end_declined planned plan_void invited invitation_declined
    invitation_withdrawn terms_offered terms_declined seat_wanted seat_refused club_match terms_changed
    substitute_wanted seat_offered substituted vacation_ends
    """
    assert {kind for kind, check in STILL_SO.items() if check} == set(tried.split())
