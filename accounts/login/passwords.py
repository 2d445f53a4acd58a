"""Logging in by name and password.

A wrong name and a wrong password are one answer at one cost: where there is no password to look at, another one is
hashed. To hash one takes a core for a third of a second, so every caller has a turn
(``accounts.login.login_limits.one_password``). No function here hashes while a row is locked.
"""

from __future__ import annotations

from datetime import datetime

from django.contrib.auth.hashers import check_password, make_password
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError

from accounts.login import account_mails, login_methods, recent_login, second_factors
from accounts.login.device_codes import SignedIn, sign_in
from accounts.models import Player, Token
from accounts.names import unique_names
from accounts.services import HasLeft, end_other_tokens, signed_in, staying
from accounts.validation import Unfit
from games.engine.messages import say


class WrongLogIn(Exception):
    """The name or the password is wrong."""


class WrongPassword(Exception):
    """Not the present password."""


class CurrentNeeded(Exception):
    """The present password is required, since the player has one and has not just logged in."""


class NoName(Exception):
    """The player has no unique name, which a log-in by password needs."""


def log_in(
    name: str,
    password: str,
    device: str,
    now: datetime,
    *,
    factor: str | None = None,
    sign_out_others: bool = False,
    and_what_they_added: bool = False,
) -> SignedIn:
    """Sign a device in by a name and its password; see ``device_codes.sign_in``.

    ``factor`` is the code of a player who has a second factor (``second_factors``). Raises WrongLogIn, also for the
    staff, whose passwords are for the admin alone; FactorNeeded, WrongFactor, Unfit.
    """
    player = unique_names.find(name)
    kept = "!" if player is None or player.is_staff else player.password
    is_right = check_password(password, kept)
    if player is None or not is_right:
        raise WrongLogIn
    try:
        with staying(player):
            if not Player.objects.filter(pk=player.pk, password=kept).exists():
                raise WrongLogIn  # it has been changed meanwhile
            second_factors.require(player, factor, now)
            return sign_in(
                player, device, now, sign_out_others=sign_out_others, and_what_they_added=and_what_they_added
            )
    except HasLeft:
        raise WrongLogIn from None


def needs_current(token: Token, now: datetime) -> bool:
    """Say whether the present password is needed to set another one."""
    return bool(token.user.has_usable_password()) and not recent_login.is_fresh(token, now)


def set_password(
    current: Token,
    password: str,
    typed: str | None,
    now: datetime,
    *,
    sign_out_others: bool = False,
    and_what_they_added: bool = False,
) -> None:
    """Set the password of a player. ``typed`` is the current one, which a player with a password must repeat.

    ``sign_out_others`` signs out all other devices; ``and_what_they_added`` also removes all that they have added.
    Raises Unfit for a weak password, OfStaff, NoName, CurrentNeeded, WrongPassword, NotRecent,
    HasLeft.
    """
    player = current.user
    if player.is_staff:
        raise unique_names.OfStaff
    if player.username is None:
        raise NoName
    _must_be_hard(password, player)
    must_be_theirs(current, typed, now)
    _replace(
        current, make_password(password), now, sign_out_others=sign_out_others, and_what_they_added=and_what_they_added
    )


def remove(current: Token, typed: str | None, now: datetime) -> None:
    """Have no password any more. Raises as ``set_password``."""
    if current.user.is_staff:
        raise unique_names.OfStaff
    must_be_theirs(current, typed, now)
    _replace(current, make_password(None), now, sign_out_others=False)


def must_be_theirs(current: Token, typed: str | None, now: datetime) -> None:
    """Check the current password. If none is set, require a recent log-in.

    Raises CurrentNeeded, WrongPassword, NotRecent.
    """
    if not current.user.has_usable_password():
        recent_login.must_be_recent(current, now)
    if not needs_current(current, now):
        return
    if typed is None:
        raise CurrentNeeded
    if not check_password(typed, current.user.password):
        raise WrongPassword


def _replace(
    current: Token, hashed: str, now: datetime, *, sign_out_others: bool, and_what_they_added: bool = False
) -> None:
    player = current.user
    with signed_in(current):
        if not Player.objects.filter(pk=player.pk, password=player.password).update(password=hashed):
            raise WrongPassword  # somebody was faster
        if sign_out_others and and_what_they_added:
            login_methods.remove_what_others_added(current)
        if sign_out_others:
            end_other_tokens(current, with_recovery=True)
        account_mails.tell_of_password(player, now)


def _must_be_hard(password: str, player: Player) -> None:
    """Raise Unfit with the first thing that is wrong with a password, in the reader's words."""
    try:
        validate_password(password, player)
    except ValidationError as errors:
        first = errors.error_list[0]
        params = {"count": first.params["min_length"]} if first.params and "min_length" in first.params else {}
        raise Unfit(say(f"password.{first.code}", **params), "password") from None
