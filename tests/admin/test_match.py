"""The page of a match for the staff: its board at every step, its log in words, and the actions of staff."""

from __future__ import annotations

import html
import json
import re
from dataclasses import replace
from itertools import product
from random import Random
from xml.etree import ElementTree

import pytest
from django.contrib.admin.models import LogEntry
from django.db import transaction
from django.test import Client as DjangoClient
from django.urls import reverse
from django.utils import timezone

from accounts.models import Player
from games import log
from games.admin.common.plots import bars, scores, times
from games.admin.common.read_only import duration
from games.admin.matches.actions import ACTIONS
from games.admin.matches.board import board_of, names_of
from games.admin.matches.steps import history_of, state_after
from games.engine.catalogue import GAMES
from games.models import Match, Move, Round, TableEvent
from games.services import due_matches
from games.services.matchmaking import substitutes
from games.services.staff import match_actions
from games.services.staff.match_actions import Order
from games.services.turns import playing
from tests.engine.playing import new_match, playout
from tests.helpers.english import english
from tests.helpers.playing import play_first
from tests.helpers.staff import client_of_staff
from tests.services.log.test_verification import finished  # noqa: F401  (a fixture)

REASON = "A player asked for it."


def address(what, match, *more):
    """Return the URL of a page about a match."""
    return reverse(f"admin:games_match_{what}", args=[match.pk, *more])


def page(client, match, **query):
    """Return the page of a match as text."""
    answer = client.get(address("change", match), query)
    assert answer.status_code == 200
    return answer.content.decode()


def plain(text):
    """Return HTML as the text that people read."""
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", text)).split())


def act(client, match, key, **form):
    """Send the form of an action."""
    return client.post(address("do", match, key), {"reason": REASON, **form})


def now_of(match):
    """Return the match as it is in the database."""
    return Match.objects.get(pk=match.pk)


@pytest.fixture
def over(running, now):
    """Return a short match, which a player has resigned."""
    table = running(options={"cut": False, "redeal": "none"})
    for _ in range(5):
        play_first(table.match.pk, now)
    return playing.resign(table.match.pk, table.seats[0].player, now).match


# --- the board at every step ------------------------------------------------------------------------------------------


def test_there_is_a_board_for_every_step(watcher, finished):  # noqa: F811
    """Each board folds the log so far, in the page and alone; the log and the links have the same steps."""
    game = log.game_of(finished)
    rows = log.rows_after(finished)
    for step in (1, 2, 3, *range(4, finished.version, 13), finished.version):
        answer = watcher.get(address("step", finished, step))
        assert answer.status_code == 200
        shown = answer.content.decode()
        assert f"Step {step} of {finished.version}" in plain(shown)
        state = state_after(finished, game, rows[:step])
        if state is not None:
            table = plain(shown.partition('class="place middle"')[2].partition("</section>")[0])
            assert len(re.findall(r"[♦♥♠♣]", table)) == len(game.truth(state)["table"])
    whole = page(watcher, finished, step=5)
    assert f'href="?step={finished.version}#slider"' in whole
    assert 'name="step" min="1"' in whole
    assert re.search(r'data-step="5" aria-current="step"', whole)
    assert plain(watcher.get(address("step", finished, 5)).content.decode()) in plain(whole)


def test_a_step_that_does_not_exist_is_one_that_does(watcher, make_match):
    """The page shows the first or the last step, and no error."""
    match = make_match().match
    for step in ("0", "-3", "999999", "x", "", "9" * 40, "٣"):
        assert "Step 1 of 1" in plain(page(watcher, match, step=step)), step


def test_hands_are_shown_when_the_match_is_over(watcher, running, now):
    """No hand shows before that."""
    table = running(options={"cut": False, "redeal": "none"})
    seat = table.seats[0]
    hands = [card for hand in log.load(table.match).game.truth(table.state)["hands"] for card in hand]
    assert hands

    assert page(watcher, table.match).count('class="backs"') == 2
    playing.resign(table.match.pk, seat.player, now)
    shown = page(watcher, table.match)
    assert 'class="backs"' not in shown
    words = [english(table.game.card_in_words(table.game.read_card(card))) for card in hands]
    assert all(f'title="{word}"' in shown for word in words)


