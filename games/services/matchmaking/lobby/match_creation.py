"""Creating a match: its settings, its room code, and its first rows."""

from __future__ import annotations

import fcntl
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from msgspec import UNSET

from accounts.models import Player
from accounts.services import staying
from chkobba_api.errors import DomainError, never_raises
from chkobba_api.ids import draw_code
from games import log, match_clock, shuffle
from games.clock.control import Control
from games.clock.lobby import LateBots
from games.engine.catalogue import GAMES
from games.engine.messages import say
from games.engine.options import Options
from games.engine.protocol import AnyGame
from games.engine.violations import RuleViolation
from games.models import FreeText, Match, Seat, Visibility
from games.services.limits import bots_at, must_have_room, must_have_room_at_address, must_have_room_for_bots
from games.services.matches import entry_requirements, shuffle_seeds
from games.services.matches.entry_requirements import NOTHING, Asked
from games.services.matches.locked_match import LockedMatch
from games.services.matches.permissions import seat_numbered
from games.services.matchmaking import substitutes
from games.services.matchmaking.lobby.lobby_bots import plan_late_bots, seat_bots
from games.services.sanctions import must_be_allowed_at
from games.services.turns.availability import must_be_here
from games.table_events.lobby import Created

CODE_LENGTH: Final = 8


@dataclass(frozen=True, kw_only=True)
class MatchSettings:
    """The terms that the creator of a match wants."""

    game: str
    seats: int
    options: Mapping[str, Any]
    visibility: Visibility = Visibility.PRIVATE
    control: Control
    autostart: bool = True
    seat: int = 0
    """The seat of the creator."""
    bots: Mapping[int, str] = field(default_factory=dict)
    """The level of the bot on each seat with a bot, by the number of the seat."""
    late_bots: LateBots | None = None
    """The time and the level with which bots take free seats; None: never."""
    bot_accounts: bool | None = None
    """True if bot accounts may join; None: only if the creator is one."""
    substitutes_after: int | None = None
    """Seconds on autopilot after which the seat of a player opens to substitutes; None: never."""
    free_text: bool = False
    """True if players may write free text, as far as all at the table allow it."""
    asked: Asked = NOTHING
    """The requirements for players who join, and other terms."""
    despite_vacation: bool = False
    """True if the creator may join while on vacation."""
    seed: str = ""
    seed_commitment: str = ""
    """The creator's part of the shuffle: a plain seed, or a commitment (``games.services.matches.shuffle_seeds``)."""


def create_match(creator: Player, wish: MatchSettings, now: datetime) -> LockedMatch:
    """Create a match, with its creator and optional bots at the table.

    Raises DomainError ``unknown_game``, ``no_such_seat``, ``seat_taken``, ``unknown_bot``, ``bot_cannot_play``,
    ``too_many_matches``, ``too_many_bots``, ``too_many_at_address``, ``on_vacation``, ``bots_not_allowed``,
    ``not_rated``, ``rated_without_bots``, ``limited``; RuleViolation ``bad_seats``, ``bad_option``; ``invalid`` for
    an invalid time of late bots or of substitutes.
    """
    substitutes.must_be_agreeable(wish.substitutes_after)
    with staying(creator):
        entry_requirements.must_play_rated(wish.asked, creator, now)
        if wish.bots or wish.late_bots:
            entry_requirements.must_have_no_bots(wish.asked)
        must_be_here(creator, now, despite_vacation=wish.despite_vacation)
        table = new_table(creator, wish, now)
        mine = seat_numbered(table, wish.seat)
        mine.player = creator
        shuffle_seeds.put(mine, seed=wish.seed, commitment=wish.seed_commitment)
        plan_late_bots(table, wish.late_bots)
        agreed = Created(
            late_bots=wish.late_bots or UNSET,
            substitutes_after=UNSET if wish.substitutes_after is None else wish.substitutes_after,
            bot_accounts=table.match.bot_accounts or UNSET,
        )
        table.note("created", mine, player=creator, event=agreed)
        seat_bots(table, wish.bots)
        return save_new(table, free_text=wish.free_text, asked=wish.asked, player=creator)


