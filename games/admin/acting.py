"""What the staff can do to a match: a form for each happening, which asks why and says what will follow."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final
from uuid import UUID

from django import forms
from django.db import transaction

from games import log
from games.admin.saying import SaidForm
from games.bots import LEVELS
from games.models import Match, Seat, Status
from games.services.staff import match_actions
from games.services.staff.match_actions import Order

MORE: Final = {
    600: "10 minutes",
    3600: "1 hour",
    21_600: "6 hours",
    86_400: "1 day",
    259_200: "3 days",
    604_800: "7 days",
}
LONGEST_REASON: Final = 300


class ReasonForm(SaidForm):
    """Why."""

    reason = forms.CharField(
        max_length=LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="It stands in the log of the match, where the players read it.",
    )

    def __init__(self, *args: Any, seats: Sequence[Seat], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.order_fields([name for name in self.fields if name != "reason"])
        if "seat" in self.fields:
            choices = [(seat.number, f"{seat.number} · {seat.player and seat.player.shown_name}") for seat in seats]
            self.fields["seat"].choices = choices  # type: ignore[attr-defined]


class ExtendForm(ReasonForm):
    """How much more time."""

    more = forms.TypedChoiceField(label="More time", choices=list(MORE.items()), coerce=int, initial=86_400)


class SeatForm(ReasonForm):
    """Which seat."""

    seat = forms.TypedChoiceField(coerce=int)


class BotForm(SeatForm):
    """Which seat, and which bot."""

    level = forms.ChoiceField(label="Bot", choices=[(level, level) for level in LEVELS], initial="medium")


Run = Callable[[UUID, Order, dict[str, Any]], Any]


@dataclass(frozen=True)
class Action:
    """Something that can be done to a match."""

    key: str
    label: str
    follows: str
    """What will follow, for the member of the staff who confirms it."""
    run: Run
    possible: Callable[[Match, Sequence[Seat]], Sequence[Seat]]
    """The seats that it can be done to; none where it cannot be done."""
    form: type[ReasonForm] = ReasonForm
    grave: bool = False
    """Whether it cannot be taken back."""
    needs_rules: bool = True

    def seats(self, match: Match, seats: Sequence[Seat]) -> Sequence[Seat]:
        """Return the seats of a match to which it can be done now; none where it cannot be done."""
        return self.possible(match, seats) if log.has_rules(match) or not self.needs_rules else ()


def _if(*statuses: Status, paused: bool | None = None) -> Callable[[Match, Sequence[Seat]], Sequence[Seat]]:
    def seats_of(match: Match, seats: Sequence[Seat]) -> Sequence[Seat]:
        fits = match.status in statuses and paused in (None, match.paused_at is not None)
        return seats if fits else ()

    return seats_of


def _with_deadline(match: Match, seats: Sequence[Seat]) -> Sequence[Seat]:
    return seats if match.due_at is not None else ()


def _without_autopilot(match: Match, seats: Sequence[Seat]) -> Sequence[Seat]:
    return [seat for seat in match_actions.seats_of_players(match, seats) if not seat.autopilot]


def _given_to_bots(match: Match, seats: Sequence[Seat]) -> Sequence[Seat]:
    return [seat for seat in seats if match.status == Status.RUNNING and seat.is_given_to_bot]


ACTIONS: Final = {
    action.key: action
    for action in (
        Action(
            "extend",
            "Extend the deadline",
            "The player whose turn it is gets more time. They are told so.",
            lambda match, order, said: match_actions.extend(match, order, timedelta(seconds=said["more"])),
            _with_deadline,
            ExtendForm,
        ),
        Action(
            "pause",
            "Pause the match",
            "Nobody can move, no clock runs and no bot plays until somebody of the staff lets the match go on. Players "
            "are told so; they can still give up.",
            lambda match, order, said: match_actions.pause(match, order),
            _if(Status.RUNNING, paused=False),
        ),
        Action(
            "resume",
            "Let the match go on",
            "The player whose turn it is has the time that they had left. Players are told so.",
            lambda match, order, said: match_actions.resume(match, order),
            _if(Status.RUNNING, paused=True),
        ),
        Action(
            "autopilot",
            "Put a seat on autopilot",
            "The server moves at once for the player, until they take over again, which they can at any time. They are "
            "told so.",
            lambda match, order, said: match_actions.set_autopilot(match, order, said["seat"]),
            _without_autopilot,
            SeatForm,
        ),
        Action(
            "bot",
            "Give a seat to a bot",
            "The bot plays on for the player, who cannot take over again; what it wins or loses is theirs. They "
            "are told so. The staff can give them the seat back.",
            lambda match, order, said: match_actions.give_to_bot(match, order, said["seat"], said["level"]),
            match_actions.seats_of_players,
            BotForm,
        ),
        Action(
            "give-back",
            "Give a seat back",
            "The bot gets up and the player plays again. They are told so.",
            lambda match, order, said: match_actions.give_back(match, order, said["seat"]),
            _given_to_bots,
            SeatForm,
        ),
        Action(
            "cancel",
            "Call the match off",
            "The match ends at once and has no result. Its cards and its seed are no secret any more. This cannot be "
            "taken back. Players are told so.",
            lambda match, order, said: match_actions.cancel(match, order),
            _if(Status.LOBBY, Status.RUNNING),
            grave=True,
            needs_rules=False,
        ),
        Action(
            "export",
            "Export the record",
            "You get the match on paper, with its seed, as a file. That you did stands in the log.",
            lambda match, order, said: match_actions.export(match, order),
            _if(Status.FINISHED),
        ),
        Action(
            "verify",
            "Verify",
            "The match is played again from its log. If all is in order, that stands in the log; a broken log stays as "
            "it is.",
            lambda match, order, said: match_actions.verify(match, order),
            lambda match, seats: seats,
            needs_rules=False,
        ),
    )
}


def offered(match: Match, seats: Sequence[Seat]) -> list[Action]:
    """Return what can be done to a match now."""
    return [action for action in ACTIONS.values() if action.seats(match, seats)]


def carry_out(action: Action, match: Match, order: Order, said: dict[str, Any], note: Callable[[str], Any]) -> Any:
    """Do it and note it in the diary of the admin, both or neither. Raises what the service raises."""
    with transaction.atomic():
        result = action.run(match.pk, order, said)
        more = {name: value for name, value in said.items() if name != "reason"}
        found = f" Found: {'; '.join(map(str, result)) or 'all in order'}." if action.key == "verify" else ""
        note(f"{action.label}{f' {json.dumps(more)}' if more else ''}: {order.reason}{found}")
    return result