@pytest.mark.parametrize("key", GAMES)
def test_any_game_has_a_board(key):
    """The board shows hands and piles, in full or as a spectator sees them, at any moment."""
    luck, game = Random(key), GAMES[key]
    seats = game.seats[-1]
    labels = [f"Player {seat}" for seat in range(seats)]
    for step in list(playout(game, new_match(key, seats, luck), luck, steps=60))[::9]:
        sides = range(len(game.totals(step.state)))
        names = names_of(labels, [seat % len(sides) for seat in range(seats)])
        for whole in (False, True):
            board = board_of(game, step.state, names, whole=whole)
            hands = game.truth(step.state)["hands"]
            assert [place.count for place in board.seats] == list(map(len, hands))
            assert [place.hand is not None and len(place.hand) for place in board.seats] == (
                list(map(len, hands)) if whole else [False] * seats
            )
            assert sum(place.is_next for place in board.seats) == (game.to_act(step.state) >= 0)


def test_each_row_says_who_when_how_long_and_what(staff, watcher, running, player, now):
    """There are rows of a player's move after a pause, of the clock, of a bot, and of the staff."""
    table = running(player("Amel"), player("Sami"), turn_seconds=3600, options={"cut": False})
    minute = timezone.timedelta(minutes=1)
    match_actions.pause(table.match.pk, Order(staff, "Tea.", now + minute))
    match_actions.resume(table.match.pk, Order(staff, "Tea is over.", now + 41 * minute))
    due_matches.wake(table.match.pk, now_of(table.match).due_at + timezone.timedelta(seconds=1))

    history = history_of(now_of(table.match))

    assert [step.version for step in history.steps] == list(range(1, table.match.version + 4))
    moved = history.steps[-1]
    assert (moved.by, duration(moved.took)) == ("timeout", "1 h")
    assert [step.said for step in history.steps[-3:-1]] == [
        ["Root pauses the match. “Tea.”"],
        ["Root resumes the match. “Tea is over.”"],
    ]
    shown = plain(page(watcher, table.match))
    assert "Root staff" in shown
    assert "clock 1 h" in shown


def test_two_players_of_one_name_are_told_apart(running, player):
    """The page adds their seats."""
    table = running(player("Amel"), player("Amel"))

    assert history_of(table.match).names.seats == ["Amel (0)", "Amel (1)"]


# --- plots ------------------------------------------------------------------------------------------------------------


def test_plots_are_pictures_with_words():
    """They are well-formed SVG with a title and no style of their own, also for little or no data."""
    drawn = [
        scores(["Amel", "<Sami>"], [[1, 0], [3, 4], [-2, 11]]),
        scores(["Amel", "Sami"], [[0, 0]]),
        times([(1, 0.0, "bot", "now"), (2, 86_400 * 14, "timeout", "late"), (3, 5, "player", "<b>")]),
        times([(1, 0.0, "player", "now")]),
        bars("Moves", [0] * 48, ["00:00"] * 48, 8),
        bars("Moves", [3, 123_456], ["1", "2"], 1),
    ]
    for svg in drawn:
        root = ElementTree.fromstring(svg)  # noqa: S314  (drawn by us)
        assert root.attrib["aria-label"] == root.find("title").text
        assert "style=" not in svg
        numbers = [float(number) for shape in root.iter() for number in [shape.attrib.get("y", "0")]]
        assert all(-1 <= number <= 231 for number in numbers)


def test_the_page_has_both_plots_and_nothing_that_the_policy_forbids(watcher, finished):  # noqa: F811
    """One plot has the scores, one the times; the page has no inline script or style, and explains score sheets."""
    answer = watcher.get(address("change", finished))
    shown = answer.content.decode()

    assert shown.count('<svg class="plot"') == 2
    assert "Scores over" in shown
    assert re.search("cards to|cards each", plain(shown))
    assert "Check now" in shown
    assert "script-src 'self'" in answer.headers["Content-Security-Policy"]
    assert not re.search(r'\sstyle="|<style|\son\w+="', shown)
    scripts = re.findall(r"<script[^>]*>", shown)
    assert [one for one in scripts if not re.search('src=|nonce=|type="application/json"', one)] == []
    assert 'type="module" src="/static/games/steps.js"' in shown


# --- integrity --------------------------------------------------------------------------------------------------------


def test_a_match_in_order_is_seen_to_be(watcher, over):
    """The page ticks every check, on request."""
    assert page(watcher, over, check="").count('<li class="right">') == 8


