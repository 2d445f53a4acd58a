"""Step-up authentication: a player proves their identity again before login methods change (``recent_login``)."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from accounts import recent_login
from accounts.login import passwords, second_factors
from accounts.login.device_codes import wrong_code
from accounts.login.webauthn import passkeys
from accounts.models import DeviceCode, Token
from accounts.services import signed_in
from chkobba_api.errors import DomainError
from chkobba_api.ids import digest_of, typed_code
from games.engine.messages import say


def by_password(current: Token, typed: str, now: datetime, *, factor: str | None = None) -> None:
    """Check the password, and the second factor if there is one; begin a recent login.

    Raises DomainError ``wrong_password``, ``second_factor_needed``, ``wrong_second_factor``, HasLeft.
    """
    if not passwords.is_right(current.user, typed):
        raise DomainError("wrong_password", say("refused.wrong_password"))
    with signed_in(current):
        second_factors.require(current.user, factor, now)
        recent_login.begin(current, now)


def by_recovery_code(current: Token, typed: str, now: datetime) -> None:
    """Check the recovery code, which stays valid; begin a recent login. Raises DomainError ``wrong_code``, HasLeft."""
    mine = DeviceCode.objects.filter(
        player=current.user, kind=DeviceCode.Kind.RECOVERY, digest=digest_of(typed_code(typed))
    )
    with signed_in(current):
        if not mine.exists():
            raise wrong_code()
        recent_login.begin(current, now)


def by_passkey(current: Token, credential: dict[str, Any], now: datetime) -> None:
    """Check a passkey's signature, made as for a login; begin a recent login.

    Raises DomainError ``wrong_passkey``, HasLeft.
    """
    with passkeys.proved(credential, now, player=current.user), signed_in(current):
        recent_login.begin(current, now)
