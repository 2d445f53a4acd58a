"""Planning a move before one's turn."""

from __future__ import annotations

from typing import Annotated, Any, Final
from uuid import UUID

from msgspec import Meta, Struct
from rest_framework.request import Request
from rest_framework.response import Response

from chkobba_api.rest.schema import operation
from chkobba_api.scopes import Scope
from games import log, models
from games.api.matches.base import OF_A_MATCH, MatchesView
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
    """What you plan."""

    steps: Steps = []
    """What to play in your next turn: the first one that fits, in this order."""
    when_forced: bool = False
    """Whether the server plays for you at once, in every turn, where there is only one legal move and no step fits."""


class PlannedStep(Struct, kw_only=True):
    """A step of your plan."""

    play: Play
    """What to play."""
    when: Annotated[list[Condition], Meta(max_length=4)]
    """What has to be so."""
    text: Text
    """The step in plain words."""


class PlannedMoves(Struct, kw_only=True):
    """What you have planned."""

    steps: Annotated[list[PlannedStep], Meta(max_length=MOST_STEPS)]
    """What is played in your next turn: the first one that fits. Empty when that turn has come."""
    when_forced: bool
    """Whether the server plays for you where there is only one legal move."""


_SENT: Final[dict[str, Any]] = {
    "steps": [
        {"play": {"type": "move", "move": {"type": "play", "card": "7D", "capture": ["7H"], "shape": "fishing_play"}}},
        {"play": {"type": "cards", "cards": ["2C"]}, "when": [{"type": "not_on_table", "cards": ["2D", "2H"]}]},
        {"play": {"type": "safe"}},
    ],
    "when_forced": True,
}
_TEXTS: Final = (
    "Take the seven of hearts with the seven of diamonds.",
    "If none of the two of diamonds and the two of hearts lies on the table: Play the two of clubs.",
    "Play the safe move.",
)
_PLAN: Final[dict[str, Any]] = {
    "steps": [{"when": [], **step, "text": text} for step, text in zip(_SENT["steps"], _TEXTS, strict=True)],
    "when_forced": True,
}
_NOTHING: Final[dict[str, Any]] = {"steps": [], "when_forced": False}
_CHANGES: Final = [*OF_A_MATCH, "not_seated", "not_running", "seat_on_autopilot"]


class Plan(MatchesView):
    """What one has planned for one's next turn."""

    @operation(
        "getPlannedMoves",
        "What you have planned for your next turn",
        tag="play",
        scope=Scope.READ,
        description="Yours alone: nobody else sees that you have planned anything.",
        responses={200: (PlannedMoves, "Your plan; empty where there is none.")},
        problems=[*OF_A_MATCH, "not_seated"],
        gets=_PLAN,
    )
    def get(self, request: Request, match_id: UUID) -> Response:
        """Answer with the plan."""
        loaded = self.find(match_id)
        return self._answer(loaded, planned_moves.plan_of(loaded, self.me))

    @operation(
        "setPlannedMoves",
        "Plan your next turn",
        tag="play",
        scope=Scope.PLAY,
        description=(
            "When your turn comes, the first step is played that is legal then and whose conditions hold; where none "
            "is, you are told so (`plan_void`), and it is your turn as ever. The steps are for one turn. What is sent "
            "takes the place of what was planned before; sent in your turn, it is looked at at once. It is "
            "played like a move of yours, and nobody else is told that it was planned before the match is over."
        ),
        request=PlannedMovesRequest,
        responses={200: (PlannedMoves, "Your plan.")},
        problems=[*_CHANGES, "unknown_move", "invalid"],
        sends=_SENT,
        gets=_PLAN,
    )
    def put(self, request: Request, match_id: UUID) -> Response:
        """Plan."""
        wanted = self.body(request, PlannedMovesRequest)
        return self._plan(match_id, wanted)

    @operation(
        "deletePlannedMoves",
        "Take your plan back",
        tag="play",
        scope=Scope.PLAY,
        description="Also that you are played for where there is only one legal move.",
        responses={200: (PlannedMoves, "An empty plan.")},
        problems=_CHANGES,
        gets=_NOTHING,
    )
    def delete(self, request: Request, match_id: UUID) -> Response:
        """Forget it."""
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
