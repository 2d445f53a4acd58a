"""Tokens for programs: good for some of what their player may do, until an agreed time, or while they are used."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from django.conf import settings

from accounts.models import Token
from accounts.nicknames import clean_device
from accounts.services import signed_in
from accounts.unfit import Unfit
from chkobba_api.scopes import GIVEN, Scope
from games.engine.messages import say


class TooManyPrograms(Exception):
    """The player has as many tokens for programs as anybody may."""

    def __init__(self, limit: int) -> None:
        super().__init__(limit)
        self.limit = limit


def create_program_token(
    current: Token, name: str, scopes: Collection[Scope], expires_at: datetime | None, now: datetime
) -> tuple[Token, str]:
    """Give a program a token; return the token's row and the token itself.

    Without ``expires_at`` it lasts as long as a device's, by which using it puts its end off. Raises Unfit for a name
    that cannot be, an end that is over or too far away, and for any while the server is upgraded; TooManyPrograms,
    HasLeft.
    """
    if settings.UPGRADING:  # a process of the release before would let it do everything
        raise Unfit(say("invalid.scopes.upgrading"), "scopes")
    latest = now + settings.TOKEN_TTL
    if expires_at is not None and not now < expires_at <= latest:
        raise Unfit(say("invalid.token_expiry", count=settings.TOKEN_TTL.days), "expires_at")
    limit = settings.LIMITS["programs"]
    player = current.user
    with signed_in(current):
        if Token.objects.filter(user=player, scopes__isnull=False).count() >= limit:
            raise TooManyPrograms(limit)
        given = [scope.value for scope in GIVEN if scope in scopes]
        row, token = Token.objects.create(
            user=player, device=clean_device(name), scopes=given, is_renewed=expires_at is None
        )
        if expires_at is not None:  # the library would count from a moment of its own
            row.expiry = expires_at
            row.save(update_fields=["expiry"])
    return row, token
