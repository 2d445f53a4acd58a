"""Tampering is found, in a sample of each kind of edit."""

from __future__ import annotations

from random import Random

import pytest

from games.models import Match
from games.services.log.verification import faults_of
from tests.proofs.torture import database
from tests.proofs.torture.tampering import WAYS, matches, tamper


@pytest.mark.parametrize("key", ["chkobba", "camba", "haggis"])
def test_whatever_is_changed_is_found_and_named(db, key, now):
    """Each kind of edit is found and named, in a sample of ten.

    ``python -m tests.proofs.torture.tampering`` tries a thousand of all games.
    """
    luck = Random(f"suite {key}")
    with database.unguarded():
        made = matches(luck, [key, key], now)
        outcomes = [tamper(luck.choice(made), luck) for _ in range(10)]

        assert [str(outcome) for outcome in outcomes if not outcome.found] == []
        assert len({outcome.way for outcome in outcomes}) > len(WAYS) // 3
        assert not [fault for match in made for fault in faults_of(Match.objects.get(pk=match.pk))]
