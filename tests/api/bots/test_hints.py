"""Hints: players request them in matches that allow it.

A bot worker computes one from the seat's view; the feed shows it.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from random import Random

import pytest
from django.conf import settings

from games import log, row_kinds, tasks
from games.admin.matches.steps import history_of
from games.bots import LEVELS, expert
from games.bots.level import Budget
from games.models import EntryRequirements, Hint, Match, TableEvent
from games.services.bots import hinting
from games.services.log.record_export import record_of
from games.services.log.records import findings_in
from games.services.log.verification import faults_of
from games.services.matches.entry_requirements import Asked
from games.services.turns import offers, playing, undoing
from tests.api.asking import refused
from tests.helpers.english import told as said
from tests.helpers.eventually import drain
from tests.helpers.playing import play_first, play_until_turn_of

pytestmark = pytest.mark.usefixtures("frozen")

SECOND = timedelta(seconds=1)


@pytest.fixture(autouse=True)
def _thinks_little(monkeypatch):
    """Give the expert only a small search budget."""
    monkeypatch.setitem(LEVELS, "expert", replace(expert.LEVEL, budget=Budget(iterations=24, seconds=60)))


@pytest.fixture
def against_bot(running, player, now):
    """Return a function that makes a match against bots in which it is the player's turn."""

    def make(game="scopa", **wishes):
        seats = wishes.get("seats", 2)
        bots = dict.fromkeys(range(1, seats), "easy")
        table = running(player("Amel"), game=game, **{"seats": 2, "bots": bots, **wishes})
        play_until_turn_of(0, table.match.pk, now)
        return log.read(table.match.pk)

    return make


@pytest.fixture
def of_two(running, player, now):
    """Return a function that makes a match of two with agreed settings.

    It returns the match, the mover and the other player.
    """

    def make(**asked):
        table = running(player("Amel"), player("Sami"), game="scopa", asked=Asked(**asked))
        match = Match.objects.get(pk=table.match.pk)
        seats = log.seats_of(match)
        return match, seats[match.to_act].player, seats[1 - match.to_act].player

    return make


def thought(now):
    """Let a worker compute the waiting hints."""
    for hint in drain(hinting.HINTS.take_next, now):
        hinting.work_out(hint)


def entries(client, match, after=0):
    """Return the entries of the feed."""
    return client.get(f"matches/{match.pk}/events?after={after}").data["entries"]


def test_a_hint_is_asked_for_and_read(against_bot, client_of, now):
    """The answer is ``waiting`` first, then a legal move with its text; asking again gives the same hint."""
    table = against_bot()
    match, amel = table.match, client_of(table.seats[0].player)
    path = f"matches/{match.pk}/hints"
    assert amel.get(path).data == {"state": "none", "version": None, "move": None}

    asked = amel.post(path)

    assert asked.status_code == 202
    assert asked.data == {"state": "waiting", "version": match.version + 1, "move": None}
    assert amel.get(path).data == asked.data
    thought(now)
    ready = amel.get(path)
    assert (ready.data["state"], ready.data["version"]) == ("ready", match.version + 1)
    view = amel.get(f"matches/{match.pk}").data
    assert ready.data["move"] in view["legal_moves"]["moves"]
    assert amel.post(path).data == ready.data
    assert Hint.objects.count() == 1
    move = {"move": ready.data["move"]["move"], "expected_version": view["version"]}
    assert amel.post(f"matches/{match.pk}/moves", move).status_code == 201
    assert amel.get(path).data["state"] == "none"


def test_everybody_reads_that_it_was_asked_for(of_two, client_of, now):
    """The feed and the admin show the request to everyone, the hint itself only to its player; the log stays valid."""
    match, mover, other = of_two(hints=True)
    before = client_of(other).get(f"matches/{match.pk}").data

    assert client_of(mover).post(f"matches/{match.pk}/hints").status_code == 202
    thought(now)

    (entry,) = entries(client_of(other), match, match.version)
    assert (entry["seat"], entry["events"]) == (
        match.to_act,
        [{"type": "hint_requested", "shape": "match_hint_requested"}],
    )
    after = client_of(other).get(f"matches/{match.pk}").data
    changed = {name for name in after if after[name] != before[name]} - {"server_time"}
    assert changed == {"version"}
    assert client_of(other).get(f"matches/{match.pk}/hints").data["state"] == "none"
    assert history_of(Match.objects.get(pk=match.pk)).steps[-1].said[0].endswith(" asks for a hint.")
    assert list(faults_of(Match.objects.get(pk=match.pk))) == []


