"""Answers that show the player's own account, and QR codes in answers."""

from __future__ import annotations

from qrcode.main import QRCode

from accounts.api import player_schemas
from accounts.login import device_codes
from accounts.models import Player
from chkobba_api.ids import in_groups


def me(player: Player) -> player_schemas.Me:
    """Return a player's account, as the player sees it."""
    return player_schemas.Me(
        id=player.id,
        nickname=player.nickname,
        avatar=player.avatar,
        guest=player.is_guest,
        is_bot=player.is_bot,
        language=player.language or None,
        cards=player.cards or None,
        time_zone=player.time_zone or None,
        free_text=player.free_text,
        rated=player.rated,
        profile=player.profile,  # type: ignore[arg-type]  # one of these
        invitations=player.invitations,  # type: ignore[arg-type]  # one of these
        kid_mode=player.in_kid_mode,
        name=player.username,
        created_at=player.created_at,
        leaves_at=player.leaves_at,
    )


def signed_in_answer(came: device_codes.SignedIn) -> player_schemas.SignedIn:
    """Return the answer for a device that has logged in."""
    row, token, recovery = came
    next_code = in_groups(recovery) if recovery else None
    return player_schemas.SignedIn(player=me(row.user), token=token, expires_at=row.expiry, recovery_code=next_code)


def qr_rows(text: str) -> list[str]:
    """Return the QR code of a text, row by row: ``1`` is dark."""
    picture = QRCode(border=0)
    picture.add_data(text)
    picture.make()
    return ["".join("01"[is_dark] for is_dark in row) for row in picture.modules]
