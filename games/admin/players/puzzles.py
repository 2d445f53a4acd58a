"""Admin pages for puzzles and the answers of players. They show which puzzles were too easy or too hard.

The staff plays, too. So the best move and the answers of others are hidden until the day of the puzzle is over.
"""

from __future__ import annotations

from datetime import date
from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest
from django.utils import timezone
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from chkobba_api.admin_site.fast_changelist import NewestFirst, among
from games.admin.common.read_only import OfPlayers, ReadOnly
from games.bots.puzzles import KINDS
from games.engine.catalogue import rules_of
from games.engine.record import canonical
from games.models import Puzzle, PuzzleAnswer
from games.services.bots import puzzles

HIDDEN = "hidden until its day is over"


def is_over(puzzle: Puzzle) -> bool:
    """Return True if the day of a puzzle is over."""
    return puzzle.day < puzzles.today(timezone.now())


@admin.register(Puzzle)
class PuzzleAdmin(ReadOnly, NewestFirst, admin.ModelAdmin):
    """The puzzles of each day. A worker makes them."""

    list_display = ("day", "game", "rules_version", "answered", "right")
    list_filter: ClassVar = [among("game", KINDS)]
    fields = (*list_display, "moves")
    ordering = ("-day",)
    search_fields = ("day",)
    search_help_text = "A day, such as 2026-11-26"

    def searched(self, rows: QuerySet[Puzzle], text: str) -> QuerySet[Puzzle]:
        """Find the puzzle of a day."""
        try:
            return rows.filter(day=date.fromisoformat(text))
        except ValueError:
            return rows.none()

    def get_queryset(self, request: HttpRequest) -> QuerySet[Puzzle]:
        """Annotate the puzzles with their answers. Subqueries count only those of the page."""
        answers = PuzzleAnswer.objects.filter(puzzle=OuterRef("pk"))
        rows: QuerySet[Puzzle] = super().get_queryset(request)
        return rows.annotate(answer_count=_count(answers), right_count=_count(answers.filter(right=True)))

    @admin.display(description="answers")
    def answered(self, puzzle: Any) -> int:
        """Return the number of players who have answered the puzzle."""
        return int(puzzle.answer_count)

    @admin.display(description="right answers")
    def right(self, puzzle: Any) -> int:
        """Return the number of players whose first answer was the best move."""
        return int(puzzle.right_count)

    @admin.display(description="moves")
    def moves(self, puzzle: Puzzle) -> str | SafeString:
        """Return each legal move with its value in points and the number of players who chose it."""
        if not is_over(puzzle):
            return HIDDEN
        game = rules_of(puzzle.game, puzzle.rules_version)
        if game is None:
            return "rules not installed"
        chosen = dict(puzzle.answers.order_by().values_list("move").annotate(Count("pk")))
        legal = [canonical(game.write_move(one)) for one in game.legal_moves(game.load_state(puzzle.state))]
        lines = ((move, f"{value:+}", chosen.get(move, 0)) for move, value in zip(legal, puzzle.values, strict=True))
        return format_html_join("", "<div><code>{}</code> {} points, chosen by {}</div>", lines)


def _count(answers: QuerySet[PuzzleAnswer]) -> Coalesce:
    count = answers.order_by().values("puzzle").annotate(count=Count("pk")).values("count")
    return Coalesce(Subquery(count), 0)


@admin.register(PuzzleAnswer)
class PuzzleAnswerAdmin(OfPlayers, admin.ModelAdmin):
    """The first answer of each player."""

    list_display = ("id", "player", "puzzle", "at", "found")
    list_select_related = ("player", "puzzle")
    fields = (*list_display, "answer")

    @admin.display(description="right", boolean=True)
    def found(self, given: PuzzleAnswer) -> bool | None:
        """Return True for the best move; None until the day is over."""
        return given.right if is_over(given.puzzle) else None

    @admin.display(description="answer")
    def answer(self, given: PuzzleAnswer) -> str:
        """Return the chosen move after the day is over."""
        return given.move if is_over(given.puzzle) else HIDDEN
