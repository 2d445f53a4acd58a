"""Codes by which another device comes in as a player: one that is good for minutes, one for when all are lost."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final, NamedTuple

from django.db.models import Q

from accounts.digests import digest_of
from accounts.login import login_methods, recent_login
from accounts.login.account_mails import tell_of_way_in
from accounts.models import DeviceCode, EmailAddress, Passkey, Player, Token
from accounts.services import HasLeft, create_token, sign_out_surplus, signed_in, staying
from chkobba_api.human_codes import draw_code, typed_code

PAIRING, RECOVERY = DeviceCode.Kind.PAIRING, DeviceCode.Kind.RECOVERY

LENGTHS: Final = {PAIRING: 10, RECOVERY: 20}
"""Letters: 46 bits, which nobody guesses in ten minutes, and 92, which nobody ever does."""
WAYS: Final = {PAIRING: login_methods.Way.PAIRING_CODE, RECOVERY: login_methods.Way.RECOVERY_CODE}
PAIRING_LASTS: Final = timedelta(minutes=10)


class WrongCode(Exception):
    """The code is not valid: it never was, was used, has expired, or was replaced."""


class SignedIn(NamedTuple):
    """The result of a log-in by a code or in another way."""

    row: Token
    token: str
    recovery: str | None
    """The next code for recovery, where the last one was used up, or ended with the device that had made it."""


def make_code(current: Token, kind: DeviceCode.Kind, now: datetime) -> tuple[str, DeviceCode]:
    """Make a code, in the place of the last one of its kind; return it, and its row.

    Raises NotRecent, HasLeft if the token in use has ended.
    """
    with login_methods.adding(current, WAYS[kind], now):
        return _draw(current, kind, now)


def _draw(current: Token, kind: DeviceCode.Kind, now: datetime) -> tuple[str, DeviceCode]:
    """Replace the code of this kind. The player must be locked."""
    code, player = draw_code(LENGTHS[kind]), current.user
    DeviceCode.objects.filter(player=player, kind=kind).delete()
    row = DeviceCode.objects.create(
        player=player,
        kind=kind,
        digest=digest_of(code),
        made_by=current.id,
        created_at=now,
        expires_at=now + PAIRING_LASTS if kind == PAIRING else None,
    )
    return code, row


def use_code(
    typed: str, device: str, now: datetime, *, sign_out_others: bool = False, and_what_they_added: bool = False
) -> SignedIn:
    """Sign a device in by a code, which is used up; the rest as ``sign_in``. Raises WrongCode, NotRecent, Unfit."""
    good = DeviceCode.objects.filter(Q(expires_at=None) | Q(expires_at__gt=now), digest=digest_of(typed_code(typed)))
    code = good.select_related("player").first()
    if code is None:
        raise WrongCode
    try:
        with staying(code.player):
            had_recovery = recovery_made_at(code.player) is not None  # before it is used up
            if not good.delete()[0]:
                raise WrongCode  # of two at once, one deletes it
            return sign_in(
                code.player,
                device,
                now,
                sign_out_others=sign_out_others,
                and_what_they_added=and_what_they_added,
                had_recovery=had_recovery,
                is_fresh=code.kind == RECOVERY,
            )
    except HasLeft:
        raise WrongCode from None


def sign_in(
    player: Player,
    device: str,
    now: datetime,
    *,
    sign_out_others: bool,
    and_what_they_added: bool = False,
    had_recovery: bool | None = None,
    is_fresh: bool = True,
    by: Passkey | EmailAddress | None = None,
) -> SignedIn:
    """Sign in a device. The caller has locked the player and checked ``by``, the way to log in.

    ``sign_out_others`` signs out all other devices, and ``and_what_they_added`` removes what they added. ``is_fresh``:
    the proof starts a recent log-in, and a mail reports it; the report of a pairing code went out when it was made. A
    player who ``had_recovery``, a recovery code, gets the next one if that was used or has ended. Raises Unfit for a
    bad device name, NotRecent for the removal, HasLeft.
    """
    if had_recovery is None:
        had_recovery = recovery_made_at(player) is not None
    row, token = create_token(player, device)
    if is_fresh:
        recent_login.begin(row, now)
    if sign_out_others:
        login_methods.sign_out_others(row, now, and_what_they_added=and_what_they_added, by=by)
    if is_fresh:
        tell_of_way_in(player, login_methods.Way.LOG_IN, now, but=by.address if isinstance(by, EmailAddress) else "")
    sign_out_surplus(row)
    gets_next = had_recovery and recovery_made_at(player) is None
    return SignedIn(row, token, _draw(row, RECOVERY, now)[0] if gets_next else None)


def recovery_made_at(player: Player) -> datetime | None:
    """Return since when a player has a code for recovery, if they have one."""
    mine = DeviceCode.objects.filter(player=player, kind=RECOVERY)
    return mine.values_list("created_at", flat=True).first()


def forget_recovery(current: Token, now: datetime) -> None:
    """End the code for recovery. Raises NotRecent, HasLeft."""
    with signed_in(current):
        recent_login.must_be_recent(current, now)
        DeviceCode.objects.filter(player=current.user, kind=RECOVERY).delete()
