"""The examples of the schema: real answers, kept in ``examples.json``. A test holds them to the schema."""

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
RUNNING: Final = _EXAMPLES["running"]
LEGAL_MOVES: Final = _EXAMPLES["legal_moves"]
NEW_MOVE: Final = _EXAMPLES["new_move"]
MOVE_ANSWER: Final = _EXAMPLES["move_answer"]
FEED: Final = _EXAMPLES["feed"]
ROUNDS: Final = _EXAMPLES["rounds"]
RECORD: Final = _EXAMPLES["record"]
