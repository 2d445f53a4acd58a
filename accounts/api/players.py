"""Guests, one's own profile, one's devices."""

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
from accounts.validation import Unfit
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
    if isinstance(error, Unfit):
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
    """The pictures to choose from."""

    @operation(
        "listAvatars",
        "The avatars that players choose from",
        tag="players",
        scope=None,
        description="The server draws none: a client may show the emoji, or a picture of its own for the key.",
        responses={200: (player_schemas.Avatars, "All avatars.")},
        gets={"avatars": [{"key": "fennec", "name": "Fennec", "symbol": "🦊"}]},
        public=True,
    )
    def get(self, request: Request) -> Response:
        """Answer with the list."""
        return Response(
            player_schemas.Avatars(
                avatars=[
                    player_schemas.AvatarShape(key=avatar.key, name=say(f"avatar.{avatar.key}"), symbol=avatar.symbol)
                    for avatar in AVATARS
                ]
            )
        )


class Guests(View):
    """Coming in."""

    throttle_classes = (GuestThrottle,)

    @operation(
        "createGuest",
        "Come in as a guest",
        tag="players",
        scope=None,
        description="A nickname is all it takes. The token in the answer is shown this once; keep it.",
        request=player_schemas.GuestRequest,
        responses={201: (player_schemas.Guest, "You, and your token.")},
        sends={"nickname": "Amel", "avatar": "fennec", "device": "Amel's phone"},
        gets={"player": ME, **TOKEN},
        public=True,
        keeps=ResponseStorage.SECRET,
    )
    def post(self, request: Request) -> Response:
        """Make the guest."""
        wanted = self.body(request, player_schemas.GuestRequest)
        row, token = services.create_guest(wanted.nickname, wanted.avatar, wanted.device)
        return Response(player_schemas.Guest(player=me(row.user), token=token, expires_at=row.expiry), status=201)


class Profile(Mine):
    """Oneself."""

    @operation(
        "getMe",
        "You",
        tag="me",
        scope=Scope.READ,
        description="Nickname, avatar, language, time zone, and since when you are here.",
        responses={200: (player_schemas.Me, "You.")},
        gets=ME,
    )
    def get(self, request: Request) -> Response:
        """Answer with the player."""
        return Response(me(self.me))

    @operation(
        "updateMe",
        "Change your nickname, avatar, language, names of cards, time zone, and what you take part in",
        tag="me",
        scope=Scope.PROFILE,
        description="What is left out stays. The new name is shown at all of your tables at once.",
        request=player_schemas.UpdateMe,
        responses={200: (player_schemas.Me, "You, changed.")},
        sends={"avatar": "owl"},
        gets={**ME, "avatar": "owl"},
    )
    def patch(self, request: Request) -> Response:
        """Change the player."""
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
        "Leave for good",
        tag="me",
        scope=Scope.ACCOUNT,
        description=(
            "Your tokens end and your name is forgotten at once: the matches that you played keep a former player. "
            "Then you get up from every table; where a match is being played, you resign. Thousands take a while: "
            "`Location` is where anybody who knows it can ask how far things are, without a token "
            "(`getAccountDeletion`). It cannot be guessed. Needs a recent log-in (`proveRecentLogin`). "
            "`scheduleDeletion` does the same in three days, and can be taken back."
        ),
        responses={204: (None, "You are gone.")},
        problems=["recent_login_needed"],
        headers=["Location"],
    )
    def delete(self, request: Request) -> Response:
        """Delete the account."""
        departure = deletion.leave_at_once(self.token, timezone.now())
        return Response(status=204, headers={"Location": f"/api/v1/account-deletions/{departure.pk}"})


class KidMode(Mine):
    """Being kept from strangers."""

    @operation(
        "enableKidMode",
        "Meet friends alone, from now on",
        tag="me",
        scope=Scope.ACCOUNT,
        description=(
            "For children, and for whoever wants it: no free text in either direction, no strangers, no profile that "
            "others see, no leaderboards. You play with friends, with bots, and at tables whose code you were given. "
            "It holds at once. Switching it off is for the staff alone. docs/friends.md explains it."
        ),
        responses={200: (player_schemas.Me, "You, kid_mode.")},
        gets={**ME, "kid_mode": True},
    )
    def put(self, request: Request) -> Response:
        """Turn kid mode on; a second request changes nothing."""
        services.enable_kid_mode(self.me)
        return Response(me(self.me))


