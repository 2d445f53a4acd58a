"""A process of the server that follows the shared clock: ``python -m tests.proofs.torture.year.process web 8000``."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from tests.proofs.torture.year.clock import SharedClock


def web(port: str) -> None:
    """Serve the API as in production."""
    from gunicorn.app.wsgiapp import run  # noqa: PLC0415 - after the clock is there, as all below

    sys.argv = ["gunicorn", "chkobba_api.wsgi", "--bind", f"127.0.0.1:{port}", "--workers", "1", "--log-level", "error"]
    run()


def worker(number: str) -> None:
    """Take from all queues, one task at a time, and count them."""
    from celery.signals import task_postrun, task_prerun, worker_ready  # noqa: PLC0415

    from chkobba_api.celery import app  # noqa: PLC0415

    counted = [0, 0]

    def count(place: int) -> None:
        counted[place] += 1
        CLOCK.note_tasks(int(number), *counted)

    worker_ready.connect(lambda **signal: CLOCK.note_tasks(int(number), *counted), weak=False)
    task_prerun.connect(lambda **signal: count(0), weak=False)
    task_postrun.connect(lambda **signal: count(1), weak=False)
    quiet = ("--without-gossip", "--without-mingle", "--without-heartbeat", "--loglevel", "warning")
    app.worker_main(["-q", "worker", "--pool", "solo", "-n", f"{number}@%h", *quiet])


CLOCK = SharedClock(Path(os.environ["YEAR_CLOCK"]))

if __name__ == "__main__":
    CLOCK.install()
    {"web": web, "worker": worker}[sys.argv[1]](sys.argv[2])
