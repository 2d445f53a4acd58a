"""The merging of a guest account into the player's account."""

from __future__ import annotations

from typing import Annotated, Literal
from uuid import UUID

from django.utils import timezone
from msgspec import UNSET, Meta, Struct, UnsetType
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import aliases, models
from accounts.api.base import Mine
from accounts.api.player_schemas import DeviceCodeText
from accounts.login import merge_proofs
from chkobba_api.errors import invalid
from chkobba_api.rest.addresses import address_of
from chkobba_api.rest.fields import Moment
from chkobba_api.rest.idempotency import ResponseStorage
from chkobba_api.rest.limits.brute_force import guessing, has_code
from chkobba_api.rest.openapi.operation import operation
from chkobba_api.scopes import Scope
from games.engine.messages import say
from games.services.privacy.merging import merge

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


class MyAliases(Mine):
    """The guests that were merged into the player."""

    @operation("listAliases", Scope.READ, {200: (Aliases, "All merged guests.")})
    def get(self, request: Request) -> Response:
        """List the guests that you have merged.

        Each entry has the guest's old id.
        """
        found = models.Alias.objects.filter(player__in=aliases.names_of(self.me.pk)[1:])
        return Response(Aliases(aliases=[_alias(one) for one in found]))

    @operation("mergePlayer", Scope.ACCOUNT, {201: (Alias, "The guest is merged.")}, keeps=ResponseStorage.NOTHING)
    def post(self, request: Request, wanted: MergePlayer) -> Response:
        """Merge a guest account into yours.

        For a player who is one guest on the phone and another on the laptop. Send the request with the account that
        stays, and a token or a code of the guest as proof. The guest's matches and devices become yours, its programs
        and codes end, and its sanctions apply to you. A merge cannot be undone. It needs a recent login
        (`proveRecentLogin`), also on the device of the guest's token if the guest has a login method. A mail goes to
        all your confirmed addresses. An account with a name, a password, a passkey or a second factor cannot be merged
        (409 `not_a_guest`): use it as the account that stays. Two players in one open match cannot be merged (409
        `both_at_a_match`). If both together have more of something than a player may have, such as channels, remove
        some first (409 `too_many_channels`); surplus devices are signed out. Wrong tokens and codes count by address.
        docs/accounts.md has the details.
        """
        proof = _proof(wanted)
        address = address_of(request)
        with guessing(("device_codes", address), is_wrong=has_code("wrong_code")):
            merged = merge(self.token, proof, timezone.now())
        return Response(_alias(merged), status=201)


def _proof(sent: MergePlayer) -> merge_proofs.Proof:
    if sent.token is not UNSET and sent.code is UNSET:
        return merge_proofs.TokenProof(sent.token)
    if sent.code is not UNSET and sent.token is UNSET:
        return merge_proofs.CodeProof(sent.code)
    raise invalid("body", say("invalid.proof"))


def _alias(alias: models.Alias) -> Alias:
    status = "under_way" if alias.ended_at is None else "ended"
    return Alias(player=alias.player_id, merged_at=alias.at, status=status)  # type: ignore[arg-type]  # a choice