class MyDeparture(Mine):
    """Leaving in a few days."""

    @operation(
        "scheduleDeletion",
        "Leave for good in three days",
        tag="me",
        scope=Scope.ACCOUNT,
        description=(
            "Until then you can take it back (`cancelDeletion`), and the server plays for you at every table; you get "
            "up where nothing was dealt yet, and sit down nowhere (409 `leaving`). Then you leave as by "
            "`deleteAccount`, which does not wait. A second request does not change the date. Needs a recent log-in "
            "(`proveRecentLogin`)."
        ),
        responses={200: (player_schemas.ScheduledDeletion, "When you leave.")},
        problems=["recent_login_needed"],
        gets={"leaves_at": "2026-11-24T18:30:00Z"},
    )
    def put(self, request: Request) -> Response:
        """Note that the player wants to leave."""
        return Response(player_schemas.ScheduledDeletion(leaves_at=deletion.plan_to_leave(self.token, timezone.now())))

    @operation(
        "cancelDeletion",
        "Stay after all",
        tag="me",
        scope=Scope.ACCOUNT,
        description="The server gives your seats back to you, soon after; at any one a move of yours does it at once.",
        responses={204: (None, "You stay.")},
    )
    def delete(self, request: Request) -> Response:
        """Note that the player stays."""
        deletion.stay_after_all(self.me, timezone.now())
        return Response(status=204)


