"""Schemas of merged accounts."""

from __future__ import annotations

from typing import Annotated, Literal
from uuid import UUID

from msgspec import UNSET, Meta, Struct, UnsetType

from accounts.api.player_schemas import DeviceCodeText
from chkobba_api.rest.fields import Moment

TokenText = Annotated[str, Meta(min_length=1, max_length=200, examples=["f3b1…64 characters…9c0e"])]


class MergePlayer(Struct, kw_only=True, forbid_unknown_fields=True):
    """A proof that a guest account is yours: a token or a code, not both."""

    token: TokenText | UnsetType = UNSET
    """The token of one of the guest's devices."""
    code: DeviceCodeText | UnsetType = UNSET
    """A code of the guest, for another device or for recovery. It cannot be used again."""


class Alias(Struct, kw_only=True):
    """A guest that was merged into your account."""

    player: UUID
    """The old id of the guest. Feeds of earlier matches contain it (`listMatchEvents`)."""
    merged_at: Moment
    """The time of the merge."""
    status: Literal["under_way", "ended"]
    """`under_way`: the server is still passing finished matches to you. Open matches are already yours."""


class Aliases(Struct, kw_only=True):
    """The guests that were merged into your account."""

    aliases: list[Alias]
    """The merged guests, newest first."""
