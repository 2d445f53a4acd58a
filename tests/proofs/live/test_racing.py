"""Concurrent requests to one match: some of the many races that `python -m tests.proofs.torture.concurrency` runs."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from tests.proofs.live.server import Server
from tests.proofs.torture.concurrency import RACES, UNTHROTTLED, Races, run


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Return a server without request limits; its logs verify when the races are over."""
    with Server(tmp_path_factory.mktemp("server"), **UNTHROTTLED) as running:
        yield running
        assert running.manage("verify_matches").stdout.strip().endswith(" 0 broken")


def test_one_move_many_times_at_once_is_one_move(server):
    """Twenty times, fifty requests with one idempotency key all get the answer to the one move that was made."""
    _, broken = asyncio.run(run(server.url, [Races.one_move_many_times] * 20))

    assert broken == []


@pytest.mark.parametrize("race", RACES, ids=lambda race: race.__name__)
def test_a_race_has_one_outcome(server, race):
    """One request is first, the server refuses the others, and the match is in the right state."""
    ran, broken = asyncio.run(run(server.url, [race] * 3))

    assert broken == []
    assert not [how for answers in ran.answers.values() for how in answers if how >= "500"]
