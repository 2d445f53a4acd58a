"""The pause of a match, and its early end, by agreement."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

from msgspec import Meta, Struct
from rest_framework.request import Request
from rest_framework.response import Response

from chkobba_api.rest.openapi.operation import operation
from chkobba_api.scopes import Scope
from games.api.matches.base import MATCH_RESPONSE, MatchesView
from games.api.turns import offer_schemas
from games.services.turns import offers, pausing


class OfferQuery(Struct, forbid_unknown_fields=True):
    """The offer that a player withdraws."""

    offer: Annotated[int, Meta(ge=0, le=2**31 - 1)] | None = None
    """`number` of the offer that you mean."""


class Pause(MatchesView):
    """An offer to pause the match."""

    @operation("offerPause", Scope.PLAY, MATCH_RESPONSE)
    def post(self, request: Request, match_id: UUID, wanted: offer_schemas.PauseRequest) -> Response:
        """Offer the others a pause.

        Offer a pause until a moment, ten minutes to fourteen days from now. It starts when all players who have not
        resigned have agreed (`answerPause`), also those on autopilot. Bots are not asked. It ends at `until`, or when
        all agree to end it (`offerPauseEnd`). Then the player to move has the time that was left. There is one offer at
        a time, and it expires at `until`. You can offer one pause per turn: else you get 409 `offered_recently` with
        the time of the next one (`next_at`).
        """
        return self.answer(pausing.offer(match_id, self.me, self.now, until=wanted.until))

    @operation("withdrawPause", Scope.PLAY, MATCH_RESPONSE)
    def delete(self, request: Request, match_id: UUID, query: OfferQuery) -> Response:
        """Withdraw your offer of a pause.

        Possible until the pause has started.
        """
        return self.answer(offers.withdraw(pausing.PAUSE, match_id, self.me, self.now, query.offer))


class PauseAnswer(MatchesView):
    """An answer to an offered pause."""

    @operation("answerPause", Scope.PLAY, MATCH_RESPONSE)
    def post(self, request: Request, match_id: UUID, wanted: offer_schemas.AnswerPause) -> Response:
        """Accept or decline a pause.

        When the last player accepts, the match is paused. A player who declines ends the offer. Name the offer that you
        have read: if another one has replaced it, you get 409 `offer_changed` with `view`, and nothing happens.
        """
        return self.answer(
            offers.answer(pausing.PAUSE, match_id, self.me, self.now, accept=wanted.accept, number=wanted.offer)
        )


class PauseEnd(MatchesView):
    """An offer to end the running pause."""

    @operation("offerPauseEnd", Scope.PLAY, MATCH_RESPONSE)
    def post(self, request: Request, match_id: UUID) -> Response:
        """Offer the others to end the pause now.

        The match resumes when all players who have not resigned have agreed (`answerPauseEnd`), also those on
        autopilot. The player to move has the time that was left. Bots are not asked. In a pause of the staff you get
        409 `not_paused`: only the staff ends it. If your offer was declined, you can repeat it after twelve hours: else
        you get 409 `offered_recently` with the time of the next one (`next_at`).
        """
        return self.answer(pausing.offer_end(match_id, self.me, self.now))

    @operation("withdrawPauseEnd", Scope.PLAY, MATCH_RESPONSE)
    def delete(self, request: Request, match_id: UUID, query: OfferQuery) -> Response:
        """Withdraw your offer to end the pause.

        Possible until all players have agreed. The pause goes on.
        """
        return self.answer(offers.withdraw(pausing.PAUSE_END, match_id, self.me, self.now, query.offer))


class PauseEndAnswer(MatchesView):
    """An answer to an offer to end the pause."""

    @operation("answerPauseEnd", Scope.PLAY, MATCH_RESPONSE)
    def post(self, request: Request, match_id: UUID, wanted: offer_schemas.AnswerPauseEnd) -> Response:
        """Accept or decline to end the pause now.

        When the last player accepts, the match resumes. A player who declines ends the offer, and the pause goes on.
        Name the offer that you have read: if another one has replaced it, you get 409 `offer_changed` with `view`.
        """
        return self.answer(
            offers.answer(pausing.PAUSE_END, match_id, self.me, self.now, accept=wanted.accept, number=wanted.offer)
        )
