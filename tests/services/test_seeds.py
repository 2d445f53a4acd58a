"""What players add to the shuffle, and that nobody can choose it by what others have added."""

from __future__ import annotations

import ast
import hashlib
import json
import runpy
from datetime import timedelta
from pathlib import Path

import pytest

from games import log
from games.clock.controls.move import MoveControl
from games.models import Match, Notification, Seat, Seek, TableEvent
from games.services import due_matches
from games.services.log import record_export
from games.services.log.records import findings_in
from games.services.log.verification import faults_of
from games.services.matches import shuffle_seeds
from games.services.matches.locked_match import as_table, locked_match
from games.services.matchmaking import counter_offers, invitations, lobby, rematch
from games.services.matchmaking import seeks as seeks_of_players
from games.services.staff import match_actions
from games.services.staff.match_actions import Order
from games.services.turns import playing
from tests.services.test_lobby import feed, refused
from tests.sweeping import due
from tests.test_verify_record import SCRIPT

SECRETS = ("the secret of Amel", "the secret of Sami")


def commitment(secret):
    """Return what is published of a secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


def event(table, type):
    """Return what the log says of the last happening of a type."""
    return json.loads(TableEvent.objects.filter(match=table.match, type=type).latest("version").data)


@pytest.fixture
def people(player):
    """Return two players."""
    return player("Amel"), player("Sami")


@pytest.fixture
def sealed(make_match, people, now):
    """Return a maker of matches in which every seat has committed to a seed, and the last one has sat down."""

    def make(**wishes):
        table = make_match(people[0], autostart=True, seed_commitment=commitment(SECRETS[0]), **wishes)
        return lobby.join(table.match.pk, people[1], now, seed_commitment=commitment(SECRETS[1]))

    return make


def test_cards_are_dealt_when_the_last_seed_was_told(sealed, people, now):
    """Commitments first; then everybody tells; then the deal, from what was told."""
    table = sealed()
    assert table.match.status == "lobby"
    assert table.match.seeds_due_at == now + timedelta(days=1)
    assert event(table, "sealed")["commitments"] == [commitment(secret) for secret in SECRETS]

    waiting = shuffle_seeds.add_seed(table.match.pk, people[1], now, seed=SECRETS[1])
    assert waiting.match.status == "lobby"
    begun = shuffle_seeds.add_seed(table.match.pk, people[0], now, seed=SECRETS[0])

    assert begun.match.status == "running"
    assert begun.match.seeds_due_at is None
    assert event(begun, "started")["seeds"] == list(SECRETS)
    again = shuffle_seeds.add_seed(table.match.pk, people[0], now, seed=SECRETS[0])
    assert again.match.version == begun.match.version
    assert feed(begun) == ["created", "joined", "sealed", "seed_told", "seed_told", "started"]
    assert list(faults_of(Match.objects.get(pk=table.match.pk))) == []


def test_a_seed_is_told_when_all_is_sealed_and_not_before(make_match, people, now):
    """Who told it earlier would let others answer it; another seed is refused, and a seed told twice is told once."""
    table = make_match(people[0], seed_commitment=commitment(SECRETS[0]))
    refused("not_sealed", shuffle_seeds.add_seed, table.match.pk, people[0], now, seed=SECRETS[0])
    lobby.join(table.match.pk, people[1], now, seed_commitment=commitment(SECRETS[1]))
    lobby.start(table.match.pk, people[0], now)

    refused("wrong_seed", shuffle_seeds.add_seed, table.match.pk, people[0], now, seed="another")
    shuffle_seeds.add_seed(table.match.pk, people[0], now, seed=SECRETS[0])
    again = shuffle_seeds.add_seed(table.match.pk, people[0], now, seed=SECRETS[0])

    assert feed(again).count("seed_told") == 1
    assert again.match.status == "lobby"


def test_nothing_that_goes_into_the_shuffle_changes_once_it_is_sealed(sealed, people, now):
    """Neither seeds nor commitments, nor who sits where, nor options, which decide what is shuffled."""
    match = sealed().match.pk

    for happening, arguments in (
        (shuffle_seeds.add_seed, {"commitment": commitment("better")}),
        (lobby.change_match, {"seed": "better"}),
        (lobby.change_match, {"options": {"cut": False}}),
    ):
        refused("seats_sealed", happening, match, people[0], now, **arguments)
    refused("seats_sealed", lobby.set_bots, match, people[0], {}, "easy", now)
    refused("seats_sealed", lobby.start, match, people[0], now)


def test_a_plain_seed_is_fixed_before_any_secret_is_told(make_match, people, now):
    """Whoever gives one has no secret; it cannot answer those of others."""
    table = make_match(people[0], seed_commitment=commitment(SECRETS[0]))
    lobby.join(table.match.pk, people[1], now, seed="plain")
    shuffle_seeds.add_seed(table.match.pk, people[1], now, seed="plainer")
    lobby.start(table.match.pk, people[0], now)

    refused("seats_sealed", shuffle_seeds.add_seed, table.match.pk, people[1], now, seed="better")
    begun = shuffle_seeds.add_seed(table.match.pk, people[0], now, seed=SECRETS[0])

    assert event(begun, "started")["seeds"] == [SECRETS[0], "plainer"]


def test_who_keeps_a_seed_back_adds_nothing(sealed, people, now):
    """The clock deals without it, whoever looks at the match first and whatever lease it has."""
    table = sealed(turn_seconds=600)
    shuffle_seeds.add_seed(table.match.pk, people[0], now, seed=SECRETS[0])
    later = now + timedelta(seconds=600)

    due_matches.wake(table.match.pk, later - timedelta(seconds=1))
    assert Match.objects.get(pk=table.match.pk).status == "lobby"
    assert due(later) == [table.match.pk]
    due_matches.wake(table.match.pk, later)

    match = Match.objects.get(pk=table.match.pk)
    assert match.status == "running"
    assert event(table, "started")["seeds"] == [SECRETS[0], ""]
    assert feed(table)[-2:] == ["seed_kept_back", "started"]
    assert list(faults_of(match)) == []


def test_an_old_lobby_closes_whatever_lease_it_has(make_match, now):
    """A sweep puts what it has found off for a moment, which must not keep the lobby open for ever."""
    table = make_match()
    later = now + timedelta(days=14)

    assert due(later) == [table.match.pk]
    due_matches.wake(table.match.pk, later)

    assert Match.objects.get(pk=table.match.pk).status == "cancelled"


def test_sealed_seats_are_final(sealed, people, player, now):
    """A player who has learned another one's secret could else come back with a seed that answers it."""
    match = sealed().match.pk
    shuffle_seeds.add_seed(match, people[0], now, seed=SECRETS[0])

    refused("seats_sealed", lobby.leave, match, people[1], now)
    refused("seats_sealed", lobby.cancel, match, people[0], now)
    refused("seats_sealed", lobby.leave, match, people[0], now)
    refused("match_full", lobby.join, match, player("Third"), now)

    assert [(seat.seed, seat.seed_commitment) for seat in Seat.objects.filter(match=match)] == [
        (SECRETS[0], commitment(SECRETS[0])),
        ("", commitment(SECRETS[1])),
    ]


