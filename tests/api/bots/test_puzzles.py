"""The puzzle of the day: a worker makes it, all players get the same one, and a player's first answer counts."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
import time_machine
from django.conf import settings
from django.utils import timezone

from accounts.services import leave
from games import tasks
from games.bots.puzzles import GAP, KINDS, make
from games.bots.search.fishing import Round
from games.bots.thought.fishing import margin
from games.engine.catalogue import GAMES
from games.models import Puzzle, PuzzleAnswer
from games.services.bots import puzzles
from games.services.privacy import account_deletion
from tests.api.asking import refused
from tests.helpers.puzzle import a_move, puzzle

A_DAY = timedelta(days=1)


@pytest.fixture(autouse=True)
def _forgotten():
    """Clear this process's cache of puzzles."""
    puzzles.found_days.clear()


@pytest.fixture
def _noon():
    with time_machine.travel(timezone.now().replace(hour=12, minute=0), tick=False):
        yield


def solved(state, side):
    """Return the margin of a round under best play of all, by full search."""
    played = Round(state)
    if played.is_over:
        return margin(played, side, for_match=False)
    found = []
    for move in played.legal_moves():
        after = Round(played)
        after.move(move)
        found.append(solved(after, side))
    return max(found) if played.rules.side_of[played.turn] == side else min(found)


@pytest.mark.parametrize("key", ["chkobba", "cirulla"])
def test_one_move_is_the_best_by_far(key):
    """A full search confirms the values and the gap to the second-best move; no card is left to deal.

    A puzzle depends only on its name, so concurrent workers store the same one.
    """
    made = make("a day", key)
    assert make("a day", key) == made
    game, side = GAMES[key], made.state.rules.side_of[made.state.turn]
    moves = game.legal_moves(made.state)
    after = []
    for move in moves:
        played = Round(made.state)
        played.move(move)
        after.append(played)

    assert tuple(solved(one, side) for one in after) == made.values
    best, second, *_ = sorted(made.values, reverse=True)
    assert best - second >= GAP
    assert not made.state.stock
    assert game.load_state(game.dump_state(made.state)) == made.state


@pytest.mark.django_db
@pytest.mark.usefixtures("_noon")
def test_workers_make_those_of_today_and_tomorrow(django_assert_num_queries):
    """The bots' queue looks every minute, and makes no query once both puzzles exist."""
    entry = settings.CELERY_BEAT_SCHEDULE["puzzles"]
    assert (entry["task"], entry["options"]["queue"]) == (tasks.make_puzzles.name, settings.CELERY_BOTS_QUEUE)

    tasks.make_puzzles()

    today = puzzles.today(timezone.now())
    assert [one.day for one in Puzzle.objects.all()] == [today + A_DAY, today]
    assert [one.game for one in Puzzle.objects.all()] == [
        KINDS[day.toordinal() % len(KINDS)] for day in (today + A_DAY, today)
    ]
    made = list(Puzzle.objects.values())
    tasks.make_puzzles()
    assert list(Puzzle.objects.values()) == made
    with django_assert_num_queries(0):
        tasks.make_puzzles()


@pytest.mark.usefixtures("_noon")
def test_it_is_told_without_its_solution(client_of, player):
    """Everyone sees the table, the moves and the other hand; neither tomorrow's puzzle nor old ones."""
    made = puzzle(timezone.now())
    for client in (client_of(None), client_of(player("Amel"))):
        shown = client.get(f"puzzles/{made.day}").data
        assert [one["day"] for one in client.get("puzzles").data["puzzles"]] == [made.day.isoformat()]
        assert (shown["game"], shown["answer"]) == (made.game, None)
        assert len(shown["moves"]) == len(made.values)
        assert len(shown["others"]) == shown["table"]["hand_counts"][1 - shown["seat"]]
        assert shown["table"]["stock"] == 0
        assert refused(client.get(f"puzzles/{made.day + A_DAY}"), 404, "not_found")
        assert refused(client.get("puzzles/2026-02-30"), 404, "not_found")
    Puzzle.objects.filter(pk=made.pk).update(rules_version=99)
    assert client.get("puzzles").data["puzzles"] == []
    assert refused(client.get(f"puzzles/{made.day}"), 404, "not_found")
    Puzzle.objects.filter(pk=made.pk).update(day=made.day - puzzles.SHOWN * A_DAY, rules_version=made.rules_version)
    assert refused(client.get(f"puzzles/{made.day - puzzles.SHOWN * A_DAY}"), 404, "not_found")


@pytest.mark.usefixtures("_noon")
def test_the_first_answer_counts(client_of, player):
    """Later answers get the result of the first one; an illegal move is refused and does not count."""
    made, client = puzzle(timezone.now()), client_of(player("Amel"))
    path = f"puzzles/{made.day}"
    assert refused(client.post(path, {"move": {"type": "play", "card": "ZZ"}}), 422, "unknown_move")
    absent = client.get(path).data["others"][0]
    assert refused(
        client.post(path, {"move": {"type": "play", "card": absent, "capture": []}}), 422, "card_not_in_hand"
    )
    assert not PuzzleAnswer.objects.exists()

    wrong = client.post(path, {"move": a_move(made)}).data["answer"]

    assert (wrong["right"], wrong["points"], wrong["best_points"]) == (False, min(made.values), max(made.values))
    again = client.post(path, {"move": a_move(made, best=True)}).data["answer"]
    assert again == wrong == client.get(path).data["answer"]
    assert client.get("puzzles").data["puzzles"][0]["right"] is False
    right = client_of(player("Sami")).post(path, {"move": a_move(made, best=True)}).data["answer"]
    assert (right["right"], right["played"]) == (True, right["best"])


def as_of(made):
    """Return the fields of a puzzle for other days, which saves making new ones."""
    return {name: getattr(made, name) for name in ("game", "rules_version", "state", "values")}


@pytest.mark.usefixtures("_noon")
def test_right_answers_on_days_in_a_row_are_a_streak(client_of, player):
    """A streak survives until today's puzzle is answered; a wrong answer or a day without one ends it."""
    amel, at = player("Amel"), timezone.now()
    client, streaks, first = client_of(amel), [], puzzle(at)
    for day, best in enumerate([True, True, False, True, None, True, True, None]):
        with time_machine.travel(at + day * A_DAY, tick=False):
            made, _ = Puzzle.objects.get_or_create(day=puzzles.today(timezone.now()), defaults=as_of(first))
            if best is not None:
                client.post(f"puzzles/{made.day}", {"move": a_move(made, best=best)})
            streaks.append(client.get("puzzles").data["record"]["streak"])

    assert streaks == [1, 2, 0, 1, 1, 1, 2, 2]
    assert client.get("puzzles").data["record"] | {"streak": 0} == {"answered": 6, "right": 5, "streak": 0}


@pytest.mark.usefixtures("_noon")
def test_who_leaves_for_good_takes_their_answers_along(client_of, player):
    """Account deletion removes the player's answers."""
    amel, made = player("Amel"), puzzle(timezone.now())
    client_of(amel).post(f"puzzles/{made.day}", {"move": a_move(made)})
    assert json.loads(PuzzleAnswer.objects.get().move)

    leave(amel, timezone.now())
    for deletion in account_deletion.DELETIONS.due_keys(timezone.now(), 10):
        account_deletion.DELETIONS.go_on(deletion, timezone.now())

    assert not PuzzleAnswer.objects.exists()
