"""Examples for the schema, stored in ``examples.json``: real responses of a match, shortened to two seats.

A test checks them against the schema.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

_EXAMPLES: Final[dict[str, Any]] = json.loads(Path(__file__).with_name("examples.json").read_text(encoding="utf-8"))

CATALOGUE: Final = _EXAMPLES["catalogue"]
GAME: Final = _EXAMPLES["game"]
NEW_MATCH: Final = _EXAMPLES["new_match"]
LOBBY: Final = _EXAMPLES["lobby"]
PAGE: Final = _EXAMPLES["page"]
MY_PAGE: Final = {**PAGE, "awaiting": 1}
RUNNING: Final = _EXAMPLES["running"]
LEGAL_MOVES: Final = _EXAMPLES["legal_moves"]
NEW_MOVE: Final = _EXAMPLES["new_move"]
MOVE_ANSWER: Final = _EXAMPLES["move_answer"]
FEED: Final = _EXAMPLES["feed"]
MY_EVENTS: Final[dict[str, Any]] = {
    "events": [
        {
            "id": 58,
            "type": "your_turn",
            "at": "2026-11-21T18:00:03.512Z",
            "match": "01a1fe47-9afc-774b-8828-4881e7600def",
            "game": "chkobba",
            "version": 12,
            "seat": 1,
            "due_at": "2026-11-22T18:00:03.512Z",
            "of_seat": None,
            "rematch": None,
            "seek": None,
        }
    ],
    "last": 58,
    "more": False,
}
_MY_EVENT: Final = json.dumps(MY_EVENTS["events"][0], separators=(",", ":"))
MY_STREAM: Final = {
    "text/event-stream": f"retry: 5000\n\nid: 58\ndata: {_MY_EVENT}\n\n",
    "application/x-ndjson": f"\n{_MY_EVENT}\n",
}
ROUNDS: Final = _EXAMPLES["rounds"]
RECORD: Final = _EXAMPLES["record"]
A_BOT: Final = {
    "id": "019d3c5e-7c1a-7b52-9d0c-3f2a6b1e8c47",
    "nickname": "Greedy",
    "avatar": "camel",
    "guest": True,
    "is_bot": True,
    "free_text": False,
    "rated": False,
    "profile": "nobody",
    "invitations": "everybody",
    "kid_mode": False,
    "name": None,
    "language": None,
    "cards": None,
    "time_zone": None,
    "created_at": "2026-11-21T18:30:00Z",
    "leaves_at": None,
}
