"""Fast paths give the same results as the ORM: two statements per move, cached tokens, shares of rate limits."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connection
from django.forms.models import model_to_dict
from django.test.utils import CaptureQueriesContext
from msgspec import to_builtins

from accounts.devices.authentication import REVOKED_AFTER, remembered
from accounts.models import Player, Token
from chkobba_api.rest.limits import throttling
from chkobba_api.rest.limits.throttling import Budget
from games import log
from games.clock.calendar import Calendar, Closure, Night
from games.clock.controls.move import MoveControl
from games.clock.hours import Hours
from games.models import IdempotentResponse, Match, Move, Notification, Seat, TableEvent
from games.services.matches.locked_match import as_table, locked_match
from games.services.staff import match_actions
from games.services.turns import playing
from tests.benchmarks.moves import queries_of_a_move, same_statements


def plain(rows):
    """Return rows of the database as plain values."""
    return [{**model_to_dict(row), "id": row.pk} for row in rows]


def play(table, count, now):
    """Let the seats of a match play their first legal moves."""
    for _ in range(count):
        with locked_match(table.match.pk, now) as at:
            seat = at.seats[at.game.to_act(at.state)]
            at.move(seat, at.game.legal_moves(at.state)[0], "player", seat.player)


@pytest.mark.parametrize("moves", [0, 3, 12])
def test_a_match_is_read_as_the_orm_reads_it(running, now, moves):
    """Header, seats with players, state and the last moves (two for each seat) equal those of the ORM."""
    table = running(seats=4)
    play(table, moves, now)

    read = log.read(table.match.pk)

    match = Match.objects.get(pk=table.match.pk)
    loaded = log.load(match)
    assert plain([read.match]) == plain([match])
    assert (read.match.options, read.match.result) == (match.options, match.result)
    assert plain(read.seats) == plain(loaded.seats)
    assert [seat.player.shown_name for seat in read.seats] == [seat.player.shown_name for seat in loaded.seats]
    assert [seat.player.avatar for seat in read.seats] == [seat.player.avatar for seat in loaded.seats]
    assert read.state == loaded.state
    last = list(Move.objects.filter(match=match).order_by("version"))[-8:]
    shown = [(move.version, move.at, move.seat, move.by, move.events) for move in read.moves]
    assert shown == [(move.version, move.at, move.seat, move.by, move.events) for move in last]


def test_who_a_seat_is_kept_for_is_read_with_it(make_match, player, django_assert_num_queries):
    """Players with reserved seats are read with the seats, as invitations show them."""
    table = make_match(player("Amel"), seats=2)
    Seat.objects.filter(match=table.match, number=1).update(reserved_for=player("Sami"))

    read = log.read_anyway(table.match.pk)

    with django_assert_num_queries(0):
        assert [seat.person and seat.person.shown_name for seat in read.seats] == ["Amel", "Sami"]
        assert not any(seat.person.in_kid_mode for seat in read.seats)
    assert plain(read.seats) == plain(log.load(table.match).seats)


def test_a_lobby_is_read_with_its_free_seats_and_bots(make_match, player):
    """Free seats and seats of bots are read, too."""
    table = make_match(player("Amel"), seats=4, bots={2: "easy"})

    read = log.read(table.match.pk)

    assert [seat.player and seat.player.nickname for seat in read.seats] == ["Amel", None, None, None]
    assert [seat.bot for seat in read.seats] == ["", "", "easy", ""]
    assert (read.state, read.moves) == (None, [])


@pytest.mark.production
@pytest.mark.parametrize("honours", [(), tuple(Closure)])
def test_a_move_takes_two_statements(running, player, now, honours):
    """A move takes two statements, also if the next player's closed hours count: they are part of both."""
    control = MoveControl(seconds=86_400, honours=honours)
    kept = to_builtins(Hours(calendar=Calendar(night=Night("00:00", "12:00"))))
    table = running(player("Amel"), player("Sami"), control=control, options={"cut": False})
    Player.objects.update(hours=kept)
    loaded = log.load(table.match)
    seat = loaded.seats[table.match.to_act]
    move = loaded.game.write_move(loaded.game.legal_moves(loaded.state)[0])

    with CaptureQueriesContext(connection) as queries:
        playing.play_move(table.match.pk, seat.player, move, table.match.version, now, lambda table: "")

    assert sum(not query["sql"].startswith(("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE")) for query in queries) == 2
    assert TableEvent.objects.filter(match=table.match, type="closed_hours").exists() == bool(honours)


def test_no_match_is_read_as_none(db):
    """An unknown id gives None."""
    assert log.read(Match().pk) is None


def test_of_two_who_write_after_one_version_the_second_writes_nothing(running, now):
    """The second of two writers after the same version writes nothing: neither row, header nor answer."""
    match = running().match
    tables = [as_table(log.read(match.pk), now) for _ in range(2)]
    for table in tables:
        seat = table.seats[table.game.to_act(table.state)]
        table.move(seat, table.game.legal_moves(table.state)[-1], "player", seat.player)
        table.settle()
    tables[0].write()
    after = plain([Match.objects.get(pk=match.pk)])

    answer = IdempotentResponse(player=match.creator, key="key", request="0" * 64, body="", created_at=now)
    with pytest.raises(log.Stale):
        tables[1].write(answer)

    assert plain([Match.objects.get(pk=match.pk)]) == after
    assert Move.objects.filter(match=match).count() == 1
    assert not IdempotentResponse.objects.exists()


