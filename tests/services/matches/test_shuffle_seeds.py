"""Seeds of players for the shuffle: no player can choose a seed by those of others."""

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
from games.services.matchmaking import counter_offers, invitations, rematch, seek_matching
from games.services.matchmaking import seeks as seeks_of_players
from games.services.matchmaking.lobby import (
    joining,
    lobby_bots,
    match_cancellation,
    match_changes,
    match_creation,
    match_start,
)
from games.services.staff import match_actions
from games.services.staff.match_actions import Order
from games.services.turns import playing
from tests.helpers.refusals import refused
from tests.helpers.sweeping import due
from tests.management.test_verify_record import SCRIPT
from tests.proofs.torture.database import undone
from tests.services.matchmaking.test_lobby import feed

SECRETS = ("the secret of Amel", "the secret of Sami")


def commitment(secret):
    """Return the commitment to a secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


def event(table, type):
    """Return the data of the last table event of a type."""
    return json.loads(TableEvent.objects.filter(match=table.match, type=type).latest("version").data)


@pytest.fixture
def people(player):
    """Return two players, Amel and Sami."""
    return player("Amel"), player("Sami")


@pytest.fixture
def sealed(make_match, people, now):
    """Return a function that makes a match in which both players committed to a seed, and the last one has joined."""

    def make(**wishes):
        table = make_match(people[0], autostart=True, seed_commitment=commitment(SECRETS[0]), **wishes)
        return joining.join(table.match.pk, people[1], now, seed_commitment=commitment(SECRETS[1]))

    return make


def test_cards_are_dealt_when_the_last_seed_was_revealed(sealed, people, now):
    """Commitments come first, then the seeds, then the deal from these seeds."""
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
    assert feed(begun) == ["created", "joined", "sealed", "seed_revealed", "seed_revealed", "started"]
    assert list(faults_of(Match.objects.get(pk=table.match.pk))) == []


def test_a_seed_is_accepted_when_all_is_sealed_and_not_before(make_match, people, now):
    """A seed before the sealing is refused, as others could answer it; so is a wrong one.

    Repeating one changes nothing.
    """
    table = make_match(people[0], seed_commitment=commitment(SECRETS[0]))
    refused("not_sealed", shuffle_seeds.add_seed, table.match.pk, people[0], now, seed=SECRETS[0])
    joining.join(table.match.pk, people[1], now, seed_commitment=commitment(SECRETS[1]))
    match_start.start(table.match.pk, people[0], now)

    refused("wrong_seed", shuffle_seeds.add_seed, table.match.pk, people[0], now, seed="another")
    shuffle_seeds.add_seed(table.match.pk, people[0], now, seed=SECRETS[0])
    again = shuffle_seeds.add_seed(table.match.pk, people[0], now, seed=SECRETS[0])

    assert feed(again).count("seed_revealed") == 1
    assert again.match.status == "lobby"


def test_nothing_that_goes_into_the_shuffle_changes_once_it_is_sealed(sealed, people, now):
    """Sealed seats fix seeds, commitments, seats and options, which decide what is shuffled."""
    match = sealed().match.pk

    for happening, arguments in (
        (shuffle_seeds.add_seed, {"commitment": commitment("better")}),
        (match_changes.change_match, {"seed": "better"}),
        (match_changes.change_match, {"options": {"cut": False}}),
    ):
        refused("seats_sealed", happening, match, people[0], now, **arguments)
    refused("seats_sealed", lobby_bots.set_bots, match, people[0], {}, "easy", now)
    refused("seats_sealed", match_start.start, match, people[0], now)


def test_a_plain_seed_is_fixed_before_any_secret_is_revealed(make_match, people, now):
    """A plain seed is fixed before any secret is revealed, so that it cannot answer one."""
    table = make_match(people[0], seed_commitment=commitment(SECRETS[0]))
    joining.join(table.match.pk, people[1], now, seed="plain")
    shuffle_seeds.add_seed(table.match.pk, people[1], now, seed="plainer")
    match_start.start(table.match.pk, people[0], now)

    refused("seats_sealed", shuffle_seeds.add_seed, table.match.pk, people[1], now, seed="better")
    begun = shuffle_seeds.add_seed(table.match.pk, people[0], now, seed=SECRETS[0])

    assert event(begun, "started")["seeds"] == [SECRETS[0], "plainer"]


def test_who_keeps_a_seed_back_adds_nothing(sealed, people, now):
    """After the deadline the server deals without a withheld seed, whatever lease the match has."""
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
    assert feed(table)[-2:] == ["seed_withheld", "started"]
    assert list(faults_of(match)) == []


def test_sealed_seats_are_final(sealed, people, player, now):
    """Sealed seats are final; otherwise a player who learned a secret could leave and return with an answering seed."""
    match = sealed().match.pk
    shuffle_seeds.add_seed(match, people[0], now, seed=SECRETS[0])

    refused("seats_sealed", joining.leave, match, people[1], now)
    refused("seats_sealed", match_cancellation.cancel, match, people[0], now)
    refused("seats_sealed", joining.leave, match, people[0], now)
    refused("match_full", joining.join, match, player("Third"), now)

    assert [(seat.seed, seat.seed_commitment) for seat in Seat.objects.filter(match=match)] == [
        (SECRETS[0], commitment(SECRETS[0])),
        ("", commitment(SECRETS[1])),
    ]


def test_the_staff_can_cancel_a_sealed_match(sealed, player, now):
    """The staff can cancel a sealed match, which then waits for nothing."""
    match = sealed().match.pk

    match_actions.cancel(match, Order(player("Steward"), "Closing time.", now))

    cancelled = Match.objects.get(pk=match)
    assert (cancelled.status, cancelled.seeds_due_at, cancelled.wake_at) == ("cancelled", None, None)


def test_a_player_sees_that_the_match_waits_for_their_seed(sealed, people):
    """A player whose seed is awaited is notified, so that a phone in a pocket does not delay the table."""
    table = sealed()

    told = {
        notification.player_id: notification.facts for notification in Notification.objects.filter(kind="seed_awaited")
    }
    assert set(told) == {people[0].pk, people[1].pk}
    assert told[people[0].pk]["due_at"] == table.match.seeds_due_at.isoformat()


def test_a_server_that_breaks_the_seal_is_found_out(sealed, people, now):
    """Verification finds a deal without an awaited seed or from another one, and a changed commitment."""
    table = sealed()
    shuffle_seeds.add_seed(table.match.pk, people[0], now, seed=SECRETS[0])

    def found():
        return [fault.what for fault in faults_of(Match.objects.get(pk=table.match.pk))]

    for dealt_from, wrong in (
        (None, "the seed of seat 1 was neither revealed nor kept back"),
        ("another", "the seed of seat 1 is not the one that was sealed"),
    ):
        with undone():
            with locked_match(table.match.pk, now) as dishonest:
                if dealt_from:
                    dishonest.seats[1].seed = dealt_from
                    dishonest.seats[1].save()
                dishonest.begin()
            assert found() == [wrong]
    shuffle_seeds.add_seed(table.match.pk, people[1], now, seed=SECRETS[1])
    Seat.objects.filter(match=table.match, number=0).update(seed_commitment=commitment("another"))
    assert found() == ["seat 0 has another commitment than the one that was sealed"]


def test_a_record_shows_that_seeds_are_those_that_were_committed_to(sealed, people, now):
    """A record shows, without the server, whether seeds fit their commitments."""
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
    """Make a match and join it."""
    table = make_match(people[0], autostart=True, seed_commitment=commitment(SECRETS[0]))
    return joining.join(table.match.pk, people[1], now, seed_commitment=commitment(SECRETS[1]))


def by_rematch(people, running, now, **_):
    """Make a rematch, with a call by each player."""
    old = running(*people)
    playing.resign(old.match.pk, people[1], now)
    rematch.rematch(old.match.pk, people[0], now, seed_commitment=commitment(SECRETS[0]))
    return rematch.rematch(old.match.pk, people[1], now, seed_commitment=commitment(SECRETS[1]))


def by_seeks(people, now, **_):
    """Make matching seeks of both players."""
    for person, secret in zip(people, SECRETS, strict=True):
        wish = {"game": "chkobba", "seats": 2, "options": {}, "control": MoveControl(86_400)}
        seek = seeks_of_players.seek(
            person, seeks_of_players.SeekSettings(**wish, seed_commitments=(commitment(secret),)), now
        )
        seek_matching.look(seek.pk, now)
    return as_table(log.load(Match.objects.get()), now)


def _offered(people, make_match, now, offered_by):
    """Agree on counter-offered terms of an invitation, offered by one of the two."""
    table = make_match(people[0], autostart=True, seed_commitment=commitment(SECRETS[0]))
    invitations.invite(table.match.pk, people[0], [invitations.Guest(people[1].pk)], now)
    terms = match_creation.MatchSettings(game="scopa", seats=2, options={}, control=MoveControl(86_400))
    late = {"seed_commitment": commitment(SECRETS[1])}
    about = (table.match.pk, people[1].pk)
    counter_offers.offer(*about, offered_by, terms, now, **(late if offered_by == people[1] else {}))
    accepted_by = next(one for one in people if one != offered_by)
    return counter_offers.accept(*about, accepted_by, now, **(late if accepted_by == people[1] else {}))


def by_offer_of_the_guest(people, make_match, now, **_):
    """Let the guest offer other terms, which the host accepts."""
    return _offered(people, make_match, now, people[1])


def by_offer_of_the_host(people, make_match, now, **_):
    """Let the host offer other terms, which the guest accepts."""
    return _offered(people, make_match, now, people[0])


WAYS = {
    "create_match": [by_lobby],
    "_make_rematch": [by_rematch],
    "_begin": [by_seeks],
    "_moved": [by_offer_of_the_guest, by_offer_of_the_host],
}
"""Ways into a match, by the function that makes it."""
KNOWN_CARDS = {"deal_again"}
"""Functions whose matches keep nothing secret: the cards are known, and bots have all other seats."""


@pytest.mark.parametrize("way", [way for ways in WAYS.values() for way in ways], ids=lambda way: way.__name__)
def test_players_commit_whatever_way_they_take_to_a_match(way, people, make_match, running, now):
    """Each way takes both players' commitments, and the deal waits for both seeds."""
    table = way(people=people, make_match=make_match, running=running, now=now)

    assert table.match.status == "lobby"
    promised = {seat.player: seat.seed_commitment for seat in table.seats}
    assert promised == {person: commitment(secret) for person, secret in zip(people, SECRETS, strict=True)}
    assert sorted(event(table, "sealed")["commitments"]) == sorted(promised.values())
    for person, secret in zip(people, SECRETS, strict=True):
        table = shuffle_seeds.add_seed(table.match.pk, person, now, seed=secret)
    assert table.match.status == "running"
    assert list(faults_of(Match.objects.get(pk=table.match.pk))) == []


