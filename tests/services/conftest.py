"""What tests of services share."""

from __future__ import annotations

from random import Random

import pytest

from tests.playing import play_by_chance


@pytest.fixture
def played(running, now):
    """Return a maker of matches that were played to their end, by chance."""

    def make(*players, **wishes):
        return play_by_chance(running(*players, **wishes).match.pk, now, Random(7))

    return make