def test_a_seed_that_was_neither_told_nor_kept_back_is_found(sealed, people, now):
    """A server that deals while it waits for a secret has chosen which deck is dealt."""
    table = sealed()
    shuffle_seeds.add_seed(table.match.pk, people[0], now, seed=SECRETS[0])
    with locked_match(table.match.pk, now) as dishonest:
        dishonest.begin()

    found = [fault.what for fault in faults_of(Match.objects.get(pk=table.match.pk))]

    assert found == ["the seed of seat 1 was neither told nor kept back"]


def test_the_staff_can_cancel_a_sealed_match(sealed, player, now):
    """Nothing is awaited afterwards."""
    match = sealed().match.pk

    match_actions.cancel(match, Order(player("Steward"), "Closing time.", now))

    cancelled = Match.objects.get(pk=match)
    assert (cancelled.status, cancelled.seeds_due_at, cancelled.wake_at) == ("cancelled", None, None)


def test_whose_seed_is_awaited_is_told_so(sealed, people):
    """Somebody whose phone is in a pocket holds up the table without knowing."""
    table = sealed()

    told = {
        notification.player_id: notification.facts for notification in Notification.objects.filter(kind="seed_awaited")
    }
    assert set(told) == {people[0].pk, people[1].pk}
    assert told[people[0].pk]["due_at"] == table.match.seeds_due_at.isoformat()