def new_table(
    creator: Player,
    wish: MatchSettings,
    now: datetime,
    *,
    rematch_of: Match | None = None,
    deal_of: Match | None = None,
) -> LockedMatch:
    """Return a new match without players, which is not stored yet. Raises as ``create_match`` does."""
    must_be_allowed_at(wish.visibility, creator, now)
    game = game_of_new(wish.game, wish.seats)
    lot = _draw_lot()
    if deal_of:
        lot["seed"] = deal_of.seed
    match = Match(
        game=game.key,
        rules_version=game.version,
        options=agreed_options(game, wish.options, wish.seats),
        seat_count=wish.seats,
        visibility=wish.visibility,
        **match_clock.header_of(wish.control),
        autostart=wish.autostart,
        creator=creator,
        code=_new_code(),
        bot_accounts=entry_requirements.allows_bot_accounts(creator, wish.bot_accounts),
        substitutes_after=wish.substitutes_after,
        rematch_of=rematch_of,
        deal_of=deal_of,
        created_at=now,
        commitment=shuffle.commitment_to(lot["seed"]),
        **lot,
    )
    match.digest = log.first_digest(match)
    seats = [Seat(match=match, number=number) for number in range(wish.seats)]
    table = LockedMatch(match, seats, game, None, None, now)
    table.agree(wish.control)
    return table


def _draw_lot() -> dict[str, Any]:
    """Return fields of a new match: a random seed, or a seed and an id that follow from ``TEST_SEED_FILE``.

    The file contains the name of a test. Each match appends a line end to it, so the next match gets another seed.
    """
    if not settings.TEST_SEED_FILE:
        return {"seed": shuffle.draw_seed()}
    with Path(settings.TEST_SEED_FILE).open("r+b") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        drawn = hashlib.sha512(file.read()).digest()
        file.write(b"\n")
    return {"id": UUID(bytes=drawn[:16], version=4), "seed": drawn[32:].hex()}


def game_of_new(key: str, seats: int) -> AnyGame:
    """Return the newest rules of a game. Raises DomainError ``unknown_game``, RuleViolation ``bad_seats``."""
    if key not in GAMES:
        raise DomainError("unknown_game", say("refused.no_game", game=key), games=list(GAMES))
    game = GAMES[key]
    game.check_seats(seats)
    return game


def agreed_options(game: AnyGame, given: Mapping[str, Any], seats: int) -> Options:
    """Return the value of every option, for a match that is sure to end.

    Raises RuleViolation ``bad_option``.
    """
    options = game.read_options(given, seats)
    most = game.highest_target(options, seats)
    if most is not None and options["target"] > most:
        message = say("refused.target", most=most, seats=seats)
        raise RuleViolation("bad_option", message, option="target", most=most)
    return options


@never_raises("stale_version", "rules_gone")  # no other request knows the match
def save_new(
    table: LockedMatch, *, free_text: bool = False, asked: Asked = NOTHING, player: Player | None = None
) -> LockedMatch:
    """Store a new match with its seats and its first rows. Start it if it is full.

    ``player`` has created it and gets no notification of its start.

    Raises DomainError ``too_many_matches``, ``too_many_bots``, ``too_many_at_address``.
    """
    must_have_room(table.match.creator)
    must_have_room_at_address(table.match.creator)
    must_have_room_for_bots(table.match.creator, bots_at(table.match, table.seats))
    table.match.save(force_insert=True)
    Seat.objects.bulk_create(table.seats)
    if free_text:
        FreeText.objects.create(match=table.match)
    entry_requirements.agree(table.match, asked)
    shuffle_seeds.begin_if_full(table, player)
    table.save()
    return table


def _new_code() -> str:
    """Return a room code that no match has, or ever had."""
    while True:
        code = draw_code(CODE_LENGTH)
        if not Match.objects.filter(code=code).exists():
            return code
