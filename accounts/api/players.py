"""Views of guests, of the player's own account, and of devices and codes."""

from __future__ import annotations

from typing import Final
from uuid import UUID

from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter
from msgspec import UNSET
from qrcode.main import QRCode
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import deletion, services
from accounts.api import player_schemas
from accounts.avatars import AVATARS
from accounts.devices import programs
from accounts.devices.authentication import REVOKED_AFTER, NotLetIn
from accounts.login import device_codes, login_methods, merge_proofs, recent_login
from accounts.models import AccountDeletion, DeviceCode, Player, Token
from accounts.validation import ValidationError
from chkobba_api.human_codes import in_groups
from chkobba_api.rest.brute_force import guessing
from chkobba_api.rest.idempotency import ResponseStorage
from chkobba_api.rest.language import hear, prefer
from chkobba_api.rest.problems import TRANSLATIONS, Problem, kinds_of, register
from chkobba_api.rest.schema import operation
from chkobba_api.rest.throttling import AddressThrottle, GuestThrottle, too_often
from chkobba_api.rest.views import View, invalid, read_query
from chkobba_api.scopes import Scope
from games.engine.messages import say

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
_DEVICE: Final = {
    "id": "019d3c5e-7c1b-7aa0-8f7e-0d9a4c2b6e11",
    "device": "Amel's phone",
    "created_at": "2026-11-21T18:30:00Z",
    "expires_at": "2027-05-20T18:30:00Z",
    "current": True,
    "scopes": None,
    "used_at": "2026-11-22T20:10:00Z",
    "origin": None,
}
_PROGRAM: Final = {
    "id": "019d3c5e-7c1c-7d10-a2b4-5c1e8f7a9d02",
    "device": "My bot",
    "created_at": "2026-11-21T18:40:00Z",
    "expires_at": "2027-01-01T00:00:00Z",
    "current": False,
    "scopes": ["read", "play"],
    "used_at": None,
    "origin": "clock.example",
}


_CODE: Final = {
    "code": "K7QX-9DMA-3F",
    "link": "https://cards.example/#/device/K7QX9DMA3F",
    "qr": ["1111111…", "1000001…"],
}


def translate(error: Exception) -> Problem | None:
    """Return an error of the services and tokens of players as a problem, or None for another error."""
    if isinstance(error, services.Merged):
        return Problem("player_merged", say("refused.player_merged"))
    if isinstance(error, services.HasLeft):
        return Problem("unauthenticated", say("refused.left"), {"WWW-Authenticate": "Bearer"})
    if isinstance(error, recent_login.NotRecent):
        return Problem("recent_login_needed", say("refused.recent_login_needed"))
    if isinstance(error, NotLetIn):
        return Problem("unauthenticated", error.message, {"WWW-Authenticate": "Bearer"})
    if isinstance(error, merge_proofs.WrongToken):
        return Problem("wrong_code", say("refused.wrong_other_token"))
    if isinstance(error, device_codes.WrongCode):
        return Problem("wrong_code", say("refused.wrong_device_code"))
    if isinstance(error, programs.TooManyPrograms):
        said = say("refused.too_many.programs", count=error.limit)
        return Problem("too_many_programs", said, limit=error.limit)
    if isinstance(error, login_methods.TooManyDevices):
        said = say("refused.too_many.devices", count=error.limit)
        return Problem("too_many_devices", said, limit=error.limit)
    if isinstance(error, ValidationError):
        return invalid(error.field, error.said)
    return None


register(
    kinds_of({"recent_login_needed": 403, "too_many_devices": 409, "too_many_programs": 409, "player_merged": 409})
)
TRANSLATIONS.append(translate)


class Mine(View):
    """A view of the player's own data."""

    @property
    def token(self) -> Token:
        """The token that was sent."""
        return self.request.auth  # type: ignore[return-value]  # BearerAuthentication's


