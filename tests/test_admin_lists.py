"""The lists of the admin stay quick: newest first by an index, counted to a bound, with no look at a whole table."""

from __future__ import annotations

import re
from datetime import timedelta
from pathlib import Path

import pytest
from django.contrib import admin
from django.db import connection
from django.test import Client as DjangoClient
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

import games.services
from accounts.models import Player
from chkobba_api import newest
from games import selectors
from games.admin.rows import TYPES
from games.models import Match, Move, Round, Seat, TableEvent
from games.services import clock, lobby, playing

LISTS = [Match, Seat, Round, Move, TableEvent, Player]
every_list = pytest.mark.parametrize("kind", LISTS, ids=lambda kind: kind.__name__)


@pytest.fixture
def root(db):
    """Return a client of a member of the staff who may do everything."""
    client = DjangoClient()
    client.force_login(Player.objects.create_superuser("root", None, nickname="Root"))
    return client


def listed(client, kind, link="", **query):
    """Return the list that an address shows."""
    answer = client.get(reverse(f"admin:{kind._meta.app_label}_{kind._meta.model_name}_changelist") + link, query)
    assert answer.status_code == 200
    return answer.context["cl"]


def ids(client, kind, **query):
    """Return the ids of what a list shows, in its order."""
    return [row.pk for row in listed(client, kind, **query).result_list]


def queries_of(client, kind, link="", **query):
    """Return what a list asks the database about our tables."""
    with CaptureQueriesContext(
        connection,
    ) as asked:
        listed(client, kind, link, **query)
    return [one["sql"] for one in asked if re.search(r'FROM "(games_|accounts_player")', one["sql"])]


@every_list
def test_a_list_looks_at_no_whole_table(root, running, kind):
    """Whatever it is narrowed down to: nothing is collected, and nothing counted without a bound."""
    running()
    shown = listed(root, kind)
    links = [choice["query_string"] for spec in shown.filter_specs for choice in spec.choices(shown)]

    for link in {"", *links}:
        for sql in queries_of(root, kind, link):
            assert "DISTINCT" not in sql or "rules_version" in sql, sql
            assert "COUNT(*)" not in sql or "LIMIT" in sql, sql
            assert "GROUP BY" not in sql or "match_count" in sql, sql


@every_list
def test_a_list_shows_the_newest_first(root, running, now, kind):
    """By the ids, which grow with time."""
    for minutes in range(3):
        match = running(at=now + timedelta(minutes=minutes)).match
        clock.wake(match.pk, match.due_at + timedelta(seconds=1))

    shown = ids(root, kind)

    assert len(shown) > 2
    assert shown == sorted(shown, reverse=True)


@every_list
def test_a_list_of_more_rows_takes_no_more_queries(root, running, kind):
    """Names of players, seats and matches are read for all rows of a page at once."""
    running()
    few = len(queries_of(root, kind))
    for _ in range(4):
        running()

    assert len(queries_of(root, kind)) == few


def test_a_page_reads_no_row_before_it(root, player, monkeypatch):
    """Its ids are found first; what is shown of each is read, and counted, for those alone."""
    monkeypatch.setattr(admin.site._registry[Player], "list_per_page", 2)
    for number in range(5):
        player(f"Guest {number}")

    second = listed(root, Player, p=2)
    counting = [sql for sql in queries_of(root, Player, p=2) if "match_count" in sql]

    assert [row.pk for row in second.result_list] == list(Player.objects.order_by("-pk").values_list("pk", flat=True))[
        2:4
    ]
    assert counting
    assert not [sql for sql in counting if "OFFSET" in sql or "COUNT(*)" in sql]


def test_filters_look_at_the_newest_rows(root, running, monkeypatch):
    """At so many; beyond them a search finds what is asked for, and pages end there."""
    tables = [running() for _ in range(6)]
    events = list(TableEvent.objects.order_by("-pk").values_list("pk", flat=True))
    monkeypatch.setattr(newest, "LOOKED_AT", 4)

    assert ids(root, TableEvent, by__exact="player") == events[:4]
    assert listed(root, Move).result_count <= 4
    assert set(ids(root, TableEvent, q=str(tables[0].match.pk))) & set(events[:4]) == set()
    assert len(ids(root, TableEvent, q=str(tables[0].match.pk))) > 2


