"""Playing the cards of a finished match again: the decks, the record, and the seats."""

from __future__ import annotations

import json
import subprocess
import sys
from random import Random

import pytest

from games.engine.catalogue import GAMES
from games.models import Match, PlayerStatistics, Round, TableEvent
from games.services.log.records import findings_in
from games.services.log.verification import faults_of
from games.services.matchmaking import rematch
from games.services.matchmaking.lobby import joining
from games.services.ratings.player_statistics import count
from games.services.turns import playing
from tests.helpers.playing import play_by_chance
from tests.helpers.refusals import refused
from tests.management.test_verify_record import SCRIPT
from tests.services.matchmaking.test_rematch import begun

SHORT = {"chkobba": {"target": 11}, "cirulla": {"target": 11}, "camba": {}, "haggis": {"target": 250}}
"""A game of each engine, with options for a short match; cirulla may deal again at once."""


def decks_of(match):
    """Return the decks of a match by round and attempt, except those that depend on moves."""
    rows = Round.objects.filter(match=match, kind="deck")
    return {(row.number, row.attempt): json.loads(row.deck) for row in rows}


def finished(table, now, seed):
    """Play a match to its end at random; return it."""
    return play_by_chance(table.match.pk, now, Random(seed)).match


@pytest.mark.parametrize("key", SHORT)
def test_the_same_cards_are_dealt_whatever_is_played(played, amel, client_of, tmp_path, now, key):
    """Each round that both matches have gets the same deck and dealer. Log, record and the script verify why."""
    seats = GAMES[key].seats[0]
    first = played(amel, game=key, seats=seats, options=SHORT[key], bots=dict.fromkeys(range(1, seats), "easy")).match

    table = rematch.deal_again(first.pk, amel, now, "hard")
    again = finished(table, now, seed=8)

    assert (again.deal_of_id, again.status, again.visibility) == (first.pk, "finished", "private")
    assert [(seat.player, seat.bot) for seat in table.seats] == [(amel, ""), *[(None, "hard")] * (seats - 1)]
    around = list(TableEvent.objects.filter(match=again).order_by("pk").values_list("type", flat=True))
    assert around[:seats] == ["created", *["bot_joined"] * (seats - 1)]
    old, new = decks_of(first), decks_of(again)
    assert (again.dealer, again.options) == (first.dealer, first.options)
    assert old[0, 0] == new[0, 0]
    assert all(new[place] == deck for place, deck in old.items() if place in new)
    assert list(faults_of(again)) == []
    record = client_of(amel).get(f"matches/{again.pk}/record").data
    assert record["about"]["deal_of"] == str(first.pk)
    assert record["about"]["commitment"] == first.commitment
    assert all(finding.right for finding in findings_in(record)), list(findings_in(record))
    file = tmp_path / "record.json"
    file.write_text(json.dumps(record))
    subprocess.run([sys.executable, SCRIPT, file], check=True)


def test_the_seeds_of_the_first_match_go_into_it_too(played, amel, sami, now):
    """The seeds of all players of the first match are used, also of absent ones; a third match has the same cards."""
    first = played(amel, sami, options={"target": 11}, seed="mine").match

    again = finished(rematch.deal_again(first.pk, sami, now, "easy"), now, seed=1)
    third = rematch.deal_again(again.pk, sami, now, "easy")

    assert begun(first)["seeds"][0] == "mine"
    assert begun(again)["seeds"] == begun(third.match)["seeds"] == begun(first)["seeds"]
    assert [seat.player for seat in third.seats] == [None, sami]
    assert third.match.deal_of_id == first.pk
    assert decks_of(third.match)[0, 0] == decks_of(first)[0, 0]
    assert list(faults_of(third.match)) == []


def test_who_dealt_as_the_loser_deals_again(played, amel, sami, client_of, now):
    """In Čamba the loser of the match before the first one deals again."""
    before = played(amel, sami, game="camba").match
    rematch.rematch(before.pk, amel, now)
    first = finished(rematch.rematch(before.pk, sami, now), now, seed=2)

    again = finished(rematch.deal_again(first.pk, amel, now, "easy"), now, seed=3)

    assert begun(again)["dealer_from"] == begun(first)["dealer_from"]
    assert again.dealer == first.dealer
    assert list(faults_of(again)) == []
    assert all(finding.right for finding in findings_in(client_of(amel).get(f"matches/{again.pk}/record").data))


def test_it_counts_nowhere_and_nobody_joins(played, amel, sami, now):
    """The match counts in no statistics, and its room code lets no player join."""
    first = played(amel, sami, options={"target": 11}).match
    again = rematch.deal_again(first.pk, amel, now, "easy").match

    refused("not_in_lobby", joining.join_by_code, again.code, sami, now)
    count(finished(rematch.deal_again(first.pk, amel, now, "easy"), now, seed=4))
    assert not PlayerStatistics.objects.exists()
    count(first)
    assert PlayerStatistics.objects.filter(player=amel).exists()


def test_what_is_refused(running, played, amel, sami, player, now):
    """Running matches, those of others and unknown levels are refused."""
    goes_on = running(amel, sami)
    over = played(amel, sami, options={"target": 11})

    for match, who, level, code in (
        (goes_on, amel, "easy", "not_finished"),
        (over, player("Other"), "easy", "not_seated"),
        (over, amel, "nobody", "unknown_bot"),
    ):
        refused(code, rematch.deal_again, match.match.pk, who, now, level)
    assert not Match.objects.filter(deal_of__isnull=False).exists()


def test_a_deal_that_is_not_the_one_of_before_is_found_out(played, amel, sami, now):
    """Verification finds a header that names another match.

    It also finds cards from other seeds than those of the named match.
    """
    first, other = (played(amel, sami, options={"target": 11}).match for _ in range(2))
    again = finished(rematch.deal_again(first.pk, amel, now, "easy"), now, seed=5)

    Match.objects.filter(pk=again.pk).update(deal_of=other)
    told = {fault.what for fault in faults_of(Match.objects.get(pk=again.pk))}
    assert "its cards are those of another match than when it began" in told
    assert "its seeds are not those of the match whose cards it deals again" in told

    Match.objects.filter(pk=again.pk).update(deal_of=first)
    Match.objects.filter(pk=first.pk).update(seed=other.seed)
    told = {fault.what for fault in faults_of(Match.objects.get(pk=again.pk))}
    assert told == {"its seeds are not those of the match whose cards it deals again"}


def test_resigned_matches_are_there_to_be_played_out(running, amel, sami, now):
    """A player who resigned may play the rest of the cards."""
    first = running(amel, sami)
    playing.resign(first.match.pk, sami, now)

    again = rematch.deal_again(first.match.pk, sami, now, "expert")

    assert (again.match.status, again.seats[0].bot) == ("running", "expert")
    assert decks_of(again.match) == decks_of(first.match)
