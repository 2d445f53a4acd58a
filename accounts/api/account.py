"""Views of accounts: new guests, and the player's own profile, settings, kid mode, unique name and deletion."""

from __future__ import annotations

from uuid import UUID

from django.utils import timezone
from msgspec import UNSET, structs
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import services, unique_names
from accounts.api import player_schemas
from accounts.api.answers import me
from accounts.api.base import Mine
from accounts.avatars import AVATARS
from accounts.models import AccountDeletion
from chkobba_api.errors import DomainError
from chkobba_api.rest.idempotency import ResponseStorage
from chkobba_api.rest.language import hear, prefer
from chkobba_api.rest.limits.throttling import GuestThrottle, too_often
from chkobba_api.rest.openapi.operation import operation
from chkobba_api.rest.views import View
from chkobba_api.scopes import Scope
from games.engine.messages import say


class Avatars(View):
    """View of the avatars that players can choose."""

    @operation("listAvatars", None, {200: (player_schemas.Avatars, "All avatars.")}, public=True)
    def get(self, request: Request) -> Response:
        """List the avatars that players can choose.

        The server has no images of them: a client may show the emoji, or an image of its own for the key.
        """
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
        None,
        {201: (player_schemas.Guest, "Your account, and your token.")},
        public=True,
        keeps=ResponseStorage.SECRET,
    )
    def post(self, request: Request, wanted: player_schemas.GuestRequest) -> Response:
        """Create a guest account.

        You need only a nickname. The answer shows the token only once, so store it.
        """
        row, token = services.create_guest(wanted.nickname, wanted.avatar, wanted.device)
        return Response(player_schemas.Guest(player=me(row.user), token=token, expires_at=row.expiry), status=201)


class Profile(Mine):
    """View of the player's own account."""

    @operation("getMe", Scope.READ, {200: (player_schemas.Me, "Your account.")})
    def get(self, request: Request) -> Response:
        """Get your account.

        Your nickname, avatar, language, time zone and settings, and the date of the account.
        """
        return Response(me(self.me))

    @operation("updateMe", Scope.PROFILE, {200: (player_schemas.Me, "Your changed account.")})
    def patch(self, request: Request, wanted: player_schemas.UpdateMe) -> Response:
        """Change your nickname, avatar, language, card names, time zone and settings.

        Fields that you leave out do not change. All your matches show a new nickname at once.
        """
        changes = {name: value for name, value in structs.asdict(wanted).items() if value is not UNSET}
        cleared = {name: "" for name, value in changes.items() if value is None}
        player = services.change_player(self.me, **changes | cleared)
        hear(request.headers.get("Accept-Language", ""))
        prefer(player.language, player.cards)
        return Response(me(player))

    @operation("deleteAccount", Scope.ACCOUNT, {204: (None, "The account is deleted.")}, headers=["Location"])
    def delete(self, request: Request) -> Response:
        """Delete your account at once.

        Your tokens end and your name is removed at once. The matches that you played keep a former player. Then the
        server gives up your seats and resigns your running matches. With thousands of seats this takes a while: every
        client that knows the address in `Location` can ask for the progress, without a token (`getAccountDeletion`).
        The address cannot be guessed. You need a recent login (`proveRecentLogin`). `scheduleDeletion` does the same in
        three days, and you can cancel it.
        """
        begun = services.leave_at_once(self.token, timezone.now())
        return Response(status=204, headers={"Location": f"/api/v1/account-deletions/{begun.pk}"})


class KidMode(Mine):
    """View that turns on kid mode."""

    @operation("enableKidMode", Scope.ACCOUNT, {200: (player_schemas.Me, "Your account, in kid mode.")})
    def put(self, request: Request) -> Response:
        """Turn on kid mode.

        For children, and for all players who want it: no free text in either direction, no strangers, no public
        profile, no leaderboards. You play with friends, with bots, and in matches whose room code you have. It
        takes effect at once. Only an admin can turn it off. See docs/friends.md.
        """
        services.enable_kid_mode(self.me)
        return Response(me(self.me))


class MyName(Mine):
    """View of the player's unique name."""

    @operation("claimName", Scope.ACCOUNT, {200: (player_schemas.Me, "Your account, with the new name.")})
    def put(self, request: Request, wanted: player_schemas.ClaimName) -> Response:
        """Claim or change your unique name.

        Other players find you by this name, and you log in with it. No two names may look alike: case, accents, dashes,
        and letters of other scripts that look the same make no difference (docs/accounts.md). Your nickname is separate
        and does not change. Your previous name becomes free. If you have a password, you log in with this name, so you
        need a recent login (`proveRecentLogin`).
        """
        too_often("names", str(self.me.pk))
        return Response(me(unique_names.claim_at(self.token, wanted.name, timezone.now())))


class MyAccountDeletion(Mine):
    """View of the scheduled account deletion."""

    @operation(
        "scheduleDeletion", Scope.ACCOUNT, {200: (player_schemas.ScheduledDeletion, "The time of the deletion.")}
    )
    def put(self, request: Request) -> Response:
        """Delete your account in three days.

        Until then you can cancel the deletion (`cancelDeletion`), and the server plays for you in every match. You
        leave the matches that have not started, and cannot join others (409 `deletion_scheduled`). After three days the
        server deletes the account as `deleteAccount` does. A second request does not change the date. You need a recent
        login (`proveRecentLogin`).
        """
        return Response(player_schemas.ScheduledDeletion(leaves_at=services.plan_to_leave(self.token, timezone.now())))

    @operation("cancelDeletion", Scope.ACCOUNT, {204: (None, "The account stays.")})
    def delete(self, request: Request) -> Response:
        """Cancel the scheduled deletion of your account.

        The server gives your seats back to you soon after. A move of yours takes its seat back at once.
        """
        services.stay_after_all(self.me, timezone.now())
        return Response(status=204)


class OneAccountDeletion(View):
    """View of the progress of an account deletion."""

    @operation(
        "getAccountDeletion",
        None,
        {200: (player_schemas.AccountDeletion, "The progress of the deletion.")},
        public=True,
    )
    def get(self, request: Request, deletion_id: UUID) -> Response:
        """Get the progress of an account deletion.

        For players who have deleted their account: use the address from `deleteAccount`, for 30 days.
        """
        row = AccountDeletion.objects.filter(pk=deletion_id).first()
        if row is None or row.left_at is None:
            raise DomainError("not_found", say("refused.no_deletion"))
        return Response(
            player_schemas.AccountDeletion(
                left_at=row.left_at,
                status="under_way" if row.ended_at is None else "ended",
                seats_given_up=row.given_up,
                ended_at=row.ended_at,
            )
        )
