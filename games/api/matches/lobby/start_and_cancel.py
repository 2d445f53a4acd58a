"""Start or cancel a match; before that, agree to its terms and add seeds for the shuffle."""

from __future__ import annotations

from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from chkobba_api.errors import invalid
from chkobba_api.rest.openapi.operation import operation
from chkobba_api.scopes import Scope
from games.api.matches import lobby_schemas
from games.api.matches.base import MATCH_RESPONSE, MatchesView, given_in
from games.engine.messages import say
from games.services.matches import shuffle_seeds
from games.services.matchmaking.lobby import joining, match_cancellation, match_start


class Agreement(MatchesView):
    """The player's agreement to changed terms."""

    @operation("agreeToTerms", Scope.LOBBY, MATCH_RESPONSE)
    def post(self, request: Request, match_id: UUID, wanted: lobby_schemas.AgreeToTerms) -> Response:
        """Agree to the changed terms of a match.

        When the creator changes the terms after you have joined, the match does not start before you agree or leave
        (`leaveMatch`). Name the terms that you have read: if they have changed again, you get 409 `terms_changed` with
        `view`.
        """
        return self.answer(joining.agree_to_terms(match_id, self.me, self.now, wanted.terms_version))


class AddSeed(MatchesView):
    """The player's seed for the shuffle."""

    @operation("addShuffleSeed", Scope.LOBBY, MATCH_RESPONSE)
    def post(self, request: Request, match_id: UUID, wanted: lobby_schemas.ShuffleSeedRequest) -> Response:
        """Commit to a seed for the shuffle, and reveal it when the seats are sealed.

        With `commitment` you add a secret seed. When all seats are taken and the match is to start, the seats are
        sealed: `seeds_due_at` is set, and each player with a commitment sends the `seed` itself. After the last seed,
        or when the time is up, the cards are dealt. With `seed` and no earlier commitment you add a plain seed, until
        the seats are sealed. You may send the same request again.
        """
        given = given_in(wanted)
        if len(given) != 1:
            raise invalid("commitment", say("invalid.commitment"))
        return self.answer(shuffle_seeds.add_seed(match_id, self.me, self.now, **given))


class StartMatch(MatchesView):
    """The start of a match."""

    @operation("startMatch", Scope.LOBBY, MATCH_RESPONSE)
    def post(self, request: Request, match_id: UUID) -> Response:
        """Start the match.

        Every seat must be taken, and all players must agree to the terms (`agrees`). The server draws the first dealer,
        deals the cards, and starts the clock.
        """
        return self.answer(match_start.start(match_id, self.me, self.now))


class CancelMatch(MatchesView):
    """Cancelling a match before its start."""

    @operation("cancelMatch", Scope.LOBBY, MATCH_RESPONSE)
    def post(self, request: Request, match_id: UUID) -> Response:
        """Cancel a match that has not started.

        Only the creator can do this, and not while the seats are sealed. The other players are notified.
        """
        return self.answer(match_cancellation.cancel(match_id, self.me, self.now))
