"""What all views of matches share: finding one, and answering with it."""

from __future__ import annotations

import hashlib
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.utils import timezone
from rest_framework.permissions import BasePermission, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Player
from chkobba_api.rest.problems import Problem
from chkobba_api.rest.views import View
from games import log, selectors
from games.api import errors, presenting  # noqa: F401  (errors adds the codes of the games)
from games.services.refusals import Refusal

OF_A_MATCH: Final = ("not_found", "rules_gone")
"""The problems of every operation on a match by its id."""


class MatchesView(View):
    """A view of matches. Whoever has no token may look at what is public."""

    permission_classes: tuple[type[BasePermission], ...] = (IsAuthenticatedOrReadOnly,)

    def find(self, match_id: UUID) -> log.Loaded:
        """Return a match, without game and state where its rules are gone.

        Raises Problem ``not_found`` also for one that is not for this player to see.
        """
        loaded = selectors.find(match_id, self.player)
        if loaded is None:
            raise Problem("not_found", "There is no such match.")
        return loaded

    @property
    def player(self) -> Player | None:
        """Who asks, if he has a token; ``me`` where one is needed anyway."""
        player: Player | None = self.request.user or None  # type: ignore[assignment]  # never anonymous here
        return player

    @property
    def now(self) -> datetime:
        """The time at which the request is looked at."""
        return timezone.now()

    def answer(self, loaded: log.Loaded, status: int = 200, headers: dict[str, str] | None = None) -> Response:
        """Return a match as the player may see it."""
        shown = presenting.view(loaded, self.player)
        etag = etag_of(selectors.shown(loaded.match, loaded.seats, self.player))
        return Response(shown, status=status, headers={"ETag": etag, **(headers or {})})

    def handle_exception(self, exc: Exception) -> Response:
        """Add the match as it is now to the refusal of a move that came too late, or while the match is paused."""
        if isinstance(exc, Refusal) and exc.code in ("stale_version", "turn_expired", "paused"):
            shown = presenting.view(self.find(self.kwargs["match_id"]), self.player)
            exc.fields |= {"version": shown.version, "view": shown}
        return super().handle_exception(exc)


def etag_of(shown: selectors.Shown) -> str:
    """Return the ETag of a view, which begins with the version of the match."""
    digest = hashlib.sha256(repr((shown.people, shown.rematch)).encode()).hexdigest()[:16]
    return f'"{shown.version}.{shown.touched}.{"s" if shown.seat is None else shown.seat}.{digest}"'


def etags_of(header: str) -> list[str]:
    """Return the ETags of an ``If-Match`` or ``If-None-Match`` header."""
    return [tag.strip().removeprefix("W/") for tag in header.split(",") if tag.strip()]


def wanted_version(request: Request, expected: Any) -> int:
    """Return the version that a move answers, from the body or from ``If-Match``.

    Raises Problem ``version_required``, and ``invalid`` for an ETag that is not of this API.
    """
    if isinstance(expected, int):
        return expected
    tags = etags_of(request.headers.get("If-Match", ""))
    if not tags:
        raise Problem("version_required", "Say which version you answer: expected_version, or If-Match with the ETag.")
    version = tags[0].strip('"').partition(".")[0]
    if not version.isascii() or not version.isdigit() or len(version) > 9:
        raise Problem("invalid", "If-Match: this is no ETag of a match.", errors={"If-Match": ["No ETag of a match."]})
    return int(version)
