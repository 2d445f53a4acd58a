"""Fixtures shared by the tests of services."""

from __future__ import annotations

from random import Random

import pytest

from tests.helpers.playing import play_by_chance


@pytest.fixture
def played(running, now):
    """Return a function that makes matches and plays them to their end at random."""

    def make(*players, **wishes):
        return play_by_chance(running(*players, **wishes).match.pk, now, Random(7))

    return make
