"""Logging in by a link in a mail (``accounts.account_mails`` sends them)."""

from __future__ import annotations

from datetime import datetime

from accounts import factors
from accounts.account_mails import LINK_LASTS, addresses_like
from accounts.codes import CameIn, WrongCode, come_in, recovery_made_at
from accounts.digests import digest_of
from accounts.models import LogInLink
from accounts.services import HasLeft, staying


def use_link(secret: str, device: str, now: datetime, *, factor: str | None = None, alone: bool = False) -> CameIn:
    """Let a device come in by the secret of a link, which is used up; ``alone`` signs out all others.

    ``factor`` is the code of who is asked for one; a link stays good until it is right. Raises WrongCode, also where
    the player has the address no more; FactorNeeded, WrongFactor; Unfit for a device that cannot be called so.
    """
    good = LogInLink.objects.filter(digest=digest_of(secret.strip()), mail__asked_at__gt=now - LINK_LASTS)
    link = good.select_related("player", "mail").first()
    if link is None:
        raise WrongCode
    player = link.player
    try:
        with staying(player):
            is_theirs = any(address.player_id == player.pk for address in addresses_like(link.mail.address))
            if not is_theirs or not LogInLink.objects.filter(pk=link.pk).delete()[0]:
                raise WrongCode  # of two at once, one deletes it
            factors.require(player, factor, now)
            return come_in(player, device, now, alone=alone, had_recovery=recovery_made_at(player) is not None)
    except HasLeft:
        raise WrongCode from None
