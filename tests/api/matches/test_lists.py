"""Lists of matches over HTTP: those to join or to watch, those of the player, and their pages."""

from __future__ import annotations

import base64
import itertools
from datetime import timedelta

import pytest
import time_machine

from accounts.models import Player
from chkobba_api.rest.limits.throttling import Budget
from games.clock.controls.bank import BankControl
from games.clock.controls.move import MoveControl
from games.models import Match, Seat
from games.services.matchmaking.lobby import joining, match_cancellation
from games.services.staff import match_actions
from games.services.turns import playing
from tests.api.asking import ids, refused, walk
from tests.conftest import forget_requests
from tests.helpers.eventually import attempts

# --- finding matches --------------------------------------------------------------------------------------------------


def test_the_list_has_public_lobbies_or_those_that_are_played(make_match, running, player, client_of, now):
    """The list has public lobbies, newest first, and with ``watch`` public running matches; never private or over."""
    older = make_match(at=now)
    newer = make_match(at=now + timedelta(seconds=1))
    make_match(visibility="private")
    played = running(bots={1: "easy"}, at=now + timedelta(seconds=1))
    running(bots={1: "easy"}, visibility="private")
    over, cancelled = running(bots={1: "easy"}), make_match()
    playing.resign(over.match.pk, over.match.creator, now)
    match_cancellation.cancel(cancelled.match.pk, cancelled.match.creator, now)

    for viewer in (client_of(), client_of(player("Stranger")), client_of(older.match.creator)):
        assert ids(viewer.get("matches")) == [newer.match.pk, older.match.pk]
        assert ids(viewer.get("matches", {"watch": "false"})) == [newer.match.pk, older.match.pk]
        assert ids(viewer.get("matches", {"watch": "true"})) == [played.match.pk]


def test_a_list_of_what_can_be_joined_has_a_free_seat(make_match, player, client_of):
    """The list of joinable matches has neither full tables nor those whose free seats are reserved."""
    open_to_all, full, kept = make_match(), make_match(bots={1: "easy"}), make_match()
    awaited = player("Awaited")
    Seat.objects.filter(match=kept.match, number=1).update(reserved_for=awaited)

    assert set(ids(client_of().get("matches"))) == {open_to_all.match.pk}
    assert set(ids(client_of(player()).get("matches"))) == {open_to_all.match.pk}
    assert set(ids(client_of(awaited).get("matches"))) == {open_to_all.match.pk, kept.match.pk}
    assert full.match.pk not in ids(client_of(full.match.creator).get("matches"))


def test_a_listed_match_tells_what_one_joins(make_match, player, client_of, now):
    """An entry has game, options, time control, players and free seats, but never the room code."""
    make_match(player("Amel"), seats=4, bots={1: "easy"}, turn_seconds=60, options={"target": 11})

    [listed] = client_of().get("matches").data["results"]

    assert listed["game"]["key"] == "chkobba"
    assert (listed["options"]["target"], listed["turn_seconds"]) == (11, 60)
    assert [seat["name"] for seat in listed["seats"]] == ["Amel", "Easy bot", None, None]
    assert "code" not in listed


FILTERS = [
    ({}, "abcd"),
    ({"game": "chkobba"}, "ab"),
    ({"seats": 2}, "ac"),
    ({"seats": 8}, ""),
    ({"turn_at_least": 3600}, "cd"),
    ({"turn_at_most": 3600}, "abc"),
    ({"turn_at_least": 61, "turn_at_most": 3599}, ""),
    ({"turn_at_most": 0}, ""),
    ({"turn_at_least": 2**31 - 1}, ""),
    ({"turn_at_most": 2**31 - 1}, "abcd"),
    ({"game": "scopa", "seats": 3}, "d"),
]
"""Filters of a list, with the matches that they leave."""


def test_the_list_is_narrowed_down(make_match, client_of):
    """Filters by game, seats and time work alone and together, also in the player's own list."""
    creator = make_match(game="chkobba", seats=2, turn_seconds=10).match.creator
    make_match(creator, game="chkobba", seats=4, turn_seconds=60)
    make_match(creator, game="scopa", seats=2, turn_seconds=3600)
    make_match(creator, game="scopa", seats=3, turn_seconds=86_400)
    names = dict(zip(Match.objects.order_by("turn_seconds").values_list("pk", flat=True), "abcd", strict=True))
    client = client_of(creator)

    for path in ("matches", "me/matches"):
        found = [(query, "".join(sorted(names[pk] for pk in ids(client.get(path, query))))) for query, _ in FILTERS]
        assert found == FILTERS