class Avatars(View):
    """View of the avatars that players can choose."""

    @operation(
        "listAvatars",
        "List the avatars that players can choose",
        tag="players",
        scope=None,
        description=(
            "The server has no images of them: a client may show the emoji, or an image of its own for the key."
        ),
        responses={200: (player_schemas.Avatars, "All avatars.")},
        gets={"avatars": [{"key": "fennec", "name": "Fennec", "symbol": "🦊"}]},
        public=True,
    )
    def get(self, request: Request) -> Response:
        """Answer with all avatars."""
        return Response(
            player_schemas.Avatars(
                avatars=[
                    player_schemas.AvatarShape(key=avatar.key, name=say(f"avatar.{avatar.key}"), symbol=avatar.symbol)
                    for avatar in AVATARS
                ]
            )
        )


class Guests(View):
    """View that creates guests."""

    throttle_classes = (GuestThrottle,)

    @operation(
        "createGuest",
        "Create a guest account",
        tag="players",
        scope=None,
        description="You need only a nickname. The answer shows the token only once, so store it.",
        request=player_schemas.GuestRequest,
        responses={201: (player_schemas.Guest, "Your account, and your token.")},
        sends={"nickname": "Amel", "avatar": "fennec", "device": "Amel's phone"},
        gets={"player": ME, **TOKEN},
        public=True,
        keeps=ResponseStorage.SECRET,
    )
    def post(self, request: Request) -> Response:
        """Create the guest, with a token."""
        wanted = self.body(request, player_schemas.GuestRequest)
        row, token = services.create_guest(wanted.nickname, wanted.avatar, wanted.device)
        return Response(player_schemas.Guest(player=me(row.user), token=token, expires_at=row.expiry), status=201)


class Profile(Mine):
    """View of the player's own account."""

    @operation(
        "getMe",
        "Get your account",
        tag="me",
        scope=Scope.READ,
        description="Your nickname, avatar, language, time zone and settings, and the date of the account.",
        responses={200: (player_schemas.Me, "Your account.")},
        gets=ME,
    )
    def get(self, request: Request) -> Response:
        """Answer with the player."""
        return Response(me(self.me))

    @operation(
        "updateMe",
        "Change your nickname, avatar, language, card names, time zone and settings",
        tag="me",
        scope=Scope.PROFILE,
        description="Fields that you leave out do not change. All your tables show a new nickname at once.",
        request=player_schemas.UpdateMe,
        responses={200: (player_schemas.Me, "Your changed account.")},
        sends={"avatar": "owl"},
        gets={**ME, "avatar": "owl"},
    )
    def patch(self, request: Request) -> Response:
        """Change the given fields of the account."""
        wanted = self.body(request, player_schemas.UpdateMe)
        nickname = None if wanted.nickname is UNSET else wanted.nickname
        avatar = None if wanted.avatar is UNSET else wanted.avatar
        language = None if wanted.language is UNSET else wanted.language or ""
        cards = None if wanted.cards is UNSET else wanted.cards or ""
        time_zone = None if wanted.time_zone is UNSET else wanted.time_zone or ""
        free_text = None if wanted.free_text is UNSET else wanted.free_text
        rated = None if wanted.rated is UNSET else wanted.rated
        profile = None if wanted.profile is UNSET else wanted.profile
        invitations = None if wanted.invitations is UNSET else wanted.invitations
        player = services.change_player(
            self.me,
            nickname,
            avatar,
            language,
            cards,
            time_zone,
            free_text,
            profile,
            rated=rated,
            invitations=invitations,
        )
        hear(request.headers.get("Accept-Language", ""))
        prefer(player.language, player.cards)
        return Response(me(player))

    @operation(
        "deleteAccount",
        "Delete your account at once",
        tag="me",
        scope=Scope.ACCOUNT,
        description=(
            "Your tokens end and your name is removed at once. The matches that you played keep a former player. Then "
            "the server gives up your seats and resigns your running matches. With thousands of seats this takes a "
            "while: every client that knows the address in `Location` can ask for the progress, without a token "
            "(`getAccountDeletion`). The address cannot be guessed. You need a recent login (`proveRecentLogin`). "
            "`scheduleDeletion` does the same in three days, and you can cancel it."
        ),
        responses={204: (None, "The account is deleted.")},
        problems=["recent_login_needed"],
        headers=["Location"],
    )
    def delete(self, request: Request) -> Response:
        """Delete the account at once."""
        departure = deletion.leave_at_once(self.token, timezone.now())
        return Response(status=204, headers={"Location": f"/api/v1/account-deletions/{departure.pk}"})