@pytest.mark.usefixtures("unguarded")
def test_a_row_that_was_tampered_with_is_seen(watcher, steward, over):
    """The page names the row, does not tick impossible checks, and still opens."""
    move = Move.objects.filter(match=over).order_by("version")[3]
    Move.objects.filter(pk=move.pk).update(events="no events at all")

    shown = page(watcher, over, check="", step=move.version)

    assert f"row {move.version}: its digest does not follow" in shown
    assert (shown.count('<li class="wrong">'), shown.count('<li class="skipped">')) == (1, 5)
    assert "Unreadable: the log was changed" in shown
    answer = steward.post(address("do", over, "verify"), {"reason": REASON}, follow=True)
    assert f"row {move.version}: its digest does not follow" in answer.content.decode()
    assert f"row {move.version}" in LogEntry.objects.get().change_message


@pytest.mark.usefixtures("unguarded")
def test_no_tampering_breaks_the_page(watcher, over):
    """The page opens for any content of the log."""
    fields = [(Round, "deck"), (Round, "events"), (TableEvent, "data"), (Move, "move")]
    for (kind, field), value in product(fields, ["", "{}", "null", '[["?"]]']):
        with transaction.atomic():
            assert kind.objects.filter(match=over).update(**{field: value})
            page(watcher, over, check="")
            transaction.set_rollback(True)


def test_a_match_without_its_rules_still_opens(watcher, steward, running):
    """The page says so, shows the log except its game events, and can call it off; lists open, too."""
    match = running().match
    Match.objects.filter(pk=match.pk).update(rules_version=99)

    shown = page(steward, match, check="")
    assert "no longer has the rules" in shown
    assert "creates the match" in shown
    assert client_of_staff("reader", "view_round", "view_move").get("/admin/games/round/").status_code == 200
    assert "/do/pause/" not in shown
    assert act(steward, match, "pause").status_code == 302
    assert now_of(match).paused_at is None
    assert act(steward, match, "cancel").status_code == 302
    assert now_of(match).status == "cancelled"


# --- actions of the staff ---------------------------------------------------------------------------------------------

FORMS = {
    "extend": {"more": "3600"},
    "autopilot": {"seat": "0"},
    "bot": {"seat": "0", "level": "easy"},
    "give-back": {"seat": "0"},
}
TYPES = {
    "extend": "extended",
    "pause": "paused",
    "resume": "resumed",
    "autopilot": "autopilot_on",
    "bot": "bot_joined",
    "give-back": "bot_left",
    "cancel": "cancelled",
    "export": "exported",
    "verify": "verified",
}


@pytest.fixture
def ready_for(running, now, db):
    """Return a factory of matches that are ready for an action."""

    def make(key):
        table = running(turn_seconds=3600)
        root = Player.objects.create_superuser(f"root {key}", None)
        order = Order(root, "Before.", timezone.now())
        if key == "resume":
            match_actions.pause(table.match.pk, order)
        elif key == "give-back":
            match_actions.give_to_bot(table.match.pk, order, 0, "easy")
        elif key == "export":
            playing.resign(table.match.pk, table.seats[0].player, now)
        return now_of(table.match)

    return make


@pytest.mark.parametrize("key", ACTIONS)
def test_everything_that_can_be_done_is_done_by_who_may(steward, ready_for, key):
    """The button adds entries to the log of the match and to the admin log, with the staff account and the reason."""
    match = ready_for(key)
    form = steward.get(address("do", match, key)).content.decode()
    assert html.escape(ACTIONS[key].follows, quote=False) in html.unescape(form).replace("&", "&amp;")

    answer = act(steward, match, key, **FORMS.get(key, {}))

    assert answer.status_code == (200 if key == "export" else 302)
    row = TableEvent.objects.filter(match=match).latest("version")
    assert (row.type, row.by, row.player.nickname) == (TYPES[key], "admin", "Steward")
    assert json.loads(row.data)["reason"] == REASON
    entry = LogEntry.objects.get()
    assert (entry.user.nickname, entry.object_id) == ("Steward", str(match.pk))
    assert entry.change_message.startswith(ACTIONS[key].label)
    assert REASON in entry.change_message
    assert REASON in html.unescape(page(steward, match))