WRONG_FILTERS = [
    *[(path, "game", value) for path in ("matches", "me/matches") for value in ("bridge", "CHKOBBA")],
    *[(path, "seats", value) for path in ("matches", "me/matches") for value in ("two", "1", "9", "NaN")],
    *[("matches", "turn_at_least", value) for value in ("soon", "-1", "1e999999999")],
    *[("matches", "turn_at_most", value) for value in ("Infinity", "\x00", 2**31)],
    *[("matches", "watch", value) for value in ("yes", "1", "True", "")],
    ("matches", "limit", 101),
    ("me/matches", "awaiting", "you"),
    ("me/matches", "awaiting", "ME"),
    ("me/matches", "order", "urgent"),
    *[("me/matches", "status", value) for value in ("over", "Running", "\x00", "", "lobby,", ",", "lobby,open")],
    ("me/matches", "status", ["lobby", "open"]),
]
"""Parameters that a list refuses: an empty list would look like an answer."""


def test_a_wrong_filter_is_refused_by_its_name_with_a_sentence(player, client_of):
    """``errors`` has only the invalid filter, with one sentence for people."""
    client, wrong = client_of(player()), []
    for path, name, value in WRONG_FILTERS:
        errors = refused(client.get(path, {name: value}), 400, "invalid")["errors"]
        if list(errors) != [name] or len(errors[name]) != 1 or not errors[name][0].endswith("."):
            wrong.append((path, name, value, errors))
    assert not wrong
    alone = refused(client.get("me/matches", {"order": "least_urgent"}), 400, "invalid")  # without what it orders
    assert list(alone["errors"]) == ["order"]


CURSORS = [
    *("what", "é", "cj1hbGw="),
    *(base64.b64encode(one).decode() for one in (b"o=-1", b"p=soon", b"p=None", b"p=%00")),
]
"""Cursors that no list makes."""


def test_a_wrong_cursor_is_the_mistake_of_who_sends_it(amel):
    """A cursor that this list did not make is refused as a amel error."""
    cases = [("matches", cursor) for cursor in CURSORS]
    cases += [(path, CURSORS[-1]) for path in ("me/matches", "me/invitations", "seeks", "me/seeks")]

    answers = [(*case, amel.get(case[0], {"cursor": case[1]}).data["code"]) for case in cases]

    assert answers == [(*case, "invalid") for case in cases]


# --- pages ------------------------------------------------------------------------------------------------------------


def test_pages_lose_and_double_nothing_while_matches_come_and_go(make_match, player, client_of, now):
    """Following ``next`` finds each match once, in order, while others are made and cancelled.

    Following ``previous`` from the last page leads back to the first.
    """
    creator, client = player(), client_of()
    there = [make_match(creator, at=now + timedelta(seconds=second)).match.pk for second in range(10)]
    page = client.get("matches", {"limit": 3})
    assert page.data["previous"] is None
    for _ in attempts(50, "the list has no last page"):
        if not page.data["next"]:
            break
        page = client.get(page.data["next"].partition("/api/v1/")[2])
    back = walk(client, page.wsgi_request.get_full_path().removeprefix("/api/v1/"), {}, link="previous")
    newcomers = (now + timedelta(hours=hour) for hour in range(1, 100))
    shown = iter(there[::-1])

    while_they_come = walk(client, "matches", {"limit": 3}, between=lambda: make_match(creator, at=next(newcomers)))
    Match.objects.exclude(pk__in=there).update(visibility="private")
    while_they_go = walk(
        client, "matches", {"limit": 3}, between=lambda: match_cancellation.cancel(next(shown), creator, now)
    )

    assert back == while_they_come == while_they_go == there[::-1]
    assert next(newcomers) == now + timedelta(hours=4)


def test_pages_hold_matches_of_the_same_moment(make_match, player, client_of):
    """Paging works for any number of matches of the same moment."""
    creator = player()
    there = [make_match(creator).match.pk for _ in range(7)]

    seen = walk(client_of(), "matches", {"limit": 3})

    assert sorted(seen) == sorted(there)