class KidMode(Mine):
    """View that turns on kid mode."""

    @operation(
        "enableKidMode",
        "Turn on kid mode",
        tag="me",
        scope=Scope.ACCOUNT,
        description=(
            "For children, and for all players who want it: no free text in either direction, no strangers, no public "
            "profile, no leaderboards. You play with friends, with bots, and at tables whose room code you have. It "
            "takes effect at once. Only an admin can turn it off. See docs/friends.md."
        ),
        responses={200: (player_schemas.Me, "Your account, in kid mode.")},
        gets={**ME, "kid_mode": True},
    )
    def put(self, request: Request) -> Response:
        """Turn kid mode on; a second request changes nothing."""
        services.enable_kid_mode(self.me)
        return Response(me(self.me))


class MyDeparture(Mine):
    """View of the scheduled account deletion."""

    @operation(
        "scheduleDeletion",
        "Delete your account in three days",
        tag="me",
        scope=Scope.ACCOUNT,
        description=(
            "Until then you can cancel the deletion (`cancelDeletion`), and the server plays for you at every table. "
            "You leave the matches that have not started, and cannot join others (409 `leaving`). After three days the "
            "server deletes the account as `deleteAccount` does. A second request does not change the date. You need a "
            "recent login (`proveRecentLogin`)."
        ),
        responses={200: (player_schemas.ScheduledDeletion, "The time of the deletion.")},
        problems=["recent_login_needed"],
        gets={"leaves_at": "2026-11-24T18:30:00Z"},
    )
    def put(self, request: Request) -> Response:
        """Schedule the deletion of the account."""
        return Response(player_schemas.ScheduledDeletion(leaves_at=deletion.plan_to_leave(self.token, timezone.now())))

    @operation(
        "cancelDeletion",
        "Cancel the scheduled deletion of your account",
        tag="me",
        scope=Scope.ACCOUNT,
        description="The server gives your seats back to you soon after. A move of yours takes its seat back at once.",
        responses={204: (None, "The account stays.")},
    )
    def delete(self, request: Request) -> Response:
        """Cancel the scheduled deletion of the account."""
        deletion.stay_after_all(self.me, timezone.now())
        return Response(status=204)


class OneDeparture(View):
    """View of the progress of an account deletion."""

    @operation(
        "getAccountDeletion",
        "Get the progress of an account deletion",
        tag="players",
        scope=None,
        description="For players who have deleted their account: use the address from `deleteAccount`, for 30 days.",
        responses={200: (player_schemas.AccountDeletion, "The progress of the deletion.")},
        problems=["not_found"],
        gets={
            "left_at": "2026-11-21T18:30:00Z",
            "status": "under_way",
            "seats_given_up": 212,
            "ended_at": None,
        },
        public=True,
    )
    def get(self, request: Request, deletion_id: UUID) -> Response:
        """Answer with the progress of the deletion."""
        departure = AccountDeletion.objects.filter(pk=deletion_id).first()
        if departure is None or departure.left_at is None:
            raise Problem("not_found", say("refused.no_departure"))
        return Response(
            player_schemas.AccountDeletion(
                left_at=departure.left_at,
                status="under_way" if departure.ended_at is None else "ended",
                seats_given_up=departure.given_up,
                ended_at=departure.ended_at,
            )
        )


