"""The second factor of players: a code of six digits from an app (TOTP), beside the password or a login link.

Passkeys are two factors by themselves, and a recovery code is for the loss of all devices: neither asks for one. The
server needs the key to check codes, so it stores the key encrypted with its own.
"""

from __future__ import annotations

from base64 import urlsafe_b64encode
from datetime import datetime
from typing import TYPE_CHECKING, Final

import structlog
from django.conf import settings
from django.utils.crypto import salted_hmac
from django_otp.oath import TOTP

from accounts.models import Player, SecondFactor, SecondFactorCode
from chkobba_api.errors import DomainError
from chkobba_api.ids import digest_of, typed_code
from chkobba_api.rest.limits.brute_force import guessing, has_code
from games.engine.messages import say

if TYPE_CHECKING:
    from cryptography.fernet import MultiFernet

logger = structlog.get_logger(__name__)

STEP: Final = 30
"""Seconds for which an app shows a code."""
TOLERANCE: Final = 1
"""The most steps by which the clock of an app may be wrong."""


def is_on(player: Player) -> bool:
    """Return whether a player has turned on the second factor."""
    return SecondFactor.objects.filter(player=player, since__isnull=False).exists()


def require(player: Player, typed: str | None, now: datetime) -> None:
    """Check the code of a player who has a second factor. The caller holds the player's row lock.

    Raises DomainError ``second_factor_needed`` if no code was sent, ``wrong_second_factor``,
    ``too_many_wrong_codes``.
    """
    factor = SecondFactor.objects.filter(player=player, since__isnull=False).first()
    if factor is None:
        return
    if typed is None:
        raise DomainError("second_factor_needed", say("refused.second_factor_needed"))
    look_at(factor, typed, now)


def look_at(factor: SecondFactor, typed: str, now: datetime) -> None:
    """Check and use up a code; log its kind under the id of the request. The caller holds the player's row lock.

    Raises DomainError ``wrong_second_factor``; ``too_many_wrong_codes``.
    """
    with guessing(("second_factors", str(factor.player_id)), is_wrong=has_code("wrong_second_factor")):
        if _of_app(factor, typed, now):
            kind = "app"
        elif _written_down(factor, typed):
            kind = "backup code"
        else:
            raise DomainError("wrong_second_factor", say("refused.wrong_second_factor"))
    logger.info("second factor", kind=kind)


def _of_app(factor: SecondFactor, typed: str, now: datetime) -> bool:
    """Return whether the text is an unused code of the app, and use it up."""
    digits = "".join(typed.split())
    if len(digits) != 6 or not (digits.isascii() and digits.isdigit()):
        return False
    from cryptography.fernet import InvalidToken  # noqa: PLC0415  (as in ``box``)

    try:
        key = box().decrypt(factor.key.encode())
    except InvalidToken:  # the server's key was replaced without keeping the earlier one
        return False
    shown = TOTP(key, STEP)
    shown.time = now.timestamp()
    if not shown.verify(int(digits), TOLERANCE, min_t=factor.last_step + 1):
        return False
    factor.last_step, factor.key = shown.t(), box().encrypt(key).decode()  # with the server's present key
    factor.save(update_fields=["last_step", "key"])
    return True


def _written_down(factor: SecondFactor, typed: str) -> bool:
    """Return whether the text is an unused backup code, and use it up."""
    mine = SecondFactorCode.objects.filter(player=factor.player_id, digest=digest_of(typed_code(typed)))
    return bool(mine.delete()[0])


def box() -> MultiFernet:
    """Return an object that encrypts with the server's key, and also decrypts with earlier keys."""
    from cryptography.fernet import Fernet, MultiFernet  # noqa: PLC0415  (most processes never need it)

    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    # The salt stays even if this module gets another name: another salt would lose all stored keys.
    made = [salted_hmac("accounts.login.second_factors", "", secret=key, algorithm="sha256").digest() for key in keys]
    return MultiFernet([Fernet(urlsafe_b64encode(key)) for key in made])
