"""A server for tests that kill or break its processes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.proofs.conftest import FAILED
from tests.proofs.live.server import Server


@pytest.fixture
def own_server(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Server]:
    """Return a running server that a test may break."""
    with Server(tmp_path) as running:
        yield running
        if request.node.stash.get(FAILED, False):
            running.print_logs()
