"""Nobody chooses the cards against a player who has committed to a secret, whatever they do in which order."""

from __future__ import annotations

from random import Random

import pytest

from tests.choosing_cards import play


@pytest.mark.parametrize("way", ["lobby", "rematch", "seeks"])
@pytest.mark.parametrize("luck", range(4))
def test_accomplices_who_know_the_seed_of_the_server_choose_no_cards(way, luck, now, db):
    """Joining, leaving, starting and telling by chance leaves them one deck of two for each secret kept back."""
    outcome = play(0, Random(f"{way} {luck}"), now, way)

    assert outcome is None or outcome.is_admitted
