"""Follows, friends and blocks of a player."""

from __future__ import annotations

from typing import Final
from uuid import UUID

from django.db.models import QuerySet
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Player
from chkobba_api.rest.openapi.operation import operation
from chkobba_api.scopes import Scope
from games.api.matches.base import ETAG, UNCHANGED, MatchesView
from games.api.matches.match_view import name_of
from games.api.paging import PageQuery
from games.api.social import follow_schemas as schemas
from games.models import PlayerRelation
from games.services.matchmaking import invitations
from games.services.social import follows_and_blocks

_OF_PAGES: Final = {200: (schemas.KnownPlayerPage, "A page of players."), **UNCHANGED}


class PeopleView(MatchesView):
    """A view of a player's relations to others."""

    def page(self, relations: QuerySet[PlayerRelation]) -> Response:
        """Return a page of relations, each with the other player, or 304 if the client already has it."""
        return self.listed(relations, ("-pk",), schemas.KnownPlayerPage, lambda one: _shown(one, self.me))


def _shown(relation: PlayerRelation, viewer: Player) -> schemas.KnownPlayer:
    other = relation.other if relation.player_id == viewer.pk else relation.player
    return schemas.KnownPlayer(
        player=other.pk,
        name=name_of(other),
        avatar=other.avatar,
        is_bot=other.is_bot,
        friend=relation.mutual,  # type: ignore[attr-defined]  # annotated by the service
        since=relation.at,
    )


class Follows(PeopleView):
    """The players that the player follows."""

    @operation("listFollows", Scope.READ, _OF_PAGES, parameters=[ETAG])
    def get(self, request: Request, query: PageQuery) -> Response:
        """List the players you follow.

        `friend` shows whether the player follows you, too.
        """
        return self.page(follows_and_blocks.followed_by(self.me))


class OneFollow(PeopleView):
    """A follow of another player."""

    @operation("followPlayer", Scope.PROFILE, {200: (schemas.KnownPlayer, "The followed player.")})
    def put(self, request: Request, player_id: UUID) -> Response:
        """Follow a player.

        The player finds you among their followers, and gets no notification. Two players who follow each other are
        friends. Following again has no effect.
        """
        return Response(_shown(follows_and_blocks.follow(self.me, player_id, self.now), self.me))

    @operation("unfollowPlayer", Scope.PROFILE, {204: (None, "You do not follow the player.")})
    def delete(self, request: Request, player_id: UUID) -> Response:
        """Unfollow a player.

        It has no effect if you do not follow the player.
        """
        follows_and_blocks.end(self.me, player_id, PlayerRelation.Kind.FOLLOW)
        return Response(status=204)


class Followers(PeopleView):
    """The followers of the player."""

    @operation("listFollowers", Scope.READ, _OF_PAGES, parameters=[ETAG])
    def get(self, request: Request, query: PageQuery) -> Response:
        """List your followers.

        `friend` shows whether you follow the player, too. `blockPlayer` ends their follow.
        """
        return self.page(follows_and_blocks.followers_of(self.me))


class Friends(PeopleView):
    """The friends of the player."""

    @operation("listFriends", Scope.READ, _OF_PAGES, parameters=[ETAG])
    def get(self, request: Request, query: PageQuery) -> Response:
        """List your friends.

        Two players who follow each other are friends.
        """
        return self.page(follows_and_blocks.friends_of(self.me))


class Blocks(PeopleView):
    """The players that the player has blocked."""

    @operation("listBlocks", Scope.READ, _OF_PAGES, parameters=[ETAG])
    def get(self, request: Request, query: PageQuery) -> Response:
        """List the players you have blocked.

        Other players cannot see this list.
        """
        return self.page(follows_and_blocks.blocked_by(self.me))


class OneBlock(PeopleView):
    """A block of another player."""

    @operation("blockPlayer", Scope.PROFILE, {200: (schemas.KnownPlayer, "The blocked player.")})
    def put(self, request: Request, player_id: UUID) -> Response:
        """Block a player.

        The block applies to both of you: neither sees the other's matches, seeks do not bring you together, and neither
        can join a match of the other by a room code (409 `join_refused`). You do not see the other player's messages,
        and neither of you follows the other any more. Invitations between you end. A match in which you both sit
        continues. The other player is not notified. docs/friends.md has the details.
        """
        return Response(_shown(invitations.block(self.me, player_id, self.now), self.me))

    @operation("unblockPlayer", Scope.PROFILE, {204: (None, "The player is not blocked.")})
    def delete(self, request: Request, player_id: UUID) -> Response:
        """Unblock a player.

        You may meet again. Earlier follows do not come back.
        """
        follows_and_blocks.end(self.me, player_id, PlayerRelation.Kind.BLOCK)
        return Response(status=204)
