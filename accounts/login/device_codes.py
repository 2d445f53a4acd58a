"""Logins with a code or a link: pairing codes for minutes, recovery codes for lost devices, links from a mail."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final, NamedTuple

from django.db.models import Q

from accounts import recent_login
from accounts.login import login_methods, second_factors
from accounts.login.email.account_mails import LINK_LASTS, addresses_like, report_login_method
from accounts.models import DeviceCode, EmailAddress, LoginLink, Passkey, Player, Token
from accounts.services import HasLeft, create_token, sign_out_surplus, signed_in, staying
from chkobba_api.errors import DomainError, never_raises
from chkobba_api.ids import digest_of, draw_code, typed_code
from games.engine.messages import say

PAIRING, RECOVERY = DeviceCode.Kind.PAIRING, DeviceCode.Kind.RECOVERY

LENGTHS: Final = {PAIRING: 10, RECOVERY: 20}
"""The letters of a code: 46 bits are too many to guess in ten minutes, and 92 bits are too many to guess at all."""
WAYS: Final = {PAIRING: login_methods.Way.PAIRING_CODE, RECOVERY: login_methods.Way.RECOVERY_CODE}
PAIRING_LASTS: Final = timedelta(minutes=10)


class NewDevice(NamedTuple):
    """A device that logs in, and what happens to the player's other devices."""

    name: str
    sign_out_others: bool = False
    remove_what_they_added: bool = False
    """True, with ``sign_out_others``: everything that the other devices added is removed, too."""


class SignedIn(NamedTuple):
    """The result of a login by a code or another method."""

    row: Token
    token: str
    recovery: str | None
    """The next recovery code, if the last one was used, or ended with the device that created it; else None."""


def make_code(current: Token, kind: DeviceCode.Kind, now: datetime) -> tuple[str, DeviceCode]:
    """Create a code in place of the last one of its kind; return the code and its row.

    Raises DomainError ``recent_login_needed``; HasLeft if the token in use has ended.
    """
    with login_methods.adding(current, WAYS[kind], now):
        return _draw(current, kind, now)


def _draw(current: Token, kind: DeviceCode.Kind, now: datetime) -> tuple[str, DeviceCode]:
    """Replace the player's code of this kind. The caller holds the player's row lock."""
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


def wrong_code() -> DomainError:
    """Return the refusal of a code that does not exist or has expired."""
    return DomainError("wrong_code", say("refused.wrong_device_code"))


def use_code(typed: str, device: NewDevice, now: datetime) -> SignedIn:
    """Sign in a device with a code, which works once; otherwise as ``sign_in``.

    Raises DomainError ``wrong_code``, ``recent_login_needed``, ``invalid``.
    """
    good = DeviceCode.objects.filter(Q(expires_at=None) | Q(expires_at__gt=now), digest=digest_of(typed_code(typed)))
    code = good.select_related("player").first()
    if code is None:
        raise wrong_code()
    try:
        with staying(code.player):
            had_recovery = recovery_made_at(code.player) is not None  # before it is used up
            if not good.delete()[0]:
                raise wrong_code()  # of two concurrent requests, one deletes it
            return sign_in(code.player, device, now, had_recovery=had_recovery, is_fresh=code.kind == RECOVERY)
    except HasLeft:
        raise wrong_code() from None


@never_raises("recent_login_needed")  # the player's login is a recent one
def use_link(secret: str, device: NewDevice, now: datetime, *, factor: str | None) -> SignedIn:
    """Sign in a device with the secret of a link, which works once; see ``sign_in``.

    ``factor`` is the code of a player with a second factor; the link stays valid until it is right. Raises DomainError
    ``wrong_code``, also if the player no longer has the address; ``second_factor_needed``, ``wrong_second_factor``,
    ``invalid``.
    """
    good = LoginLink.objects.filter(digest=digest_of(secret.strip()), mail__asked_at__gt=now - LINK_LASTS)
    link = good.select_related("player", "mail").first()
    if link is None:
        raise wrong_code()
    player = link.player
    try:
        with staying(player):
            like = addresses_like(link.mail.address)
            address = next((one for one in like if one.player_id == player.pk), None)
            if address is None or not LoginLink.objects.filter(pk=link.pk).delete()[0]:
                raise wrong_code()  # of two concurrent requests, one deletes it
            second_factors.require(player, factor, now)
            return sign_in(player, device, now, by=address)
    except HasLeft:
        raise wrong_code() from None


def sign_in(
    player: Player,
    device: NewDevice,
    now: datetime,
    *,
    had_recovery: bool | None = None,
    is_fresh: bool = True,
    by: Passkey | EmailAddress | None = None,
) -> SignedIn:
    """Sign in a device. The caller holds the player's row lock and has checked ``by``, the login method.

    With ``is_fresh`` the device gets a recent login, and a mail reports the login. A pairing code is not fresh: it was
    reported when it was created. A player who ``had_recovery``, a recovery code, gets the next one if that was used or
    has ended; None looks it up. Raises DomainError ``invalid`` for an invalid device name, ``recent_login_needed`` for
    the removal of what other devices added, HasLeft.
    """
    if had_recovery is None:
        had_recovery = recovery_made_at(player) is not None
    row, token = create_token(player, device.name)
    if is_fresh:
        recent_login.begin(row, now)
        report_login_method(  # before addresses are removed
            player, login_methods.Way.LOG_IN, now, but=by.address if isinstance(by, EmailAddress) else ""
        )
    if device.sign_out_others:
        login_methods.sign_out_others(row, now, and_what_they_added=device.remove_what_they_added, by=by)
    sign_out_surplus(row)
    gets_next = had_recovery and recovery_made_at(player) is None
    return SignedIn(row, token, _draw(row, RECOVERY, now)[0] if gets_next else None)


def recovery_made_at(player: Player) -> datetime | None:
    """Return when a player created the recovery code, or None without one."""
    mine = DeviceCode.objects.filter(player=player, kind=RECOVERY)
    return mine.values_list("created_at", flat=True).first()


def prove(current: Token, typed: str, now: datetime) -> None:
    """Check the recovery code, which stays valid; begin a recent login. Raises DomainError ``wrong_code``, HasLeft."""
    with signed_in(current):
        mine = DeviceCode.objects.filter(player=current.user, kind=RECOVERY, digest=digest_of(typed_code(typed)))
        if not mine.exists():
            raise wrong_code()
        recent_login.begin(current, now)


def forget_recovery(current: Token, now: datetime) -> None:
    """Delete the recovery code. Raises DomainError ``recent_login_needed``, HasLeft."""
    with signed_in(current):
        recent_login.must_be_recent(current, now)
        DeviceCode.objects.filter(player=current.user, kind=RECOVERY).delete()