def test_what_can_be_done_is_offered_and_noted(steward, ready_for):
    """The page has a button for each possible action and no other; a direct or late request gets a message."""
    match = ready_for("pause")
    offered = {key for key in ACTIONS if address("do", match, key) in page(steward, match)}
    assert set(ACTIONS) - offered == {"resume", "export", "give-back"}
    for key in set(ACTIONS) - offered:
        answer = steward.post(address("do", match, key), {"reason": REASON}, follow=True)
        assert "not possible now" in answer.content.decode()
    assert steward.get(address("do", match, "win")).status_code == 404
    unknown = "/admin/games/match/019d3c5e-7c1a-7b52-9d0c-3f2a6b1e8c47/"
    assert steward.get(f"{unknown}do/pause/").status_code == 404
    assert steward.get(f"{unknown}step/1/").status_code == 404
    act(steward, match, "cancel")
    assert REASON in html.unescape(steward.get(address("history", match)).content.decode())


def test_nothing_can_be_done_by_who_may_not(watcher, ready_for, client_of, player):
    """The test tries staff who may only look, staff without permissions, a player, and an anonymous visitor."""
    match = ready_for("pause")
    assert "/do/" not in page(watcher, match)
    stranger, others = client_of_staff("stranger"), client_of_staff("other", "change_player", "view_player")
    refused = {watcher: 403, stranger: 403, others: 403, client_of(player()).http: 302, DjangoClient(): 302}

    for client, status in refused.items():
        assert client.get(address("do", match, "pause")).status_code == status
        for key in ACTIONS:
            assert act(client, match, key, **FORMS.get(key, {})).status_code == status, key
        if client is not watcher:
            assert client.get(address("step", match, 1)).status_code == status
    assert now_of(match).version == match.version
    assert not LogEntry.objects.exists()


def test_a_form_takes_only_what_it_offers(steward, ready_for):
    """The form shows again, with the error: without a reason in plain text, or for any other time, seat or bot."""
    match = ready_for("pause")
    reasons = ["", "   ", "x" * 301, "nul \x00", "turned \u202e", "unseen\u200b"]
    wrong = [("pause", {"reason": reason}) for reason in reasons]
    wrong += [("extend", {"more": "1"}), ("extend", {}), ("autopilot", {"seat": "7"})]
    wrong += [("bot", {"seat": "0", "level": "genius"}), ("bot", {"seat": "x", "level": "easy"})]
    for key, form in wrong:
        answer = act(steward, match, key, **form)
        assert (answer.status_code, "errorlist" in answer.content.decode()) == (200, True), (key, form)
    assert now_of(match).version == match.version


def test_a_happening_that_comes_in_between_is_told(steward, ready_for, monkeypatch):
    """The form shows the refusal of the service, and the admin log has no entry."""
    match = ready_for("pause")
    seats_of = ACTIONS["pause"].possible

    def paused_by_another(match, seats):
        offered = seats_of(match, seats)
        match_actions.pause(match.pk, Order(Player.objects.get(username="steward"), "Faster.", timezone.now()))
        return offered

    monkeypatch.setitem(ACTIONS, "pause", replace(ACTIONS["pause"], possible=paused_by_another))
    answer = act(steward, match, "pause")

    assert "The match is paused." in answer.content.decode()
    assert not LogEntry.objects.exists()


def test_the_record_comes_as_a_file(steward, ready_for, client_of):
    """It is the same as in the API."""
    match = ready_for("export")

    answer = act(steward, match, "export")

    assert answer.headers["Content-Disposition"] == f'attachment; filename="chkobba-{match.pk}.json"'
    assert json.loads(answer.content) == client_of().get(f"matches/{match.pk}/record").data


# --- the view of players ----------------------------------------------------------------------------------------------