class OneDeparture(View):
    """How far a departure is."""

    @operation(
        "getAccountDeletion",
        "How far the departure of a player is",
        tag="players",
        scope=None,
        description="For players who have left for good: by the address from `deleteAccount`, for 30 days.",
        responses={200: (player_schemas.AccountDeletion, "How far it is.")},
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
    """One's devices."""

    @operation(
        "listDevices",
        "Your devices, and the programs that may act for you",
        tag="me",
        scope=Scope.ACCOUNT,
        description="Each has a token of its own, so that one that is lost can be signed out.",
        responses={200: (player_schemas.Devices, "All that has a token of yours.")},
        gets={"devices": [_PROGRAM, _DEVICE]},
    )
    def get(self, request: Request) -> Response:
        """Answer with the devices."""
        tokens = Token.objects.filter(user=self.me)
        return Response(player_schemas.Devices(devices=[device(token, self.token) for token in tokens]))

    @operation(
        "createDeviceToken",
        "Get a token for another device, or for a program",
        tag="me",
        scope=Scope.ACCOUNT,
        description=(
            "A token of its own, for a phone beside the tablet; the one that you use goes on. With `scopes` it is for "
            "a program, and good for no more than these: another operation is 403 `insufficient_scope`, which names "
            "the missing one. No program can make tokens or codes, end any, or leave for you. Needs a recent log-in "
            "(`proveRecentLogin`); your confirmed email addresses are told."
        ),
        request=player_schemas.DeviceRequest,
        responses={201: (player_schemas.CreatedToken, "The token, shown this once.")},
        problems=["recent_login_needed", "too_many_devices", "too_many_programs"],
        sends={"device": "My bot", "scopes": ["read", "play"], "expires_at": "2027-01-01T00:00:00Z"},
        gets=TOKEN,
        keeps=ResponseStorage.SECRET,
    )
    def post(self, request: Request) -> Response:
        """Make a token."""
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
            "you have a recent log-in (`proveRecentLogin`), it also ends their recovery code. "
            "`remove_what_they_added` needs a recent log-in. It removes the passkeys, login addresses, channels and "
            "calendar feed that this device has not added, also those of devices that were signed out before."
        ),
        parameters=[
            OpenApiParameter(
                "remove_what_they_added", bool, description="True: also remove all that other devices have added."
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
    """Codes for another device."""

    @operation(
        "createPairingCode",
        "Get a code for another device",
        tag="me",
        scope=Scope.ACCOUNT,
        description=(
            "Show it, its `link` or its `qr` to your other device, which comes in by `redeemDeviceCode`. It is good "
            "for ten minutes and for once; the one before it ends. Needs a recent log-in (`proveRecentLogin`); your "
            "confirmed email addresses are told."
        ),
        problems=["recent_login_needed"],
        responses={201: (player_schemas.CreatedCode, "The code, shown this once.")},
        gets={**_CODE, "expires_at": "2026-11-21T18:40:00Z"},
        keeps=ResponseStorage.SECRET,
    )
    def post(self, request: Request) -> Response:
        """Make one."""
        return Response(_new_code(request, self.token, device_codes.PAIRING), status=201)


class RecoveryCodes(Mine):
    """The code for the day on which every device is lost."""

    @operation(
        "getRecoveryCode",
        "Whether you can come back when every device is lost",
        tag="me",
        scope=Scope.ACCOUNT,
        description="The code itself is shown once, by `createRecoveryCode`.",
        responses={200: (player_schemas.RecoveryCode, "Since when you have one.")},
        gets={"made_at": "2026-11-21T18:30:00Z"},
    )
    def get(self, request: Request) -> Response:
        """Answer with since when."""
        return Response(player_schemas.RecoveryCode(made_at=device_codes.recovery_made_at(self.me)))

    @operation(
        "createRecoveryCode",
        "Get a code by which you come back when every device is lost",
        tag="me",
        scope=Scope.ACCOUNT,
        description=(
            "Write it down: with it, `redeemDeviceCode` lets you in on any device, with all of your matches. It is "
            "good for once, and then gives you the next one; the one before it ends. Clients should offer it at the "
            "first match. Needs a recent log-in (`proveRecentLogin`); your confirmed email addresses are told."
        ),
        problems=["recent_login_needed"],
        responses={201: (player_schemas.CreatedCode, "The code, shown this once.")},
        gets={**_CODE, "code": "K7QX-9DMA-3FWR-PC4H-T6UN", "expires_at": None},
        keeps=ResponseStorage.SECRET,
    )
    def post(self, request: Request) -> Response:
        """Make one."""
        return Response(_new_code(request, self.token, device_codes.RECOVERY), status=201)

    @operation(
        "deleteRecoveryCode",
        "Have no code for recovery any more",
        tag="me",
        scope=Scope.ACCOUNT,
        description="A lost code is worth nothing afterwards. Needs a recent log-in (`proveRecentLogin`).",
        responses={204: (None, "There is none.")},
        problems=["recent_login_needed"],
    )
    def delete(self, request: Request) -> Response:
        """Forget it."""
        device_codes.forget_recovery(self.token, timezone.now())
        return Response(status=204)


class Codes(View):
    """Coming in on another device."""

    @operation(
        "redeemDeviceCode",
        "Come in on this device with a code",
        tag="players",
        scope=None,
        description=(
            "By a code of `createPairingCode` or `createRecoveryCode`, which is used up. Wrong ones are counted by "
            "address. A pairing code is no recent log-in: with it, `remove_what_they_added` is refused if you have a "
            "way in."
        ),
        request=player_schemas.RedeemDeviceCode,
        responses={201: (player_schemas.SignedIn, "You, and the token of this device.")},
        problems=["wrong_code", "too_many_wrong_codes", "recent_login_needed"],
        sends={"code": "k7qx-9dma-3f", "device": "My new phone"},
        gets={"player": ME, **TOKEN, "recovery_code": None},
        public=True,
        keeps=ResponseStorage.NOTHING,
    )
    def post(self, request: Request) -> Response:
        """Use it."""
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
    """One of one's devices."""

    @operation(
        "revokeDevice",
        "Sign out a device",
        tag="me",
        scope=Scope.ACCOUNT,
        description=(
            "Also the one that you use. With another one, the codes that it has made end, too (the recovery code only "
            "if you have a recent log-in). A guest who signs out "
            "their last device cannot come back. A move that is sent with its token within "
            f"{REVOKED_AFTER} seconds may still be taken."
        ),
        responses={204: (None, "The device is signed out.")},
        problems=["not_found"],
    )
    def delete(self, request: Request, device_id: UUID) -> Response:
        """End the token."""
        if not services.end_token(self.token, device_id, timezone.now()):
            raise Problem("not_found", say("refused.no_device"))
        return Response(status=204)


def me(player: Player) -> player_schemas.Me:
    """Return a player as they see themselves."""
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
    """Return how the devices and programs of a player are called, by their ids."""
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
