"""Pausing a match by agreement."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

from drf_spectacular.utils import OpenApiParameter
from msgspec import Meta, Struct
from rest_framework.request import Request
from rest_framework.response import Response

from chkobba_api.rest.schema import operation
from chkobba_api.rest.views import read_query
from chkobba_api.scopes import Scope
from games import offer_rules
from games.api import examples
from games.api.matches import match_schemas
from games.api.matches.base import OF_A_MATCH, MatchesView
from games.api.turns import offer_schemas
from games.services.turns import offers, pausing

_ANSWER = {200: (match_schemas.MatchView, "The match as you see it now.")}
PROBLEMS = [*OF_A_MATCH, "not_seated", "not_running", "paused", "seat_on_autopilot"]
"""Of whatever players agree on."""
OF_A_PAUSE = [*OF_A_MATCH, "not_seated", "not_running", "not_paused", "seat_on_autopilot"]
"""Errors of all operations that end a pause."""
TOO_MANY = ["offered_recently", "too_often_here"]
"""Errors of a player who offers the same again and again."""
OFFERED = [*(one.offered for one in offer_rules.PROPOSALS if one is not offer_rules.PauseEnd), *TOO_MANY]
"""Of whatever is offered: something is already, or was a moment ago."""
ANSWERED = ["offer_changed", "invalid"]
"""Errors of answering and withdrawing: another offer has replaced the one that was read."""
OFFER = OpenApiParameter(
    "offer", {"type": "integer", "minimum": 0, "maximum": 2**31 - 1}, description="`number` of the offer that you mean."
)


class OfferQuery(Struct, forbid_unknown_fields=True):
    """The offer that a player withdraws."""

    offer: Annotated[int, Meta(ge=0, le=2**31 - 1)] | None = None


class Pause(MatchesView):
    """A pause that is offered."""

    @operation(
        "offerPause",
        "Offer the others a pause",
        tag="play",
        scope=Scope.PLAY,
        description=(
            "Until a moment, from ten minutes to fourteen days ahead. It begins when all have agreed (`answerPause`) "
            "who have not given up, also those on autopilot. It ends by itself, or when all agree to it "
            "(`offerPauseEnd`): who was to move has the time then that was left. Bots are not asked. One thing is "
            "offered at a time; an offer lapses at `until`. A player offers one in a turn: else 409 "
            "`offered_recently` tells when the next one is possible (`next_at`)."
        ),
        request=offer_schemas.PauseRequest,
        responses=_ANSWER,
        problems=[*PROBLEMS, *OFFERED, "invalid"],
        sends={"until": "2026-11-28T08:00:00Z"},
        gets=examples.RUNNING,
        headers=["ETag"],
    )
    def post(self, request: Request, match_id: UUID) -> Response:
        """Offer it."""
        wanted = self.body(request, offer_schemas.PauseRequest)
        return self.answer(pausing.offer(match_id, self.me, self.now, until=wanted.until))

    @operation(
        "withdrawPause",
        "Take back the pause that you have offered",
        tag="play",
        scope=Scope.PLAY,
        description="As long as it has not begun.",
        parameters=[OFFER],
        responses=_ANSWER,
        problems=[*PROBLEMS, *ANSWERED, "no_pause_offered"],
        gets=examples.RUNNING,
        headers=["ETag"],
    )
    def delete(self, request: Request, match_id: UUID) -> Response:
        """Withdraw it."""
        seen = read_query(request, OfferQuery).offer
        return self.answer(offers.withdraw(pausing.PAUSE, match_id, self.me, self.now, seen))


class PauseAnswer(MatchesView):
    """An answer to a pause that is offered."""

    @operation(
        "answerPause",
        "Accept or decline a pause",
        tag="play",
        scope=Scope.PLAY,
        description=(
            "With the last one who accepts, the match is paused. Who declines ends the offer. Name the offer that "
            "you have read: if it was replaced, 409 `offer_changed` comes with `view`, and nothing happens."
        ),
        request=offer_schemas.AnswerPause,
        responses=_ANSWER,
        problems=[*PROBLEMS, *ANSWERED, "no_pause_offered"],
        sends={"accept": True, "offer": 7},
        gets=examples.RUNNING,
        headers=["ETag"],
    )
    def post(self, request: Request, match_id: UUID) -> Response:
        """Answer."""
        wanted = self.body(request, offer_schemas.AnswerPause)
        return self.answer(
            offers.answer(pausing.PAUSE, match_id, self.me, self.now, accept=wanted.accept, number=wanted.offer)
        )


class PauseEnd(MatchesView):
    """An early end of the pause that goes on."""

    @operation(
        "offerPauseEnd",
        "Offer the others to end the pause now",
        tag="play",
        scope=Scope.PLAY,
        description=(
            "The match goes on when all have agreed (`answerPauseEnd`) who have not given up, also those on autopilot; "
            "the player to move has the time that was left. Bots are not asked. In a pause of the staff it is 409 "
            "`not_paused`: only the staff ends it. A player who was declined can offer it again after twelve hours: "
            "else 409 `offered_recently` tells when (`next_at`)."
        ),
        responses=_ANSWER,
        problems=[*OF_A_PAUSE, "pause_end_offered", *TOO_MANY],
        gets=examples.RUNNING,
        headers=["ETag"],
    )
    def post(self, request: Request, match_id: UUID) -> Response:
        """Offer it."""
        return self.answer(pausing.offer_end(match_id, self.me, self.now))

    @operation(
        "withdrawPauseEnd",
        "Take back your offer to end the pause",
        tag="play",
        scope=Scope.PLAY,
        description="Until all have agreed. The pause goes on.",
        parameters=[OFFER],
        responses=_ANSWER,
        problems=[*OF_A_PAUSE, *ANSWERED, "no_pause_end_offered"],
        gets=examples.RUNNING,
        headers=["ETag"],
    )
    def delete(self, request: Request, match_id: UUID) -> Response:
        """Withdraw it."""
        seen = read_query(request, OfferQuery).offer
        return self.answer(offers.withdraw(pausing.PAUSE_END, match_id, self.me, self.now, seen))


class PauseEndAnswer(MatchesView):
    """An answer to an offer to end the pause."""

    @operation(
        "answerPauseEnd",
        "Accept or decline to end the pause now",
        tag="play",
        scope=Scope.PLAY,
        description=(
            "When the last player accepts, the match goes on. A player who declines ends the offer, and the pause goes "
            "on. Name the offer that you have read: if it was replaced, 409 `offer_changed` comes with `view`."
        ),
        request=offer_schemas.AnswerPauseEnd,
        responses=_ANSWER,
        problems=[*OF_A_PAUSE, *ANSWERED, "no_pause_end_offered"],
        sends={"accept": True, "offer": 7},
        gets=examples.RUNNING,
        headers=["ETag"],
    )
    def post(self, request: Request, match_id: UUID) -> Response:
        """Answer."""
        wanted = self.body(request, offer_schemas.AnswerPauseEnd)
        return self.answer(
            offers.answer(pausing.PAUSE_END, match_id, self.me, self.now, accept=wanted.accept, number=wanted.offer)
        )