def test_all_open_matches_are_looked_at_and_the_newest_of_the_others(root, running, make_match, now, monkeypatch):
    """An index knows matches by status."""
    over, older = (running(at=now + timedelta(minutes=minutes)) for minutes in (1, 0))
    for table in (over, older):
        playing.resign(table.match.pk, table.seats[0].player, now)
    open_ones = {running().match.pk for _ in range(3)}
    monkeypatch.setattr(newest, "LOOKED_AT", 1)
    monkeypatch.setattr(newest.BoundedPaginator, "count", 10)

    assert set(ids(root, Match, status__exact="running")) == open_ones
    assert ids(root, Match, status__exact="finished") == [over.match.pk]
    assert ids(root, Match, q=str(older.match.pk)) == [older.match.pk]


@pytest.mark.parametrize("typed", ["{0}{1}", "{0}-{1}", " {0} {1} ", "{0} - {1}"])
@pytest.mark.parametrize("case", [str.upper, str.lower])
@pytest.mark.parametrize("kind", [Match, Seat, Round, Move, TableEvent], ids=lambda kind: kind.__name__)
def test_a_room_code_finds_its_match_as_people_type_it(root, running, now, kind, case, typed):
    """In any case, with dashes and spaces, also when the match is over."""
    wanted, other = running(), running()
    for table in (wanted, other):
        clock.wake(table.match.pk, table.match.due_at + timedelta(seconds=1))
    text = case(typed.format(wanted.match.code[:4], wanted.match.code[4:]))

    def found():
        return {row.pk if kind is Match else row.match_id for row in listed(root, kind, q=text).result_list}

    assert found() == {wanted.match.pk}
    playing.resign(wanted.match.pk, wanted.seats[0].player, now)
    assert found() == {wanted.match.pk}


def test_players_are_found_by_how_their_names_begin(root, player):
    """An index knows that, and not what is within a name."""
    amel, _ = player("Amel"), player("Camel")

    assert ids(root, Player, q="aME") == [amel.pk]


def test_all_that_can_happen_at_a_table_can_be_asked_for():
    """The filter knows every type of event that a service notes."""
    sources = [path.read_text() for path in Path(games.services.__path__[0]).glob("*.py")]
    noted = {name for text in sources for name in re.findall(r'note\((?:\w+, order, )?"(\w+)"', text)}

    assert len(noted) > 15
    assert noted | {"bot_left"} == set(TYPES)


# --- lists of the API -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("address", ["me/matches", "matches?watch=true"])
def test_a_list_reads_no_row_that_it_does_not_show(client_of, player, running, now, address):
    """It finds ids by what an index holds, and then reads the rows of a page."""
    amel = player("Amel")
    tables = [running(amel, at=now + timedelta(minutes=minutes)) for minutes in range(5)]
    client = client_of(amel)
    join = "&" if "?" in address else "?"

    with CaptureQueriesContext(connection) as asked:
        first = client.get(f"{address}{join}limit=2").json()
    selects = [one["sql"] for one in asked if re.match(r'SELECT .*FROM "games_match"', one["sql"])]
    rest = client.get(first["next"].partition("/v1/")[2]).json()

    shown = [one["id"] for one in first["results"] + rest["results"]]
    assert shown == [str(table.match.pk) for table in reversed(tables)][:4]
    assert ["snapshot" in sql for sql in selects] == [False, True]
    assert "LIMIT" in selects[0]


def test_open_matches_without_rules_are_found_by_the_rules_that_there_are(running, make_match):
    """Lobbies too, and none that is over."""
    gone, other, lobby_, _ = running(), running(game="scopa"), make_match(), running()
    Match.objects.filter(pk__in=[gone.match.pk, lobby_.match.pk]).update(rules_version=99)
    Match.objects.filter(pk=other.match.pk).update(game="belote")

    expected = {gone.match.pk, other.match.pk, lobby_.match.pk}
    assert set(Match.objects.filter(selectors.without_rules()).values_list("pk", flat=True)) == expected
    lobby.cancel(lobby_.match.pk, lobby_.match.creator, lobby_.match.created_at)
    assert Match.objects.filter(selectors.without_rules()).count() == 2
