"""The lists of the admin stay fast: newest first by an index, bounded counts, and no scan of a whole table."""

from __future__ import annotations

import hashlib
import html
import re
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import pytest
import time_machine
from django.contrib import admin
from django.db import connection
from django.test.utils import CaptureQueriesContext

import accounts.admin
import games.services
from accounts.models import Player
from accounts.names import search_form
from chkobba_api.admin_site import fast_changelist
from games import selectors
from games.admin.common import search
from games.models import Invitation, Match, Move, Report, Round, Seat, TableEvent
from games.offer_rules import PROPOSALS
from games.services import due_matches
from games.services.matchmaking.lobby import match_cancellation
from games.services.staff import reports
from games.services.turns import playing
from games.table_events import KINDS
from tests.admin.lists import PAGES, address, asked, name_of, rows
from tests.helpers.playing import play_first

LISTS = [Match, Seat, Round, Move, TableEvent, Player, Report]
NAMES = [name_of(kind) for kind in LISTS]


def ids(staff, kind, **query):
    """Return the ids of the rows that a list shows, in its order."""
    return [row.pk for row in rows(kind, staff, **query)]


@contextmanager
def queries():
    """Collect the SQL queries on the tables of this project."""
    found = []
    with CaptureQueriesContext(connection) as asked_for:
        yield found
    found += [one["sql"] for one in asked_for if re.search(r'FROM "(games_|accounts_player")', one["sql"])]


def queries_of(client, kind, **query):
    """Return the SQL queries of a list on the tables of this project."""
    with queries() as found:
        assert client.get(address(name_of(kind)), query).status_code == 200
    return found


def reported(table):
    """File a report of the match's creator about its first step; return the ``table``."""
    match = table.match
    reports.report(match.pk, match.creator, match.created_at, version=1, expected="This", happened="That")
    return table


def with_a_move(table):
    """Report a match, and have the clock make a move in it."""
    match = reported(table).match
    due_matches.wake(match.pk, match.due_at + timedelta(seconds=1))


def arrive_one_by_one():
    """Give each player another time of the account, the later the lower the id."""
    for minutes, player in enumerate(Player.objects.order_by("-pk")):
        Player.objects.filter(pk=player.pk).update(created_at=player.created_at + timedelta(minutes=minutes))


def is_bounded(sql):
    """Say whether a query collects no distinct values and counts no rows without a limit."""
    return (
        ("DISTINCT" not in sql or "rules_version" in sql)
        and ("COUNT(*)" not in sql or "LIMIT" in sql)
        and ("GROUP BY" not in sql or "match_count" in sql)
    )


@pytest.mark.parametrize("share", range(4))
def test_every_filter_works_and_looks_at_no_whole_table(root, staff, running, make_match, now, share):
    """Every choice of every filter works, and none lists more rows than the first, which is for all."""
    with_a_move(running())
    over = running().match
    playing.resign(over.pk, over.creator, now)
    make_match()
    for name in list(PAGES)[share::4]:
        with queries() as found:
            listing = root.get(address(name)).context["cl"]
            for spec in listing.filter_specs:
                links = [choice["query_string"].removeprefix("?") for choice in spec.choices(listing)]
                counts = [asked(name, link, staff).result_count for link in links]
                assert len(counts) > 1, (name, links)
                assert counts[0] == max(counts) >= (name in NAMES), (name, links, counts)
        assert bool(listing.filter_specs) == bool(PAGES[name].list_filter)
        if name in NAMES:
            assert [sql for sql in found if not is_bounded(sql)] == [], name


def test_a_page_with_a_filter_opens(root, staff, running):
    """A page that a filter narrows down is shown like any other, within the same bounds."""
    running()
    for name in NAMES:
        listing = asked(name, "", staff)
        link = list(listing.filter_specs[0].choices(listing))[1]["query_string"]
        with queries() as found:
            assert root.get(address(name) + link).status_code == 200
        assert [sql for sql in found if not is_bounded(sql)] == [], name


def test_a_list_shows_the_newest_first_and_costs_the_same_however_much_it_shows(root, staff, running, now):
    """Lists sort by their ids, which grow with time, or by the time itself; and read all names of a page at once."""
    with_a_move(running(bots={1: "easy"}))
    few = {kind: len(queries_of(root, kind)) for kind in LISTS}
    for minutes in range(4):
        with_a_move(running(at=now + timedelta(minutes=minutes)))
    arrive_one_by_one()

    for kind in LISTS:
        found = [row.created_at if kind is Player else row.pk for row in rows(kind, staff)]
        assert found == sorted(found, reverse=True), kind
        assert len(set(found)) > 4, kind
        assert len(queries_of(root, kind)) == few[kind], kind


def test_a_page_reads_no_row_before_it(root, staff, player, monkeypatch):
    """A page finds its ids first, and reads and counts the rest for these rows alone."""
    monkeypatch.setattr(admin.site.get_model_admin(Player), "list_per_page", 2)
    for number in range(5):
        player(f"Guest {number}")
    arrive_one_by_one()

    second = ids(staff, Player, p="2")
    counting = [sql for sql in queries_of(root, Player, p=2) if "match_count" in sql]

    newest = list(Player.objects.order_by("-created_at").values_list("pk", flat=True))
    assert second == newest[2:4]
    assert counting
    assert not [sql for sql in counting if "OFFSET" in sql or "COUNT(*)" in sql]


