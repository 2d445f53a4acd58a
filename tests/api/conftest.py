"""Fixtures shared by the tests of the API: two players, and their clients."""

from __future__ import annotations

import pytest


@pytest.fixture
def people(player):
    """Return Amel and Sami."""
    return player("Amel"), player("Sami")


@pytest.fixture
def amel(people, client_of):
    """Return the client of Amel."""
    return client_of(people[0])


@pytest.fixture
def sami(people, client_of):
    """Return the client of Sami."""
    return client_of(people[1])