def test_every_function_that_makes_matches_is_such_a_way():
    """Each function that makes matches is listed as a way, so that none forgets the players' seeds."""
    found = {
        function.name
        for path in Path(match_creation.__file__).parents[2].rglob("*.py")
        if "save_new" in path.read_text()
        for function in ast.walk(ast.parse(path.read_text()))
        if isinstance(function, ast.FunctionDef)
        for node in ast.walk(function)
        if isinstance(node, ast.Call) and "save_new" in (getattr(node.func, "id", ""), getattr(node.func, "attr", ""))
    }

    assert found == WAYS.keys() | KNOWN_CARDS


def test_a_standing_seek_uses_each_commitment_once(people, player, now):
    """A standing seek uses each commitment once, as a revealed seed is known; without one it adds nothing."""
    wish = {"game": "chkobba", "seats": 2, "options": {}, "control": MoveControl(86_400)}
    mine = seeks_of_players.SeekSettings(**wish, keep_going=3, seed_commitments=("1" * 64, "2" * 64))
    standing = seeks_of_players.seek(people[0], mine, now)
    for other in (people[1], player("Nour"), player("Zeineb")):
        seek = seeks_of_players.seek(other, seeks_of_players.SeekSettings(**wish), now)
        seek_matching.look(seek.pk, now)

    seats = Seat.objects.filter(player=people[0]).order_by("pk")
    assert [seat.seed_commitment for seat in seats] == ["1" * 64, "2" * 64, ""]
    assert Seek.objects.get(pk=standing.pk).seed_commitments == []


# --- what a record tells ----------------------------------------------------------------------------------------------


@pytest.fixture
def record_of(sealed, people, now):
    """Return a function that gives the record of a match with this number of revealed seeds."""

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
    """The record has the sealed commitments; server and script find later changes of them."""
    record = record_of(2)
    script = runpy.run_path(str(SCRIPT))
    assert record["about"]["sealed"] == {"commitments": [commitment(one) for one in SECRETS], "seeds": ["", ""]}
    assert [*script["faults"](record), *script["choices"](record)] == []

    record["about"]["seats"][0] |= {"seed": "chosen", "seed_commitment": commitment("chosen")}

    assert "the commitments of the seats are not those that were sealed" in "; ".join(script["faults"](record))
    assert not all(one.right for one in findings_in(record) if "sealed" in one.text)


def test_a_record_tells_who_kept_a_seed_back(record_of):
    """A record names withheld seeds, each a choice between two decks, which is no fault."""
    record = record_of(1)
    script = runpy.run_path(str(SCRIPT))

    assert list(script["faults"](record)) == []
    assert list(script["choices"](record)) == ["seat 1 kept its seed back, so it had the choice of two decks"]
    assert any("Seat 1 has kept back" in one.text and one.right for one in findings_in(record))
