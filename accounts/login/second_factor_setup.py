"""The setup of a second factor: a key for an app, confirmed by a code of it, and backup codes.

The player writes the backup codes down; each replaces a code of the app once.
"""

from __future__ import annotations

import secrets
from base64 import b32encode
from datetime import datetime
from typing import Final
from urllib.parse import quote, urlencode

from accounts import recent_login
from accounts.login.email.account_mails import report_login_method
from accounts.login.passwords import must_be_theirs
from accounts.login.second_factors import box, is_on, look_at
from accounts.models import AccountMail, Player, SecondFactor, SecondFactorCode, Token
from accounts.services import signed_in
from chkobba_api.errors import DomainError, invalid
from chkobba_api.ids import digest_of, draw_code
from games.engine.messages import say

CODES: Final = 8
LENGTH: Final = 16
"""The letters of each backup code: 74 bits, too many to guess the code from its digest."""


def state_of(player: Player) -> tuple[datetime | None, int]:
    """Return since when a player's second factor is on (None: it is off), and the number of unused backup codes."""
    since = SecondFactor.objects.filter(player=player).values_list("since", flat=True).first()
    return since, SecondFactorCode.objects.filter(player=player).count()


def begin(current: Token, password: str | None, now: datetime) -> tuple[str, str]:
    """Create a key for an app, in place of one that was never confirmed.

    Return the key in base32, for typing, and as an ``otpauth`` address, for scanning; both are shown once. This needs
    the password, or a recent login of a player without one. Raises DomainError ``current_password_needed``,
    ``recent_login_needed``, ``wrong_password``, ``staff_account``, HasLeft; ``invalid`` if the second factor is on.
    """
    player = current.user
    if player.is_staff:
        raise DomainError("staff_account", say("refused.staff_account"))
    if not player.has_usable_password() and not recent_login.is_fresh(current, now):
        raise DomainError("recent_login_needed", say("refused.recent_login_needed"))
    must_be_theirs(current, password, now)
    key = secrets.token_bytes(20)
    with signed_in(current):
        if is_on(player):
            raise invalid("body", say("invalid.second_factor.on"))
        kept = {"key": box().encrypt(key).decode(), "begun_at": now, "since": None, "last_step": 0}
        SecondFactor.objects.update_or_create(player=player, defaults=kept)
    text = b32encode(key).decode()
    name = quote(f"Chkobba:{player.username or player.nickname}")
    return text, f"otpauth://totp/{name}?{urlencode({'secret': text, 'issuer': 'Chkobba'})}"


def turn_on(current: Token, typed: str, now: datetime) -> list[str]:
    """Turn the second factor on with a code of the app; return backup codes, which replace earlier ones.

    If it is already on, this only renews the backup codes. Raises DomainError ``no_second_factor``,
    ``wrong_second_factor``, HasLeft; ``too_many_wrong_codes``.
    """
    player = current.user
    with signed_in(current):
        factor = _factor_of(player)
        look_at(factor, typed, now)
        if factor.since is None:
            report_login_method(player, AccountMail.Way.SECOND_FACTOR, now)
        factor.since = factor.since or now
        factor.save(update_fields=["since"])
        SecondFactorCode.objects.filter(player=player).delete()
        codes = [draw_code(LENGTH) for _ in range(CODES)]
        SecondFactorCode.objects.bulk_create(SecondFactorCode(player=player, digest=digest_of(one)) for one in codes)
    return codes


def turn_off(current: Token, typed: str, now: datetime) -> None:
    """Turn the second factor off.

    Raises DomainError ``no_second_factor``, ``wrong_second_factor``, HasLeft; ``too_many_wrong_codes``.
    """
    with signed_in(current):
        factor = _factor_of(current.user)
        look_at(factor, typed, now)
        if factor.since is not None:
            report_login_method(current.user, AccountMail.Way.SECOND_FACTOR_OFF, now)
        SecondFactor.objects.filter(player=current.user).delete()
        SecondFactorCode.objects.filter(player=current.user).delete()


def _factor_of(player: Player) -> SecondFactor:
    factor = SecondFactor.objects.filter(player=player).first()
    if factor is None:
        raise DomainError("no_second_factor", say("refused.no_second_factor"))
    return factor
