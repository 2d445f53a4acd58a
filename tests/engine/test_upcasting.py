"""Events that store enum members can be read by their present and earlier names."""

from __future__ import annotations

import msgspec
import pytest

from games.engine.catalogue import GAMES
from games.engine.fishing.events import Combination, Declared
from games.engine.upcasting import StoredWord
from tests.helpers.cases import cases

CIRULLA = GAMES["cirulla"]


class Bird(StoredWord):
    """An enum for tests; one of its members has changed its name."""

    OWL = "owl"
    ROBIN = "robin"

    @classmethod
    def earlier_names(cls):
        """Return the earlier names of members (see StoredWord)."""
        return {"redbreast": "robin"}


class Seen(msgspec.Struct, frozen=True, array_like=True, tag="x"):
    """An event for tests that stores such a member."""

    birds: tuple[Bird, ...]


def test_a_word_is_read_by_an_earlier_name_and_stored_by_the_present_one():
    """So old rows stay unchanged, and new ones have the new name."""
    event = msgspec.json.decode('["x",["owl","redbreast"]]', type=Seen)

    assert event == Seen((Bird.OWL, Bird.ROBIN))
    assert msgspec.json.encode(event) == b'["x",["owl","robin"]]'


@cases("word", ["wren", 3])
def test_a_word_that_was_never_stored_is_an_error(word):
    """An unknown name is an error, and not read as another member."""
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(["x", [word]], Seen)


def test_events_of_games_store_keys():
    """Events store no words of any language."""
    stored = '[["a",1,7,3,0,["nine_or_less"]]]'

    assert CIRULLA.dump_events([Declared(1, 7, 3, 0, (Combination.NINE_OR_LESS,))]) == stored
    assert tuple(CIRULLA.load_events(stored)) == (Declared(1, 7, 3, 0, (Combination.NINE_OR_LESS,)),)
    with pytest.raises(ValueError, match="Invalid enum value"):
        CIRULLA.load_events('[["a",1,7,3,0,["four of a rank"]]]')
