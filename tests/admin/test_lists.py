"""The lists of the admin stay fast: newest first by an index, bounded counts, and no scan of a whole table."""

from __future__ import annotations

import hashlib
import html
import re
from datetime import timedelta
from pathlib import Path

import pytest
import time_machine
from django.contrib import admin
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

import games.services
from accounts.models import Player
from accounts.names import search_form
from chkobba_api.admin_site import fast_changelist
from games import selectors
from games.models import Invitation, Match, Move, Report, Round, Seat, TableEvent
from games.offer_rules import PROPOSALS
from games.services import due_matches
from games.services.matchmaking.lobby import match_cancellation
from games.services.staff import reports
from games.services.turns import playing
from games.table_events import KINDS
from tests.playing import play_first

LISTS = [Match, Seat, Round, Move, TableEvent, Player, Report]
every_list = pytest.mark.parametrize("kind", LISTS, ids=lambda kind: kind.__name__)


def listed(client, kind, link="", **query):
    """Return the changelist that an address shows."""
    answer = client.get(reverse(f"admin:{kind._meta.app_label}_{kind._meta.model_name}_changelist") + link, query)
    assert answer.status_code == 200
    return answer.context["cl"]


def ids(client, kind, **query):
    """Return the ids of the rows that a list shows, in its order."""
    return [row.pk for row in listed(client, kind, **query).result_list]


def queries_of(client, kind, link="", **query):
    """Return the SQL queries of a list on the tables of this project."""
    with CaptureQueriesContext(
        connection,
    ) as asked:
        listed(client, kind, link, **query)
    return [one["sql"] for one in asked if re.search(r'FROM "(games_|accounts_player")', one["sql"])]


def reported(table):
    """File a report of the match's creator about its first step; return the ``table``."""
    match = table.match
    reports.report(match.pk, match.creator, match.created_at, version=1, expected="This", happened="That")
    return table


@every_list
def test_a_list_looks_at_no_whole_table(root, running, kind):
    """With any filter, no query collects distinct values or counts rows without a limit."""
    reported(running())
    listing = listed(root, kind)
    links = [choice["query_string"] for spec in listing.filter_specs for choice in spec.choices(listing)]

    for link in {"", *links}:
        for sql in queries_of(root, kind, link):
            assert "DISTINCT" not in sql or "rules_version" in sql, sql
            assert "COUNT(*)" not in sql or "LIMIT" in sql, sql
            assert "GROUP BY" not in sql or "match_count" in sql, sql


@every_list
def test_a_list_shows_the_newest_first(root, running, now, kind):
    """Lists sort by their ids, which grow with time."""
    for minutes in range(3):
        match = reported(running(at=now + timedelta(minutes=minutes))).match
        due_matches.wake(match.pk, match.due_at + timedelta(seconds=1))

    found = ids(root, kind)

    assert len(found) > 2
    assert found == sorted(found, reverse=True)


@every_list
def test_a_list_of_more_rows_takes_no_more_queries(root, running, kind):
    """A list reads the names of players, seats and matches for all rows of a page at once."""
    reported(running())
    few = len(queries_of(root, kind))
    for _ in range(4):
        reported(running())

    assert len(queries_of(root, kind)) == few


def test_a_page_reads_no_row_before_it(root, player, monkeypatch):
    """A page finds its ids first, and reads and counts the rest for these rows alone."""
    monkeypatch.setattr(admin.site.get_model_admin(Player), "list_per_page", 2)
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
    """A filter looks at a limited number of the newest rows, and pages end there; a search finds older rows."""
    tables = [running() for _ in range(6)]
    events = list(TableEvent.objects.order_by("-pk").values_list("pk", flat=True))
    monkeypatch.setattr(fast_changelist, "LOOKED_AT", 4)

    assert ids(root, TableEvent, by__exact="player") == events[:4]
    assert listed(root, Move).result_count <= 4
    assert set(ids(root, TableEvent, q=str(tables[0].match.pk))) & set(events[:4]) == set()
    assert len(ids(root, TableEvent, q=str(tables[0].match.pk))) > 2


