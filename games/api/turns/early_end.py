"""The early end of a match, by agreement."""

from __future__ import annotations

from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from chkobba_api.errors import never_raises
from chkobba_api.rest.openapi.operation import operation
from chkobba_api.scopes import Scope
from games.api.matches.base import MATCH_RESPONSE, MatchesView
from games.api.turns import offer_schemas
from games.api.turns.pause import OfferQuery
from games.offer_rules import How
from games.services.turns import early_end, offers


class End(MatchesView):
    """An offer to end the match early."""

    @operation("offerEarlyEnd", Scope.PLAY, MATCH_RESPONSE)
    def post(self, request: Request, match_id: UUID, wanted: offer_schemas.EndOfferRequest) -> Response:
        """Offer the others to end the match now.

        `how` is the result: the places that follow from the score so far (`as_it_stands`), or none (`no_result`). The
        match ends when all players who have not resigned have agreed (`answerEarlyEnd`), also those on autopilot. Bots
        are not asked. Against bots alone, `as_it_stands` is not possible: 409 `no_one_to_agree`. There is one offer at
        a time.
        """
        return self.answer(early_end.offer(match_id, self.me, self.now, how=How(wanted.how)))

    @operation("withdrawEarlyEnd", Scope.PLAY, MATCH_RESPONSE)
    def delete(self, request: Request, match_id: UUID, query: OfferQuery) -> Response:
        """Withdraw your offer to end the match.

        Possible until all players have agreed.
        """
        return self.answer(offers.withdraw(early_end.END, match_id, self.me, self.now, query.offer))


class EndAnswer(MatchesView):
    """An answer to an offer to end the match early."""

    @operation("answerEarlyEnd", Scope.PLAY, MATCH_RESPONSE)
    @never_raises("no_one_to_agree")  # the player who offered it agrees
    def post(self, request: Request, match_id: UUID, wanted: offer_schemas.AnswerEnd) -> Response:
        """Accept or decline an early end of the match.

        When the last player accepts, the match is over. A player who declines ends the offer. Name the offer that you
        have read: if another one has replaced it, you get 409 `offer_changed` with `view`, and nothing happens.
        """
        return self.answer(
            offers.answer(early_end.END, match_id, self.me, self.now, accept=wanted.accept, number=wanted.offer)
        )