def test_a_server_that_deals_from_another_seed_is_found_out(sealed, people, now):
    """Even where its log is written as if all were right."""
    table = sealed()
    shuffle_seeds.add_seed(table.match.pk, people[0], now, seed=SECRETS[0])
    with locked_match(table.match.pk, now) as dishonest:
        dishonest.seats[1].seed = "another"
        dishonest.seats[1].save()
        dishonest.begin()

    found = [fault.what for fault in faults_of(Match.objects.get(pk=table.match.pk))]

    assert found == ["the seed of seat 1 is not the one that was sealed"]


def test_another_commitment_than_the_sealed_one_is_found(sealed, people, now):
    """The seats keep what the log says."""
    table = sealed()
    for person, secret in zip(people, SECRETS, strict=True):
        shuffle_seeds.add_seed(table.match.pk, person, now, seed=secret)
    Seat.objects.filter(match=table.match, number=0).update(seed_commitment=commitment("another"))

    found = [fault.what for fault in faults_of(Match.objects.get(pk=table.match.pk))]

    assert found == ["seat 0 has another commitment than the one that was sealed"]


def test_a_record_shows_that_seeds_are_those_that_were_committed_to(sealed, people, now):
    """Who checks a record without the server finds a seed that was exchanged."""
    table = sealed(options={"target": 1})
    for person, secret in zip(people, SECRETS, strict=True):
        shuffle_seeds.add_seed(table.match.pk, person, now, seed=secret)
    with locked_match(table.match.pk, now) as playing:
        playing.finish("resigned", [1, 2])
    with locked_match(table.match.pk, now) as over:
        record = json.loads(json.dumps(record_export.record_of(over), default=str))

    assert [seat["seed_commitment"] for seat in record["about"]["seats"]] == [commitment(one) for one in SECRETS]
    assert "The seed of seat 0 is the one that it had committed to." in [one.text for one in findings_in(record)]
    record["about"]["seats"][0]["seed"] = "another"
    assert "The seed of seat 0 is not the one that it had committed to." in [one.text for one in findings_in(record)]


# --- every way to a match ---------------------------------------------------------------------------------------------


def by_lobby(people, make_match, now, **_):
    """Make a match and sit down at it."""
    table = make_match(people[0], autostart=True, seed_commitment=commitment(SECRETS[0]))
    return lobby.join(table.match.pk, people[1], now, seed_commitment=commitment(SECRETS[1]))


def by_rematch(people, running, now, **_):
    """Play again, each by a call of their own."""
    old = running(*people)
    playing.resign(old.match.pk, people[1], now)
    rematch.rematch(old.match.pk, people[0], now, seed_commitment=commitment(SECRETS[0]))
    return rematch.rematch(old.match.pk, people[1], now, seed_commitment=commitment(SECRETS[1]))


def by_seeks(people, now, **_):
    """Look for others who want the same."""
    for person, secret in zip(people, SECRETS, strict=True):
        wish = {"game": "chkobba", "seats": 2, "options": {}, "control": MoveControl(86_400)}
        seek = seeks_of_players.seek(
            person, seeks_of_players.SeekSettings(**wish, seed_commitments=(commitment(secret),)), now
        )
        seeks_of_players.look(seek.pk, now)
    return as_table(log.load(Match.objects.get()), now)


def _offered(people, make_match, now, offered_by):
    """Agree on other terms than those of an invitation, which one of the two offers."""
    table = make_match(people[0], autostart=True, seed_commitment=commitment(SECRETS[0]))
    invitations.invite(table.match.pk, people[0], [invitations.Guest(people[1].pk)], now)
    terms = counter_offers.Terms(game="scopa", seats=2, options={}, control=MoveControl(86_400))
    late = {"seed_commitment": commitment(SECRETS[1])}
    about = (table.match.pk, people[1].pk)
    counter_offers.offer(*about, offered_by, terms, now, **(late if offered_by == people[1] else {}))
    accepted_by = next(one for one in people if one != offered_by)
    return counter_offers.accept(*about, accepted_by, now, **(late if accepted_by == people[1] else {}))


def by_offer_of_the_guest(people, make_match, now, **_):
    """The guest has another wish, and the host accepts it."""
    return _offered(people, make_match, now, people[1])


def by_offer_of_the_host(people, make_match, now, **_):
    """The host has another wish, and the guest accepts it."""
    return _offered(people, make_match, now, people[0])


