"""Whom one knows: following, friends, and blocks."""

from __future__ import annotations

from typing import Annotated, Final
from uuid import UUID

from django.db.models import QuerySet
from msgspec import UNSET, Meta, Struct, UnsetType
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Player
from chkobba_api.rest.schema import operation
from chkobba_api.rest.views import read_query
from chkobba_api.scopes import Scope
from games.api.matches.base import UNCHANGED, MatchesView, answered_once
from games.api.matches.match_view import name_of
from games.api.paging import OF_PAGES, page_of
from games.api.social import follow_schemas as shapes
from games.models import PlayerRelation
from games.services.social import follows_and_blocks

_SAMI: Final = {
    "player": "019d3c5e-7c1a-7b52-9d0c-3f2a6b1e8c47",
    "name": "Sami",
    "avatar": "owl",
    "is_bot": False,
    "friend": True,
    "since": "2026-11-21T18:30:00Z",
}
_BLOCKED: Final = {**_SAMI, "friend": False}
_PAGE: Final = {"next": None, "previous": None, "results": [_SAMI]}
_OF_PAGES: Final = {200: (shapes.KnownPlayerPage, "A page of players."), **UNCHANGED}


class PeopleQuery(Struct, forbid_unknown_fields=True):
    """Which players of a list are asked for."""

    cursor: str | UnsetType = UNSET
    limit: Annotated[int, Meta(ge=1, le=100)] = 20


class PeopleView(MatchesView):
    """A view of players whom one knows."""

    def page(self, relations: QuerySet[PlayerRelation]) -> Response:
        """Return a page of relations, each with the one of the two who does not ask, or 304 where the client has it."""
        read_query(self.request, PeopleQuery)
        found, links = page_of(self, relations, ("-pk",))
        return answered_once(
            self.request, shapes.KnownPlayerPage(results=[_shown(one, self.me) for one in found], **links)
        )


def _shown(relation: PlayerRelation, viewer: Player) -> shapes.KnownPlayer:
    other = relation.other if relation.player_id == viewer.pk else relation.player
    return shapes.KnownPlayer(
        player=other.pk,
        name=name_of(other),
        avatar=other.avatar,
        is_bot=other.is_bot,
        friend=relation.mutual,  # type: ignore[attr-defined]  # as ``games.services.social.follows_and_blocks`` reads them
        since=relation.at,
    )


class Follows(PeopleView):
    """Whom one follows."""

    @operation(
        "listFollows",
        "Whom you follow",
        tag="me",
        scope=Scope.READ,
        description="`friend` says of each whether they follow you, too.",
        parameters=OF_PAGES,
        responses=_OF_PAGES,
        problems=["invalid"],
        gets=_PAGE,
        headers=["ETag"],
    )
    def get(self, request: Request) -> Response:
        """Answer with a page."""
        return self.page(follows_and_blocks.followed_by(self.me))


class OneFollow(PeopleView):
    """Somebody who may be followed."""

    @operation(
        "followPlayer",
        "Follow somebody",
        tag="me",
        scope=Scope.PROFILE,
        description=(
            "They find you among their followers, and are not told otherwise. Two who follow each other are friends. "
            "Following again is the same."
        ),
        responses={200: (shapes.KnownPlayer, "Whom you follow.")},
        problems=["not_found", "too_many_follows"],
        gets=_SAMI,
    )
    def put(self, request: Request, player_id: UUID) -> Response:
        """Follow them."""
        return Response(_shown(follows_and_blocks.follow(self.me, player_id, self.now), self.me))

    @operation(
        "unfollowPlayer",
        "Follow somebody no more",
        tag="me",
        scope=Scope.PROFILE,
        description="Whether you did or not.",
        responses={204: (None, "You do not follow them.")},
        problems=["not_found"],
    )
    def delete(self, request: Request, player_id: UUID) -> Response:
        """Follow them no more."""
        follows_and_blocks.end(self.me, player_id, PlayerRelation.Kind.FOLLOW)
        return Response(status=204)


class Followers(PeopleView):
    """Who follows one."""

    @operation(
        "listFollowers",
        "Who follows you",
        tag="me",
        scope=Scope.READ,
        description="`friend` says of each whether you follow them, too. Who shall not follow you can be blocked.",
        parameters=OF_PAGES,
        responses=_OF_PAGES,
        problems=["invalid"],
        gets=_PAGE,
        headers=["ETag"],
    )
    def get(self, request: Request) -> Response:
        """Answer with a page."""
        return self.page(follows_and_blocks.followers_of(self.me))


class Friends(PeopleView):
    """Who follows one and is followed."""

    @operation(
        "listFriends",
        "Your friends",
        tag="me",
        scope=Scope.READ,
        description="Those whom you follow and who follow you.",
        parameters=OF_PAGES,
        responses=_OF_PAGES,
        problems=["invalid"],
        gets=_PAGE,
        headers=["ETag"],
    )
    def get(self, request: Request) -> Response:
        """Answer with a page."""
        return self.page(follows_and_blocks.friends_of(self.me))


class Blocks(PeopleView):
    """Whom one has blocked."""

    @operation(
        "listBlocks",
        "Whom you have blocked",
        tag="me",
        scope=Scope.READ,
        description="Nobody else is told.",
        parameters=OF_PAGES,
        responses=_OF_PAGES,
        problems=["invalid"],
        gets={**_PAGE, "results": [_BLOCKED]},
        headers=["ETag"],
    )
    def get(self, request: Request) -> Response:
        """Answer with a page."""
        return self.page(follows_and_blocks.blocked_by(self.me))


class OneBlock(PeopleView):
    """Somebody who may be blocked."""

    @operation(
        "blockPlayer",
        "Have nothing to do with somebody",
        tag="me",
        scope=Scope.PROFILE,
        description=(
            "It binds both of you: matches at which one sits are not there for the other, nobody is brought together "
            "with the other by a seek, and neither can sit down with the other by a room code (409 `join_refused`). "
            "You read nothing of what they say, and nobody of the two follows the other any more. A match at which "
            "both of you sit goes on. They are not told. docs/friends.md explains it."
        ),
        responses={200: (shapes.KnownPlayer, "Whom you have blocked.")},
        problems=["not_found", "too_many_blocks"],
        gets=_BLOCKED,
    )
    def put(self, request: Request, player_id: UUID) -> Response:
        """Block them."""
        return Response(_shown(follows_and_blocks.block(self.me, player_id, self.now), self.me))

    @operation(
        "unblockPlayer",
        "Take a block back",
        tag="me",
        scope=Scope.PROFILE,
        description="You may meet again. Who followed whom before is forgotten.",
        responses={204: (None, "They are not blocked.")},
        problems=["not_found"],
    )
    def delete(self, request: Request, player_id: UUID) -> Response:
        """Unblock them."""
        follows_and_blocks.end(self.me, player_id, PlayerRelation.Kind.BLOCK)
        return Response(status=204)
