"""Shared code of the views of matches: find a match, check a request, make a response."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import cached_property
from typing import Any, Final, Protocol
from uuid import UUID

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.http import parse_etags
from msgspec import UNSET, UnsetType, structs
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Player
from chkobba_api.errors import DomainError, invalid
from chkobba_api.rest.addresses import address_of
from chkobba_api.rest.json import to_json
from chkobba_api.rest.language import spoken, spoken_of_cards
from chkobba_api.rest.limits.throttling import Budget
from chkobba_api.rest.openapi.parameters import IF_NONE_MATCH
from chkobba_api.rest.views import View
from games import log, selectors
from games.api import schema_types
from games.api.matches import catalogue_schemas, lobby_schemas, match_schemas, match_view
from games.api.paging import Row, page_of
from games.clock.control import Control
from games.clock.controls import AnyControl
from games.clock.controls.move import MoveControl
from games.clock.lobby import LateBots
from games.engine.catalogue import GAMES
from games.engine.messages import say
from games.models import Seat
from games.services.matches.entry_requirements import Asked
from games.services.matchmaking.invitations import Guest

UNCHANGED: Final = {304: (None, "Nothing has changed.")}
"""The response to a client that already has the page."""
MATCH_RESPONSE: Final = {200: (match_schemas.MatchView, "The match as you see it now.")}
"""The response of an operation that changes a match."""
ETAG: Final = IF_NONE_MATCH
"""The header of a client that has the answer already, as ``answer_or_304`` reads it."""
_STRONG: Final = re.compile(r'"([0-9]{1,9})[."]')
"""The beginning of a strong ETag of a match, with its version."""


class MatchesView(View):
    """Base of the views of matches. Clients without a token can see public ones."""

    def find(self, match_id: UUID) -> log.Loaded:
        """Return a match, without game and state if its rules are gone.

        Raises DomainError ``not_found``, also for a match that the player cannot see.
        """
        loaded = selectors.find(match_id, self.player)
        if loaded is None:
            raise DomainError("not_found", say("refused.no_such_match"))
        return loaded

    @property
    def player(self) -> Player | None:
        """The player of the request, or None without a token. Operations that need a token use ``me``."""
        player: Player | None = self.request.user or None  # type: ignore[assignment]  # never anonymous here
        return player

    @cached_property
    def now(self) -> datetime:
        """The time of the request, the same for all of its steps."""
        return timezone.now()

    def find_seated(self, match_id: UUID) -> tuple[log.Loaded, Seat]:
        """Return a match with the player's seat. Raises DomainError ``not_found`` or ``not_seated``."""
        loaded = self.find(match_id)
        seat = loaded.seat_of(self.me)
        if seat is None:
            raise DomainError("not_seated", say("refused.not_seated"))
        return loaded, seat

    def listed(
        self,
        rows: QuerySet[Row],
        ordering: tuple[str, ...],
        page: Callable[..., Any],
        shown: Callable[[Row], Any],
        **more: Any,
    ) -> Response:
        """Return a page of rows, or 304 if the client has it. ``more`` are further fields of the page."""
        found, links = page_of(self, rows, ordering)
        return answer_or_304(self.request, page(**links, results=[shown(row) for row in found], **more))

    def answer(self, loaded: log.Loaded, status: int = 200, headers: dict[str, str] | None = None) -> Response:
        """Return a response with the match as the player may see it."""
        shown = match_view.view(loaded, self.player, self.now)
        etag = etag_of(selectors.shown(loaded.match, loaded.seats, self.player))
        return Response(shown, status=status, headers={"ETag": etag, **(headers or {})})

    def handle_exception(self, exc: Exception) -> Response:
        """Add the present view of the match to errors of requests that came too late, or in a pause."""
        if (
            isinstance(exc, DomainError)
            and exc.code in ("stale_version", "turn_expired", "paused", "offer_changed", "terms_changed")
            and ("match_id" in self.kwargs)
        ):
            shown = match_view.view(self.find(self.kwargs["match_id"]), self.player, self.now)
            exc.fields |= {"version": shown.version, "view": shown}
        return super().handle_exception(exc)


def etag_of(shown: selectors.Shown) -> str:
    """Return the ETag of a view in the language of the reader. It begins with the version of the match."""
    digest = hashlib.sha256(
        repr((shown.people, shown.rematch, shown.pause, spoken(), spoken_of_cards())).encode()
    ).hexdigest()[:16]
    return f'"{shown.version}.{shown.touched}.{"s" if shown.seat is None else shown.seat}.{digest}"'


def etag_of_page(listed: Sequence[selectors.Shown], around: Mapping[str, Any]) -> str:
    """Return the ETag of a page of a list. It is weak, since it does not cover the time of the response."""
    content = repr((listed, sorted(around.items()), spoken(), spoken_of_cards()))
    return f'W/"{hashlib.sha256(content.encode()).hexdigest()[:32]}"'


def answer_or_304(request: Request, answer: Any) -> Response:
    """Return a response with an ETag over its whole body, or 304 if the client has it."""
    etag = f'"{hashlib.sha256(to_json(answer) + spoken().encode()).hexdigest()[:32]}"'
    return unchanged(request, etag) or Response(answer, headers={"ETag": etag})


def unchanged(request: Request, etag: str) -> Response | None:
    """Return 304 if the client has the answer with this ETag, by a weak comparison (RFC 9110, 13.1.2); else None."""
    known = parse_etags(request.headers.get("If-None-Match", ""))
    has_it = known == ["*"] or etag.removeprefix("W/") in {tag.removeprefix("W/") for tag in known}
    return Response(status=304, headers={"ETag": etag}) if has_it else None


