"""The reader of the code finds the error codes that an operation can return, and no others."""

from __future__ import annotations

import pytest

from chkobba_api.errors import DomainError, never_raises
from chkobba_api.rest.openapi.refusals import codes_of, values
from games.engine.messages import say
from games.engine.violations import RuleViolation


class Rules:
    """Rules of a made-up game."""

    name = "rules"

    def play(self):
        raise RuleViolation("must_play", say("refused.no_move"))


class OtherRules(Rules):
    """The rules of another game, which refuse something else."""

    def play(self):
        raise RuleViolation("cannot_pass", say("refused.no_move"))


class Seat:
    """A seat with a property that refuses."""

    rules: Rules

    @property
    def hand(self):
        raise DomainError("not_seated")


LIMITS = {"moves": None, "words": 3}


def seat_of(number) -> Seat | None:
    """Return the seat with a number, or None."""
    return Seat() if number else None


def must_have_room(kind, code="throttled"):
    """Refuse if there is a limit."""
    most = LIMITS[kind]
    if most is None:
        return
    raise DomainError(code)


@never_raises("not_found")
def find():
    """Find a match that certainly exists."""
    raise DomainError("not_found")


def run(action):
    """Call a function that was handed on."""
    action()


class View:
    """One method for each thing that the reader knows."""

    def get_annotated(self):
        seat = seat_of(1)
        return seat and (seat.hand, seat.rules.play())

    def get_limited(self):
        must_have_room("words")

    def get_limited_otherwise(self):
        must_have_room("words", code="too_many_reports")

    def get_unlimited(self):
        must_have_room("moves")

    def get_excluded(self):
        find()

    def get_handed_on(self):
        run(lambda: must_have_room("words"))

    def get_caught(self):
        try:
            must_have_room("words")
        except DomainError:
            return
        except RuleViolation:
            raise

    def get_raised_again(self):
        try:
            must_have_room("words")
        except DomainError as refused:
            if refused.code == "throttled":
                raise

    def get_chosen(self):
        raise DomainError("paused" if self else "not_paused")


@pytest.mark.parametrize(
    ("method", "codes"),
    [
        (View.get_annotated, {"not_seated", "must_play", "cannot_pass"}),
        (View.get_limited, {"throttled"}),
        (View.get_limited_otherwise, {"too_many_reports"}),
        (View.get_unlimited, set()),
        (View.get_excluded, set()),
        (View.get_handed_on, {"throttled"}),
        (View.get_caught, set()),
        (View.get_raised_again, {"throttled"}),
        (View.get_chosen, {"paused", "not_paused"}),
    ],
    ids=lambda one: getattr(one, "__name__", ""),
)
def test_the_codes_follow_from_the_code(monkeypatch, method, codes):
    """Calls, constants, annotations, overrides, handlers and declarations decide which codes a method has."""
    monkeypatch.setattr(values, "PACKAGES", ("tests",))

    assert codes_of(View, method) == codes