def test_a_search_finds_the_newest_of_many_players_with_a_name(staff, player, monkeypatch):
    """The list of players shows them, and other lists show their rows. The bound is on those that the name finds."""
    monkeypatch.setattr(accounts.admin, "LOOKED_AT", 2)
    monkeypatch.setattr(search, "MOST_PLAYERS", 2)
    player("Zohra")
    for number in range(4):
        player(f"Guest {number}")
    arrive_one_by_one()
    newest = list(Player.objects.filter(nickname__startswith="Guest").order_by("-created_at")[:2])

    assert rows(Player, staff, q="guest") == newest
    assert search.players_called("guest") == [one.pk for one in newest]


def test_filters_look_at_the_newest_rows(staff, running, monkeypatch):
    """A filter looks at a limited number of the newest rows, and pages end there; a search finds older rows."""
    tables = [running() for _ in range(6)]
    events = list(TableEvent.objects.order_by("-pk").values_list("pk", flat=True))
    monkeypatch.setattr(fast_changelist, "LOOKED_AT", 4)

    assert ids(staff, TableEvent, by__exact="player") == events[:4]
    assert len(ids(staff, Move)) <= 4
    assert set(ids(staff, TableEvent, q=str(tables[0].match.pk))) & set(events[:4]) == set()
    assert len(ids(staff, TableEvent, q=str(tables[0].match.pk))) > 2


def test_all_open_matches_are_looked_at_and_the_newest_of_the_others(staff, running, make_match, now, monkeypatch):
    """An index on the status finds every open match; only finished matches are limited to the newest."""
    over, older = (running(at=now + timedelta(minutes=minutes)) for minutes in (1, 0))
    for table in (over, older):
        playing.resign(table.match.pk, table.seats[0].player, now)
    open_ones = {running().match.pk for _ in range(3)}
    monkeypatch.setattr(fast_changelist, "LOOKED_AT", 1)
    monkeypatch.setattr(fast_changelist.BoundedPaginator, "count", 10)

    assert set(ids(staff, Match, status__exact="running")) == open_ones
    assert ids(staff, Match, status__exact="finished") == [over.match.pk]
    assert ids(staff, Match, q=str(older.match.pk)) == [older.match.pk]


def test_a_room_code_finds_its_match_as_people_type_it(staff, running, now):
    """Case, dashes and spaces do not matter, and the code still works when the match is over."""
    wanted, other = running(), running()
    for table in (wanted, other):
        due_matches.wake(table.match.pk, table.match.due_at + timedelta(seconds=1))
    first, second = wanted.match.code[:4], wanted.match.code[4:]

    for text in (f"{first}{second}", f"{first}-{second}", f" {first} {second} ", f"{first} - {second}".lower()):
        assert ids(staff, Match, q=text) == [wanted.match.pk], text
    for kind in (Seat, Round, Move, TableEvent):
        shown = rows(kind, staff, q=f"{first}-{second}")
        assert {row.match_id for row in shown} == {wanted.match.pk}, kind
    playing.resign(wanted.match.pk, wanted.seats[0].player, now)
    assert ids(staff, Match, q=f"{first}{second}".lower()) == [wanted.match.pk]


def test_players_are_found_by_how_their_names_begin(staff, player):
    """The index finds the beginning of a name, and not its middle."""
    amel, _ = player("Amel"), player("Camel")

    assert ids(staff, Player, q="aME") == [amel.pk]


def test_accents_case_and_ligatures_make_no_difference(staff, player, running):
    """They matter neither in the name nor in the search term, also in a search for the player's matches."""
    typed = {
        "elo": {"Élodie", "Elodie"},
        "ÉLO": {"Élodie", "Elodie"},
        "strass": {"Straße"},
        "lodz": {"Łódź"},
        "oed": {"Œdipe"},
        "nguyen": {"Nguyễn"},
        "иог": {"Йога"},
        "αλφ": {"Άλφα"},
        "محمد": {"مُحَمَّد"},
        "احمد": {"أحمد"},
        "100%_": {"100%_x"},
    }
    named = {name: player(name) for name in {*set().union(*typed.values()), "100xyz"}}
    match = running(named["Straße"]).match

    found = {text: set(Player.called(text).values_list("nickname", flat=True)) for text in typed}
    assert found == typed
    assert ids(staff, Player, q="strass") == [named["Straße"].pk]
    assert ids(staff, Match, q="strass") == [match.pk]


def test_a_search_for_marks_alone_finds_nobody(staff, player):
    """A term of combining marks alone folds to nothing, which would match the beginning of every name."""
    player("Amel")

    assert ids(staff, Player, q="\u0301") == []


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


def test_a_match_is_found_by_how_its_id_begins(staff, running):
    """A search finds a match by its short id, which the list shows, and by eight digits of its id or more."""
    wanted, _ = running().match, running()

    for text in (wanted.short_id.upper(), str(wanted.pk)[:8], str(wanted.pk)):
        assert ids(staff, Match, q=text) == [wanted.pk]
    assert ids(staff, Match, q=str(wanted.pk)[:7]) == []
    assert len(ids(staff, TableEvent, q=wanted.short_id)) >= 2


def shown(client, kind, column):
    """Return the texts of a column of a list."""
    text = client.get(address(name_of(kind))).content.decode()
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
