"""Moves that a player plans before their turn."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

from msgspec import Meta, Struct
from rest_framework.request import Request
from rest_framework.response import Response

from chkobba_api.errors import never_raises
from chkobba_api.rest.openapi.operation import operation
from chkobba_api.scopes import Scope
from games import log, models
from games.api.matches.base import MatchesView
from games.engine.messages import Cards, Message, Text, say
from games.plans.plan import (
    MOST_STEPS,
    CardsNotOnTable,
    CardsOnTable,
    Condition,
    PlannedCards,
    PlannedMove,
    PlannedSafeMove,
    Play,
    Step,
    Steps,
)
from games.services.turns import planned_moves


class PlannedMovesRequest(Struct, kw_only=True, forbid_unknown_fields=True):
    """A plan for your next turn."""

    steps: Steps = []
    """The steps for your next turn, in this order. The server plays the first one that fits."""
    when_forced: bool = False
    """True: the server plays for you at once, in every turn with only one legal move, if no step fits."""


class PlannedStep(Struct, kw_only=True):
    """A step of your plan."""

    play: Play
    """The move to make, the cards to play, or the safe move."""
    when: Annotated[list[Condition], Meta(max_length=4)]
    """The conditions, which must all hold."""
    text: Text
    """The step in plain words."""


class PlannedMoves(Struct, kw_only=True):
    """Your plan for your next turn."""

    steps: Annotated[list[PlannedStep], Meta(max_length=MOST_STEPS)]
    """The steps for your next turn. The server plays the first one that fits. Empty when that turn has come."""
    when_forced: bool
    """True: the server plays for you if there is only one legal move."""


class Plan(MatchesView):
    """The player's plan for their next turn."""

    @operation("getPlannedMoves", Scope.READ, {200: (PlannedMoves, "Your plan; empty where there is none.")})
    @never_raises("unknown_move")  # the stored moves were read before
    def get(self, request: Request, match_id: UUID) -> Response:
        """Your plan for your next turn.

        Only you can see the plan. No other player learns that you have one.
        """
        loaded = self.find(match_id)
        return self._answer(loaded, planned_moves.plan_of(loaded, self.me))

    @operation("setPlannedMoves", Scope.PLAY, {200: (PlannedMoves, "Your plan.")})
    def put(self, request: Request, match_id: UUID, wanted: PlannedMovesRequest) -> Response:
        """Plan your next turn.

        When your turn comes, the server plays the first step that is legal and whose conditions hold. If no step fits,
        you get a notification (`plan_void`), and it is your turn as usual. The steps are for one turn. A new plan
        replaces the old one; sent during your turn, it is carried out at once. A planned move counts like any move of
        yours. Until the match is over, no other player learns that it was planned.
        """
        return self._plan(match_id, wanted)

    @operation("deletePlannedMoves", Scope.PLAY, {200: (PlannedMoves, "An empty plan.")})
    @never_raises("unknown_move", "invalid")  # there are no moves to read
    def delete(self, request: Request, match_id: UUID) -> Response:
        """Delete your plan.

        This also turns `when_forced` off.
        """
        return self._plan(match_id, PlannedMovesRequest())

    def _plan(self, match_id: UUID, wanted: PlannedMovesRequest) -> Response:
        table, plan = planned_moves.plan(
            match_id, self.me, self.now, steps=wanted.steps, when_forced=wanted.when_forced
        )
        return self._answer(table, plan)

    def _answer(self, loaded: log.Loaded, plan: models.PlannedMoves) -> Response:
        steps = [
            PlannedStep(play=_shown(loaded, step.play), when=step.when, text=_text(loaded, step, self.me.pk))
            for step in planned_moves.steps_of(plan)
        ]
        return Response(PlannedMoves(steps=steps, when_forced=plan.when_forced))


def _shown(loaded: log.Loaded, play: Play) -> Play:
    return PlannedMove(move=loaded.game.shaped({**play.move})) if isinstance(play, PlannedMove) else play


# --- in words ---------------------------------------------------------------------------------------------------------


def _text(loaded: log.Loaded, step: Step, player: UUID) -> Message:
    said = _play_in_words(loaded, step.play, player)
    if not step.when:
        return said
    return say("plan.step", when=tuple(_condition_in_words(loaded, one) for one in step.when), play=said)


def _play_in_words(loaded: log.Loaded, play: Play, player: UUID) -> Message:
    game = loaded.game
    if isinstance(play, PlannedSafeMove):
        return say("plan.safe")
    if isinstance(play, PlannedCards):
        return say("plan.cards", cards=_cards(loaded, play.cards))
    seat = next(seat.number for seat in loaded.seats if seat.player_id == player)
    return game.sentence(game.observe(loaded.state, seat), game.read_move(play.move))


def _condition_in_words(loaded: log.Loaded, condition: Condition) -> Message:
    key = {CardsOnTable: "on_table", CardsNotOnTable: "not_on_table"}.get(type(condition), "played")
    return say(f"plan.when.{key}", count=len(condition.cards), cards=_cards(loaded, condition.cards))


def _cards(loaded: log.Loaded, names: list[str]) -> Cards:
    game = loaded.game
    cards = [card for name in names if (card := game.read_card(name)) is not None]
    return Cards(game.card_in_words(cards[0]).deck, names)