@pytest.mark.parametrize("raced", [False, True], ids=["after", "meanwhile"])
def test_it_makes_no_move_stale(against_bot, client_of, now, monkeypatch, raced):
    """A hint makes no move stale, even when its row is written while a move is being made."""
    table = against_bot()
    match, who = table.match, table.seats[0].player
    move = table.game.write_move(table.game.legal_moves(table.state)[0])
    if raced:
        settle = playing.LockedMatch.settle

        def late(self):
            monkeypatch.setattr(playing.LockedMatch, "settle", settle)
            hinting.ask(match.pk, who, now)
            settle(self)

        monkeypatch.setattr(playing.LockedMatch, "settle", late)
    else:
        hinting.ask(match.pk, who, now)

    played = client_of(who).post(f"matches/{match.pk}/moves", {"move": move, "expected_version": match.version})

    assert played.status_code == 201, played.data
    told = [entry["version"] for entry in played.data["entries"]]
    assert told[:2] == [match.version + 1, match.version + 2]
    assert list(faults_of(Match.objects.get(pk=match.pk))) == []
    again = client_of(who).post(f"matches/{match.pk}/moves", {"move": move, "expected_version": match.version})
    assert refused(again, 409, "stale_version")


def test_the_clock_goes_on(against_bot, now):
    """A hint neither stops nor extends the clock."""
    table = against_bot()
    before = Match.objects.get(pk=table.match.pk)

    hinting.ask(before.pk, table.seats[0].player, now + SECOND)

    after = Match.objects.get(pk=before.pk)
    assert (after.due_at, after.wake_at, after.snapshot) == (before.due_at, before.wake_at, before.snapshot)
    assert list(faults_of(after)) == []


# --- where it is allowed ----------------------------------------------------------------------------------------------


ALLOWED = [
    ({}, True, True),
    ({"hints": False}, True, False),
    ({}, False, False),
    ({"hints": True}, False, True),
    ({"hints": False}, False, False),
]
"""The wish of a match, Amel's opponent (a bot or not), and the permission of hints."""


def test_where_it_is_allowed(running, player, client_of, now):
    """Hints are allowed against bots unless switched off, and among players where they agreed.

    Terms and log show it.
    """
    people = [player("Amel"), player("Sami")]
    amel = client_of(people[0])
    for asked, bots, allowed in ALLOWED:
        opponents = {"bots": {1: "easy"}} if bots else {}
        table = running(*people[: 2 - bots], game="scopa", asked=Asked(**asked), **opponents)
        play_until_turn_of(0, table.match.pk, now)
        path = f"matches/{table.match.pk}"

        answer = amel.post(f"{path}/hints")

        assert amel.get(f"{path}/entry-requirements").data["hints"] == allowed
        if allowed:
            assert answer.status_code == 202
        else:
            refused(answer, 409, "hints_not_allowed")
        begun = next(one["events"][0] for one in entries(amel, table.match) if one["events"][0]["type"] == "started")
        assert begun.get("hints") == asked.get("hints")
        assert list(faults_of(Match.objects.get(pk=table.match.pk))) == []


def test_it_is_agreed_on_when_a_match_is_made(amel):
    """A field of the match allows hints; in a rated match there are none."""
    for hints in (True, False):
        made = amel.post("matches", {"game": "scopa", "hints": hints})
        assert amel.get(f"matches/{made.data['id']}/entry-requirements").data["hints"] == hints

    rated = amel.post("matches", {"game": "scopa", "hints": True, "rated": True})

    assert refused(rated, 400, "invalid")["errors"].keys() == {"hints"}
    assert not Asked(rated=True, hints=True).allows_hints([])
    again = amel.post("matches", {"game": "scopa", "hints": "yes"})
    assert refused(again, 400, "invalid")["errors"].keys() == {"hints"}


def test_a_changed_agreement_is_found(of_two):
    """A change in the database after the start is found as a fault of the log."""
    match, _, _ = of_two(hints=True)
    EntryRequirements.objects.filter(match=match).update(hints=False)

    assert ["hints can be asked for" in fault.what for fault in faults_of(match)] == [True]


def test_who_cannot_ask(against_bot, of_two, client_of, player, now):
    """Only a seated, active player may ask, on their turn and before the deadline, in a running match."""
    match, mover, other = of_two(hints=True)
    path = f"matches/{match.pk}/hints"
    assert refused(client_of(other).post(path), 409, "not_your_turn")
    assert refused(client_of(player("Zohra")).post(path), 403, "not_seated")
    assert refused(client_of(player("Ines")).get(path), 403, "not_seated")
    with pytest.raises(Exception, match="turn_expired"):
        hinting.ask(match.pk, mover, match.due_at + SECOND)
    playing.resign(match.pk, mover, now)
    assert refused(client_of(mover).post(path), 409, "not_running")
    assert not Hint.objects.exists()
    assert not TableEvent.objects.filter(type="hint_requested").exists()


def test_so_many_an_hour(against_bot, client_of, settings):
    """Requests for hints are limited per hour, by player and by address."""
    settings.THROTTLES = {**settings.THROTTLES, "hints": "2/hour"}
    table = against_bot()
    amel = client_of(table.seats[0].player)
    for _ in range(2):
        assert amel.post(f"matches/{table.match.pk}/hints").status_code == 202

    assert int(refused(amel.post(f"matches/{table.match.pk}/hints"), 429, "throttled")["retry_after"]) > 0