class Tokens(Mine):
    """View of the devices and programs of the player."""

    @operation(
        "listDevices",
        "List your devices, and the programs that may act for you",
        tag="me",
        scope=Scope.ACCOUNT,
        description="Each of them has its own token, so that you can sign out a lost one.",
        responses={200: (player_schemas.Devices, "All devices and programs that have a token.")},
        gets={"devices": [_PROGRAM, _DEVICE]},
    )
    def get(self, request: Request) -> Response:
        """Answer with the devices and programs."""
        tokens = Token.objects.filter(user=self.me)
        return Response(player_schemas.Devices(devices=[device(token, self.token) for token in tokens]))

    @operation(
        "createDeviceToken",
        "Create a token for another device, or for a program",
        tag="me",
        scope=Scope.ACCOUNT,
        description=(
            "The new token is independent of yours, which stays valid. With `scopes` it is for a program and allows "
            "nothing else: other operations are 403 `insufficient_scope`, which names the missing scope. Programs "
            "cannot create tokens or codes, end them, or delete your account. You need a recent login "
            "(`proveRecentLogin`). The server reports the token by mail to your confirmed addresses."
        ),
        request=player_schemas.DeviceRequest,
        responses={201: (player_schemas.CreatedToken, "The token, shown only once.")},
        problems=["recent_login_needed", "too_many_devices", "too_many_programs"],
        sends={"device": "My bot", "scopes": ["read", "play"], "expires_at": "2027-01-01T00:00:00Z"},
        gets=TOKEN,
        keeps=ResponseStorage.SECRET,
    )
    def post(self, request: Request) -> Response:
        """Create a token for a device or a program."""
        wanted = self.body(request, player_schemas.DeviceRequest)
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

    @operation(
        "revokeOtherDevices",
        "Sign out all other devices",
        tag="me",
        scope=Scope.ACCOUNT,
        description=(
            "This ends all your tokens except the one that you send, and the pairing codes of the other devices. If "
            "you have a recent login (`proveRecentLogin`), it also ends their recovery code. `remove_what_they_added` "
            "needs a recent login. It removes the passkeys, login addresses, channels and calendar feed that this "
            "device has not added, also those of devices that were signed out before."
        ),
        parameters=[
            OpenApiParameter(
                "remove_what_they_added",
                bool,
                description=("True to also remove everything that other devices have added."),
            )
        ],
        responses={204: (None, "Only the token that you sent is left.")},
        problems=["invalid", "recent_login_needed"],
    )
    def delete(self, request: Request) -> Response:
        """End the other tokens."""
        wanted = read_query(request, player_schemas.SigningOutOthers)
        login_methods.sign_out_others(self.token, timezone.now(), and_what_they_added=wanted.remove_what_they_added)
        return Response(status=204)


class PairingCodes(Mine):
    """View that creates pairing codes."""

    @operation(
        "createPairingCode",
        "Create a pairing code for another device",
        tag="me",
        scope=Scope.ACCOUNT,
        description=(
            "Show the code, its `link` or its `qr` to your other device, which logs in with `redeemDeviceCode`. The "
            "code is valid once, for ten minutes, and replaces your previous pairing code. You need a recent login "
            "(`proveRecentLogin`). The server reports the code by mail to your confirmed addresses."
        ),
        problems=["recent_login_needed"],
        responses={201: (player_schemas.CreatedCode, "The code, shown only once.")},
        gets={**_CODE, "expires_at": "2026-11-21T18:40:00Z"},
        keeps=ResponseStorage.SECRET,
    )
    def post(self, request: Request) -> Response:
        """Create a pairing code."""
        return Response(_new_code(request, self.token, device_codes.PAIRING), status=201)


class RecoveryCodes(Mine):
    """View of the recovery code, for the loss of all devices."""

    @operation(
        "getRecoveryCode",
        "Get the state of your recovery code",
        tag="me",
        scope=Scope.ACCOUNT,
        description="Tells when you created it. Only `createRecoveryCode` shows the code itself, once.",
        responses={200: (player_schemas.RecoveryCode, "The time when you created it.")},
        gets={"made_at": "2026-11-21T18:30:00Z"},
    )
    def get(self, request: Request) -> Response:
        """Answer with the time of its creation."""
        return Response(player_schemas.RecoveryCode(made_at=device_codes.recovery_made_at(self.me)))

    @operation(
        "createRecoveryCode",
        "Create a recovery code, for the loss of all devices",
        tag="me",
        scope=Scope.ACCOUNT,
        description=(
            "Write it down: with it, `redeemDeviceCode` logs you in on any device, with all your matches. It is valid "
            "once; that login returns the next one. It replaces your previous recovery code. Clients should offer it "
            "at the first match. You need a recent login (`proveRecentLogin`). The server reports the code by mail to "
            "your confirmed addresses."
        ),
        problems=["recent_login_needed"],
        responses={201: (player_schemas.CreatedCode, "The code, shown only once.")},
        gets={**_CODE, "code": "K7QX-9DMA-3FWR-PC4H-T6UN", "expires_at": None},
        keeps=ResponseStorage.SECRET,
    )
    def post(self, request: Request) -> Response:
        """Create a recovery code."""
        return Response(_new_code(request, self.token, device_codes.RECOVERY), status=201)

    @operation(
        "deleteRecoveryCode",
        "Delete your recovery code",
        tag="me",
        scope=Scope.ACCOUNT,
        description=(
            "The code stops working, for example because you lost it. You need a recent login (`proveRecentLogin`)."
        ),
        responses={204: (None, "The recovery code is deleted.")},
        problems=["recent_login_needed"],
    )
    def delete(self, request: Request) -> Response:
        """Delete the recovery code."""
        device_codes.forget_recovery(self.token, timezone.now())
        return Response(status=204)


