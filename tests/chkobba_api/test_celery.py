"""Celery processes: their setup at the start."""

from __future__ import annotations

import gc

import pytest
from celery import signals

from chkobba_api.celery import app


@pytest.mark.parametrize("started", [signals.worker_ready, signals.beat_init], ids=["worker", "beat"])
def test_the_collector_leaves_the_code_alone(started):
    """A worker process freezes the loaded code for the garbage collector, so that it ends at once."""
    gc.unfreeze()

    started.send(sender=app)

    assert gc.get_freeze_count() > 10_000
    gc.unfreeze()
