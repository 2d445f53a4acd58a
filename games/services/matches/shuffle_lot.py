"""The server's seed of a new match, from which all its decks follow."""

from __future__ import annotations

import fcntl
import hashlib
from pathlib import Path
from typing import Any
from uuid import UUID

from django.conf import settings

from games import shuffle


def draw_lot() -> dict[str, Any]:
    """Return fields of a new match: a random seed, or a seed and an id that follow from ``TEST_SEED_FILE``.

    The file contains the name of a test. Each match appends a line end to it, so the next match gets another seed.
    """
    if not settings.TEST_SEED_FILE:
        return {"seed": shuffle.draw_seed()}
    with Path(settings.TEST_SEED_FILE).open("r+b") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        drawn = hashlib.sha512(file.read()).digest()
        file.write(b"\n")
    return {"id": UUID(bytes=drawn[:16], version=4), "seed": drawn[32:].hex()}