def test_all_open_matches_are_looked_at_and_the_newest_of_the_others(root, running, make_match, now, monkeypatch):
    """An index on the status finds every open match; only finished matches are limited to the newest."""
    over, older = (running(at=now + timedelta(minutes=minutes)) for minutes in (1, 0))
    for table in (over, older):
        playing.resign(table.match.pk, table.seats[0].player, now)
    open_ones = {running().match.pk for _ in range(3)}
    monkeypatch.setattr(fast_changelist, "LOOKED_AT", 1)
    monkeypatch.setattr(fast_changelist.BoundedPaginator, "count", 10)

    assert set(ids(root, Match, status__exact="running")) == open_ones
    assert ids(root, Match, status__exact="finished") == [over.match.pk]
    assert ids(root, Match, q=str(older.match.pk)) == [older.match.pk]


@pytest.mark.parametrize("kind", [Match, Seat, Round, Move, TableEvent], ids=lambda kind: kind.__name__)
def test_a_room_code_finds_its_match_as_people_type_it(root, running, now, kind):
    """Case, dashes and spaces do not matter, and the code still works when the match is over."""
    wanted, other = running(), running()
    for table in (wanted, other):
        due_matches.wake(table.match.pk, table.match.due_at + timedelta(seconds=1))

    def found(text):
        return {row.pk if kind is Match else row.match_id for row in listed(root, kind, q=text).result_list}

    first, second = wanted.match.code[:4], wanted.match.code[4:]
    for text in (f"{first}{second}", f"{first}-{second}", f" {first} {second} ", f"{first} - {second}".lower()):
        assert found(text) == {wanted.match.pk}, text
    playing.resign(wanted.match.pk, wanted.seats[0].player, now)
    assert found(f"{first}{second}".lower()) == {wanted.match.pk}


def test_players_are_found_by_how_their_names_begin(root, player):
    """The index finds the beginning of a name, and not its middle."""
    amel, _ = player("Amel"), player("Camel")

    assert ids(root, Player, q="aME") == [amel.pk]


@pytest.mark.parametrize(
    ("name", "typed"),
    [
        ("Élodie", "elo"),
        ("Elodie", "ÉLO"),
        ("Straße", "strass"),
        ("Łódź", "lodz"),
        ("Œdipe", "oed"),
        ("Nguyễn", "nguyen"),
        ("Йога", "иог"),
        ("Άλφα", "αλφ"),
        ("مُحَمَّد", "محمد"),
        ("أحمد", "احمد"),
        ("100%_x", "100%_"),
    ],
)
def test_accents_case_and_ligatures_make_no_difference(root, player, running, name, typed):
    """They matter neither in the name nor in the search term, also in a search for the player's matches."""
    wanted = player(name)
    player("100xyz")
    match = running(wanted).match

    assert ids(root, Player, q=typed) == [wanted.pk]
    assert ids(root, Match, q=typed) == [match.pk]


def test_a_search_for_marks_alone_finds_nobody(root, player):
    """A term of combining marks alone folds to nothing, which would match the beginning of every name."""
    player("Amel")

    assert ids(root, Player, q="\u0301") == []


def test_the_letters_of_the_index_stay_as_they_are():
    """The letters are the same on every Python version, since the database would not use an index with others.

    A change of the letters needs a migration with a new index.
    """
    letters = hashlib.sha256(f"{search_form.FROM}\n{search_form.TO}".encode()).hexdigest()

    assert letters == "cce2ee172a66b9cc733a2f2ac9d4ae619165f02ac4a165b7d6efd1ddcba542c1"


@pytest.mark.production
def test_names_are_found_by_an_index(player):
    """A search among many names scans no whole table."""
    Player.objects.bulk_create(Player(nickname=f"Élise {number}") for number in range(3_000))
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE accounts_player")

    assert "player_by_folded" in Player.called("elise 1234").explain()


def test_a_match_is_found_by_how_its_id_begins(root, running):
    """A search finds a match by its short id, which the list shows, and by eight digits of its id or more."""
    wanted, _ = running().match, running()

    for text in (wanted.short_id, wanted.short_id.upper(), str(wanted.pk)[:8], str(wanted.pk)):
        assert wanted.pk in ids(root, Match, q=text)
        assert len(ids(root, Match, q=text)) == 1
    assert ids(root, Match, q=str(wanted.pk)[:7]) == []
    assert len(ids(root, TableEvent, q=wanted.short_id)) >= 2


