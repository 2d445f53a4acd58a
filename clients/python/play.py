"""A whole client in a page: come in, play a match of any game against bots, read the score.

``chkobba_client`` is generated from openapi/schema.yaml (`make proofs ARGS=clients-python` plays with this)::

    python play.py http://127.0.0.1:8000 '{"chkobba": {"target": 3}}'
"""

from __future__ import annotations

import json
import sys
from http import HTTPStatus
from typing import Any, TypeVar

from chkobba_client import AuthenticatedClient, Client
from chkobba_client.api.accounts import create_guest
from chkobba_client.api.lobby import create_match
from chkobba_client.api.matches import get_match, list_legal_moves, list_match_events, make_move
from chkobba_client.models import (
    CambaTable,
    FishingTable,
    Guest,
    GuestRequest,
    HaggisTable,
    LegalMovesPage,
    MatchRequest,
    MatchRequestBots,
    MatchView,
    MoveAnswer,
    MoveRequest,
    Options,
)
from chkobba_client.types import Response
from httpx import Timeout

Body = TypeVar("Body")


def body(kind: type[Body], response: Response[Any]) -> Body:
    """Return the body of an answer. Raises RuntimeError for a problem."""
    if not isinstance(response.parsed, kind):
        raise RuntimeError(f"{HTTPStatus(response.status_code)}: {response.content.decode()}")
    return response.parsed


def play_against_bots(server: str, game: str, options: Options) -> MatchView:
    """Return a match that was played to its end, always with the first legal move."""
    anonymous: Any = Client(server)  # the generator asks for a client where no token is needed
    guest = body(Guest, create_guest.sync_detailed(client=anonymous, body=GuestRequest(nickname="Amel")))
    me = AuthenticatedClient(server, guest.token)
    bots = MatchRequestBots.from_dict({"1": "medium"})
    wish = MatchRequest(game=game, options=options, bots=bots, autostart=True)
    view = body(MatchView, create_match.sync_detailed(client=me, body=wish))
    while view.status == "running":
        if view.legal_moves is None:
            # Held by the server until something happens, 25 seconds at the most.
            list_match_events.sync_detailed(view.id, client=me.with_timeout(Timeout(60)), after=view.version, wait=25)
            view = body(MatchView, get_match.sync_detailed(view.id, client=me))
            continue
        moves = view.legal_moves.moves
        if not view.legal_moves.complete:  # there are very many: they come in pages
            moves = body(LegalMovesPage, list_legal_moves.sync_detailed(view.id, client=me, limit=1)).moves
        move = MoveRequest(move=moves[0].move, expected_version=view.version)
        view = body(MoveAnswer, make_move.sync_detailed(view.id, client=me, body=move)).view
    return view


def in_short(view: MatchView) -> str:
    """Say how the table looks, which each kind of game has of its own."""
    match view.table:
        case FishingTable() as table:
            return f"{len(table.table)} cards on the table, {table.stock} in the stock"
        case CambaTable() as table:
            return f"{table.discard} cards on the pile, {table.draw} to draw"
        case HaggisTable() as table:
            return f"{len(table.trick)} plays in the trick, {table.haggis} cards in the haggis"
    raise RuntimeError("no table that this client knows")


def main() -> None:
    """Play a match of each game that is named."""
    server, games = sys.argv[1:]
    for game, options in json.loads(games).items():
        view = play_against_bots(server, game, Options.from_dict(options))
        if view.status != "finished":
            raise RuntimeError(f"{game} is {view.status}")
        totals = " to ".join(map(str, view.totals))
        print(f"{game}: {view.version} versions, totals {totals}; {in_short(view)}")


if __name__ == "__main__":
    main()
