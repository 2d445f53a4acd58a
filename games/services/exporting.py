"""A finished match on paper (docs/records.md), as data."""

from __future__ import annotations

import json
from typing import Any

from games import log, shuffle
from games.models import Match, Move, Round, Seat, Status
from games.services.refusals import Refusal


def record_of(loaded: log.Loaded) -> dict[str, Any]:
    """Return the record of a match, with its seed. Raises Refusal ``not_finished`` for one that is not over."""
    match, game = loaded.match, loaded.game
    if match.status != Status.FINISHED:
        raise Refusal("not_finished", "A match can be recorded when it is over.")
    written: list[dict[str, Any]] = []
    about: dict[str, Any] = {}
    for row in log.rows_after(match):
        if isinstance(row, Round) and row.kind == "deck" and row.number == len(written):
            written.append({"decks": [], "reshuffles": [], "moves": []})
        if isinstance(row, Round):
            written[-1]["decks" if row.kind == "deck" else "reshuffles"].append(json.loads(row.deck))
        elif isinstance(row, Move):
            written[-1]["moves"].append([row.seat, json.loads(row.move)])
        elif row.type == "started" and (named_by := json.loads(row.data).get("dealer_from")):
            about["dealer_from"] = named_by
    defaults = {option.name: option.default for option in game.options}
    return {
        "format": "card-match/1",
        "game": match.game,
        "seats": match.seat_count,
        "options": {name: value for name, value in match.options.items() if value != defaults[name]},
        "dealer": match.dealer or 0,
        "rounds": written,
        "about": {
            "match": match.id,
            "started_at": match.started_at or match.created_at,
            "finished_at": match.finished_at or match.created_at,
            "seats": [_seat(seat) for seat in loaded.seats],
            "result": match.result,
            "shuffle": shuffle.VERSION,
            "seed": match.seed,
            "commitment": match.commitment,
            **about,
            "how_to_check": (
                "Every deck follows from the seeds: scripts/check_shuffle.py RECORD.json, docs/fair-shuffles.md."
            ),
        },
    }


def file_name(match: Match) -> str:
    """Return what the file of a record is called."""
    return f"{match.game}-{match.id}.json"


def _seat(seat: Seat) -> dict[str, Any]:
    name = seat.player.shown_name if seat.player else seat.bot_name
    return {"seat": seat.number, "name": name, "bot": seat.bot or None, "seed": seat.seed}
