"""Clubs: finding and founding them, joining and leaving, and one's own."""

from __future__ import annotations

from typing import Annotated, Any, Final
from uuid import UUID

from drf_spectacular.utils import OpenApiParameter
from msgspec import UNSET, Meta, Struct, UnsetType, structs
from rest_framework.request import Request
from rest_framework.response import Response

import accounts.api.names  # noqa: F401  (registers what is refused of names)
from chkobba_api.rest.brute_force import guessing
from chkobba_api.rest.schema import operation
from chkobba_api.rest.throttling import AddressThrottle
from chkobba_api.rest.views import read_query
from chkobba_api.scopes import Scope
from games import models
from games.api.clubs import club_schemas as shapes
from games.api.matches.base import UNCHANGED, MatchesView, answered_once, count_by_player
from games.api.matches.lobby import is_wrong_code
from games.api.paging import OF_PAGES, page_of
from games.api.ratings.rating_schemas import ClubName
from games.services.clubs import clubs, members

CLUB: Final[dict[str, Any]] = {
    "id": "019d3c5e-7c1d-7c02-8b1e-2f4a6c8e0b14",
    "name": "Café de la Marsa",
    "description": "Chkobba every evening.",
    "joining": "request",
    "members": 12,
    "founded_at": "2026-11-01T18:30:00Z",
}
_SEEN: Final = {**CLUB, "standing": "organizer", "told": True, "muted_until": None, "code": "ACDEFGHJKM"}
_MINE: Final = {
    "club": {"id": CLUB["id"], "name": CLUB["name"]},
    "standing": "member",
    "since": "2026-11-21T18:30:00Z",
    "reason": None,
    "told": True,
    "muted_until": None,
}
_AROUND: Final = {"next": None, "previous": None}
_ETAG: Final = OpenApiParameter(
    "If-None-Match", str, OpenApiParameter.HEADER, description="The ETag of the answer that you have."
)
_NAMING: Final = ("name_taken", "name_reserved", "kid_mode", "invalid")
OF_A_CLUB: Final = ("not_found", "not_a_member")
OF_ORGANIZERS: Final = (*OF_A_CLUB, "not_organizer")


class ClubsQuery(Struct, forbid_unknown_fields=True):
    """Which page is asked for."""

    cursor: str | UnsetType = UNSET
    limit: Annotated[int, Meta(ge=1, le=100)] = 20


class Clubs(MatchesView):
    """All clubs that one can find."""

    @operation(
        "listClubs",
        "Clubs that you can join",
        tag="clubs",
        scope=Scope.READ,
        description="Those that are open, or admit who asks. Others are joined by the code of an invitation.",
        parameters=OF_PAGES,
        responses={200: (shapes.ClubPage, "A page of clubs."), **UNCHANGED},
        problems=["invalid"],
        gets={**_AROUND, "results": [CLUB]},
        headers=["ETag"],
    )
    def get(self, request: Request) -> Response:
        """Answer with a page."""
        read_query(request, ClubsQuery)
        found, links = page_of(self, clubs.listed(self.me), ("-id",))
        results = [shapes.ClubSummary(**_of_club(club)) for club in found]
        return answered_once(request, shapes.ClubPage(**links, results=results))

    @operation(
        "createClub",
        "Found a club",
        tag="clubs",
        scope=Scope.CLUBS,
        description=(
            "You are its first organizer. Whoever runs the server may keep founding clubs to the staff. docs/clubs.md "
            "explains clubs."
        ),
        request=shapes.ClubRequest,
        responses={201: (shapes.Club, "The club.")},
        problems=["not_a_founder", "too_many_clubs", "throttled", *_NAMING],
        sends={name: CLUB[name] for name in ("name", "description", "joining")},
        gets={**_SEEN, "members": 1},
        headers=["Location"],
    )
    def post(self, request: Request) -> Response:
        """Found it."""
        wanted = self.body(request, shapes.ClubRequest)
        count_by_player(request, self.me, "clubs", "throttled", "refused.throttled")
        mine = clubs.found(self.me, clubs.Founding(**structs.asdict(wanted)), self.now)
        shown = club_shape(*clubs.club_for(self.me, mine.club_id))
        return Response(shown, status=201, headers={"Location": f"/api/v1/clubs/{mine.club_id}"})


class OneClub(MatchesView):
    """A club."""

    @operation(
        "getClub",
        "A club",
        tag="clubs",
        scope=Scope.READ,
        description="One that you can find, or to which you belong; others are not there.",
        parameters=[_ETAG],
        responses={200: (shapes.Club, "The club, as you see it."), **UNCHANGED},
        problems=["not_found"],
        gets=_SEEN,
        headers=["ETag"],
    )
    def get(self, request: Request, club_id: UUID) -> Response:
        """Answer with it."""
        return answered_once(request, club_shape(*clubs.club_for(self.me, club_id)))

    @operation(
        "updateClub",
        "Change what a club says of itself, or how one joins",
        tag="clubs",
        scope=Scope.CLUBS,
        description="Only its organizers may.",
        request=shapes.UpdateClub,
        responses={200: (shapes.Club, "The club.")},
        problems=[*OF_ORGANIZERS, *_NAMING],
        sends={"joining": "request"},
        gets=_SEEN,
    )
    def patch(self, request: Request, club_id: UUID) -> Response:
        """Change it."""
        wanted = structs.asdict(self.body(request, shapes.UpdateClub))
        clubs.change(self.me, club_id, **{name: value for name, value in wanted.items() if value is not UNSET})
        return Response(club_shape(*clubs.club_for(self.me, club_id)))