WAYS = {
    "lobby": [by_lobby],
    "rematch": [by_rematch],
    "seeks": [by_seeks],
    "counter_offers": [by_offer_of_the_guest, by_offer_of_the_host],
}
"""How players come to a match, by the service that makes it."""
KNOWN_CARDS = {"deal_again"}
"""Services that make matches at which nothing is secret: the cards are known, and bots have all other seats."""


@pytest.mark.parametrize("way", [way for ways in WAYS.values() for way in ways], ids=lambda way: way.__name__)
def test_players_commit_whatever_way_they_take_to_a_match(way, people, make_match, running, now):
    """Each way takes the commitment of each player, and nothing is dealt before all have told their seeds."""
    table = way(people=people, make_match=make_match, running=running, now=now)

    assert table.match.status == "lobby"
    promised = {seat.player: seat.seed_commitment for seat in table.seats}
    assert promised == {person: commitment(secret) for person, secret in zip(people, SECRETS, strict=True)}
    assert sorted(event(table, "sealed")["commitments"]) == sorted(promised.values())
    for person, secret in zip(people, SECRETS, strict=True):
        table = shuffle_seeds.add_seed(table.match.pk, person, now, seed=secret)
    assert table.match.status == "running"
    assert list(faults_of(Match.objects.get(pk=table.match.pk))) == []


def test_every_service_that_makes_matches_is_such_a_way():
    """A new way to a match must not forget what its players add to the shuffle."""
    found = {
        path.stem
        for path in Path(lobby.__file__).parents[1].rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call) and "save_new" in (getattr(node.func, "id", ""), getattr(node.func, "attr", ""))
    }

    assert found == WAYS.keys() | KNOWN_CARDS


def test_a_standing_seek_uses_each_commitment_once(people, player, now):
    """A seed that was told is known; the next match takes the next commitment, and one without adds nothing."""
    wish = {"game": "chkobba", "seats": 2, "options": {}, "control": MoveControl(86_400)}
    mine = seeks_of_players.SeekSettings(**wish, keep_going=3, seed_commitments=("1" * 64, "2" * 64))
    standing = seeks_of_players.seek(people[0], mine, now)
    for other in (people[1], player("Nour"), player("Zeineb")):
        seek = seeks_of_players.seek(other, seeks_of_players.SeekSettings(**wish), now)
        seeks_of_players.look(seek.pk, now)

    seats = Seat.objects.filter(player=people[0]).order_by("pk")
    assert [seat.seed_commitment for seat in seats] == ["1" * 64, "2" * 64, ""]
    assert Seek.objects.get(pk=standing.pk).seed_commitments == []


# --- what a record tells ----------------------------------------------------------------------------------------------


@pytest.fixture
def record_of(sealed, people, now):
    """Return a maker of records of matches at which so many secrets were told, and the others kept back."""

    def make(told):
        match = sealed().match.pk
        for person, secret in list(zip(people, SECRETS, strict=True))[:told]:
            shuffle_seeds.add_seed(match, person, now, seed=secret)
        if told < len(people):
            due_matches.wake(match, now + timedelta(days=1))
        with locked_match(match, now) as playing_on:
            playing_on.finish("resigned", [1, 2])
        with locked_match(match, now) as over:
            return json.loads(json.dumps(record_export.record_of(over), default=str))

    return make


def test_a_record_tells_what_was_sealed(record_of):
    """Whoever noted it compares; the script and the server's own check find what was exchanged afterwards."""
    record = record_of(2)
    script = runpy.run_path(str(SCRIPT))
    assert record["about"]["sealed"] == {"commitments": [commitment(one) for one in SECRETS], "seeds": ["", ""]}
    assert [*script["faults"](record), *script["choices"](record)] == []

    record["about"]["seats"][0] |= {"seed": "chosen", "seed_commitment": commitment("chosen")}

    assert "the commitments of the seats are not those that were sealed" in "; ".join(script["faults"](record))
    assert not all(one.right for one in findings_in(record) if "sealed" in one.text)


def test_a_record_tells_who_kept_a_seed_back(record_of):
    """It is no fault, and a choice of two decks."""
    record = record_of(1)
    script = runpy.run_path(str(SCRIPT))

    assert list(script["faults"](record)) == []
    assert list(script["choices"](record)) == ["seat 1 kept its seed back, so it had the choice of two decks"]
    assert any("Seat 1 has kept back" in one.text and one.right for one in findings_in(record))
