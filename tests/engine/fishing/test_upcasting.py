"""What older code stored in words is read as what it is called today."""

from __future__ import annotations

import pytest

from games.engine.catalogue import GAMES
from games.engine.fishing.events import Combination, Declared, TableBonus, TableLuck
from games.engine.fishing.upcasting import COMBINATIONS, TABLE_LUCK
from tests.saying import told

CIRULLA = GAMES["cirulla"]


@pytest.mark.parametrize(("words", "key"), COMBINATIONS.items())
def test_announcements_in_words_are_read(words, key):
    """Of version 1; it is shown with the words that it has always had."""
    stored = f'[["a",1,7,3,0,["{words}"]]]'

    (event,) = CIRULLA.load_events(stored)

    assert event == Declared(1, 7, 3, 0, (Combination(key),))
    seen = told(CIRULLA.visible(event, None))
    assert (seen["names"], seen["keys"]) == ([words], [key])


@pytest.mark.parametrize(("words", "key"), TABLE_LUCK.items())
def test_bonuses_in_words_are_read(words, key):
    """Of version 1."""
    (event,) = CIRULLA.load_events(f'[["b",0,15,1,"{words}"]]')

    assert event == TableBonus(0, 15, 1, TableLuck(key))
    seen = told(CIRULLA.visible(event, None))
    assert (seen["name"], seen["key"]) == (words, key)


def test_what_is_stored_now_are_keys():
    """No word of any language."""
    assert (
        CIRULLA.dump_events([Declared(1, 7, 3, 0, (Combination.NINE_OR_LESS,))]) == '[["a",1,7,3,0,["nine_or_less"]]]'
    )


def test_a_word_that_nobody_ever_stored_is_no_event():
    """A row that was tampered with is not read as something else."""
    with pytest.raises(ValueError, match="Invalid enum value"):
        CIRULLA.load_events('[["a",1,7,3,0,["four of a rank"]]]')