def shown(client, kind, column):
    """Return the texts of a column of a list."""
    text = client.get(reverse(f"admin:{kind._meta.app_label}_{kind._meta.model_name}_changelist")).content.decode()
    cells = re.findall(rf'<t[dh] class="field-{column}[^"]*">(.*?)</t[dh]>', text, re.DOTALL)
    return [html.unescape(re.sub(r"<[^>]*>", "", cell)) for cell in cells]


def test_lists_name_people_and_not_seats(root, running, player, now):
    """Lists name the player who moved last, the time since then, and the next player.

    This holds for the lists of matches, moves, events and seats.
    """
    table = running(player("Amel"), player("Sami"), options={"cut": False})
    first = table.seats[table.match.to_act].player.nickname
    play_first(table.match.pk, now)
    table.match.refresh_from_db()
    following = table.seats[table.match.to_act].player.nickname
    with time_machine.travel(now + timedelta(minutes=5), tick=False):
        assert shown(root, Match, "last_move") == [f"{first}, 5 min ago"]
        assert shown(root, Match, "next_move") == [f"{following}, 23 h 55 min left"]
        assert shown(root, Match, "short_id") == [table.match.short_id]
        assert shown(root, Move, "who") == [first]
        assert first in shown(root, Move, "seen")[0]
        assert set(shown(root, TableEvent, "who")) == {"–", "Amel", "Sami"}
        assert set(shown(root, Seat, "who")) == {"Amel", "Sami"}
        assert {one.partition(" ")[2] for one in shown(root, Move, "of_match")} == {table.match.short_id}


def test_all_that_can_happen_at_a_table_can_be_asked_for():
    """The filter has every type of table event that a service notes."""
    sources = [path.read_text() for path in Path(games.services.__path__[0]).rglob("*.py")]
    noted = {name for text in sources for name in re.findall(r'note\((?:\w+, order, )?"(\w+)"', text)}

    noted |= {f"invitation_{ending}" for ending in Invitation.Ending.values}
    noted |= {row for one in PROPOSALS for row in (one.offered, one.accepted, one.declined, one.withdrawn)}

    assert len(noted) > 15
    assert noted | {"bot_left"} == set(KINDS)  # the call that notes ``bot_joined`` notes it, too


# --- lists of the API -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("address", ["me/matches", "matches?watch=true"])
def test_a_list_reads_no_row_that_it_does_not_show(client_of, amel, running, now, address):
    """A list finds ids in an index first, and then reads the rows of one page."""
    tables = [running(amel, at=now + timedelta(minutes=minutes)) for minutes in range(5)]
    client = client_of(amel)
    join = "&" if "?" in address else "?"

    with CaptureQueriesContext(connection) as asked:
        first = client.get(f"{address}{join}limit=2").json()
    selects = [one["sql"] for one in asked if re.match(r'SELECT (?!COUNT).*FROM "games_match"', one["sql"])]
    rest = client.get(first["next"].partition("/v1/")[2]).json()

    shown = [one["id"] for one in first["results"] + rest["results"]]
    assert shown == [str(table.match.pk) for table in reversed(tables)][:4]
    assert ["snapshot" in sql for sql in selects] == [False, True]
    assert "LIMIT" in selects[0]


def test_open_matches_without_rules_are_found_by_the_rules_that_there_are(running, make_match):
    """Lobbies are among them, and no match that is over."""
    gone, other, lobby_, _ = running(), running(game="scopa"), make_match(), running()
    Match.objects.filter(pk__in=[gone.match.pk, lobby_.match.pk]).update(rules_version=99)
    Match.objects.filter(pk=other.match.pk).update(game="belote")

    expected = {gone.match.pk, other.match.pk, lobby_.match.pk}
    assert set(Match.objects.filter(selectors.without_rules()).values_list("pk", flat=True)) == expected
    match_cancellation.cancel(lobby_.match.pk, lobby_.match.creator, lobby_.match.created_at)
    assert Match.objects.filter(selectors.without_rules()).count() == 2
