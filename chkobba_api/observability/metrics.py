"""Metrics for Prometheus. A request only adds to numbers.

Several processes count together in the folder PROMETHEUS_MULTIPROC_DIR; ``scrape`` adds them up. Each metric has a
label: one without would make files in every process that imports this module, such as a health check.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from prometheus_client import Counter, Histogram, values

_places: Final[dict[int, str]] = {}
"""The place of this process among the children of its parent, by its process id: a fork has none."""

if folder := os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
    Path(folder).mkdir(parents=True, exist_ok=True)
    values.ValueClass = values.MultiProcessValue(  # type: ignore[no-untyped-call]
        lambda: _places.get(os.getpid()) or str(os.getpid())
    )


def count_on(place: int) -> None:
    """Count on in the files of the process that had this place under the same parent before.

    Servers replace their workers all the time: files of every process that has ever counted would pile up.
    """
    _places[os.getpid()] = f"{os.getppid()}-{place}"


REQUESTS: Final = Histogram(
    "chkobba_request_seconds",
    "Time of requests in Django, in seconds, by operation and status.",
    ["operation", "status"],
    buckets=(0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5),
)
MOVES: Final = Counter("chkobba_moves", "Accepted moves, by game and by kind of actor.", ["game", "by"])
THINKING: Final = Histogram(
    "chkobba_bot_thinking_seconds",
    "Computing time of a bot for a move, in seconds.",
    ["game", "level"],
    buckets=(0.001, 0.005, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10),
)
FALLBACKS: Final = Counter(
    "chkobba_bot_fallbacks",
    "Moves of a quick bot in place of a level that failed, was killed, took too long or was unreachable.",
    ["game", "level", "because"],
)
WAITING: Final = Histogram(
    "chkobba_task_waiting_seconds",
    "Seconds from the sending of a task to its start.",
    ["task"],
    buckets=(0.01, 0.05, 0.1, 0.5, 1, 2, 5, 10, 30, 60, 300),
)
LATENESS: Final = Histogram(
    "chkobba_sweep_lateness_seconds",
    "Seconds by which a due match was overdue when a worker processed it, by what was due.",
    ["due"],
    buckets=(0.1, 0.5, 1, 2, 5, 10, 30, 60, 300, 1800),
)
SWEPT: Final = Counter("chkobba_swept_matches", "Due matches that workers have processed, by what was due.", ["due"])
