"""Clubs: find, found, join and leave them, and list a player's own."""

from __future__ import annotations

from uuid import UUID

from msgspec import structs
from rest_framework.request import Request
from rest_framework.response import Response

from chkobba_api.errors import never_raises
from chkobba_api.rest.addresses import address_of
from chkobba_api.rest.limits.brute_force import guessing, has_code
from chkobba_api.rest.openapi.operation import operation
from chkobba_api.scopes import Scope
from games import models
from games.api.clubs import club_schemas as schemas
from games.api.copying import copied
from games.api.matches.base import ETAG, UNCHANGED, MatchesView, answer_or_304, count_by_player, given_in
from games.api.paging import PageQuery
from games.api.ratings.rating_schemas import ClubName
from games.services.clubs import clubs, members


class Clubs(MatchesView):
    """The clubs that a player can find without an invitation."""

    @operation("listClubs", Scope.READ, {200: (schemas.ClubPage, "A page of clubs."), **UNCHANGED}, parameters=[ETAG])
    def get(self, request: Request, query: PageQuery) -> Response:
        """List the clubs that you can join.

        Open clubs, and clubs that accept requests. You join other clubs with an invitation code (`joinClubByCode`).
        """
        return self.listed(clubs.listed(self.me), ("-id",), schemas.ClubPage, _summary)

    @operation("createClub", Scope.CLUBS, {201: (schemas.Club, "The club.")}, headers=["Location"])
    @never_raises("not_found")  # the club was just founded
    def post(self, request: Request, wanted: schemas.ClubRequest) -> Response:
        """Found a club.

        You become the club's first organizer. The host may allow only the staff to found clubs. docs/clubs.md explains
        clubs.
        """
        count_by_player(request, self.me, "clubs", "throttled", "refused.throttled")
        mine = clubs.found(self.me, clubs.Founding(**structs.asdict(wanted)), self.now)
        shown = club_shape(*clubs.club_for(self.me, mine.club_id))
        return Response(shown, status=201, headers={"Location": f"/api/v1/clubs/{mine.club_id}"})


class OneClub(MatchesView):
    """A club as the player sees it."""

    @operation("getClub", Scope.READ, {200: (schemas.Club, "The club as you see it."), **UNCHANGED}, parameters=[ETAG])
    def get(self, request: Request, club_id: UUID) -> Response:
        """Get a club.

        You can get clubs that you can find or belong to. For other clubs the answer is 404.
        """
        return answer_or_304(request, club_shape(*clubs.club_for(self.me, club_id)))

    @operation("updateClub", Scope.CLUBS, {200: (schemas.Club, "The club.")})
    def patch(self, request: Request, club_id: UUID, wanted: schemas.UpdateClub) -> Response:
        """Change a club.

        Only organizers may change the name, the description, and the way in which players join.
        """
        clubs.change(self.me, club_id, **given_in(wanted))
        return Response(club_shape(*clubs.club_for(self.me, club_id)))


class ClubCode(MatchesView):
    """The invitation code of a club."""

    @operation("renewClubCode", Scope.CLUBS, {200: (schemas.Club, "The club with the new code.")})
    def post(self, request: Request, club_id: UUID) -> Response:
        """Renew the invitation code of a club.

        Only organizers may renew it. The old code stops working.
        """
        clubs.renew_code(self.me, club_id)
        return Response(club_shape(*clubs.club_for(self.me, club_id)))


class JoinClub(MatchesView):
    """Joining a club, or asking to join it."""

    @operation("joinClub", Scope.CLUBS, {200: (schemas.MyClub, "Your role in the club.")})
    def post(self, request: Request, club_id: UUID) -> Response:
        """Join a club, or ask to join it.

        You become a member of an `open` club at once. In a club with `request`, your role is `asked` until an organizer
        accepts you.
        """
        return Response(_mine(members.join(self.me, club_id, self.now)))


class JoinClubByCode(MatchesView):
    """Joining a club with an invitation code."""

    @operation("joinClubByCode", Scope.CLUBS, {200: (schemas.MyClub, "Your role in the club.")})
    def post(self, request: Request, wanted: schemas.JoinClubByCode) -> Response:
        """Join a club with its invitation code.

        You are a member at once. Wrong codes count together with wrong room codes.
        """
        # Wrong codes count by player first, then by address.
        by_address = ("codes_address", address_of(request))
        with guessing(("codes", f"player:{self.me.pk}"), by_address, is_wrong=has_code("wrong_code")):
            mine = members.join_by_code(self.me, wanted.code, self.now)
        return Response(_mine(mine))


class MyClubs(MatchesView):
    """The clubs of a player."""

    @operation(
        "listMyClubs", Scope.READ, {200: (schemas.MyClubPage, "A page of clubs."), **UNCHANGED}, parameters=[ETAG]
    )
    def get(self, request: Request, query: PageQuery) -> Response:
        """List your clubs.

        The list also has your requests to join, and clubs that removed or banned you, with the reason.
        """
        return self.listed(clubs.memberships_of(self.me), ("-pk",), schemas.MyClubPage, _mine)


class MyClub(MatchesView):
    """A player's membership in a club."""

    @operation("updateMyClub", Scope.CLUBS, {200: (schemas.MyClub, "Your role and settings in the club.")})
    def patch(self, request: Request, club_id: UUID, wanted: schemas.UpdateMyClub) -> Response:
        """Turn notifications of a club's new matches on or off.

        While they are on, you get `club_match` for each new match of the club with a free seat.
        """
        return Response(_mine(members.change_mine(self.me, club_id, is_notified=wanted.notified)))

    @operation("leaveClub", Scope.CLUBS, {204: (None, "You have left the club.")})
    def delete(self, request: Request, club_id: UUID) -> Response:
        """Leave a club.

        This also withdraws a request to join, and deletes a removal. Matches in which you sit continue. The last
        organizer must first appoint another one. If you are the only member, the club ends.
        """
        members.leave(self.me, club_id, self.now)
        return Response(status=204)


def _summary(club: models.Club) -> schemas.ClubSummary:
    return copied(schemas.ClubSummary, club, members=club.member_count)  # type: ignore[attr-defined]  # annotated


def club_shape(club: models.Club, mine: models.Membership | None) -> schemas.Club:
    """Return a club as a player with this membership sees it."""
    belonging = mine if mine and mine.belongs else None
    organizes = mine is not None and mine.standing == clubs.Standing.ORGANIZER
    return copied(
        schemas.Club,
        club,
        members=club.member_count,  # type: ignore[attr-defined]  # annotated by ``games.services.clubs.clubs``
        standing=mine.standing if mine else None,
        notified=belonging.is_notified if belonging else None,
        muted_until=belonging.muted_until if belonging else None,
        code=club.code if organizes else None,
    )


def _mine(one: models.Membership) -> schemas.MyClub:
    club = copied(ClubName, one.club)
    return copied(schemas.MyClub, one, club=club, reason=one.reason or None, notified=one.is_notified)
