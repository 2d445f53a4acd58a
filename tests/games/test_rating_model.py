"""Updates of ratings by a match: properties that hold for all numbers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rating_model import NEWCOMER, Belief, after, chance

beliefs = st.builds(Belief, st.floats(500, 2500), st.floats(20, 300))


@given(beliefs, beliefs)
def test_chances_of_two_make_a_whole(one, other):
    """One of the two always comes first."""
    assert chance([one], [other]) + chance([other], [one]) == pytest.approx(1)


@given(beliefs, beliefs)
def test_who_wins_rises_and_who_loses_falls(one, other):
    """A smaller surprise changes less; each match adds certainty, except for the drift since the last one."""
    ((winner,), (loser,)) = after([[one], [other]], [1, 2])

    assert winner.mu >= one.mu
    assert loser.mu <= other.mu
    assert winner.sigma < one.sigma + 0.5


def test_a_surprise_teaches_more_than_what_was_expected():
    """A favourite gains little by a win."""
    strong, weak = Belief(1900, 100), Belief(1300, 100)
    expected = after([[strong], [weak]], [1, 2])[0][0].mu - strong.mu
    surprise = after([[strong], [weak]], [2, 1])[1][0].mu - weak.mu

    assert 0 < expected < surprise / 3


def test_a_draw_of_equals_moves_nobody():
    """A draw brings unequal ratings closer together."""
    assert [side[0].mu for side in after([[NEWCOMER], [NEWCOMER]], [1, 1])] == [1500, 1500]
    high, low = after([[Belief(1700, 100)], [Belief(1300, 100)]], [1, 1])
    assert high[0].mu < 1700
    assert low[0].mu > 1300


def test_at_three_the_one_in_the_middle_stays_about_there():
    """The player in the middle stays above the last one and below the first one."""
    first, middle, last = (side[0].mu for side in after([[NEWCOMER]] * 3, [1, 2, 3]))

    assert first > middle > last
    assert middle == pytest.approx(1500)


@given(st.lists(beliefs, min_size=2, max_size=5), st.data())
def test_the_order_in_which_sides_are_named_does_not_matter(sides, data):
    """The seat has no influence on the rating."""
    places = list(range(1, len(sides) + 1))
    shuffled = data.draw(st.permutations(places))
    straight = after([[one] for one in sides], places)
    other = after([[sides[place - 1]] for place in shuffled], shuffled)

    assert {place: side[0] for place, side in zip(shuffled, other, strict=True)} == {
        place: side[0] for place, side in zip(places, straight, strict=True)
    }


@pytest.mark.parametrize("lead", [-20_000.0, 20_000.0])
def test_what_nobody_could_expect_is_no_error(lead):
    """The tail of the distribution is too thin for floats."""
    ((winner,), (loser,)) = after([[Belief(1500 + lead, 50)], [Belief(1500, 50)]], [1, 2])

    assert winner.sigma > 0
    assert loser.sigma > 0
