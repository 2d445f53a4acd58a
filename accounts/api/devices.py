"""Views of the devices and programs that have a token of the player."""

from __future__ import annotations

from uuid import UUID

from django.utils import timezone
from msgspec import UNSET
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import services
from accounts.api import player_schemas
from accounts.api.base import Mine
from accounts.devices import programs
from accounts.devices.authentication import REVOKED_AFTER
from accounts.login import login_methods
from accounts.models import Player, Token
from chkobba_api.errors import DomainError, invalid
from chkobba_api.rest.idempotency import ResponseStorage
from chkobba_api.rest.limits.throttling import too_often
from chkobba_api.rest.openapi.operation import operation
from chkobba_api.scopes import Scope
from games.engine.messages import say


class Tokens(Mine):
    """View of the devices and programs of the player."""

    @operation(
        "listDevices", Scope.ACCOUNT, {200: (player_schemas.Devices, "All devices and programs that have a token.")}
    )
    def get(self, request: Request) -> Response:
        """List your devices, and the programs that may act for you.

        Each of them has its own token, so that you can sign out a lost one.
        """
        tokens = Token.objects.filter(user=self.me)
        return Response(player_schemas.Devices(devices=[device(token, self.token) for token in tokens]))

    @operation(
        "createDeviceToken",
        Scope.ACCOUNT,
        {201: (player_schemas.CreatedToken, "The token, shown only once.")},
        keeps=ResponseStorage.SECRET,
    )
    def post(self, request: Request, wanted: player_schemas.DeviceRequest) -> Response:
        """Create a token for another device, or for a program.

        The new token is independent of yours, which stays valid. With `scopes` it is for a program and allows nothing
        else: other operations are 403 `insufficient_scope`, which names the missing scope. Programs cannot create
        tokens or codes, end them, or delete your account. You need a recent login (`proveRecentLogin`). The server
        reports the token by mail to your confirmed addresses.
        """
        too_often("devices", str(self.me.pk))
        ends = None if wanted.expires_at is UNSET else wanted.expires_at
        if wanted.scopes is UNSET:
            if ends is not None:
                raise invalid("expires_at", say("invalid.token_expiry.device"))
            row, token = login_methods.add_device(self.token, wanted.device, timezone.now())
        else:
            scopes = [Scope(scope) for scope in wanted.scopes]
            row, token = programs.create_program_token(self.token, wanted.device, scopes, ends, timezone.now())
        return Response(player_schemas.CreatedToken(token=token, expires_at=row.expiry), status=201)

    @operation("revokeOtherDevices", Scope.ACCOUNT, {204: (None, "Only the token that you sent is left.")})
    def delete(self, request: Request, query: player_schemas.SigningOutOthers) -> Response:
        """Sign out all other devices.

        This ends all your tokens except the one that you send, and the pairing codes of the other devices. If you have
        a recent login (`proveRecentLogin`), it also ends their recovery code. `remove_what_they_added` needs a recent
        login. It removes the passkeys, login addresses, channels and calendar feed that this device has not added, also
        those of devices that were signed out before.
        """
        login_methods.sign_out_others(self.token, timezone.now(), and_what_they_added=query.remove_what_they_added)
        return Response(status=204)


class OneToken(Mine):
    """View of one device or program of the player."""

    @operation(
        "revokeDevice",
        Scope.ACCOUNT,
        {204: (None, "The device is signed out.")},
        description=(
            "This may be the device that sends the request. If it is another one, the codes that it created end, too "
            "(the recovery code only if you have a recent login). A guest who signs out their last device cannot log "
            f"in again. The server may still accept a move with the token for {REVOKED_AFTER} seconds."
        ),
    )
    def delete(self, request: Request, device_id: UUID) -> Response:
        """Sign out a device."""
        if not services.end_token(self.token, device_id, timezone.now()):
            raise DomainError("not_found", say("refused.no_device"))
        return Response(status=204)


def names_of_devices(player: Player) -> dict[UUID, str]:
    """Return the names of a player's devices and programs, by their ids."""
    return dict(Token.objects.filter(user=player).order_by().values_list("id", "device"))


def device(token: Token, current: Token) -> player_schemas.Device:
    """Return the device of a token."""
    return player_schemas.Device(
        id=token.id,
        device=token.device,
        created_at=token.created,
        expires_at=token.expiry,
        current=token.pk == current.pk,
        scopes=token.scopes,
        used_at=token.used_at,
        origin=token.origin or None,
    )
