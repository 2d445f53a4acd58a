"""Presets and matches of a club."""

from __future__ import annotations

from uuid import UUID

from msgspec import UNSET, UnsetType
from rest_framework.request import Request
from rest_framework.response import Response

from chkobba_api.rest.openapi.operation import operation
from chkobba_api.scopes import Scope
from games import models
from games.api.clubs import club_schemas as schemas
from games.api.copying import copied
from games.api.matches import match_schemas
from games.api.matches.base import (
    ETAG,
    UNCHANGED,
    MatchesView,
    answer_or_304,
    count_by_player,
    game_name,
    given_in,
    new_control_in,
    seats_in,
)
from games.api.matches.lobby.listing import ListingView, ListQuery, Statuses
from games.services.clubs import club_matches, presets


class Presets(MatchesView):
    """The presets of a club."""

    @operation(
        "listPresets",
        Scope.READ,
        {200: (schemas.Presets, "The presets, oldest first."), **UNCHANGED},
        parameters=[ETAG],
    )
    def get(self, request: Request, club_id: UUID) -> Response:
        """List the presets of a club.

        Only members may read them. `createClubMatch` makes a match from one of these presets.
        """
        found = presets.presets_of(self.me, club_id)
        return answer_or_304(request, schemas.Presets(presets=[_shown(one) for one in found]))

    @operation("addPreset", Scope.CLUBS, {201: (schemas.Preset, "The new preset.")})
    def post(self, request: Request, club_id: UUID, wanted: schemas.PresetRequest) -> Response:
        """Add a preset to a club.

        Only organizers may add presets.
        """
        return Response(_shown(presets.add(self.me, club_id, _agreed(wanted), self.now)), status=201)


class OnePreset(MatchesView):
    """A preset of a club."""

    @operation("updatePreset", Scope.CLUBS, {200: (schemas.Preset, "The changed preset.")})
    def put(self, request: Request, club_id: UUID, preset_id: UUID, wanted: schemas.PresetRequest) -> Response:
        """Change a preset of a club.

        Only organizers may change presets. Existing matches keep their settings.
        """
        return Response(_shown(presets.change(self.me, club_id, preset_id, _agreed(wanted), self.now)))

    @operation("removePreset", Scope.CLUBS, {204: (None, "The preset is removed.")})
    def delete(self, request: Request, club_id: UUID, preset_id: UUID) -> Response:
        """Remove a preset from a club.

        Only organizers may remove presets. Existing matches continue.
        """
        presets.remove(self.me, club_id, preset_id)
        return Response(status=204)


class ClubMatchesQuery(ListQuery, forbid_unknown_fields=True):
    """Query parameters of a club's list of matches."""

    status: Statuses | UnsetType = UNSET
    """Only matches with one of these states: `status=lobby&status=running`, or `status=lobby,running`."""


class ClubMatches(ListingView):
    """The matches of a club."""

    @operation(
        "listClubMatches",
        Scope.READ,
        {200: (match_schemas.MatchPage, "A page of matches, newest first."), **UNCHANGED},
        parameters=[ETAG],
    )
    def get(self, request: Request, club_id: UUID, query: ClubMatchesQuery) -> Response:
        """List the matches of a club.

        Only members see these matches, and may watch and join them (`joinMatch`). The list leaves out matches with
        players you are kept apart from (docs/friends.md).
        """
        found = club_matches.tables_of(self.me, club_id)
        if query.status is not UNSET:
            found = found.filter(status__in=query.status)
        return self.page(query, found)

    @operation("createClubMatch", Scope.LOBBY, {201: (match_schemas.MatchView, "The match.")}, headers=["Location"])
    def post(self, request: Request, club_id: UUID, wanted: schemas.ClubMatchRequest) -> Response:
        """Create a match of a club.

        It uses one of the club's presets. You get a seat at once; the match starts when the last seat is taken. Members
        with notifications turned on are notified (`club_match`). The room code admits only members.
        """
        bots = {int(number): level for number, level in wanted.bots.items()}
        count_by_player(request, self.me, "matches", "too_many_creations", "refused.too_many.creations")
        table = club_matches.create(self.me, club_id, self.now, **given_in(wanted) | {"bots": bots})
        return self.answer(table, 201, {"Location": f"/api/v1/matches/{table.match.id}"})


def _agreed(body: schemas.PresetRequest) -> presets.Agreement:
    return presets.Agreement(
        name=body.name,
        game=body.game,
        seats=seats_in(body),
        options=body.options,
        control=new_control_in(body),
        rated=body.rated,
        free_text=body.free_text,
    )


def _shown(one: models.Preset) -> schemas.Preset:
    control = presets.control_of(one)
    return copied(
        schemas.Preset,
        one,
        game=game_name(one.game),
        seats=one.seat_count,
        control=control,
        control_text=control.full_text,
    )
