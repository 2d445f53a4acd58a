"""The shuffle is fair, as far as some thousand decks show; and the test finds an unfair one."""

from __future__ import annotations

import pytest

from games import shuffle
from tests.proofs.torture.fairness import SIGNIFICANT, ChiSquare, chi_square, counted


def test_every_card_comes_to_every_place_equally_often():
    """Each card comes equally often to each place in two thousand decks.

    ``python -m tests.proofs.torture.fairness`` counts a million.
    """
    counts = counted(40, 2000, "suite")

    assert all(sum(place) == 2000 for place in counts)
    assert chi_square(counts).freedom == 39 * 39
    assert chi_square(counts).p > SIGNIFICANT


def test_a_shuffle_that_swaps_with_any_place_is_found(monkeypatch):
    """The best-known mistake is found: swapping each card with any card, not only with those not yet placed."""
    below = shuffle.below
    monkeypatch.setattr(shuffle, "below", lambda limit, words: below(40, words))

    assert chi_square(counted(40, 2000, "suite")).p < SIGNIFICANT


@pytest.mark.parametrize(
    ("statistic", "freedom", "p"),
    [(85.351, 49, 0.001), (66.339, 49, 0.05), (48.335, 49, 0.5), (1651.8, 1521, 0.01)],
)
def test_chi_square_is_read_as_in_the_tables(statistic, freedom, p):
    """Chi-square is within a twentieth of the published tables, which is enough."""
    assert ChiSquare(statistic, freedom).p == pytest.approx(p, rel=0.05)
