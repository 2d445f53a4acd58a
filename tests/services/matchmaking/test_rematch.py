"""Rematches: reserved seats, the dealer, and rematches that never start."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from games.engine.catalogue import GAMES
from games.models import Match, TableEvent
from games.services.log.records import findings_in
from games.services.log.verification import faults_of
from games.services.matchmaking import rematch
from games.services.matchmaking.lobby import joining, lobby_bots, match_cancellation
from games.services.turns import availability, playing
from tests.helpers.refusals import refused
from tests.management.test_verify_record import SCRIPT


def loser_of(table):
    """Return the seat with the last place in the last game of Čamba."""
    return table.state.places[-1]


def begun(match):
    """Return the event of the start from the log."""
    return json.loads(TableEvent.objects.get(match=match, type="started").data)


def test_players_on_vacation_play_again_if_they_say_so(running, amel, sami, now):
    """Players on vacation can make a rematch, and join one, if they confirm it."""
    old = running(amel, sami).match.pk
    playing.resign(old, sami, now)
    for somebody in (amel, sami):
        availability.begin_vacation(somebody, now, days=2)
        refused("on_vacation", rematch.rematch, old, somebody, now)
        again = rematch.rematch(old, somebody, now, despite_vacation=True)

    assert again.match.status == "running"


def test_after_a_cancelled_rematch_there_may_be_another(running, amel, sami, client_of, now):
    """After a cancelled rematch another player can make a new one, to which the old match links instead."""
    old = running(amel, sami)
    playing.resign(old.match.pk, sami, now)
    path = f"matches/{old.match.pk}"
    first = rematch.rematch(old.match.pk, amel, now)
    client = client_of(sami)
    seen = client.get(path)
    assert seen.data["rematch"] == str(first.match.pk)

    match_cancellation.cancel(first.match.pk, amel, now)
    etag = seen.headers["ETag"]
    assert client.get(path, **{"If-None-Match": etag}).data["rematch"] is None
    second = rematch.rematch(old.match.pk, sami, now)

    assert second.match.pk != first.match.pk
    assert client.get(path).data["rematch"] == str(second.match.pk)
    assert rematch.rematch(old.match.pk, amel, now).match.status == "running"
    assert Match.objects.filter(rematch_of=old.match).count() == 2


def test_who_sits_down_elsewhere_keeps_no_other_seat(running, player, now):
    """A player who joins elsewhere gives up the seat reserved in the rematch."""
    amel, sami, nour, late = (player(name) for name in ("Amel", "Sami", "Nour", "Late"))
    old = running(amel, sami, nour, game="scopa", seats=3)
    for one in (sami, nour):
        playing.resign(old.match.pk, one, now)
    again = rematch.rematch(old.match.pk, amel, now)
    lobby_bots.set_bots(again.match.pk, amel, {0: "easy"}, None, now)
    lobby_bots.set_bots(again.match.pk, amel, {0: None}, None, now)

    joining.join(again.match.pk, sami, now, seat=0)
    table = joining.join(again.match.pk, late, now)

    assert [seat.player for seat in table.seats] == [sami, amel, late]
    assert table.match.status == "running"


@pytest.mark.parametrize(("seats", "elsewhere"), [(2, False), (3, False), (4, True)])
def test_the_loser_of_camba_deals_the_next_match(played, player, client_of, tmp_path, now, seats, elsewhere):
    """The loser deals from any seat; log, record and the independent script verify why the seeds do not decide."""
    players = [player(f"Player {number}") for number in range(seats)]
    old = played(*players, game="camba", seats=seats)
    loser = loser_of(old)
    again = rematch.rematch(old.match.pk, players[loser], now)
    if elsewhere:
        joining.leave(again.match.pk, players[loser], now)  # as it is their own, this cancels it
        others = [one for one in players if one != players[loser]]
        again = rematch.rematch(old.match.pk, others[0], now)
        kept = next(seat.number for seat in again.seats if seat.reserved_for == others[1])
        lobby_bots.set_bots(again.match.pk, others[0], {kept: "easy"}, None, now)
        lobby_bots.set_bots(again.match.pk, others[0], {kept: None}, None, now)
        joining.join(again.match.pk, players[loser], now, seat=kept)
    for one in players:
        if not again.seat_of(one):
            again = rematch.rematch(old.match.pk, one, now)

    match = Match.objects.get(pk=again.match.pk)
    assert match.status == "running"
    assert match.seats.get(number=match.dealer).player == players[loser]
    assert begun(match)["dealer_from"] == {"match": str(old.match.pk), "seat": loser}
    for one in players[1:]:
        playing.resign(match.pk, one, now)
    assert list(faults_of(Match.objects.get(pk=match.pk))) == []
    record = client_of(players[0]).get(f"matches/{match.pk}/record").data
    assert record["about"]["dealer_from"] == begun(match)["dealer_from"]
    assert all(finding.right for finding in findings_in(record)), list(findings_in(record))
    file = tmp_path / "record.json"
    file.write_text(json.dumps(record))
    done = subprocess.run([sys.executable, SCRIPT, file], capture_output=True, text=True, check=False)
    assert (done.returncode, f"Seat {loser} of match {old.match.pk}" in done.stdout) == (0, True)


def test_a_bot_that_lost_deals_from_its_next_seat(played, player, now):
    """Seats rotate by one, and the deal with them."""
    for _ in range(20):
        amel = player("Amel")
        old = played(amel, game="camba", seats=3, bots={1: "easy", 2: "easy"})
        again = rematch.rematch(old.match.pk, amel, now).match
        assert again.dealer == (loser_of(old) + 1) % 3
        if loser_of(old) != 0:
            return
    raise AssertionError("no bot ever lost")


def test_who_gave_up_alone_deals(running, player, now):
    """A player who resigned alone has lost and deals; if two of three resigned, chance decides."""
    amel, sami, nour = (player(name) for name in ("Amel", "Sami", "Nour"))
    duel = running(amel, sami, game="camba")
    playing.resign(duel.match.pk, sami, now)
    again = rematch.rematch(duel.match.pk, amel, now)
    again = rematch.rematch(duel.match.pk, sami, now)
    assert again.seats[again.match.dealer].player == sami

    trio = running(amel, sami, nour, game="camba", seats=3)
    for one in (sami, nour):
        playing.resign(trio.match.pk, one, now)
    for one in (amel, sami, nour):
        again = rematch.rematch(trio.match.pk, one, now)
    assert "dealer_from" not in begun(again.match)
    assert list(faults_of(again.match)) == []


@pytest.mark.parametrize(("key", "options"), [("haggis", {"target": 250}), ("chkobba", {"target": 1})])
def test_elsewhere_chance_names_the_first_dealer_of_a_rematch(played, amel, now, key, options):
    """Only the rules of Čamba say who deals the next match; in other games chance decides."""
    assert [one for one, game in GAMES.items() if game.dealer_follows] == ["camba"]
    old = played(amel, game=key, options=options, bots={1: "easy"})

    again = rematch.rematch(old.match.pk, amel, now).match

    assert old.game.next_dealer(old.state, old.match.result["places"]) is None
    assert (again.status, "dealer_from" in begun(again)) == ("running", False)


def test_a_dealer_whom_nothing_names_is_found_out(played, amel, sami, client_of, now, monkeypatch):
    """Verification finds a log or record with another dealer, or with one that the rules do not ask for."""
    old = played(amel, sami, game="camba")
    with monkeypatch.context() as patch:
        wrong = 1 - loser_of(old)
        patch.setattr(type(old.game), "next_dealer", lambda *_: wrong)
        rematch.rematch(old.match.pk, amel, now)
        again = rematch.rematch(old.match.pk, sami, now)
    assert [fault.what for fault in faults_of(again.match)] == [
        "its dealer does not follow from the seed, nor from the match before"
    ]

    scopa = played(amel, sami, game="scopa", options={"target": 1})
    record = client_of(amel).get(f"matches/{scopa.match.pk}/record").data
    record["dealer"] = 1 - record["dealer"]
    record["about"]["dealer_from"] = {"match": str(old.match.pk), "seat": 0}
    assert any("The first dealer should be" in finding.text for finding in findings_in(record) if not finding.right)
