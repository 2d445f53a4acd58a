"""Metrics for Prometheus. A request only adds to numbers.

Several processes count together in the folder PROMETHEUS_MULTIPROC_DIR; ``scrape`` adds them up.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from prometheus_client import Counter, Histogram

if folder := os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
    Path(folder).mkdir(parents=True, exist_ok=True)

REQUESTS: Final = Histogram(
    "chkobba_request_seconds",
    "Requests by operation and status, with the time that they took in Django.",
    ["operation", "status"],
    buckets=(0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5),
)
MOVES: Final = Counter("chkobba_moves", "Accepted moves, by game and by who made them.", ["game", "by"])
THINKING: Final = Histogram(
    "chkobba_bot_thinking_seconds",
    "How long bots thought about a move.",
    ["game", "level"],
    buckets=(0.001, 0.005, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10),
)
FALLBACKS: Final = Counter(
    "chkobba_bot_fallbacks",
    "Moves that a quick bot made in the place of a level that failed, was killed, took too long or was not reached.",
    ["game", "level", "because"],
)
WAITING: Final = Histogram(
    "chkobba_task_waiting_seconds",
    "How long tasks waited between being sent and being begun.",
    ["task"],
    buckets=(0.01, 0.05, 0.1, 0.5, 1, 2, 5, 10, 30, 60, 300),
)
LATENESS: Final = Histogram(
    "chkobba_sweep_lateness_seconds",
    "How overdue each match was that was taken up because it was due.",
    buckets=(0.1, 0.5, 1, 2, 5, 10, 30, 60, 300, 1800),
)
SWEPT: Final = Counter("chkobba_swept_matches", "Matches that were taken up because they were due.")
