"""The pace of bots: a delay that does not depend on their cards, so that it does not reveal how many choices they had.

A worker chooses at once and does not wait. It sends the choice to itself, to play it on the next beat. If that message
gets lost, the match is still due, and the sweep lets another worker choose again.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import ceil
from time import monotonic
from typing import Any
from uuid import UUID

import msgspec
from django.conf import settings

from games import log
from games.due_work import send
from games.seat_control import Person
from games.services.dispatch.dispatch import Due

PLAY_ON_BEAT = "games.play_on_beat"


class Chosen(msgspec.Struct, frozen=True, tag="bot"):
    """The move that a bot has chosen at a version of a match."""

    match: UUID
    version: int
    move: Any
    """The move, as the game writes it."""
    bot: str | None
    """The level, version and budget of the bot, as stored with the move."""


class Decided(msgspec.Struct, frozen=True, tag="plan"):
    """The result of a planned move at a version of a match."""

    match: UUID
    version: int
    move: Any
    """The move, as the game writes it; None if no planned step is legal."""
    is_step: bool
    """True for a planned step, False for the only legal move."""
    is_void: bool
    """True if the player has planned this turn, and no step is legal."""
    plan: tuple[int, list[Any], bool]
    """The plan (``planning.identity``). It must be unchanged when the move is played."""


@dataclass
class Beat:
    """The moves that one task has chosen, played together on the next beat."""

    due: float = 0.0
    """The time from which all of them may be played, by ``time.monotonic``."""
    chosen: list[Chosen | Decided] = field(default_factory=list)

    def add(self, one: Chosen | Decided, began: float) -> None:
        """Add a choice that the worker began at ``began``, by ``time.monotonic``."""
        now = monotonic()
        self.due = max(self.due, now + until_beat(now - began, settings.BOT_PACE))
        self.chosen.append(one)

    @property
    def seconds(self) -> float:
        """The seconds until all choices may be played."""
        return max(0.0, self.due - monotonic())


def is_paced(loaded: log.Loaded) -> bool:
    """Return whether people play in a match. They could learn something about a bot's cards from its delay."""
    return settings.BOT_PACE > 0 and any(isinstance(seat.responder, Person) for seat in loaded.seats)


def until_beat(passed: float, pace: float) -> float:
    """Return the seconds until the next beat, or 0 without a pace."""
    return max(1, ceil(passed / pace)) * pace - passed if pace else 0.0


def wake_worker_on_beat(beat: Beat, kind: Due | None = None) -> None:
    """Tell a worker to play choices on their beat. With a kind of due work, it uses the queue of that kind."""
    if beat.chosen:
        about = msgspec.to_builtins(beat.chosen), kind and kind.value
        send(PLAY_ON_BEAT, *about, queue=_queue(kind), countdown=beat.seconds)


def _queue(kind: Due | None) -> str:
    """Return the queue for a kind of due work, or for a match whose player waits."""
    queues = {Due.DEADLINE: settings.CELERY_CLOCK_QUEUE, Due.RUN: settings.CELERY_BACKGROUND_QUEUE}
    return queues[kind] if kind else settings.CELERY_TASK_DEFAULT_QUEUE