# --- what it says -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["scopa", "camba", "haggis"])
def test_it_is_the_same_for_who_knows_the_same(against_bot, game):
    """A different deal of hidden cards, seed or version gives the same hint, with the same luck."""
    loaded = against_bot(game)
    seat = loaded.seats[0]
    view, first = loaded.game.observe(loaded.state, 0), hinting.best(loaded, seat)
    luck, others = Random(1), 0
    for number in range(3):
        state = loaded.game.imagine(view, luck)
        assert loaded.game.observe(state, 0) == view
        others += state != loaded.state
        loaded.state, loaded.match.seed = state, f"{number:064x}"
        assert hinting.best(loaded, seat) == first
    assert others


# --- the job ----------------------------------------------------------------------------------------------------------


def test_the_wake_up_goes_to_those_who_think(against_bot, now, messages, django_capture_on_commit_callbacks):
    """Only the bots' queue gets the task, which computes one hint; the sweep finds lost ones."""
    table = against_bot()
    with django_capture_on_commit_callbacks(execute=True):
        hinting.ask(table.match.pk, table.seats[0].player, now)
    assert [(one.task, one.queue) for one in messages] == [("games.find_hints", settings.CELERY_BOTS_QUEUE)]
    assert not Hint.objects.get().move

    tasks.sweep()
    assert [one.task for one in messages].count("games.find_hints") == 2
    tasks.find_hints(0)

    assert Hint.objects.get().move
    assert hinting.HINTS.due_keys(now, 10) == []


def test_a_hint_that_nobody_needs_is_not_worked_out(against_bot, now, monkeypatch):
    """A hint whose turn is over is neither computed nor shown at the next turn."""
    table = against_bot()
    who = table.seats[0].player
    hinting.ask(table.match.pk, who, now)
    play_first(table.match.pk, now)
    monkeypatch.setattr(hinting, "best", lambda *about: pytest.fail("it was worked out"))

    thought(now)

    hint = Hint.objects.get()
    assert (hint.move, hint.wake_at) == ("", None)


def test_taking_a_move_back_asks_anew(of_two, now):
    """After an undo, a new hint is made for the turn that begins; its record passes the same checks as any other."""
    match, mover, other = of_two(hints=True)
    hinting.ask(match.pk, mover, now)
    play_first(match.pk, now)
    undoing.offer(match.pk, mover, now)
    offers.answer(undoing.UNDO, match.pk, other, now, accept=True)
    loaded = log.read(match.pk)
    assert hinting.of_turn(loaded, loaded.seats[loaded.match.to_act]) is None

    hinting.ask(match.pk, mover, now)

    assert Hint.objects.count() == 2
    playing.resign(match.pk, mover, now)
    over = Match.objects.get(pk=match.pk)
    assert all(finding.right for finding in findings_in(said(record_of(log.load(over)))))
    assert list(faults_of(over)) == []


def test_where_the_expert_fails_a_quick_bot_answers(against_bot, now, monkeypatch):
    """A quick bot answers when the expert fails, or after workers died twice; after four attempts the hint fails."""
    table = against_bot()
    loaded, who = log.read(table.match.pk), table.seats[0].player

    def fail(turn):
        raise RuntimeError("no idea")

    monkeypatch.setitem(LEVELS, "expert", replace(expert.LEVEL, choose=fail))
    assert hinting.best(loaded, loaded.seats[0]) in loaded.game.legal_moves(loaded.state)

    hinting.ask(table.match.pk, who, now)
    for tries in range(1, 5):
        job = hinting.HINTS.take_next(now + tries * hinting.HINTS.lease)
        assert job.tries == tries
        assert hinting.HINTS.take_next(now + tries * hinting.HINTS.lease) is None
    last = hinting.HINTS.take_next(now + 5 * hinting.HINTS.lease)
    hinting.work_out(job)  # this worker's lease is over
    assert Hint.objects.get().wake_at is not None
    hinting.work_out(last)
    hint = Hint.objects.get()
    assert (hint.move, hint.wake_at) == ("", None)
    assert not hinting.is_waited_for(hint)


def test_players_take_turns(against_bot, running, player, now):
    """A player who asks in many matches does not delay the others."""
    first = against_bot()
    many = [against_bot() for _ in range(2)]
    amel = player("Amel of many")
    for number, table in enumerate([*many, first]):
        hinting.ask(table.match.pk, table.seats[0].player, now + number * SECOND)
    Hint.objects.filter(match__in=[table.match.pk for table in many]).update(player=amel)

    assert hinting.HINTS.take_next(now + 10 * SECOND).match_id == first.match.pk


def test_what_they_said_is_forgotten(against_bot, now):
    """The server deletes hints after a month; the log keeps the requests."""
    table = against_bot()
    hinting.ask(table.match.pk, table.seats[0].player, now)

    row_kinds.clean_up(now + hinting.HINTS_LAST + SECOND)

    assert not Hint.objects.exists()
    assert TableEvent.objects.filter(type="hint_requested").count() == 1
