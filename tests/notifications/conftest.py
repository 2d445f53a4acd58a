"""Fixtures shared by the tests of notifications."""

from __future__ import annotations

import pytest


@pytest.fixture
def amel(player):
    """Return a player in Tunis, where it is an hour later than in London all year round."""
    amel = player("Amel")
    amel.time_zone = "Africa/Tunis"
    amel.save()
    return amel
