"""Early end by agreement: offered, accepted, declined and withdrawn; with the score or without a result."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games import log
from games.models import TableEvent
from games.offer_rules import End, How, offer_of
from games.services.log.record_export import record_of
from games.services.staff import match_actions
from games.services.staff.match_actions import Order
from games.services.turns import early_end, offers, pausing, playing
from games.services.turns.early_end import END
from tests.helpers.absent_players import put_on_autopilot
from tests.helpers.playing import play_first
from tests.helpers.refusals import refused
from tests.helpers.stored import notified_seats, verified

HOUR = timedelta(hours=1)


def test_as_it_stands(table, amel, sami, now):
    """The result has places by the score, and a record exists."""
    play_first(table.match.pk, now)
    early_end.offer(table.match.pk, amel, now, how=How.AS_IT_STANDS)
    offered = verified(table)
    assert (offer_of(offered, End).agreed, notified_seats("end_offered")) == ((0,), [1])

    offers.answer(END, table.match.pk, sami, now + HOUR, accept=True)

    over = verified(table)
    assert (over.status, over.finished_at, over.pause) == ("finished", now + HOUR, None)
    assert over.result == {"reason": "agreed", "winner": None, "places": [1, 1], "totals": [0, 0]}
    assert notified_seats("match_finished") == [0]
    assert record_of(log.load(over))["about"]["result"] == over.result


def test_without_a_result(table, amel, sami, now):
    """The match is cancelled, as an act of no single player."""
    early_end.offer(table.match.pk, amel, now, how=How.NO_RESULT)
    offers.answer(END, table.match.pk, sami, now, accept=True)

    over = verified(table)
    assert (over.status, over.result, over.pause) == ("cancelled", None, None)
    assert notified_seats("match_cancelled") == [0]


def test_one_thing_is_proposed_at_a_time(table, amel, sami, now):
    """Neither a pause nor another end can be offered meanwhile, and answers to them are refused."""
    early_end.offer(table.match.pk, amel, now, how=How.NO_RESULT)
    for offer in (
        lambda: pausing.offer(table.match.pk, sami, now, until=now + HOUR),
        lambda: early_end.offer(table.match.pk, sami, now, how=How.AS_IT_STANDS),
    ):
        refused("end_offered", offer)
    refused("no_pause_offered", offers.answer, pausing.PAUSE, table.match.pk, sami, now, accept=True)
    offers.withdraw(END, table.match.pk, amel, now)

    pausing.offer(table.match.pk, amel, now, until=now + HOUR)
    refused("pause_offered", early_end.offer, table.match.pk, sami, now, how=How.NO_RESULT)


def test_who_is_away_must_agree_and_is_not_passed_over(table, amel, sami, now):
    """An absent player is asked and must be back to answer; otherwise the other would win alone."""
    put_on_autopilot(table.match, 1, now)
    early_end.offer(table.match.pk, amel, now, how=How.AS_IT_STANDS)
    assert (verified(table).status, notified_seats("end_offered")) == ("running", [1])
    refused("seat_on_autopilot", offers.answer, END, table.match.pk, sami, now, accept=True)

    playing.resume(table.match.pk, sami, now)
    offers.answer(END, table.match.pk, sami, now, accept=True)

    assert verified(table).status == "finished"


def test_who_has_given_up_is_not_asked(running, player, now):
    """A resigned player is not asked, and stays behind all others."""
    people = [player(name) for name in ("Amel", "Sami", "Zohra")]
    table = running(*people, game="scopa", seats=3)
    playing.resign(table.match.pk, people[0], now)
    early_end.offer(table.match.pk, people[1], now, how=How.AS_IT_STANDS)
    offers.answer(END, table.match.pk, people[2], now, accept=True)

    assert verified(table).result["places"] == [3, 1, 1]


def test_against_bots_alone_there_is_no_end_as_it_stands(running, amel, now):
    """Bots agree to no end with the score; an end without a result takes effect at once."""
    table = running(amel, bots={1: "easy"}, options={"cut": False})
    refused("no_one_to_agree", early_end.offer, table.match.pk, amel, now, how=How.AS_IT_STANDS)
    assert (verified(table).status, verified(table).pause) == ("running", None)

    early_end.offer(table.match.pk, amel, now, how=How.NO_RESULT)

    assert verified(table).status == "cancelled"


def test_by_the_api(table, client_of, now, frozen):
    """The view shows the offer with its player; the feed has every step."""
    amel, sami = (client_of(seat.player) for seat in table.seats)
    place = f"matches/{table.match.pk}"
    assert amel.post(f"{place}/early-end", {"how": "somehow"}).data["code"] == "invalid"
    offered = amel.post(f"{place}/early-end", {"how": "as_it_stands"}).data
    assert offered["end_offer"] == {"how": "as_it_stands", "number": offered["version"], "offered_by": 0, "agreed": [0]}
    assert (
        sami.post(f"{place}/early-end/answer", {"accept": False, "offer": offered["version"]}).data["end_offer"] is None
    )
    answer = amel.post(f"{place}/early-end", {"how": "no_result"})
    assert (answer.status_code, answer.data["code"]) == (409, "offered_recently")
    assert (answer.data["next_at"], answer.data["after_move"]) == ("2026-11-02T21:00:00Z", True)
    assert answer.data["detail"].endswith("You can again after the next move, or in 720 min.")
    frozen.shift(offers.AGAIN)
    amel.post(f"{place}/early-end", {"how": "no_result"})
    assert amel.delete(f"{place}/early-end").data["end_offer"] is None
    frozen.shift(offers.AGAIN)
    again = amel.post(f"{place}/early-end", {"how": "as_it_stands"}).data
    late = sami.post(f"{place}/early-end/answer", {"accept": True, "offer": offered["version"]})
    assert (late.status_code, late.data["code"]) == (409, "offer_changed")
    assert late.data["view"]["end_offer"] == again["end_offer"]

    over = sami.post(f"{place}/early-end/answer", {"accept": True, "offer": again["version"]}).data

    assert (over["status"], over["result"]["reason"], over["end_offer"]) == ("finished", "agreed", None)
    entries = amel.get(f"{place}/events", {"after": offered["version"] - 1}).data["entries"]
    said = [event["type"] for entry in entries for event in entry["events"]]
    assert said == [
        *("end_offered", "end_declined", "end_offered", "end_withdrawn"),
        *("end_offered", "end_accepted", "finished"),
    ]
    assert amel.get(f"{place}/record").status_code == 200


@pytest.mark.parametrize("by", ["the player", "the staff"])
def test_an_offer_is_settled_when_the_last_player_who_was_asked_has_gone(running, player, admin_user, now, by):
    """A pause begins, and a match ends, when all who are still asked agree. The offer of a player who goes ends."""

    def go(table, number):
        if by == "the player":
            playing.resign(table.match.pk, table.seats[number].player, now + HOUR)
        else:
            match_actions.give_to_bot(table.match.pk, Order(admin_user, "Away.", now + HOUR), number, "easy")

    def offered(offer, *agree):
        table = running(*map(player, ("Amel", "Sami", "Zohra")), game="scopa", seats=3)
        kind = offer(table)
        for number in agree:
            offers.answer(kind, table.match.pk, table.seats[number].player, now, accept=True)
        return table

    def pause(table):
        pausing.offer(table.match.pk, table.seats[0].player, now, until=now + 24 * HOUR)
        return pausing.PAUSE

    def end(table):
        early_end.offer(table.match.pk, table.seats[0].player, now, how=How.AS_IT_STANDS)
        return END

    paused, ended = offered(pause, 1), offered(end, 1)
    for table in (paused, ended):
        go(table, 2)
    assert verified(paused).paused_at == now + HOUR
    assert (verified(ended).status, verified(ended).result["reason"]) == ("finished", "agreed")

    own, waits = offered(end, 1), offered(pause)
    go(own, 0)
    go(waits, 1)
    assert (verified(waits).paused_at, verified(waits).pause["agreed"]) == (None, [0])
    left = [own]
    if by == "the staff":  # resignations would end the match
        left.append(offered(end))
        for number in (1, 2):
            go(left[1], number)
    for table in left:
        assert (verified(table).status, verified(table).pause) == ("running", None)
        assert TableEvent.objects.filter(match=table.match, type="end_withdrawn", seat=0).exists()
