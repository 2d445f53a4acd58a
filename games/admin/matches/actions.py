"""Actions of the staff on a match. The form of each asks for a reason and shows the consequences."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final
from uuid import UUID

from django import forms

from games import log
from games.admin.common.acting import SaidForm
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
    """The reason for an action, which the players read."""

    reason = forms.CharField(
        max_length=LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="The log of the match has it, and the players can read it.",
    )

    def __init__(self, *args: Any, seats: Sequence[Seat], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.order_fields([name for name in self.fields if name != "reason"])
        if "seat" in self.fields:
            choices = [(seat.number, f"{seat.number} · {seat.player and seat.player.shown_name}") for seat in seats]
            self.fields["seat"].choices = choices  # type: ignore[attr-defined]


class ExtendForm(ReasonForm):
    """The time by which the deadline is extended, in seconds."""

    more = forms.TypedChoiceField(label="More time", choices=list(MORE.items()), coerce=int, initial=86_400)


class SeatForm(ReasonForm):
    """The seat for the action."""

    seat = forms.TypedChoiceField(coerce=int)


class BotForm(SeatForm):
    """The seat for the action, and the level of the bot."""

    level = forms.ChoiceField(label="Bot", choices=[(level, level) for level in LEVELS], initial="medium")


Run = Callable[[UUID, Order, dict[str, Any]], Any]


@dataclass(frozen=True)
class Action:
    """An action of the staff on a match."""

    key: str
    label: str
    follows: str
    """The consequences, shown before the staff member confirms."""
    run: Run
    possible: Callable[[Match, Sequence[Seat]], Sequence[Seat]]
    """A function that returns the seats that the action may be applied to; none when it is not possible."""
    form: type[ReasonForm] = ReasonForm
    grave: bool = False
    """True for an action that cannot be undone."""
    needs_rules: bool = True

    def seats(self, match: Match, seats: Sequence[Seat]) -> Sequence[Seat]:
        """Return the seats that the action may be applied to now; none when it is not possible."""
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
            "The player to move gets more time. The players are notified.",
            lambda match, order, said: match_actions.extend(match, order, timedelta(seconds=said["more"])),
            _with_deadline,
            ExtendForm,
        ),
        Action(
            "pause",
            "Pause the match",
            "Until the staff resumes the match, no player can move, no clock runs and no bot plays. The players are "
            "notified, and can still resign.",
            lambda match, order, said: match_actions.pause(match, order),
            _if(Status.RUNNING, paused=False),
        ),
        Action(
            "resume",
            "Resume the match",
            "The player to move has the time that was left. The players are notified.",
            lambda match, order, said: match_actions.resume(match, order),
            _if(Status.RUNNING, paused=True),
        ),
        Action(
            "autopilot",
            "Put a seat on autopilot",
            "The server moves at once for the player, who can take over again at any time. The player is notified.",
            lambda match, order, said: match_actions.set_autopilot(match, order, said["seat"]),
            _without_autopilot,
            SeatForm,
        ),
        Action(
            "bot",
            "Give a seat to a bot",
            "The bot plays on for the player, who cannot take over again; the result counts for the player. The player "
            "is notified. The staff can give the seat back.",
            lambda match, order, said: match_actions.give_to_bot(match, order, said["seat"], said["level"]),
            match_actions.seats_of_players,
            BotForm,
        ),
        Action(
            "give-back",
            "Give a seat back",
            "The player plays again, in place of the bot. The player is notified.",
            lambda match, order, said: match_actions.give_back(match, order, said["seat"]),
            _given_to_bots,
            SeatForm,
        ),
        Action(
            "cancel",
            "Cancel the match",
            "The match ends at once and has no result. Its cards and its seed become visible. This cannot be undone. "
            "The players are notified.",
            lambda match, order, said: match_actions.cancel(match, order),
            _if(Status.LOBBY, Status.RUNNING),
            grave=True,
            needs_rules=False,
        ),
        Action(
            "export",
            "Export the record",
            "You get a file with the match and its seed. The log records the export.",
            lambda match, order, said: match_actions.export(match, order),
            _if(Status.FINISHED),
        ),
        Action(
            "verify",
            "Verify",
            "The server replays the match from its log. If it finds no fault, the log records that. A log with faults "
            "does not change.",
            lambda match, order, said: match_actions.verify(match, order),
            lambda match, seats: seats,
            needs_rules=False,
        ),
    )
}


def offered(match: Match, seats: Sequence[Seat]) -> list[Action]:
    """Return the actions that are possible on a match now."""
    return [action for action in ACTIONS.values() if action.seats(match, seats)]


def carry_out(action: Action, match: Match, order: Order, said: dict[str, Any], note: Callable[[str], Any]) -> Any:
    """Run an action and write it to Django's admin log. Raises the errors of the service."""
    result = action.run(match.pk, order, said)
    more = {name: value for name, value in said.items() if name != "reason"}
    found = f" Found: {'; '.join(map(str, result)) or 'all in order'}." if action.key == "verify" else ""
    note(f"{action.label}{f' {json.dumps(more)}' if more else ''}: {order.reason}{found}")
    return result
