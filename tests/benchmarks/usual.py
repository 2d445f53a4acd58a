"""A move written the usual way, to compare with: DRF serializers in and out, and the ORM for everything.

``moves`` serves this beside the real server. It does the same (token, lock, rules, log, snapshot, idempotency key, the
caller's view) in the way of a good tutorial. No other code uses it.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any
from uuid import UUID

import msgspec
from django.core.wsgi import get_wsgi_application
from django.db import transaction
from django.shortcuts import get_object_or_404
from django.urls import path
from django.utils import timezone
from knox.auth import TokenAuthentication
from rest_framework import serializers
from rest_framework.parsers import JSONParser
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import UserRateThrottle
from rest_framework.utils.encoders import JSONEncoder
from rest_framework.views import APIView

from games import log
from games.engine.messages import Cards, Message
from games.models import Actor, IdempotentResponse, Match, Move, Seat
from games.services.matches.locked_match import LockedMatch, as_table
from games.texts import reader


class Words(JSONEncoder):
    """Translator that renders messages in English."""

    def default(self, obj: Any) -> Any:
        """Convert a value to one that JSON knows."""
        return reader().text(obj) if isinstance(obj, Message | Cards) else super().default(obj)


class Renderer(JSONRenderer):
    """JSON renderer of DRF, with messages in words."""

    encoder_class = Words


class Throttle(UserRateThrottle):
    """Throttle of DRF that never refuses here."""

    rate = "100000000/min"


class MoveIn(serializers.Serializer[Any]):
    """The body of the request."""

    move = serializers.JSONField()
    expected_version = serializers.IntegerField(min_value=0)


class SeatOut(serializers.ModelSerializer[Seat]):
    """A seat of the view."""

    name = serializers.CharField(source="player.shown_name", default=None)
    avatar = serializers.CharField(source="player.avatar", default=None)

    class Meta:
        model = Seat
        fields = ("number", "player", "name", "avatar", "bot", "autopilot", "missed", "resigned")


class MoveOut(serializers.ModelSerializer[Move]):
    """A move in the view."""

    events = serializers.SerializerMethodField()

    class Meta:
        model = Move
        fields = ("version", "at", "seat", "by", "events")

    def get_events(self, move: Move) -> Any:
        """Return the events of the move that the viewer may see."""
        game = self.context["table"].game
        return [game.visible(event, self.context["seat"]) for event in game.load_events(move.events)]


class MatchOut(serializers.ModelSerializer[Match]):
    """The match in the answer."""

    seats = SeatOut(many=True)
    table = serializers.SerializerMethodField()
    legal_moves = serializers.SerializerMethodField()
    last_moves = serializers.SerializerMethodField()
    totals = serializers.SerializerMethodField()

    class Meta:
        model = Match
        fields = (
            *("id", "version", "status", "game", "options", "visibility", "clock", "autostart", "seats"),
            *("creator", "created_at", "started_at", "finished_at", "to_act", "due_at", "totals", "result"),
            *("rematch_of", "commitment", "table", "legal_moves", "last_moves"),
        )

    def get_table(self, match: Match) -> Any:
        """Return the table as the viewer sees it."""
        table: LockedMatch = self.context["table"]
        return msgspec.to_builtins(table.game.show(table.game.observe(table.state, self.context["seat"])))

    def get_legal_moves(self, match: Match) -> Any:
        """Return the moves of the viewer when it is their turn."""
        table: LockedMatch = self.context["table"]
        if match.to_act != self.context["seat"]:
            return None
        seen = table.game.observe(table.state, match.to_act)
        moves = table.game.legal_moves(table.state)
        return [{"move": table.game.write_move(move), "text": table.game.sentence(seen, move)} for move in moves]

    def get_last_moves(self, match: Match) -> Any:
        """Return the most recent moves."""
        moves = Move.objects.filter(match=match).order_by("-version")[: match.seat_count * 2]
        return MoveOut(moves, many=True, context=self.context).data

    def get_totals(self, match: Match) -> Any:
        """Return the scores by side."""
        return self.context["table"].game.totals(self.context["table"].state)


class UsualMove(APIView):
    """View that makes a move."""

    authentication_classes = (TokenAuthentication,)
    parser_classes = (JSONParser,)
    renderer_classes = (Renderer,)
    throttle_classes = (Throttle,)

    def post(self, request: Request, match_id: UUID) -> Response:
        """Make the move, and return the new view."""
        wanted = MoveIn(data=request.data)
        wanted.is_valid(raise_exception=True)
        with transaction.atomic():
            match = get_object_or_404(Match.objects.select_for_update(), pk=match_id)
            table = as_table(log.load(match), timezone.now())
            seat = table.seats[table.game.to_act(table.state)]
            if match.version != wanted.validated_data["expected_version"] or seat.player_id != request.user.pk:
                return Response(status=409)
            move = table.game.read_move(wanted.validated_data["move"])
            table.move(seat, move, Actor.PLAYER, seat.player)
            table.settle()
            for row in table.rows:
                row.save()
            match.save()
            context = {"table": table, "seat": seat.number}
            answer = {"view": MatchOut(match, context=context).data}
            made = [row for row in table.rows if isinstance(row, Move)]
            answer["entries"] = MoveOut(made, many=True, context=context).data
            asked = hashlib.sha256(json.dumps(request.data).encode()).hexdigest()
            IdempotentResponse.objects.create(
                player_id=seat.player_id or "",
                key=request.headers["Idempotency-Key"],
                request=asked,
                body=Renderer().render(answer).decode(),
                created_at=table.now,
            )
        return Response(answer, status=201)


urlpatterns = [path("api/v1/matches/<uuid:match_id>/moves", UsualMove.as_view())]
application = get_wsgi_application()
