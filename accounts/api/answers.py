"""Answers that show the player's own account, their examples, and QR codes in answers."""

from __future__ import annotations

from typing import Final

from qrcode.main import QRCode

from accounts.api import player_schemas
from accounts.login import device_codes
from accounts.models import Player
from chkobba_api.ids import in_groups

ME: Final = {
    "id": "019d3c5e-7c1a-7b52-9d0c-3f2a6b1e8c47",
    "nickname": "Amel",
    "avatar": "fennec",
    "guest": True,
    "is_bot": False,
    "language": None,
    "cards": None,
    "time_zone": "Africa/Tunis",
    "free_text": False,
    "rated": False,
    "profile": "nobody",
    "invitations": "everybody",
    "kid_mode": False,
    "name": None,
    "created_at": "2026-11-21T18:30:00Z",
    "leaves_at": None,
}

TOKEN: Final = {"token": "f3b1…64 characters…9c0e", "expires_at": "2027-05-20T18:30:00Z"}


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