class ClubCode(MatchesView):
    """The invitation of a club."""

    @operation(
        "renewClubCode",
        "Give the invitation of a club another code",
        tag="clubs",
        scope=Scope.CLUBS,
        description="Only its organizers may. The code before lets nobody in any more.",
        responses={200: (shapes.Club, "The club, with the code.")},
        problems=OF_ORGANIZERS,
        gets=_SEEN,
    )
    def post(self, request: Request, club_id: UUID) -> Response:
        """Renew it."""
        clubs.renew_code(self.me, club_id)
        return Response(club_shape(*clubs.club_for(self.me, club_id)))


class JoinClub(MatchesView):
    """Joining."""

    @operation(
        "joinClub",
        "Join a club, or ask to be admitted",
        tag="clubs",
        scope=Scope.CLUBS,
        description="You are a member of an open club at once. Of one that admits who asks you are `asked`.",
        responses={200: (shapes.MyClub, "What you are there now.")},
        problems=["not_found", "join_refused", "club_full", "too_many_clubs"],
        gets=_MINE,
    )
    def post(self, request: Request, club_id: UUID) -> Response:
        """Join."""
        return Response(_mine(members.join(self.me, club_id, self.now)))


class JoinClubByCode(MatchesView):
    """Joining by invitation."""

    @operation(
        "joinClubByCode",
        "Join the club whose invitation has a code",
        tag="clubs",
        scope=Scope.CLUBS,
        description="You are a member at once. Wrong codes count together with wrong room codes.",
        request=shapes.JoinClubByCode,
        responses={200: (shapes.MyClub, "What you are there now.")},
        problems=["wrong_code", "too_many_wrong_codes", "banned", "join_refused", "club_full", "too_many_clubs"],
        sends={"code": "acde-fghj-km"},
        gets=_MINE,
    )
    def post(self, request: Request) -> Response:
        """Join; wrong codes are counted, by player first and by address."""
        wanted = self.body(request, shapes.JoinClubByCode)
        by_address = ("codes_address", str(AddressThrottle().name_of(request)))
        with guessing(("codes", f"player:{self.me.pk}"), by_address, is_wrong=is_wrong_code):
            mine = members.join_by_code(self.me, wanted.code, self.now)
        return Response(_mine(mine))


class MyClubs(MatchesView):
    """The clubs of a player."""

    @operation(
        "listMyClubs",
        "Your clubs",
        tag="me",
        scope=Scope.READ,
        description="Also those that are still to admit you, and those that have removed or banned you, with why.",
        parameters=OF_PAGES,
        responses={200: (shapes.MyClubPage, "A page of clubs."), **UNCHANGED},
        problems=["invalid"],
        gets={**_AROUND, "results": [_MINE]},
        headers=["ETag"],
    )
    def get(self, request: Request) -> Response:
        """Answer with a page."""
        read_query(request, ClubsQuery)
        found, links = page_of(self, clubs.memberships_of(self.me), ("-pk",))
        return answered_once(request, shapes.MyClubPage(**links, results=[_mine(one) for one in found]))


class MyClub(MatchesView):
    """A club of a player."""

    @operation(
        "updateMyClub",
        "Say whether you want to be told of tables of a club",
        tag="me",
        scope=Scope.CLUBS,
        description="As long as you do, `club_table` tells you of each table there at which a seat is free.",
        request=shapes.UpdateMyClub,
        responses={200: (shapes.MyClub, "What you are there.")},
        problems=OF_A_CLUB,
        sends={"told": False},
        gets={**_MINE, "told": False},
    )
    def patch(self, request: Request, club_id: UUID) -> Response:
        """Change it."""
        wanted = self.body(request, shapes.UpdateMyClub)
        return Response(_mine(members.change_mine(self.me, club_id, is_told=wanted.told)))

    @operation(
        "leaveClub",
        "Leave a club",
        tag="me",
        scope=Scope.CLUBS,
        description=(
            "Also to take back that you have asked, and to forget that you were removed. Matches at which you sit go "
            "on. The last organizer appoints another one before; where nobody else belongs to the club, it is over."
        ),
        responses={204: (None, "You are nothing to it any more.")},
        problems=["not_found", "last_organizer"],
    )
    def delete(self, request: Request, club_id: UUID) -> Response:
        """Leave."""
        members.leave(self.me, club_id, self.now)
        return Response(status=204)


def _of_club(club: models.Club) -> dict[str, Any]:
    return {
        "id": club.pk,
        "name": club.name,
        "description": club.description,
        "joining": club.joining,
        "members": club.member_count,  # type: ignore[attr-defined]  # as ``games.services.clubs.clubs`` reads them
        "founded_at": club.founded_at,
    }


def club_shape(club: models.Club, mine: models.Membership | None) -> shapes.Club:
    """Return a club as a player sees it who is this to it."""
    belonging = mine if mine and mine.belongs else None
    organizes = mine is not None and mine.standing == clubs.Standing.ORGANIZER
    return shapes.Club(
        **_of_club(club),
        standing=mine.standing if mine else None,  # type: ignore[arg-type]  # one of these
        told=belonging.is_told if belonging else None,
        muted_until=belonging.muted_until if belonging else None,
        code=club.code if organizes else None,
    )


def _mine(one: models.Membership) -> shapes.MyClub:
    return shapes.MyClub(
        club=ClubName(id=one.club.pk, name=one.club.name),
        standing=one.standing,  # type: ignore[arg-type]  # one of these
        since=one.since,
        reason=one.reason or None,
        told=one.is_told,
        muted_until=one.muted_until,
    )
