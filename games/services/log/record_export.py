"""The record of a finished match as data (docs/records.md)."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from chkobba_api.errors import DomainError, never_raises
from games import log, shuffle
from games.engine.messages import say
from games.engine.options import Options
from games.engine.violations import RuleViolation
from games.models import Match, Move, Round, Row, Seat, Status


def record_of(loaded: log.Loaded, rows: Iterable[Row] | None = None) -> dict[str, Any]:
    """Return the record of a match, with its seed. It reads the log unless ``rows`` contains it.

    Raises DomainError ``not_finished`` for a match that is not over.
    """
    match = loaded.match
    if match.status != Status.FINISHED:
        raise DomainError("not_finished", say("refused.no_record_yet"))
    written: list[dict[str, Any]] = []
    about: dict[str, Any] = {}
    rows = log.rows_after(match) if rows is None else list(rows)
    undone = log.undone_by(rows)
    for row in rows:
        if isinstance(row, Round) and row.kind == "deck" and row.number == len(written):
            written.append({"decks": [], "reshuffles": [], "moves": []})
        if isinstance(row, Round):
            written[-1]["decks" if row.kind == "deck" else "reshuffles"].append(json.loads(row.deck))
        elif isinstance(row, Move):
            if row.version in undone:
                continue
            if row.bot is not None:
                place = {"round": len(written) - 1, "move": len(written[-1]["moves"]), "answers": row.version - 1}
                about.setdefault("bots", []).append(place | json.loads(row.bot))
            written[-1]["moves"].append([row.seat, json.loads(row.move)])
        elif row.type == "substituted":
            taken = {"seat": row.seat, "round": len(written) - 1, "moves": len(written[-1]["moves"])}
            about.setdefault("substitutes", []).append(taken)
        elif row.type == "sealed":
            fixed = json.loads(row.data)
            about["sealed"] = {"commitments": fixed["commitments"], "seeds": fixed["seeds"]}
        elif row.type == "started" and (named_by := json.loads(row.data).get("dealer_from")):
            about["dealer_from"] = named_by
    if match.deal_of_id:
        about["deal_of"] = match.deal_of_id
    return {
        "format": "card-match/1",
        "game": match.game,
        **({"version": match.rules_version} if match.rules_version > 1 else {}),
        "seats": match.seat_count,
        "options": _agreed(loaded),
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
    """Return the file name of a record."""
    return f"{match.game}-{match.id}.json"


@never_raises(RuleViolation)  # the options were allowed at the start
def _agreed(loaded: log.Loaded) -> Options:
    """Return the options that differ from the defaults, or all options if this server has no rules for the match."""
    match = loaded.match
    defaults = loaded.game.read_options({}, match.seat_count) if loaded.has_rules else {}
    return {name: value for name, value in match.options.items() if value != defaults.get(name)}


def _seat(seat: Seat) -> dict[str, Any]:
    name = seat.player.shown_name if seat.player else seat.bot_name
    return {
        "seat": seat.number,
        "name": name,
        "bot": seat.bot or None,
        "is_bot": bool(seat.player and seat.player.is_bot),
        "seed": seat.seed,
        "seed_commitment": seat.seed_commitment,
    }