def test_filters_hold_on_every_page(make_match, player, client_of, now):
    """``next`` repeats the filters, so they hold on every page."""
    creator = player()
    for second in range(6):
        make_match(creator, at=now + timedelta(seconds=second), game=("scopa", "chkobba")[second % 2])

    seen = walk(client_of(), "matches", {"limit": 1, "game": "scopa"})

    assert set(Match.objects.filter(pk__in=seen).values_list("game", flat=True)) == {"scopa"}
    assert len(seen) == 3


def test_a_page_has_twenty_matches_or_as_many_as_asked_for(make_match, player, client_of, now):
    """A page has twenty matches by default, and at most a hundred."""
    creator, client = player(), client_of()
    for _ in range(21):
        make_match(creator)

    assert [len(ids(client.get("matches", query))) for query in ({}, {"limit": 1}, {"limit": 100})] == [20, 1, 21]


# --- the player's own matches -----------------------------------------------------------------------------------------


def test_my_matches_are_those_at_which_i_sit(make_match, running, player, client_of, now):
    """A player's list has private and finished matches, too, newest first, but none that the player left."""
    amel, sami = player("Amel"), player("Sami")
    waiting = make_match(amel, visibility="private", at=now)
    played = running(sami, amel, at=now + timedelta(seconds=1))
    over = running(amel, bots={1: "easy"}, at=now + timedelta(seconds=2))
    playing.resign(over.match.pk, amel, now)
    left = make_match(sami, at=now + timedelta(seconds=3))
    joining.join(left.match.pk, amel, now)
    joining.leave(left.match.pk, amel, now)

    assert ids(client_of(amel).get("me/matches")) == [over.match.pk, played.match.pk, waiting.match.pk]
    assert ids(client_of(sami).get("me/matches")) == [left.match.pk, played.match.pk]
    assert ids(client_of(player("Stranger")).get("me/matches")) == []


STATUSES = [
    *[(f"status={status}", {status}) for status in ("lobby", "running", "finished", "cancelled")],
    ("status=lobby,running", {"lobby", "running"}),
    ("status=lobby&status=running", {"lobby", "running"}),
    ("status=finished&status=cancelled,lobby", {"finished", "cancelled", "lobby"}),
    ("status=running&status=running", {"running"}),
    ("", {"lobby", "running", "finished", "cancelled"}),
]
"""Filters by status, with the statuses of the matches that are left."""


def test_my_matches_can_be_had_by_status(make_match, running, player, client_of, now):
    """Each status filters the player's list; several may be joined by commas or repeated, as generated clients do."""
    amel = player("Amel")
    make_match(amel)
    running(amel, bots={1: "easy"})
    over, called_off = running(amel, bots={1: "easy"}), make_match(amel)
    playing.resign(over.match.pk, amel, now)
    match_cancellation.cancel(called_off.match.pk, amel, now)
    client = client_of(amel)

    for query, found in STATUSES:
        listed = [match["status"] for match in client.get(f"me/matches?{query}").data["results"]]
        assert (query, sorted(listed)) == (query, sorted(found))


def test_what_waits_for_me_has_the_most_urgent_first(running, player, client_of):
    """``awaiting=me`` lists only matches with the player to move, the most urgent first, with any page size."""
    amel, sami = player("Amel"), player("Sami")
    turn_seconds = itertools.cycle([3600, 60, 86_400])
    mine, theirs = [], []
    for _ in attempts(50, "the server draws no other first player"):
        if len(mine) >= 3 and theirs:
            break
        table = running(amel, sami, turn_seconds=next(turn_seconds))
        (mine if table.match.to_act == 0 else theirs).append(table.match)
    urgent = [match.pk for match in sorted(mine, key=lambda match: (match.due_at, match.pk))]

    assert ids(client_of(amel).get("me/matches", {"awaiting": "me"})) == urgent
    assert walk(client_of(amel), "me/matches", {"awaiting": "me", "limit": 1}) == urgent
    for order, listed in (("most_urgent", urgent), ("least_urgent", urgent[::-1])):
        query = {"awaiting": "me", "order": order}
        assert ids(client_of(amel).get("me/matches", query)) == listed
        assert walk(client_of(amel), "me/matches", {**query, "limit": 1}) == listed


