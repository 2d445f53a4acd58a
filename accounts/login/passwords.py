"""Logins by name and password.

A wrong name and a wrong password get the same answer at the same cost: without a stored password, the server hashes
another one. A hash takes a core for a third of a second, so each caller takes a turn
(``accounts.login.login_limits.one_password``). No function here hashes while a row is locked.
"""

from __future__ import annotations

from datetime import datetime

from django.contrib.auth.hashers import check_password, make_password
from django.contrib.auth.password_validation import validate_password
from django.core import exceptions

from accounts import recent_login, unique_names
from accounts.login import login_methods, second_factors
from accounts.login.device_codes import NewDevice, SignedIn, sign_in
from accounts.login.email import account_mails
from accounts.models import Player, Token
from accounts.services import HasLeft, end_other_tokens, signed_in, staying
from chkobba_api.errors import DomainError, invalid, never_raises
from games.engine.messages import say


@never_raises("recent_login_needed")  # the player's login is a recent one
def log_in(name: str, password: str, device: NewDevice, now: datetime, *, factor: str | None) -> SignedIn:
    """Sign in a device with a name and a password; see ``device_codes.sign_in``.

    ``factor`` is the code of a player with a second factor (``second_factors``). Raises DomainError ``wrong_login``,
    also for staff, whose passwords are only for the admin; ``second_factor_needed``, ``wrong_second_factor``,
    ``invalid``.
    """
    player = unique_names.find(name)
    if not is_right(player, password) or player is None:
        raise DomainError("wrong_login", say("refused.wrong_login"))
    try:
        with staying(player):
            if not Player.objects.filter(pk=player.pk, password=player.password).exists():
                raise DomainError("wrong_login", say("refused.wrong_login"))  # the password was changed meanwhile
            second_factors.require(player, factor, now)
            return sign_in(player, device, now)
    except HasLeft:
        raise DomainError("wrong_login", say("refused.wrong_login")) from None


def is_right(player: Player | None, typed: str) -> bool:
    """Return whether a password is that of a player, at the same cost if there is no player. Staff have none here.

    A right password is hashed anew if ``PASSWORD_HASHERS`` has changed since it was set.
    """
    if player is None or player.is_staff:
        return check_password(typed, "!")
    kept = player.password

    def hash_anew(password: str) -> None:
        hashed = make_password(password)
        if Player.objects.filter(pk=player.pk, password=kept).update(password=hashed):  # never over a newer password
            player.password = hashed

    return check_password(typed, kept, hash_anew)


def prove(current: Token, typed: str, now: datetime, *, factor: str | None) -> None:
    """Check the password, and the second factor if there is one; begin a recent login.

    Raises DomainError ``wrong_password``, ``second_factor_needed``, ``wrong_second_factor``, HasLeft.
    """
    if not is_right(current.user, typed):
        raise DomainError("wrong_password", say("refused.wrong_password"))
    with signed_in(current):
        second_factors.require(current.user, factor, now)
        recent_login.begin(current, now)


def needs_current(token: Token, now: datetime) -> bool:
    """Return whether a new password requires the present one."""
    return bool(token.user.has_usable_password()) and not recent_login.is_fresh(token, now)


def set_password(
    current: Token,
    password: str | None,
    typed: str | None,
    now: datetime,
    *,
    sign_out_others: bool = False,
    and_what_they_added: bool = False,
) -> None:
    """Set the password of a player; None removes it. ``typed`` is the present one, required as ``needs_current`` says.

    A player with a second factor needs a recent login instead, which asks for the factor: the password alone is no
    proof of theirs.

    ``sign_out_others`` signs out all other devices; ``and_what_they_added`` also removes everything that they added.
    Raises DomainError ``invalid`` for a weak password, ``staff_account``, ``no_name``, ``current_password_needed``,
    ``wrong_password``, ``recent_login_needed``, HasLeft.
    """
    player = current.user
    if player.is_staff:
        raise DomainError("staff_account", say("refused.staff_account"))
    if password is not None:
        if player.username is None:
            raise DomainError("no_name", say("refused.no_name"))
        _must_be_hard(password, player)
    if second_factors.is_on(player):
        recent_login.must_be_recent(current, now)
    must_be_theirs(current, typed, now)
    hashed = make_password(password)
    with signed_in(current):
        if not Player.objects.filter(pk=player.pk, password=player.password).update(password=hashed):
            raise DomainError("wrong_password", say("refused.wrong_password"))  # a concurrent request was faster
        account_mails.report_new_password(player, now)  # before addresses are removed
        if sign_out_others:
            if and_what_they_added:
                login_methods.remove_what_others_added(current, now)
            end_other_tokens(current, with_recovery=True)


def must_be_theirs(current: Token, typed: str | None, now: datetime) -> None:
    """Check the present password. If none is set, require a recent login.

    Raises DomainError ``current_password_needed``, ``wrong_password``, ``recent_login_needed``.
    """
    if not current.user.has_usable_password():
        recent_login.must_be_recent(current, now)
    if not needs_current(current, now):
        return
    if typed is None:
        raise DomainError("current_password_needed", say("refused.current_password_needed"))
    if not check_password(typed, current.user.password):
        raise DomainError("wrong_password", say("refused.wrong_password"))


def _must_be_hard(password: str, player: Player) -> None:
    """Raise DomainError ``invalid`` with the first fault of a password, as a translatable message."""
    try:
        validate_password(password, player)
    except exceptions.ValidationError as errors:
        first = errors.error_list[0]
        params = {"count": first.params["min_length"]} if first.params and "min_length" in first.params else {}
        raise invalid("password", say(f"password.{first.code}", **params)) from None