def test_a_player_sees_that_the_match_is_paused(running, player, staff, client_of, now):
    """The view, the event with the reason, and the answer to a move say so; another event says when it goes on."""
    table = running(player("Amel"), player("Sami"), turn_seconds=3600, at=timezone.now())
    match = table.match
    amel = client_of(table.seats[match.to_act].player)
    order = Order(staff, REASON, timezone.now())
    move = amel.get(f"matches/{match.pk}").data["legal_moves"]["moves"][0]["move"]

    match_actions.pause(match.pk, order)
    view = amel.get(f"matches/{match.pk}").data
    assert view["paused_at"]
    assert 3500 < view["seconds_left"] <= 3600
    assert (view["legal_moves"], view["due_at"], view["to_act"]) == (None, None, match.to_act)
    assert amel.get(f"matches/{match.pk}/legal-moves").data["count"] == 0
    assert amel.get("me/matches", {"awaiting": "me"}).data["results"] == []
    refusal = amel.post(f"matches/{match.pk}/moves", {"move": move, "expected_version": view["version"]})
    assert (refusal.status_code, refusal.data["code"]) == (409, "paused")
    assert refusal.data["view"]["paused_at"] == view["paused_at"]
    told = amel.get(f"matches/{match.pk}/events", {"after": match.version}).data["entries"]
    (entry,) = told
    assert (entry["by"], entry["events"][0]["type"], entry["events"][0]["reason"]) == ("admin", "paused", REASON)
    assert int(entry["events"][0]["seconds_left"]) == view["seconds_left"]

    match_actions.resume(match.pk, order)
    view = amel.get(f"matches/{match.pk}").data
    assert view["paused_at"] is None
    assert view["seconds_left"] > 3500
    played = amel.post(f"matches/{match.pk}/moves", {"move": move, "expected_version": view["version"]})
    assert played.status_code == 201


def test_a_player_sees_that_a_bot_plays_on_for_him(running, staff, client_of):
    """The player has no legal moves, and the server refuses a move."""
    table = running(at=timezone.now())
    match, seat = table.match, table.seats[table.match.to_act]
    amel = client_of(seat.player)
    move = amel.get(f"matches/{match.pk}").data["legal_moves"]["moves"][0]["move"]
    match_actions.give_to_bot(match.pk, Order(staff, REASON, timezone.now()), seat.number, "easy")

    view = amel.get(f"matches/{match.pk}").data
    assert (view["seats"][seat.number]["bot"], view["seats"][seat.number]["resigned"]) == ("easy", False)
    assert view["legal_moves"] is None
    refusal = amel.post(f"matches/{match.pk}/moves", {"move": move, "expected_version": view["version"]})
    assert (refusal.status_code, refusal.data["code"]) == (409, "seat_given_to_bot")
    assert amel.delete(f"matches/{match.pk}/autopilot").status_code == 409


# --- cost -------------------------------------------------------------------------------------------------------------


def test_a_page_costs_the_same_however_long_the_log_is(watcher, finished, running, django_assert_max_num_queries):  # noqa: F811
    """It takes a fixed number of queries."""
    short = running().match
    page(watcher, short, check="")  # each process reads the content types once
    for match in (short, finished):
        with django_assert_max_num_queries(27):
            assert page(watcher, match, check="")


def test_each_step_names_who_sat_there_then(staff, watcher, running, player, now):
    """Steps before a substitution name the former player; the list of rows has the substitution, too."""
    table = running(player("Amel"), player("Sami"), options={"cut": False}, substitutes_after=60)
    match_actions.set_autopilot(table.match.pk, Order(staff, REASON, now), 1)
    later = now + timezone.timedelta(minutes=2)
    substitutes.offer(table.match.pk, later)
    assert "on autopilot, open to substitutes" in page(watcher, table.match)
    substitutes.take_seat(table.match.pk, player("Zohra"), later)

    said = [line for step in history_of(Match.objects.get(pk=table.match.pk)).steps for line in step.said]

    assert any("puts Sami on autopilot" in line for line in said)
    assert "Sami has been on autopilot for a long time: substitutes may take the seat." in said
    assert "Zohra takes over seat 1 from an absent player." in said


def test_the_page_says_whose_time_ran_at_each_step(staff, watcher, running, player, now):
    """It shows the deadline, and during a pause the remaining time."""
    table = running(player("Amel"), player("Sami"), turn_seconds=3600, options={"cut": False})
    match = table.match
    match_actions.pause(match.pk, Order(staff, REASON, now + timezone.timedelta(minutes=10)))

    dealt, paused = (page(watcher, match, step=version) for version in (match.version, match.version + 1))

    name = table.seats[match.to_act].player.nickname
    end = now + timezone.timedelta(hours=1)
    assert f"Time: {name} until {end:%d %b, %H:%M:%S}" in dealt
    assert f"Time: {name} has 50 min left" in paused