def begun_by_me(running, *players, **wishes):
    """Return a match that waits for the first of its players; the server draws who moves first."""
    for _ in attempts(50, "the server draws no other first player"):
        if (table := running(*players, **wishes)).match.to_act == 0:
            break
    return table


def test_a_reserve_is_time_before_a_match_is_urgent(running, player, client_of):
    """Banks count as time left: an hour and an hour in the bank are less urgent than an hour and a half."""
    amel, sami = player("Amel"), player("Sami")
    bank = BankControl(seconds=3600, bank_seconds=3600, increment_seconds=0, cap_seconds=3600)
    reserve, alone = (begun_by_me(running, amel, sami, control=one) for one in (bank, MoveControl(5400)))

    assert ids(client_of(amel).get("me/matches", {"awaiting": "me"})) == [alone.match.pk, reserve.match.pk]


def test_a_match_on_autopilot_breaks_no_page_of_what_waits_for_me(running, player, client_of, now):
    """A match on autopilot has no deadline to continue from; page by page the list stays complete."""
    amel, sami = player("Amel"), player("Sami")
    mine = [begun_by_me(running, amel, sami).match.pk for _ in range(3)]
    Seat.objects.filter(match=mine[1], player=amel).update(autopilot=True)
    Match.objects.filter(pk=mine[1]).update(due_at=None, wake_at=now)
    client = client_of(amel)

    listed = ids(client.get("me/matches", {"awaiting": "me"}))
    assert (listed[0], set(listed)) == (mine[1], set(mine))
    for order, wanted in (("most_urgent", listed), ("least_urgent", listed[::-1])):
        assert walk(client, "me/matches", {"awaiting": "me", "order": order, "limit": 1}) == wanted


def test_a_match_that_i_gave_up_waits_for_me_no_more(running, player, client_of, now):
    """A match that the player resigned is not listed as waiting, though a bot plays on."""
    amel = player("Amel")
    table = begun_by_me(running, amel, game="scopa", seats=3)
    before = client_of(amel).get("me/matches", {"awaiting": "me"})

    playing.resign(table.match.pk, amel, now)

    assert ids(before) == [table.match.pk]
    assert ids(client_of(amel).get("me/matches", {"awaiting": "me"})) == []


# --- asking again -----------------------------------------------------------------------------------------------------


def test_a_page_is_sent_again_only_when_something_in_it_has_changed(running, make_match, player, client_of, now):
    """An unchanged page answers 304, though time passes; another language or a new nickname changes it."""
    amel, sami = player("Amel"), player("Sami")
    table = running(amel, sami, options={"cut": False})
    make_match(amel)
    client, firsts = client_of(table.seats[table.match.to_act].player), {}

    for path in ("matches", "me/matches", "me/matches?awaiting=me", "matches?watch=true"):
        with time_machine.travel(now + timedelta(minutes=1), tick=False):
            first = firsts[path] = client.get(path)
        with time_machine.travel(now + timedelta(minutes=2), tick=False):
            again = client.get(path, **{"If-None-Match": first.headers["ETag"]})
            later = client.get(path)
            french = client.get(path, **{"If-None-Match": first.headers["ETag"], "Accept-Language": "fr"})

        assert (first.status_code, again.status_code, french.status_code) == (200, 304, 200), path
        assert again.headers["ETag"] == later.headers["ETag"] == first.headers["ETag"]
        assert first.headers["ETag"].startswith('W/"')  # weak, as the server time in the body changes
        assert first.data["server_time"] != later.data["server_time"]
    Player.objects.filter(pk=amel.pk).update(nickname="Amel II")
    for path, first in firsts.items():
        assert client.get(path, **{"If-None-Match": first.headers["ETag"]}).status_code == 200, path


def test_each_viewer_s_page_has_an_etag_of_its_own(running, client_of):
    """The ETag depends on the viewer, since the view of a match does."""
    table = running(options={"cut": False})
    viewers = [client_of(), *(client_of(seat.player) for seat in table.seats)]

    etags = {viewer.get("matches?watch=true").headers["ETag"] for viewer in viewers}

    assert len(etags) == 3


