"""Answers that are kept to be given again: byte for byte, but for the names of who has left since."""

from __future__ import annotations

import msgspec

from accounts.avatars import AVATARS
from accounts.models import FORMER_PLAYER, Player


def without_leavers(body: str) -> str:
    """Return the answer to a move as it is given again: who has left the server since is a former player in it.

    While nobody has, it is the first answer to the byte.
    """
    answer = msgspec.json.decode(body)
    seats = [seat for seat in answer["view"]["seats"] if seat["player"]]
    here = [seat["player"] for seat in seats]
    left = {str(pk) for pk in Player.objects.filter(pk__in=here, left_at__isnull=False).values_list("pk", flat=True)}
    gone = [seat for seat in seats if seat["player"] in left]
    for seat in gone:
        seat["name"], seat["avatar"] = FORMER_PLAYER, AVATARS[0].key
    return msgspec.json.encode(answer).decode() if gone else body