def wanted_version(request: Request, expected: Any) -> int:
    """Return the version that a move answers, from the body or from ``If-Match``: the latest of its ETags.

    A weak ETag never matches (RFC 9110, 13.1.1). Raises DomainError ``version_required``, and ``invalid`` for a header
    without a strong ETag that this API could have made.
    """
    if isinstance(expected, int):
        return expected
    header = request.headers.get("If-Match", "")
    if not header.strip():
        raise DomainError("version_required", say("refused.version_required"))
    versions = [int(found[1]) for tag in parse_etags(header) if (found := _STRONG.match(tag))]
    if not versions:
        raise invalid("If-Match", say("invalid.etag"))
    return max(versions)


def count_by_player(request: Request, player: Player, scope: str, code: str, said: str, at: UUID | None = None) -> None:
    """Charge an action to a player (per match, if ``at`` names one), then to the address (``SCOPE_address``).

    Raises DomainError with ``code`` if that was too often. The sentence ``said`` gets the seconds to wait.
    """
    address = address_of(request)
    mine = str(player.pk) if at is None else f"{player.pk}:{at}"
    for budget, name in ((Budget(scope), mine), (Budget(f"{scope}_address"), str(address))):
        left, wait = budget.spend(name)
        if left < 0:
            raise DomainError(code, say(said, seconds=wait), retry_after=wait)


class RequestedControl(Protocol):
    """A request with a time control: ``control``, or ``turn_seconds`` instead."""

    control: AnyControl | UnsetType
    turn_seconds: int | UnsetType


class RequestedMatch(RequestedControl, Protocol):
    """A request for matches of a game; the requests of each topic that creates matches have these fields."""

    game: str
    seats: int | UnsetType


class RequestedTerms(Protocol):
    """A request that says which players it wants; only some have ``undo`` and ``hints``, too."""

    rated: bool
    least_reliability: int | UnsetType


def seats_in(wanted: RequestedMatch) -> int:
    """Return the number of seats of a new match: as requested, or else the fewest that the game allows."""
    if wanted.seats is not UNSET:
        return wanted.seats
    game = GAMES.get(wanted.game)
    return game.seats[0] if game else 2


def new_control_in(wanted: RequestedControl) -> Control:
    """Return the time control of a new match as ``control_in`` does, by default a day for each move."""
    control = control_in(wanted)
    return MoveControl(schema_types.A_DAY) if control is UNSET else control


def control_in(wanted: RequestedControl) -> Control | UnsetType:
    """Return the time control of a request in its normal form, from ``control`` or ``turn_seconds``.

    Raises DomainError ``invalid`` if the two contradict each other, or for an impossible control.
    """
    if wanted.turn_seconds is UNSET:
        if wanted.control is UNSET:
            return UNSET
        if fault := wanted.control.fault:
            raise invalid("control", fault)
        return wanted.control.normal
    by_seconds = MoveControl(wanted.turn_seconds)
    if wanted.control not in (UNSET, by_seconds):
        raise invalid("control", say("invalid.control"))
    return by_seconds


def asked_in(wanted: RequestedTerms) -> Asked:
    """Return the entry requirements and terms of a request.

    Raises DomainError ``invalid`` for a rated match with undo or hints.
    """
    least = None if wanted.least_reliability is UNSET else wanted.least_reliability
    undo = getattr(wanted, "undo", UNSET)
    if wanted.rated and undo is True:
        raise invalid("undo", say("invalid.undo.rated"))
    hints = getattr(wanted, "hints", UNSET)
    if wanted.rated and hints is True:
        raise invalid("hints", say("invalid.hints.rated"))
    gives_way = isinstance(wanted, lobby_schemas.MatchRequest) and wanted.bots_give_way
    return Asked(
        rated=wanted.rated,
        least_reliability=least,
        undo=undo is not False,
        bots_give_way=gives_way,
        hints=None if hints is UNSET else hints,
    )


def guests_in(guests: Sequence[lobby_schemas.Invitee]) -> list[Guest]:
    """Return the players that a request invites.

    Raises DomainError ``invalid`` unless each is named in exactly one way, by id or by name.
    """
    for guest in guests:
        if (guest.player is UNSET) == (guest.name is UNSET):
            raise invalid("invite", say("invalid.guest"))
    return [
        Guest(
            player=None if guest.player is UNSET else guest.player,
            name="" if guest.name is UNSET else guest.name,
            seat=None if guest.seat is UNSET else guest.seat,
        )
        for guest in guests
    ]


def late_bots_in(wanted: lobby_schemas.LateBotsRequest | UnsetType | None) -> LateBots | None:
    """Return the time at which bots take the free seats, with the level of these bots; None if they never do."""
    return LateBots(wanted.at, wanted.level) if isinstance(wanted, lobby_schemas.LateBotsRequest) else None


def given_in(wanted: Any) -> dict[str, Any]:
    """Return the fields that a request contains. Raises DomainError ``invalid`` for a seed with a commitment."""
    given = {name: value for name, value in structs.asdict(wanted).items() if value is not UNSET}
    if {"seed", "seed_commitment"} <= given.keys():
        raise invalid("seed_commitment", say("invalid.commitment"))
    return given


def game_name(key: str) -> catalogue_schemas.GameName:
    """Return a game by its key, without direction if the server no longer has it."""
    game = GAMES.get(key)
    return catalogue_schemas.GameName(
        key=key, name=game.name if game else key, direction=game.direction.value if game else None
    )