def test_what_a_paused_match_has_left_of_its_time_is_read_too(running, player, now):
    """The remaining time of a paused match is exact to the microsecond."""
    table = running(turn_seconds=86_400, options={"cut": False})
    later = now + timedelta(microseconds=1_234_567)
    match_actions.pause(table.match.pk, match_actions.Order(player("Staff"), "A break.", later))

    read = log.read(table.match.pk)

    match = Match.objects.get(pk=table.match.pk)
    assert plain([read.match]) == plain([match])
    assert read.match.time_left == timedelta(days=1) - timedelta(microseconds=1_234_567)


def test_a_move_needs_two_statements_on_postgresql(running, client_of):
    """One statement reads the match; one writes the move, its answer and the notification. The token is cached.

    The length of the match does not matter.
    """
    table = running(options={"cut": False})
    first, second = (client_of(table.seats[seat].player) for seat in (table.match.to_act, 1 - table.match.to_act))
    for client in (first, second):
        assert client.post(f"matches/{table.match.pk}/moves", wanted(client, table)).status_code == 201
    body = wanted(first, table)

    with CaptureQueriesContext(connection) as queries:
        answer = first.post(f"matches/{table.match.pk}/moves", body, **{"Idempotency-Key": "key"})

    assert answer.status_code == 201
    version = answer.data["view"]["version"]
    assert list(Notification.objects.filter(version=version).values_list("kind", "player")) == [
        ("your_turn", second.player.pk)
    ]
    verbs = [one["sql"].split()[0] for one in queries]
    verbs = [verb for verb in verbs if verb not in ("SAVEPOINT", "RELEASE")]  # within the transaction of the test
    orm = ["SELECT", "SELECT", "SELECT", "UPDATE", "INSERT", "INSERT", "INSERT"]
    assert verbs == (["SELECT", "WITH"] if connection.vendor == "postgresql" else orm)


def wanted(client, table):
    """Return the request body for a client's first legal move."""
    view = client.get(f"matches/{table.match.pk}").data
    return {"move": view["legal_moves"]["moves"][0]["move"], "expected_version": view["version"]}


def test_a_revoked_token_moves_for_some_seconds_at_the_most(running, client_of):
    """A process that cached a revoked token accepts moves with it for some seconds, and no other request."""
    table = running(options={"cut": False})
    client = client_of(table.seats[table.match.to_act].player)
    body = {"move": {"card": "1D"}, "expected_version": 0}
    assert client.post(f"matches/{table.match.pk}/moves", body).status_code == 409

    Token.objects.filter(user=client.player).delete()

    assert client.get("me").status_code == 401
    assert client.get(f"matches/{table.match.pk}").status_code == 401
    assert client.post(f"matches/{table.match.pk}/moves", body).status_code == 409
    remembered.expire(time.monotonic() + REVOKED_AFTER)
    assert client.post(f"matches/{table.match.pk}/moves", body).status_code == 401


@pytest.mark.parametrize("limit", [1, 240, 3100])
def test_processes_that_take_shares_of_a_rate_allow_no_more_together(settings, limit):
    """Two processes that take shares of a limit together allow exactly the limit."""
    settings.THROTTLES = {**settings.THROTTLES, "player": f"{limit}/day"}
    processes = [{}, {}]
    allowed = 0

    for number in range(limit + 200):
        throttling.taken.clear()
        throttling.taken.update(processes[number % 2])
        allowed += Budget("player").spend("guest")[0] >= 0
        processes[number % 2] = dict(throttling.taken)

    assert allowed == limit


def test_what_is_left_is_told_exactly_by_one_process(settings):
    """With one process the remaining number falls by one each time, to zero."""
    settings.THROTTLES = {**settings.THROTTLES, "player": "240/day"}

    left = [Budget("player").spend("guest")[0] for _ in range(242)]

    assert left[:240] == list(range(239, -1, -1))
    assert max(left[240:]) < 0


def test_many_at_once_do_not_take_what_none_of_them_spends(settings, monkeypatch):
    """Forty waiting threads ask a slow cache for one share in total, not for one each."""
    settings.THROTTLES = {**settings.THROTTLES, "player": "300/day"}
    asked, take = [], Budget.charge

    def slowly(budget, key, cost):
        asked.append(cost)
        time.sleep(0.02)
        return take(budget, key, cost)

    monkeypatch.setattr(Budget, "charge", slowly)
    with ThreadPoolExecutor(40) as pool:
        left = list(pool.map(lambda _: Budget("player").spend("guest")[0], range(40)))

    assert sorted(left, reverse=True) == list(range(299, 259, -1))
    assert sum(asked) == 40


@pytest.mark.django_db
def test_the_benchmark_counts_the_statements_of_a_move_on_any_host(settings):
    """The benchmark works although its process serves another host name."""
    settings.ALLOWED_HOSTS = ["cards.example"]

    assert queries_of_a_move() >= 2


def test_the_benchmark_knows_every_column_that_a_move_writes():
    """The pgbench statements have a value for every column that a move writes."""
    assert "%s" not in same_statements()


@pytest.mark.django_db
def test_a_stranger_who_waits_for_a_public_match_asks_little(running, player, client_of, django_assert_num_queries):
    """A long poll of a stranger takes few queries, as thousands may wait: token, match with seats, and blocks.

    No row of the log is read. Django's ORM reads the seats separately.
    """
    match = running(player("Amel"), player("Sami"), visibility="public").match
    client = client_of(player("Zohra"))
    with django_assert_num_queries(3 if connection.vendor == "postgresql" else 4):
        answer = client.get(f"matches/{match.pk}/events", {"after": match.version})

    assert (answer.data["entries"], answer.data["version"]) == ([], match.version)
