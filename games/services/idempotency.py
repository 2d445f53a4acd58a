"""Stored responses to requests with an idempotency key, to repeat them byte for byte.

Only the names of deleted accounts change in them. The statement that writes a move stores its response
(``games.services.turns.playing``); ``keep`` stores all others.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple
from uuid import UUID

import msgspec
from django.db.models import Q
from django.utils import timezone

from accounts.avatars import AVATARS
from accounts.models import FORMER_PLAYER, Player
from chkobba_api.errors import DomainError
from games.engine.messages import say
from games.models import IdempotentResponse


@dataclass(frozen=True)
class Once:
    """A request that must take effect once, however often it arrives."""

    key: str
    request: str
    """A digest of the request, which tells a repetition from another request."""


class StoredResponse(NamedTuple):
    """The response that was sent first."""

    status: int
    headers: Mapping[str, str]
    body: str
    """The body as JSON; empty if it contained a secret."""


def earlier(player: Player | None, key: str, request: str) -> StoredResponse | None:
    """Return the stored response to a request of a player, or of an anonymous client, if there is one.

    Raises DomainError ``idempotency_key_reused`` if the key belongs to another request, ``secret_already_shown`` if the
    response contained a secret. So an anonymous request, which only its address identifies, never returns the token of
    a guest.
    """
    found = IdempotentResponse.objects.filter(player=player, key=key).first()
    if found is None:
        return None
    if found.request != request:
        raise DomainError("idempotency_key_reused", say("refused.idempotency_key_reused"))
    if not found.body:
        raise DomainError("secret_already_shown", say("refused.secret_already_shown"))
    return StoredResponse(found.status, found.headers or {}, without_leavers(found.body))


def keep(player: Player | None, key: str, request: str, given: tuple[int, Mapping[str, str], str]) -> None:
    """Store a response. Raises IntegrityError if the key belongs to another request of the same client."""
    status, headers, body = given
    view = _view_in(msgspec.json.decode(body)) if body else None
    IdempotentResponse.objects.create(
        player=player,
        key=key,
        request=request,
        match_id=view and UUID(view["id"]),
        status=status,
        headers=dict(headers),
        body=body,
        created_at=timezone.now(),
    )


def without_leavers(body: str) -> str:
    """Return a stored response with the names of deleted accounts replaced.

    Without such accounts, it is the first response byte for byte.
    """
    answer = msgspec.json.decode(body)
    view = _view_in(answer)
    if view is None:
        return body
    shown = {seat["number"]: seat["player"] or seat.get("reserved_for") for seat in view["seats"]}
    here = [player for player in shown.values() if player]
    left = {str(pk) for pk in Player.objects.filter(pk__in=here, left_at__isnull=False).values_list("pk", flat=True)}
    gone = [seat for seat in view["seats"] if shown[seat["number"]] in left]
    for seat in gone:
        seat["name"], seat["avatar"] = FORMER_PLAYER, AVATARS[0].key
    return msgspec.json.encode(answer).decode() if gone else body


def forget_leavers(match_id: UUID) -> None:
    """Remove the names of deleted accounts from the stored responses about a match or its rematch."""
    for answer in IdempotentResponse.objects.filter(Q(match=match_id) | Q(match__rematch_of=match_id)).iterator(
        chunk_size=100
    ):
        body = without_leavers(answer.body)
        if body != answer.body:
            IdempotentResponse.objects.filter(pk=answer.pk).update(body=body)


def _view_in(answer: Any) -> Any:
    """Return the part of a response that shows a match to a player: the whole response, or its ``view``."""
    return answer if isinstance(answer.get("seats"), list) else answer.get("view")
