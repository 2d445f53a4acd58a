"""The code of docs/adding-a-time-control.md works: clocks with its control have its deadlines."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

import msgspec
import pytest

from games.clock.state import Clock
from tests.helpers.adding_pages import Page
from tests.helpers.english import english

PAGE: Final = Page("adding-a-time-control.md")


@pytest.fixture
def agreed(tmp_path):
    """Return a function that reads a control as the API and the log do, with the control of the page in the list."""
    with PAGE.added(tmp_path) as registry:
        yield lambda **terms: msgspec.convert(terms, registry["AnyControl"])


@pytest.mark.parametrize(
    ("since", "due_at"),
    [
        (datetime(2026, 3, 1, 9, tzinfo=UTC), datetime(2026, 3, 3, 20, tzinfo=UTC)),
        (datetime(2026, 3, 1, 21, tzinfo=UTC), datetime(2026, 3, 4, 20, tzinfo=UTC)),
    ],
)
def test_a_turn_is_due_in_the_evening_after_its_days(agreed, since, due_at):
    """The clock of a match asks the control, which counts from the start of the turn."""
    clock = Clock(control=agreed(type="evening", days=2)).start(0, since)

    assert clock.due_at == due_at
    assert english(clock.control.text) == "2 days per move"


@pytest.mark.parametrize("terms", [{"type": "evening", "days": 15}, {"type": "morning", "days": 1}])
def test_terms_out_of_bounds_and_unknown_controls_are_refused(agreed, terms):
    """The bounds are those of the page; the other controls still work."""
    with pytest.raises(msgspec.ValidationError):
        agreed(**terms)
    assert agreed(type="move", seconds=60).turn_seconds == 60
