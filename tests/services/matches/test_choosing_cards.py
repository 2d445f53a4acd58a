"""A player who committed to a secret seed gets fair cards, whatever others do in whatever order."""

from __future__ import annotations

from random import Random

import pytest

from tests.helpers.choosing_cards import play


@pytest.mark.parametrize("way", ["lobby", "rematch", "seeks"])
@pytest.mark.parametrize("luck", range(2))
def test_accomplices_who_know_the_seed_of_the_server_choose_no_cards(way, luck, now, db):
    """Accomplices who know the server's seed can only choose between two decks for each secret that they withhold."""
    outcome = play(0, Random(f"{way} {luck}"), now, way)

    assert outcome is None or outcome.is_admitted
