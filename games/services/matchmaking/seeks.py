"""Seeks: players who want the same match find each other. Here a player makes a seek, reads it, and withdraws it."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

import msgspec

from accounts.models import Player
from accounts.services import staying
from chkobba_api.errors import DomainError
from games.clock.control import Control
from games.engine.catalogue import GAMES
from games.engine.messages import say
from games.models import Match, Sanction, Seek
from games.services.dispatch.dispatch import look_at_seek_after_commit
from games.services.limits import must_have_room, must_have_room_for
from games.services.matches import entry_requirements
from games.services.matches.entry_requirements import NOTHING, Asked
from games.services.matchmaking.lobby.match_creation import MatchSettings, new_table
from games.services.sanctions import must_be_allowed
from games.services.turns.availability import must_be_here

SHORTEST: Final = timedelta(minutes=1)
LONGEST: Final = timedelta(days=30)
USUAL: Final = timedelta(days=1)
"""The least, the greatest and the default time for which a seek lasts."""
MOST_SEEDS: Final = 50
"""The most seeds that a seek may commit to beforehand."""
MOST_GOING: Final = 5
"""The most open matches that a standing seek may maintain."""
Ending = Seek.Ending


@dataclass(frozen=True, kw_only=True)
class SeekSettings:
    """The match that a player looks for, and the terms of the seek."""

    game: str
    seats: int
    options: dict[str, Any]
    control: Control
    keep_going: int | None = None
    """The number of open matches that a standing seek maintains; None: the seek ends with its first match."""
    lasts: timedelta = USUAL
    asked: Asked = NOTHING
    """The requirements: whether the match is rated, and the least reliability of the others."""
    rating_within: int | None = None
    """The most points by which the rating of each other player may differ; None: any number."""
    seed_commitments: tuple[str, ...] = ()
    """Commitments to seeds for the shuffles of its matches. Each match takes the first one left."""
    despite_vacation: bool = False
    """True if the seek stays active while its player is on vacation."""


def seek(player: Player, wish: SeekSettings, now: datetime) -> Seek:
    """Start to look for players who want the same match.

    A standing seek commits to a seed for each of its future matches, since a revealed seed cannot be used again.

    Raises DomainError ``bots_not_allowed`` for a bot account, since the other players have not agreed to one;
    ``not_rated`` for a rated match of a player who plays none; ``unknown_game``, ``on_vacation``, ``too_many_matches``,
    ``too_many_seeks``, ``limited``, ``already_seeking`` with the ``seek`` for the same match; RuleViolation
    ``bad_seats``, ``bad_option``; HasLeft.
    """
    with staying(player):
        entry_requirements.must_play_rated(wish.asked, player, now)
        must_be_allowed(player, Sanction.Kind.PUBLIC, now)
        if player.is_bot:
            raise DomainError("bots_not_allowed", say("refused.bots_seek_nobody"))
        must_be_here(player, now, despite_vacation=wish.despite_vacation)
        must_have_room(player)
        must_have_room_for("seeks", player)
        settings = MatchSettings(game=wish.game, seats=wish.seats, options=wish.options, control=wish.control)
        match = new_table(player, settings, now).match
        terms = _terms_of(match, wish.control, rated=wish.asked.rated)
        same = Seek.objects.filter(player=player, terms=terms, ended_at=None).values_list("pk", flat=True).first()
        if same is not None:
            raise DomainError("already_seeking", say("refused.already_seeking"), seek=str(same))
        made = Seek.objects.create(
            player=player,
            game=match.game,
            seat_count=match.seat_count,
            options=match.options,
            control=msgspec.to_builtins(wish.control),
            terms=terms,
            rated=wish.asked.rated,
            rating_within=wish.rating_within,
            least_reliability=wish.asked.least_reliability,
            keep_going=wish.keep_going,
            seed_commitments=list(wish.seed_commitments),
            despite_vacation=wish.despite_vacation,
            created_at=now,
            expires_at=now + wish.lasts,
            looking_since=now,
            wake_at=now,
        )
        look_at_seek_after_commit(made.pk)
    return made


def _terms_of(match: Match, control: Control, *, rated: bool) -> str:
    """Return a digest of all terms that players of a match must share.

    Defaults are left out, so that a new option in a later release does not separate old and new seeks.
    """
    usual = GAMES[match.game].read_options({}, match.seat_count)
    other = {name: value for name, value in match.options.items() if value != usual.get(name)}
    wanted = [match.game, match.seat_count, other, msgspec.to_builtins(control), *(["rated"] if rated else [])]
    return hashlib.sha256(json.dumps(wanted, sort_keys=True).encode()).hexdigest()


def find(player: Player, seek_id: UUID) -> Seek:
    """Return a seek of a player. Raises DomainError ``not_found``."""
    found = Seek.objects.filter(pk=seek_id, player=player).first()
    if found is None:
        raise DomainError("not_found", say("refused.nothing_here"))
    return found


def withdraw(player: Player, seek_id: UUID, now: datetime) -> Seek:
    """End a seek of a player, and return it. A seek that is over stays unchanged. Raises DomainError ``not_found``."""
    end_seeks(Seek.objects.filter(pk=seek_id, player=player), Ending.WITHDRAWN, now)
    return find(player, seek_id)


def withdraw_all(player: Player, now: datetime) -> None:
    """End all seeks of a player who may no longer seek."""
    end_seeks(Seek.objects.filter(player=player), Ending.WITHDRAWN, now)


def end_seeks(seeks: Any, ending: Seek.Ending, now: datetime) -> None:
    """End those of the given seeks that are still open."""
    open_ones = seeks.filter(ended_at=None)
    open_ones.update(ended_at=now, ending=ending, looking_since=None, wake_at=None)
