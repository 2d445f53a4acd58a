"""Find every change behind the server's back: ``python -m tests.proofs.torture.tampering --edits 1000``.

Matches are played through the services. Then one thing is changed without the triggers that guard the log: a column of
a row of the log, of the header or of a seat, a deleted row, or two swapped rows. The verification must find it, and
name the row.

    python -m tests.proofs.torture.tampering --edits 1000
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable
from datetime import datetime, timedelta
from random import Random
from typing import Any, NamedTuple

from django.db import models
from django.utils import timezone
from tqdm import tqdm

from accounts.models import Player
from games import log
from games.clock.controls.move import MoveControl
from games.engine.catalogue import GAMES
from games.models import Actor, Match, Seat, Status, Visibility
from games.services.log.verification import faults_of
from games.services.matches.locked_match import LockedMatch, locked_match
from games.services.matchmaking.lobby import joining, match_creation
from games.services.turns import playing
from tests.engine.playing import option_values
from tests.helpers.eventually import attempts
from tests.proofs.torture import database

OF_MATCH = [
    "game",
    "rules_version",
    "options",
    "seat_count",
    "turn_seconds",
    "creator",
    "status",
    "started_at",
    "finished_at",
    "dealer",
    "result",
    "seed",
    "commitment",
    "version",
    "digest",
    "snapshot",
    "to_act",
    "due_at",
    "clock",
]
"""The columns of the header that follow from the log, or determine it."""
OF_SEAT = ["player", "seed"]


class Edit(NamedTuple):
    """A change of the stored match."""

    what: str
    rows: set[int | None]
    """The row that must be named, or any of these; None is the header."""


# --- matches to change ------------------------------------------------------------------------------------------------


def played(key: str, players: list[Player], luck: Random, now: datetime, moves: int = 60) -> Match:
    """Play some random moves of a match, or a short one to its end; let a player resign, or leave it running."""
    game = GAMES[key]
    seats = luck.choice(game.seats)
    short = {option.name: min(option_values(option)) for option in game.options if option.name == "target"}
    wish = match_creation.MatchSettings(
        game=key,
        seats=seats,
        options=short,
        visibility=Visibility.PUBLIC,
        control=MoveControl(3600),
        seed="first",
    )
    table = match_creation.create_match(players[0], wish, now)
    for number, player in enumerate(players[1:seats]):
        table = joining.join(table.match.pk, player, now + timedelta(seconds=number), seed=f"salt-{number}")
    for number in range(moves):
        with locked_match(table.match.pk, now + timedelta(minutes=number), wakes_worker=False) as table:
            if table.match.status != Status.RUNNING:
                break
            _move(table, luck)
    if table.match.status == Status.RUNNING and luck.random() < 0.5:
        table = playing.resign(table.match.pk, players[0], now + timedelta(hours=2))
    return Match.objects.get(pk=table.match.pk)


def _move(table: LockedMatch, luck: Random) -> None:
    seat = table.seats[table.game.to_act(table.state)]
    by = luck.choice([Actor.PLAYER, Actor.BOT, Actor.TIMEOUT])
    table.move(seat, luck.choice(table.game.legal_moves(table.state)), by, seat.player)


# --- changes ----------------------------------------------------------------------------------------------------------


def change_row(match: Match, luck: Random) -> Edit | None:
    """Change a column of a row of the log."""
    row = luck.choice(log.rows_after(match))
    column = luck.choice([each for each in row._meta.concrete_fields if not each.primary_key])
    if column.name == "match" and row.version == 1:
        return None  # every match has a first row
    value = other_value(row, column, luck)
    if column.name == "version":
        value = luck.choice([match.version + luck.randint(1, 9), luck.randint(1, match.version)])
        if type(row).objects.filter(match=match, version=value).exists():
            return None
    _write(row, column, value)
    what = f"{row._meta.model_name} {row.version}: {column.name} = {value!r}"
    return Edit(what, {row.version, value} if column.name == "version" else {row.version})


def delete_row(match: Match, luck: Random) -> Edit:
    """Delete a row of the log."""
    row = luck.choice(log.rows_after(match))
    type(row).objects.filter(pk=row.pk).delete()
    return Edit(f"{row._meta.model_name} {row.version} deleted", {row.version})


def swap_rows(match: Match, luck: Random) -> Edit:
    """Swap two rows of the log."""
    one, other = luck.sample(log.rows_after(match), 2)
    for row, version in ((one, match.version + 1), (other, one.version), (one, other.version)):
        type(row).objects.filter(pk=row.pk).update(version=version)
    return Edit(f"rows {one.version} and {other.version} swapped", {min(one.version, other.version)})


def change_header(match: Match, luck: Random) -> Edit | None:
    """Change a column of the header."""
    column = Match._meta.get_field(luck.choice(OF_MATCH))
    if match.status == Status.RUNNING and column.name == "status":
        return None  # a constraint of the database ties to_act to the status
    if match.status != Status.RUNNING and column.name == "to_act":
        return None
    value = other_value(match, column, luck)
    _write(match, column, value)
    # The input of the first digest: the verification cannot tell whether the header or the first row was changed.
    first = {1} if column.name in ("game", "seat_count") else set()
    return Edit(f"match: {column.name} = {value!r}", {None, *first})


def change_seat(match: Match, luck: Random) -> Edit | None:
    """Change a column of a seat."""
    seat = luck.choice(list(Seat.objects.filter(match=match)))
    column = Seat._meta.get_field(luck.choice(OF_SEAT))
    value = other_value(seat, column, luck)
    if column.name == "player" and match.seats.filter(player=value).exists():
        return None  # the database lets no player sit at a table twice
    _write(seat, column, value)
    return Edit(f"seat {seat.number}: {column.name} = {value!r}", {None})


WAYS: dict[str, tuple[int, Callable[[Match, Random], Edit | None]]] = {
    "column of a row": (10, change_row),
    "row deleted": (3, delete_row),
    "rows swapped": (3, swap_rows),
    "column of the header": (5, change_header),
    "column of a seat": (1, change_seat),
}
"""The kinds of changes, with their frequency."""


def _write(row: models.Model, column: Any, value: Any) -> None:
    type(row)._default_manager.filter(pk=row.pk).update(**{column.name: value})


def other_value(row: Any, column: Any, luck: Random) -> Any:
    """Return a valid value of a column that differs from the row's value."""
    now = getattr(row, column.attname)
    values: list[Any]
    if column.name == "match":
        values = [
            Match.objects.exclude(pk=row.match_id).filter(version__lt=row.version).values_list("pk", flat=True)[0]
        ]
    elif column.is_relation:
        values = [*Player.objects.values_list("pk", flat=True), *([None] if column.null else [])]
    elif column.choices:
        values = [value for value, _ in column.choices]
    elif column.name == "game":
        values = [*GAMES, "bridge"]
    elif isinstance(column, models.BooleanField):
        values = [not now]
    elif isinstance(column, models.DateTimeField):
        around = now or timezone.now()
        values = [around + timedelta(microseconds=1), around - timedelta(days=1), *([None] if column.null else [])]
    elif column.name == "clock":
        values = [
            {**now, "seat": 7},
            {**now, "control": {"type": "move", "seconds": 7}},
            {**now, "due_at": "2030-01-01T00:00:00Z"},
            {**now, "seconds_left": 1.0},
        ]
    elif isinstance(column, models.JSONField):
        values = [{}, {**(now or {}), "winner": 7}, {**(now or {}), "target": 200}]
    elif isinstance(column, models.IntegerField):
        values = [(now or 0) + 1, abs((now or 0) - 1), (now or 0) + 100]
    else:
        values = _other_texts(now or "", luck, column.max_length)
    return luck.choice([value for value in values if value != now])


