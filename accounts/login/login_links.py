"""Logins with a link from a mail (``accounts.login.email.account_mails`` sends them)."""

from __future__ import annotations

from datetime import datetime

from accounts.login import second_factors
from accounts.login.device_codes import NewDevice, SignedIn, sign_in, wrong_code
from accounts.login.email.account_mails import LINK_LASTS, addresses_like
from accounts.models import LoginLink
from accounts.services import HasLeft, staying
from chkobba_api.errors import never_raises
from chkobba_api.ids import digest_of


@never_raises("recent_login_needed")  # the player's login is a recent one
def use_link(secret: str, device: NewDevice, now: datetime, *, factor: str | None) -> SignedIn:
    """Sign in a device with the secret of a link, which works once; see ``accounts.login.device_codes.sign_in``.

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
