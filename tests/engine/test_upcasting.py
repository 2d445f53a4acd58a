"""Events that store words are read by their present names and by their earlier ones."""

from __future__ import annotations

import msgspec
import pytest

from games.engine.catalogue import GAMES
from games.engine.fishing.events import Combination, Declared
from games.engine.upcasting import StoredWord

CIRULLA = GAMES["cirulla"]


class Bird(StoredWord):
    """A made-up word, one of whose names has changed."""

    OWL = "owl"
    ROBIN = "robin"

    @classmethod
    def earlier_names(cls):
        """See StoredWord."""
        return {"redbreast": "robin"}


class Seen(msgspec.Struct, frozen=True, array_like=True, tag="x"):
    """A made-up event."""

    birds: tuple[Bird, ...]


def test_a_word_is_read_by_an_earlier_name_and_stored_by_the_present_one():
    """So old rows stay as they are, and new ones have the new name."""
    event = msgspec.json.decode('["x",["owl","redbreast"]]', type=Seen)

    assert event == Seen((Bird.OWL, Bird.ROBIN))
    assert msgspec.json.encode(event) == b'["x",["owl","robin"]]'


@pytest.mark.parametrize("word", ["wren", 3])
def test_a_word_that_was_never_stored_is_an_error(word):
    """A changed row is not read as something else."""
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(["x", [word]], Seen)


def test_events_of_games_store_keys():
    """No word of any language."""
    stored = '[["a",1,7,3,0,["nine_or_less"]]]'

    assert CIRULLA.dump_events([Declared(1, 7, 3, 0, (Combination.NINE_OR_LESS,))]) == stored
    assert tuple(CIRULLA.load_events(stored)) == (Declared(1, 7, 3, 0, (Combination.NINE_OR_LESS,)),)
    with pytest.raises(ValueError, match="Invalid enum value"):
        CIRULLA.load_events('[["a",1,7,3,0,["four of a rank"]]]')
