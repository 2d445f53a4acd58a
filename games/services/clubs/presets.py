"""Presets of a club: games with options and a time control, named by its organizers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID

import msgspec
from django.conf import settings
from django.db.models import QuerySet

from accounts.models import Player
from accounts.names.printable import clean
from chkobba_api.errors import DomainError
from games import match_clock
from games.clock.control import Control
from games.engine.messages import say
from games.models import Club, Preset
from games.services.clubs.clubs import must_be_member, must_write, organizing
from games.services.matchmaking.lobby import match_creation

LONGEST_NAME: Final = 60


@dataclass(frozen=True, kw_only=True)
class Agreement:
    """A preset: a name, a game, its options and a time control."""

    name: str
    game: str
    seats: int
    options: Mapping[str, Any]
    control: Control
    rated: bool = False
    free_text: bool = False


def presets_of(player: Player, club_id: UUID) -> QuerySet[Preset]:
    """Return the presets of a club, the oldest first. Settings bound their number. Raises as ``must_be_member``."""
    club, _ = must_be_member(player, club_id)
    return Preset.objects.filter(club=club).order_by("pk")


def find(club: Club, preset_id: UUID) -> Preset:
    """Return a preset of a club. Raises DomainError ``not_found``."""
    preset = Preset.objects.filter(club=club, pk=preset_id).first()
    if preset is None:
        raise DomainError("not_found", say("refused.no_preset"))
    return preset


def add(player: Player, club_id: UUID, wish: Agreement, now: datetime) -> Preset:
    """Add a preset to a club.

    Raises DomainError ``not_found``, ``not_a_member``, ``not_organizer``, ``unknown_game``, ``too_many_presets``,
    ``kid_mode``; RuleViolation ``bad_seats``, ``bad_option``; ``invalid`` for an invalid name; HasLeft.
    """
    fields = _fields_of(wish, now)
    with organizing(player, club_id) as club:
        must_write(player)
        limit = settings.LIMITS["club_presets"]
        if Preset.objects.filter(club=club).count() >= limit:
            raise DomainError("too_many_presets", say("refused.too_many.presets", count=limit), limit=limit)
        return Preset.objects.create(club=club, **fields)


def change(player: Player, club_id: UUID, preset_id: UUID, wish: Agreement, now: datetime) -> Preset:
    """Change a preset. Tables that were made from it stay as they are.

    Raises as ``add``, with ``kid_mode`` only for another name, and ``not_found`` if there is none.
    """
    fields = _fields_of(wish, now)
    with organizing(player, club_id) as club:
        preset = find(club, preset_id)
        if fields["name"] != preset.name:
            must_write(player)
        for field, value in fields.items():
            setattr(preset, field, value)
        preset.save(update_fields=list(fields))
    return preset


def remove(player: Player, club_id: UUID, preset_id: UUID) -> None:
    """Remove a preset. Removing it again has no effect. Raises as ``must_organize``; HasLeft."""
    with organizing(player, club_id) as club:
        Preset.objects.filter(club=club, pk=preset_id).delete()


def _fields_of(wish: Agreement, now: datetime) -> dict[str, Any]:
    """Return the columns of a valid preset. Raises DomainError ``unknown_game``; RuleViolation; ``invalid``."""
    name = clean(wish.name, "preset", "name", longest=LONGEST_NAME, if_empty="message.empty")
    game = match_creation.game_of_new(wish.game, wish.seats)
    match_creation.agreed_options(game, wish.options, wish.seats)
    return {
        "name": name,
        "game": wish.game,
        "seat_count": wish.seats,
        "options": dict(wish.options),
        "control": msgspec.to_builtins(wish.control),
        "rated": wish.rated,
        "free_text": wish.free_text,
        "changed_at": now,
    }


def control_of(preset: Preset) -> Control:
    """Return the time control of a preset."""
    return match_clock.agreed_in({"control": preset.control})