class Codes(View):
    """View of logins by pairing code or recovery code."""

    @operation(
        "redeemDeviceCode",
        "Log in on this device with a code",
        tag="players",
        scope=None,
        description=(
            "Send a code of `createPairingCode` or `createRecoveryCode`, which is used up. Wrong codes are counted by "
            "address. A pairing code gives no recent login: with it, `remove_what_they_added` is refused if you have a "
            "login method."
        ),
        request=player_schemas.RedeemDeviceCode,
        responses={201: (player_schemas.SignedIn, "Your account, and the token of this device.")},
        problems=["wrong_code", "too_many_wrong_codes", "recent_login_needed"],
        sends={"code": "k7qx-9dma-3f", "device": "My new phone"},
        gets={"player": ME, **TOKEN, "recovery_code": None},
        public=True,
        keeps=ResponseStorage.NOTHING,
    )
    def post(self, request: Request) -> Response:
        """Log in the device by the code."""
        wanted = self.body(request, player_schemas.RedeemDeviceCode)
        address = str(AddressThrottle().name_of(request))
        with guessing(("device_codes", address), is_wrong=lambda error: isinstance(error, device_codes.WrongCode)):
            came = device_codes.use_code(
                wanted.code,
                wanted.device,
                timezone.now(),
                sign_out_others=wanted.sign_out_others,
                and_what_they_added=wanted.remove_what_they_added,
            )
        return Response(came_in(came), status=201)


def came_in(came: device_codes.SignedIn) -> player_schemas.SignedIn:
    """Return the answer for a device that has logged in."""
    row, token, recovery = came
    next_code = in_groups(recovery) if recovery else None
    return player_schemas.SignedIn(player=me(row.user), token=token, expires_at=row.expiry, recovery_code=next_code)


def _new_code(request: Request, current: Token, kind: DeviceCode.Kind) -> player_schemas.CreatedCode:
    too_often("devices", str(current.user_id))
    code, row = device_codes.make_code(current, kind, timezone.now())
    link = request.build_absolute_uri(f"/#/device/{code}")
    return player_schemas.CreatedCode(code=in_groups(code), link=link, qr=qr_rows(link), expires_at=row.expires_at)


def qr_rows(text: str) -> list[str]:
    """Return the QR code of a text, row by row: ``1`` is dark."""
    picture = QRCode(border=0)
    picture.add_data(text)
    picture.make()
    return ["".join("01"[is_dark] for is_dark in row) for row in picture.modules]


class OneToken(Mine):
    """View of one device or program of the player."""

    @operation(
        "revokeDevice",
        "Sign out a device",
        tag="me",
        scope=Scope.ACCOUNT,
        description=(
            "This may be the device that sends the request. If it is another one, the codes that it created end, too "
            "(the recovery code only if you have a recent login). A guest who signs out their last device cannot log "
            f"in again. The server may still accept a move with the token for {REVOKED_AFTER} seconds."
        ),
        responses={204: (None, "The device is signed out.")},
        problems=["not_found"],
    )
    def delete(self, request: Request, device_id: UUID) -> Response:
        """End the token of the device or program."""
        if not services.end_token(self.token, device_id, timezone.now()):
            raise Problem("not_found", say("refused.no_device"))
        return Response(status=204)


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
