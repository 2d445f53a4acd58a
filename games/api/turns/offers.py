"""Offers in a match: a pause, its early end, the early end of the match, and the undo of a move."""

from __future__ import annotations

from typing import Annotated, Literal
from uuid import UUID

from msgspec import Meta, Struct
from rest_framework.request import Request
from rest_framework.response import Response

from chkobba_api.errors import never_raises
from chkobba_api.rest.fields import Moment
from chkobba_api.rest.openapi.operation import operation
from chkobba_api.scopes import Scope
from games.api.matches.base import MATCH_RESPONSE, MatchesView
from games.offer_rules import How
from games.services.turns import early_end, offers, pausing, undoing


class PauseRequest(Struct, kw_only=True, forbid_unknown_fields=True):
    """A pause that you offer."""

    until: Moment
    """When the match resumes: ten minutes to fourteen days from now."""


class EndOfferRequest(Struct, kw_only=True, forbid_unknown_fields=True):
    """Your offer to end the match early."""

    how: Literal["as_it_stands", "no_result"]
    """`as_it_stands`: with the places that follow from the score so far. `no_result`: without a result."""


class _Answer(Struct, kw_only=True, forbid_unknown_fields=True):
    accept: bool
    """True: you accept. False: you decline."""
    offer: Annotated[int, Meta(ge=0, le=2**31 - 1)]
    """The `number` of the offer that you have read."""


class AnswerUndo(_Answer, kw_only=True, forbid_unknown_fields=True):
    """Your answer to an undo offer."""


class AnswerEnd(_Answer, kw_only=True, forbid_unknown_fields=True):
    """Your answer to an offer to end the match early."""


class AnswerPause(_Answer, kw_only=True, forbid_unknown_fields=True):
    """Your answer to an offered pause."""


class AnswerPauseEnd(_Answer, kw_only=True, forbid_unknown_fields=True):
    """Your answer to an offer to end the pause."""


class OfferQuery(Struct, forbid_unknown_fields=True):
    """The offer that a player withdraws."""

    offer: Annotated[int, Meta(ge=0, le=2**31 - 1)] | None = None
    """`number` of the offer that you mean."""


class Pause(MatchesView):
    """An offer to pause the match."""

    @operation("offerPause", Scope.PLAY, MATCH_RESPONSE)
    def post(self, request: Request, match_id: UUID, wanted: PauseRequest) -> Response:
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
    def post(self, request: Request, match_id: UUID, wanted: AnswerPause) -> Response:
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
    def post(self, request: Request, match_id: UUID, wanted: AnswerPauseEnd) -> Response:
        """Accept or decline to end the pause now.

        When the last player accepts, the match resumes. A player who declines ends the offer, and the pause goes on.
        Name the offer that you have read: if another one has replaced it, you get 409 `offer_changed` with `view`.
        """
        return self.answer(
            offers.answer(pausing.PAUSE_END, match_id, self.me, self.now, accept=wanted.accept, number=wanted.offer)
        )


class End(MatchesView):
    """An offer to end the match early."""

    @operation("offerEarlyEnd", Scope.PLAY, MATCH_RESPONSE)
    def post(self, request: Request, match_id: UUID, wanted: EndOfferRequest) -> Response:
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
    def post(self, request: Request, match_id: UUID, wanted: AnswerEnd) -> Response:
        """Accept or decline an early end of the match.

        When the last player accepts, the match is over. A player who declines ends the offer. Name the offer that you
        have read: if another one has replaced it, you get 409 `offer_changed` with `view`, and nothing happens.
        """
        return self.answer(
            offers.answer(early_end.END, match_id, self.me, self.now, accept=wanted.accept, number=wanted.offer)
        )


class Undo(MatchesView):
    """A request to undo the player's last move."""

    @operation("offerUndo", Scope.PLAY, MATCH_RESPONSE)
    def post(self, request: Request, match_id: UUID) -> Response:
        """Ask the others to undo your last move.

        The move is undone when all players who have not resigned have agreed (`answerUndo`), also those on autopilot.
        Bots agree. Then the table is as before the move, it is your turn with the time of a new turn, and your planned
        moves are deleted. You can ask until the next move, at matches that allow it (`undo` of `getEntryRequirements`).
        The move must have shown no cards except those that it laid down: no card was dealt, drawn, turned up or shown
        from a hand (else 409 `card_revealed`). There is one offer at a time.
        """
        return self.answer(undoing.offer(match_id, self.me, self.now))

    @operation("withdrawUndo", Scope.PLAY, MATCH_RESPONSE)
    def delete(self, request: Request, match_id: UUID, query: OfferQuery) -> Response:
        """Withdraw your request for an undo.

        Possible until all players have agreed. The move stands.
        """
        return self.answer(offers.withdraw(undoing.UNDO, match_id, self.me, self.now, query.offer))


class UndoAnswer(MatchesView):
    """An answer to a request for an undo."""

    @operation("answerUndo", Scope.PLAY, MATCH_RESPONSE)
    def post(self, request: Request, match_id: UUID, wanted: AnswerUndo) -> Response:
        """Accept or decline an undo.

        When the last player accepts, the move is undone. A player who declines, or makes a move, ends the offer. Name
        the offer that you have read: if another one has replaced it, you get 409 `offer_changed` with `view`.
        """
        return self.answer(
            offers.answer(undoing.UNDO, match_id, self.me, self.now, accept=wanted.accept, number=wanted.offer)
        )
