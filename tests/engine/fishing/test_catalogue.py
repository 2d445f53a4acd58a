"""The options of each game; an option changes only one thing (rules/README.md, the catalogue)."""

from __future__ import annotations

from typing import Any

from games.engine.catalogue import GAMES
from tests.engine.fishing.tables import KEYS, start
from tests.engine.fishing.test_rulesets import PLAY, SETUP
from tests.helpers.cases import cases

EACH_GAME = cases("key", KEYS)

PRIMIERA = {"primiera_needs_all_suits": False}

OPTIONS: dict[str, dict[str, Any]] = {
    "chkobba": {"cut": True},
    "chkobba-cafe": {},
    "chkobba-spec": {},
    "scopa": PRIMIERA | {"teams": False},
    "scopa-simplified": {"teams": False},
    "scopa-team": PRIMIERA,
    "scopa-dassi": PRIMIERA | {"teams": False},
    "scopone": PRIMIERA,
    "scopone-scientifico": PRIMIERA,
    "scopa-quindici": PRIMIERA | {"teams": False},
    "cirulla": {"ace_fifteen": False, "declarations": "automatic", "piccola_most": 6},
    "cirullone": {"ace_fifteen": False, "piccola_most": 6},
    "escopa": {"many_cards": 40, "teams": False},
    "escoba": {"compulsory": False, "dealer_bonus": 0, "teams": False},
    "escova": {"compulsory": False, "teams": False},
    "chorizo": {"compulsory": False, "declarations": "automatic", "teams": False},
    "baciga": {"compulsory": False, "declarations": "automatic", "teams": False},
}
"""The last column of the catalogue."""

VALUES: dict[str, list[Any]] = {
    "courts": ["jqk", "qjk"],
    "redeal": ["none", "kings2", "kings3", "aces2", "ranks3"],
    "last_sweep": [False, True],
    "cut": [False, True],
    "primiera_needs_all_suits": [False, True],
    "ace_fifteen": [False, True],
    "declarations": ["automatic", "manual"],
    "many_cards": [40, 30],
    "compulsory": [False, True],
    "dealer_bonus": [0, 1],
    "teams": [False, True],
    "open_piles": [True, False],
    "piccola_most": [6, 7],
    "margin": [1, 2],
    "target": [1, 201],
}


@EACH_GAME
def test_the_options_of_the_catalogue(key):
    """Each game has the common options with the row's values and those of the last column, and no others."""
    setup, play_row = SETUP[key], PLAY[key]
    common = {
        "target": play_row.target,
        "margin": play_row.margin,
        "courts": play_row.courts,
        "redeal": setup.redeal,
        "last_sweep": play_row.last_sweep,
        "open_piles": not key.startswith("scopone"),
    }

    assert GAMES[key].read_options({}, GAMES[key].seats[0]) == common | OPTIONS[key]
    assert GAMES[key].published()["declarations"] == "automatic"
    assert GAMES[key].published()["ace_fifteen"] is False


@EACH_GAME
def test_an_option_changes_nothing_else(key):
    """For each value of each option, the rules of a table differ from the game's only in that field."""
    before = GAMES[key].ruleset.published()

    for option in GAMES[key].options:
        assert [option.allows(value) for value in VALUES[option.name]] == [True] * len(VALUES[option.name])
        for value in VALUES[option.name]:
            state = start(key, max(GAMES[key].seats), **{option.name: value})
            assert state.rules.ruleset.published() == before | {option.name: value}
            assert state.rules.changes == ({} if value == option.default else {option.name: value})


@EACH_GAME
@cases("target", [0, 202, True, "21", 21.0])
def test_targets(key, target):
    """README: a whole number from 1 to 201."""
    option = next(option for option in GAMES[key].options if option.name == "target")

    assert not option.allows(target)
