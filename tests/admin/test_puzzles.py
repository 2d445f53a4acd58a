"""Puzzles in the admin: numbers of answers and right ones; the solution shows only when the day is over."""

from __future__ import annotations

import html
from datetime import timedelta

import time_machine
from django.test import Client as DjangoClient
from django.urls import reverse
from django.utils import timezone

from accounts.models import Player
from games.engine.record import canonical
from games.models import PuzzleAnswer
from games.services.bots import puzzles
from tests.helpers.puzzle import a_move, puzzle


def test_what_is_best_is_shown_when_the_day_is_over(player):
    """The staff may answer the puzzle, too; the number of right answers is no secret."""
    at = timezone.now().replace(hour=12, minute=0)
    with time_machine.travel(at, tick=False):
        made = puzzle(at)
        best, worst = a_move(made, best=True), a_move(made)
        amel, sami = player("Amel"), player("Sami")
        puzzles.answer(made.day, amel, best, at)
        puzzles.answer(made.day, sami, worst, at)
        root, staff = Player.objects.create_superuser("root", None), DjangoClient()
        staff.force_login(root)
        answers = reverse("admin:games_puzzleanswer_changelist")
        pages = [
            reverse("admin:games_puzzle_change", args=[made.day]),
            reverse("admin:games_puzzleanswer_change", args=[PuzzleAnswer.objects.get(player=amel).pk]),
        ]

        days = reverse("admin:games_puzzle_changelist")
        found = staff.get(days, {"q": made.day.isoformat()}).context["cl"].result_list
        assert [(one.day, one.answer_count, one.right_count) for one in found] == [(made.day, 2, 1)]
        assert staff.get(days, {"q": "yesterday"}).context["cl"].result_count == 0
        assert [row.player_id for row in staff.get(answers, {"q": "Amel"}).context["cl"].result_list] == [amel.pk]
        for page in pages:
            shown = html.unescape(staff.get(page).content.decode())
            assert "hidden until its day is over" in shown
            assert canonical(best) not in shown
            assert "True" not in shown

    with time_machine.travel(at + timedelta(days=1), tick=False):
        staff.force_login(root)  # the sessions of the admin end sooner
        whole, answered = (html.unescape(staff.get(page).content.decode()) for page in pages)
        assert f"<code>{canonical(best)}</code> {max(made.values):+} points, chosen by 1" in whole
        assert f"<code>{canonical(worst)}</code> {min(made.values):+} points, chosen by 1" in whole
        assert canonical(best) in answered
        assert "icon-yes" in answered


def test_a_puzzle_of_rules_that_are_gone_is_still_listed(root, player):
    """Its moves cannot be shown."""
    at = timezone.now() - timedelta(days=1)
    made = puzzle(at)
    made.rules_version = 999
    made.save()

    page = root.get(reverse("admin:games_puzzle_change", args=[made.day]))

    assert (page.status_code, "rules not installed" in page.content.decode()) == (200, True)