def test_a_listed_match_says_where_one_sits_and_whose_turn_it_is(running, player, client_of, now):
    """An entry has the player's seat and turn; others have no seat in it. During a pause it is no player's turn."""
    table = running(options={"cut": False})
    acting, waiting = (table.seats[number].player for number in (table.match.to_act, 1 - table.match.to_act))

    def told(who):
        (listed,) = client_of(who).get("matches?watch=true").data["results"]
        return listed["your_seat"], listed["your_turn"]

    assert told(acting) == (table.match.to_act, True)
    assert told(waiting) == (1 - table.match.to_act, False)
    assert told(player("Stranger")) == told(None) == (None, False)
    (mine,) = client_of(acting).get("me/matches").data["results"]
    assert (mine["your_seat"], mine["your_turn"]) == (table.match.to_act, True)
    match_actions.pause(table.match.pk, match_actions.Order(player("Staff"), "A break.", now))
    assert told(acting) == (table.match.to_act, False)


def test_one_s_own_list_says_how_many_matches_wait(running, make_match, player, client_of):
    """The player's list counts the waiting matches whatever the page and filters.

    Lobbies and turns of bots do not count.
    """
    amel = player("Amel")
    tables = [running(amel, player("Other"), options={"cut": False}) for _ in range(3)]
    make_match(amel)
    turns = sum(table.seats[table.match.to_act].player == amel for table in tables)
    client = client_of(amel)

    for query in ({}, {"limit": 1}, {"status": "lobby"}, {"awaiting": "me"}, {"game": "scopa"}):
        assert client.get("me/matches", query).data["awaiting"] == turns
    assert len(client.get("me/matches", {"awaiting": "me"}).data["results"]) == turns
    assert client_of(player("Nobody")).get("me/matches").data["awaiting"] == 0


# --- what a page costs ------------------------------------------------------------------------------------------------


def cost_of(client, path, **query):
    """Return by how much reading a page lowers the player's remaining requests."""
    before = int(client.get("me").headers["RateLimit-Remaining"])
    answer = client.get(path, query)
    assert answer.status_code == 200
    return before - int(answer.headers["RateLimit-Remaining"])


def test_a_page_is_charged_by_its_length(running, player, client_of, settings):
    """The cost of a page depends on its length only, for each list, with or without shares of the rate per process.

    Entries of a feed with the table after each event cost about twice.
    """
    settings.THROTTLES = {**settings.THROTTLES, "address": "100000/minute"}
    amel = player("Amel")
    feed = f"matches/{running(amel, player('Sami')).match.pk}/events"
    cases = [
        ("matches", {"limit": limit}, cost) for limit, cost in ((1, 1), (30, 1), (31, 2), (60, 2), (61, 3), (100, 4))
    ]
    cases += [(path, {"limit": 31}, 2) for path in ("me/matches", "seeks", "clubs", "leaderboards/scopa.days")]
    cases += [(feed, {"limit": limit}, cost) for limit, cost in ((100, 1), (200, 2))]
    cases += [(feed, {"limit": limit, "tables": "true"}, cost) for limit, cost in ((50, 1), (200, 4))]

    for rate in ("100/minute", "6000/minute"):
        settings.THROTTLES = {**settings.THROTTLES, "player": rate}
        forget_requests()
        client = client_of(amel)
        assert [(path, query, cost_of(client, path, **query)) for path, query, _ in cases] == cases


@pytest.mark.parametrize("scope", ["player", "address", "anonymous"])
def test_a_page_that_is_too_dear_is_not_read(player, client_of, settings, scope):
    """A page that costs more than is left is refused, by player and by address."""
    settings.THROTTLES = {**settings.THROTTLES, scope: "3/minute"}
    client = client_of(None if scope == "anonymous" else player("Amel"))

    answer = refused(client.get("matches", {"limit": 100}), 429, "throttled")

    assert "results" not in answer


def test_a_budget_is_spent_as_a_whole_by_dear_and_cheap_requests(settings):
    """Expensive and cheap requests together use the whole budget and no more, also with shares per process."""
    settings.THROTTLES = {**settings.THROTTLES, "player": "600/minute"}
    budget = Budget("player")

    spent = [cost for cost in [4, 1, 3] * 100 if budget.spend("somebody", cost)[0] >= 0]

    assert sum(spent) == 600
