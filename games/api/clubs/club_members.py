"""The members of a club, and the decisions of its organizers about them."""

from __future__ import annotations

from functools import partial
from typing import Literal
from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from chkobba_api.rest.openapi.operation import operation
from chkobba_api.scopes import Scope
from games import models
from games.api.clubs import club_schemas as schemas
from games.api.copying import copied
from games.api.matches.base import ETAG, UNCHANGED, MatchesView
from games.api.matches.match_view import name_of
from games.api.paging import PageQuery
from games.services.clubs import clubs, members


class MembersQuery(PageQuery, forbid_unknown_fields=True):
    """Query parameters of the list of members."""

    standing: Literal["belonging", "asked", "removed", "banned"] = "belonging"
    """`belonging`: members and organizers. Only organizers may use the other values."""


class Members(MatchesView):
    """The members of a club."""

    @operation(
        "listClubMembers",
        Scope.READ,
        {200: (schemas.ClubMemberPage, "A page of members."), **UNCHANGED},
        parameters=[ETAG],
    )
    def get(self, request: Request, club_id: UUID, query: MembersQuery) -> Response:
        """List the members of a club.

        Only members may read the list. Organizers also list requests, removals and bans by `standing`. Members who are
        kept apart from you (docs/friends.md) are listed only if you are an organizer.
        """
        if query.standing == "belonging":
            rows = members.members_of(self.me, club_id)
        else:
            rows = members.others_of(self.me, club_id, query.standing)
        shown = partial(member_shape, to_organizer=clubs.organizes(self.me, club_id))
        return self.listed(rows, ("-pk",), schemas.ClubMemberPage, shown)


class OneMember(MatchesView):
    """A player's membership in a club, which may also be a request, a removal or a ban."""

    @operation(
        "updateClubMember", Scope.CLUBS, {200: (schemas.ClubMember, "The player's membership with the new role.")}
    )
    def put(self, request: Request, club_id: UUID, player_id: UUID, wanted: schemas.UpdateClubMember) -> Response:
        """Accept, promote, remove or ban a player.

        Only organizers may, also for other organizers. A removed player may join again, a banned one may not; both can
        read the reason. Matches in which the player sits continue. Setting the same role again has no effect.
        """
        decided = members.put(self.me, club_id, player_id, wanted.standing, self.now, reason=wanted.reason)
        return Response(member_shape(decided, to_organizer=True))


def member_shape(one: models.Membership, *, to_organizer: bool) -> schemas.ClubMember:
    """Return a membership as a member or an organizer sees it."""
    return copied(
        schemas.ClubMember,
        one,
        player=one.player.pk,
        name=name_of(one.player),
        avatar=one.player.avatar,
        is_bot=one.player.is_bot,
        reason=one.reason or None if to_organizer else None,
        muted_until=one.muted_until if to_organizer else None,
    )