def _other_texts(text: str, luck: Random, longest: int | None) -> list[str]:
    """Return a text with a letter changed, left out or added, and an empty one."""
    place = luck.randrange(len(text) or 1)
    letter = luck.choice('0123456789abcdef[]{}",')
    texts = [
        text[:place] + letter + text[place + 1 :],
        text[:place] + text[place + 1 :],
        text[:place] + letter + text[place:],
        "",
    ]
    return [other[:longest] for other in texts]


# --- verification -----------------------------------------------------------------------------------------------------


class Outcome(NamedTuple):
    """An edit, and the findings about it."""

    way: str
    match: str
    edit: Edit
    said: list[str]
    found: bool

    def __str__(self) -> str:
        return f"{self.match}, {self.edit.what[:200]}: {self.said or 'not found'}"


def tamper(match: Match, luck: Random) -> Outcome:
    """Change one thing about a match, verify it, and roll the change back."""
    for _ in attempts(1_000, "a change that is possible in this match"):
        (way,) = luck.choices(list(WAYS), [weight for weight, _ in WAYS.values()])
        with database.undone():
            if edit := WAYS[way][1](match, luck):
                faults = list(faults_of(Match.objects.get(pk=match.pk)))
        if edit:
            break
    named = {fault.version for fault in faults}
    return Outcome(way, f"{match.game} {match.pk}", edit, [str(fault) for fault in faults], bool(named & edit.rows))


def matches(luck: Random, keys: list[str], now: datetime) -> list[Match]:
    """Play a match of each game, and check that they verify so far."""
    players = [Player.objects.create_guest(name, "fennec") for name in ("Amel", "Sami", "Nour", "Iyed")]
    lobby_wish = match_creation.MatchSettings(
        game="chkobba", seats=2, options={}, control=MoveControl(60), autostart=False
    )
    match_creation.create_match(players[0], lobby_wish, now)  # the target of moved rows
    made = [played(key, players, luck, now) for key in keys]
    for match in made:
        assert not list(faults_of(match)), match
    return made


def main() -> int:
    """Read the command line, tamper, and print the results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--edits", type=int, default=1000)
    parser.add_argument("--seed", default="1")
    options = parser.parse_args()
    begin = time.monotonic()
    database.prepare()
    luck = Random(options.seed)
    with database.unguarded():
        made = matches(luck, [*GAMES] * 2, timezone.now())
        progress = tqdm(range(options.edits), unit=" edits")
        outcomes = [tamper(luck.choice(made), luck) for _ in progress]
        untouched = [str(fault) for match in made for fault in faults_of(Match.objects.get(pk=match.pk))]
    missed = [outcome for outcome in outcomes if not outcome.found]
    for outcome in missed:
        print(f"MISSED: {outcome}")
    rows = sum(match.version for match in made)
    print(
        f"{len(outcomes)} edits of {len(made)} matches with {rows} rows in {time.monotonic() - begin:.0f} s: "
        f"{len(outcomes) - len(missed)} found and named, {len(missed)} missed"
    )
    print(f"by kind: {dict(Counter(outcome.way for outcome in outcomes))}")
    print(f"matches that were left in order: {len(untouched)} faults")
    return int(bool(missed or untouched))


if __name__ == "__main__":
    sys.exit(main())
