"""What happens at a match as occasions: facts that concern one player, written in the statement that caused them.

Nothing here knows who is told of them (``games.followers``), and no occasion shows a card.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from typing import Any, Final

from games import timing
from games.models import FollowUp, Match, Move, Occasion, Row, Seat, Status, TableEvent
from games.statements import made

SENDERS: Final[list[Callable[[], bool]]] = []
"""Say whether somebody sends occasions on; the channels of ``games.followers`` add themselves."""

_SEAT_CHANGES: Final = {"bot_joined": "given_to_bot", "bot_left": "given_back"}
"""What concerns the player at a seat when a bot sits down there, or gets up: the staff has had it do so."""


def occasions_of(match: Match, seats: Sequence[Seat], rows: Sequence[Row], now: datetime) -> list[Occasion]:
    """Return what concerns players of these new rows of a match."""
    news = [one for row in rows if isinstance(row, TableEvent) for one in _around(match, row, seats)]
    if match.status == Status.RUNNING and match.due_at is not None and match.to_act is not None:
        seat = seats[match.to_act]
        moved = {row.player_id for row in rows if isinstance(row, Move)}
        if seat.player_id not in moved and not all(isinstance(row, TableEvent) for row in rows):
            news.append(("your_turn", seat, {"due_at": match.due_at.isoformat()}))
    is_sent = any(sends() for sends in SENDERS)
    return [
        made(
            Occasion,
            kind=kind,
            player_id=seat.player_id or "",
            match_id=match.pk,
            version=match.version,
            seat=seat.number,
            at=now,
            facts=facts,
            to_deliver=is_sent,
        )
        for kind, seat, facts in news
    ]


def _around(match: Match, row: TableEvent, seats: Sequence[Seat]) -> Iterator[tuple[str, Seat, dict[str, Any]]]:
    """Yield whom an event around the game concerns, with more about it: neither bots nor who caused it."""
    for seat in seats:
        if seat.player_id and seat.player_id != row.player_id:
            clock = {"due_at": match.due_at.isoformat()} if match.due_at and match.to_act == seat.number else {}
            if row.type in ("started", "finished", "cancelled", "paused"):
                yield f"match_{row.type}", seat, {}
            elif row.type == "resumed":
                yield "match_resumed", seat, clock
            elif row.type == "sealed":
                if seat.seed_commitment and not seat.seed and match.seeds_due_at:
                    yield "seed_awaited", seat, {"due_at": match.seeds_due_at.isoformat()}
            elif row.type == "rematch":
                yield "rematch", seat, {"rematch": json.loads(row.data)["match"]}
            elif row.seat == seat.number and row.type in ("autopilot_on", "extended"):
                yield row.type, seat, clock
            elif row.seat == seat.number and row.type in _SEAT_CHANGES:
                yield _SEAT_CHANGES[row.type], seat, clock


def follow_ups_of(match: Match, rows: Sequence[Row], now: datetime) -> list[FollowUp]:
    """Return what is to be done about a match that these rows have ended."""
    ended = any(isinstance(row, TableEvent) and row.type in timing.ENDS for row in rows)
    return [FollowUp(match_id=match.pk, wake_at=now)] if ended else []
