"""Merging a guest into another player of the same person. The player gets all matches of the guest.

The log does not change and still names the guest by their id, which is an alias from then on (``accounts.aliases``).
All other rows pass to the player. One transaction moves the player's own data, the devices, and the seats at matches
that are not over. Jobs move the rest (``games.services.privacy.merge_jobs``). So both devices act as one player at
once, however many matches there are.

Locks are taken in the order of all services: both players by their ids, clubs, matches by their ids, seats; and the
lock for counting last.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final
from uuid import UUID

from django.db import transaction
from django.db.models import Q

from accounts import recent_login
from accounts.devices import networks
from accounts.login import merge_proofs
from accounts.login.device_codes import wrong_code
from accounts.login.email.account_mails import report_login_method
from accounts.models import (
    AccountDeletion,
    AccountMail,
    Alias,
    AuthorizationCode,
    DeviceCode,
    LoginLink,
    PasskeyChallenge,
    Player,
    RecentLogin,
    SecondFactor,
    Token,
)
from accounts.services import HasLeft, close, end_tokens, sign_out_surplus
from chkobba_api.errors import DomainError
from games.engine.messages import say
from games.models import Abandonment, AvailabilityChange, Match, MatchEndJob, NotificationChannel, Seat, Status
from games.services import limits
from games.services.clubs import club_boards, members
from games.services.privacy import merge_rows
from games.services.privacy.merge_jobs import MERGES
from games.services.ratings import count_once, player_statistics, ratings
from games.services.ratings import reliability as reliabilities
from games.services.social import follows_and_blocks
from games.services.staff import fair_play
from games.services.turns import availability

_OPEN: Final = (Status.LOBBY, Status.RUNNING)


def merge(current: Token, proof: merge_proofs.Proof, now: datetime) -> Alias:
    """Merge a guest, identified by a token or a code, into the player. Return the guest's alias.

    Raises DomainError ``recent_login_needed``, also for the token of a guest who has a way to log in but no recent
    log-in; ``wrong_code``; DomainError ``same_player``; ``staff_account`` and ``bots_not_allowed`` for a player of that
    kind; ``not_a_guest`` if the guest is staff, a bot account, or has a name, a password, a passkey or a second factor;
    ``deletion_scheduled`` if one of the accounts is being deleted; ``both_at_a_match`` with the ``match`` of both;
    ``too_many_channels`` and likewise if the two together have more than a limit (``limits.merging``); HasLeft.
    """
    other = proof.player(now)
    if other.pk == current.user_id:
        raise DomainError("same_player", say("refused.same_player"))
    with transaction.atomic():
        player, guest = _locked(current, other)
        _must_be_mergeable(player, guest)
        recent_login.must_be_recent(current, now)  # the devices of the guest become ways to log in
        proof.use(now)
        matches = _lock_open_matches(guest)
        _must_not_meet(player, guest)
        with limits.merging(player):
            merged = _merge(current, player, guest, matches, now)
        report_login_method(player, AccountMail.Way.GUEST, now)
        return merged


def _locked(current: Token, other: Player) -> tuple[Player, Player]:
    """Lock both players by the order of their ids, and return them as stored now. Raises HasLeft, ``wrong_code``."""
    both = Player.objects.select_for_update(no_key=True).filter(pk__in=(current.user_id, other.pk), is_active=True)
    here = {one.pk: one for one in both.order_by("pk")}
    if current.user_id not in here or not Token.objects.filter(pk=current.pk, user=current.user_id).exists():
        raise HasLeft
    if other.pk not in here:
        raise wrong_code()
    return here[current.user_id], here[other.pk]


def _must_be_mergeable(player: Player, guest: Player) -> None:
    """Raise DomainError for an account that is not a guest, and for a player into which no guest can be merged.

    An account with a log-in is the one that stays: a person who holds only one of its devices must not merge it away.
    """
    if player.is_staff:
        raise DomainError("staff_account", say("refused.staff_merges_nobody"))
    if player.is_bot:
        raise DomainError("bots_not_allowed", say("refused.bots_merge_nobody"))
    has_log_in = guest.username is not None or guest.has_usable_password() or guest.passkeys.exists()
    if has_log_in or guest.is_staff or guest.is_bot or SecondFactor.objects.filter(player=guest).exists():
        raise DomainError("not_a_guest", say("refused.not_a_guest"))
    if AccountDeletion.objects.filter(player__in=(player, guest)).exists():
        raise DomainError("deletion_scheduled", say("refused.deletion_scheduled.merging"))


def _lock_open_matches(guest: Player) -> list[UUID]:
    """Lock the open matches that involve the guest in any way. Return their ids."""
    there = Q(pk__in=Seat.objects.filter(Q(player=guest) | Q(reserved_for=guest)).values("match")) | Q(creator=guest)
    lost = Q(pk__in=Abandonment.objects.filter(player=guest).values("match"))
    found = Match.objects.select_for_update().filter(there | lost, status__in=_OPEN)
    return list(found.order_by("pk").values_list("pk", flat=True))


def _must_not_meet(player: Player, guest: Player) -> None:
    """Raise DomainError ``both_at_a_match`` if both sit, are invited, or lost a seat at the same open match.

    No player may have two hands of a match. A finished match that is not counted yet is open in this sense.
    """
    waiting = Q(match__status__in=_OPEN) | Q(match__in=MatchEndJob.objects.values("match"))

    def at(one: Player) -> set[UUID]:
        seats = Seat.objects.filter(Q(player=one) | Q(reserved_for=one), waiting).values_list("match", flat=True)
        return {*seats, *Abandonment.objects.filter(waiting, player=one).values_list("match", flat=True)}

    if both := at(player) & at(guest):
        raise DomainError("both_at_a_match", say("refused.both_at_a_match"), match=str(min(both)))


def _merge(current: Token, player: Player, guest: Player, matches: list[UUID], now: datetime) -> Alias:
    had_hours = guest.hours or player.hours
    _pass_on_devices(guest, player, current)
    members.pass_on(guest, player)
    follows_and_blocks.pass_on(guest, player)
    merge_rows.of_player(guest, player, now)
    merge_rows.at_matches(guest.pk, player.pk, matches)
    fair_play.pass_on(guest, player, now)
    player.kid_mode = player.kid_mode or guest.kid_mode
    player.has_channels = NotificationChannel.in_use().filter(player=player).exists()
    player.save(update_fields=["kid_mode", "has_channels"])
    if had_hours and matches:
        availability.look_at_turns(player, now)
    AvailabilityChange.objects.filter(player=guest).delete()
    close(guest, now)
    with count_once.alone():
        numbers = ratings.merge(guest.pk, player.pk)
        alias = Alias.objects.create(player=guest, into=player, at=now, rated_up_to=numbers, wake_at=now)
        for figures in (player_statistics, reliabilities, club_boards):
            figures.merge(guest.pk, player.pk)
    MERGES.wake_after_commit(alias.pk)
    return alias


def _pass_on_devices(guest: Player, player: Player, current: Token) -> None:
    """Pass the devices of a guest to the player. Programs and codes, which were meant for the guest, end.

    Devices over the limit end, as at a login, but not ``current``.

    No device counts as recently logged in, so a guest's device cannot change the player's password.
    """
    for kind in (DeviceCode, AuthorizationCode, LoginLink, AccountMail, PasskeyChallenge):
        kind.objects.filter(player=guest).delete()
    RecentLogin.objects.filter(token__user=guest).delete()
    end_tokens(Token.objects.filter(user=guest, scopes__isnull=False))
    Token.objects.filter(user=guest).update(user=player)
    sign_out_surplus(current)
    networks.pass_on(guest, player)
