"""The options that players may agree on (rules/README.md, the catalogue), each by its effect at the table.

test_rulesets.py tests that an option changes nothing else. ``redeal`` is in test_dealing.py, ``declarations`` in
test_declarations.py, ``ace_fifteen`` in test_examples_cirulla.py and test_matta.py.
"""

from __future__ import annotations

import pytest

from games.engine.catalogue import GAMES
from games.engine.violations import RuleViolation
from tests.engine.fishing.deals import deal
from tests.engine.fishing.sheets import sheet, winner
from tests.engine.fishing.tables import (
    ALL,
    KEYS,
    LAY_DOWN,
    captures,
    decided,
    either,
    engine,
    legal,
    named,
    play,
    position,
    split,
    start,
    sweep,
    told,
    turn_with,
)
from tests.helpers.cases import cases
from tests.helpers.refusals import violates

EACH_GAME = cases("key", KEYS)


def sides_of(key):
    """Return the seats and sides of a game at its largest table."""
    seats = GAMES[key].seats[-1]
    return seats, len(set(GAMES[key].sides({}, seats)))


# --- common options ---------------------------------------------------------------------------------------------------


@EACH_GAME
def test_target(key):
    """Every game: the points that win, from 1 to 201."""
    seats, sides = sides_of(key)
    others = (0,) * (sides - 1)

    assert winner(key, 4, *others, seats=seats) is None
    assert winner(key, 5, *others, seats=seats, target=5) == 0
    assert winner(key, 4, *others, seats=seats, target=5) is None
    assert winner(key, 200, *others, seats=seats, target=201) is None
    assert winner(key, 201, *others, seats=seats, target=201) == 0


@EACH_GAME
def test_margin(key):
    """Every game: the lead of the winner over the next best."""
    seats, sides = sides_of(key)
    others = (0,) * (sides - 2)

    assert winner(key, *others, 7, 8, seats=seats, target=6, margin=1) == sides - 1
    assert winner(key, *others, 7, 8, seats=seats, target=6, margin=2) is None
    assert winner(key, *others, 6, 8, seats=seats, target=6, margin=2) == sides - 1
    assert winner(key, *others, 8, 8, seats=seats, target=6, margin=1) is None


BY_RANK_AND_SUM = [key for key in KEYS if GAMES[key].published()["capture"] == "rank_before_sum"]
BY_FIFTEEN = [key for key in KEYS if GAMES[key].published()["capture"] in ("fifteen", "fifteens")]


@cases(("courts", "eight", "nine"), [("jqk", "J", "Q"), ("qjk", "Q", "J")])
@EACH_GAME
def test_courts(key, courts, eight, nine):
    """Every game: jqk is jack 8 and queen 9, qjk the reverse; a king is 10."""

    def takes(table, card):
        return captures(key, table, card, courts=courts, seats=GAMES[key].seats[-1]) - {LAY_DOWN}

    if key in BY_RANK_AND_SUM:
        assert takes("3C 5D", f"{eight}H") == either("3C 5D")
        assert takes("4C 5D", f"{nine}H") == either("4C 5D")
        assert takes("4C 5D", f"{eight}H") == takes("3C 5D", f"{nine}H") == set()
    if key in BY_FIFTEEN or key.startswith("cirull"):
        assert takes(f"{eight}D {nine}D", "7C") == either(f"{eight}D")
        assert takes(f"{eight}D {nine}D", "6C") == either(f"{nine}D")
        assert takes("KC", "5D") == either("KC")


def test_courts_in_declarations():
    """Section 1, 1: an escalera counts by capture value; so do the table and nine points."""
    assert deal("chorizo", "2S 5C KD", "7C QD 6H", table="3S 4C 6D QH", courts="qjk").declared() == [(1, 3)]
    assert deal("chorizo", "2S 5C KD", "7C JD 6H", table="3S 4C 6D QH", courts="qjk").declared() == []
    assert deal("chorizo", "2S 5C KD", "7C JD QH", table="3S 4C 6D QS", courts="qjk").declared() == [(1, 3)]
    assert deal("escopa", table="QC 2D AH 4S", courts="qjk").bonuses() == [(0, 1, "2D 4S AH QC")]
    assert deal("escopa", table="QC 2D AH 4S", courts="jqk").bonuses() == []


@EACH_GAME
def test_last_sweep(key):
    """Every game: whether clearing the table with the last card of a round counts as a sweep."""
    table = "KC" if key in BY_RANK_AND_SUM or key.startswith("cirull") else "5C"
    seats = GAMES[key].seats[-1]

    assert sweep(key, table, "KH", last=True, last_sweep=False, seats=seats) == 0
    assert sweep(key, table, "KH", last=True, last_sweep=True, seats=seats) == 1
    assert sweep(key, table, "KH", last_sweep=False, seats=seats) == 1


def test_only_the_very_last_card_is_the_last_play():
    """Section 1, 5: stock and all hands are empty after it."""
    last_packet = position("scopa", "KC 2C", "4C 4D", table="KD", stock="")
    last_card_but_one = position("scopa", "KC", "4C", table="KD", stock="")
    last_card_of_a_packet = position("scopa", "", "KC", table="KD", stock="2C 2D 2H 2S 3C 3D", turn=1)

    for state in (last_packet, last_card_but_one, last_card_of_a_packet):
        assert max(play(state, "KC KD").sweeps) == 1


def test_an_ace_that_takes_all_is_no_sweep_at_the_end_either():
    """4.4: that play never gives the point, whatever ``last_sweep`` says."""
    assert sweep("scopa-dassi", "4C 7D KH", "AS", last=True, last_sweep=True) == 0
    assert sweep("scopa-dassi", "AD", "AS", last=True, last_sweep=True) == 1


# --- single options ---------------------------------------------------------------------------------------------------


@cases("seats", [2, 4])
def test_without_the_cut(seats):
    """Chkobba: no player decides anything before the deal."""
    first = deal("chkobba", seats=seats, cut=False)

    assert not told(first.state, first.events, "cut")
    assert {text.split()[0] for text in legal(first.state)} == set(named(first.state.hands[1]).split())
    violates("unknown_move", decided, first.state, "keep")
    assert legal(deal("chkobba", seats=seats, cut=True).state) == ["lay", "keep"]


@cases("key", [key for key in KEYS if "primiera_needs_all_suits" in GAMES[key].published()["options"]])
def test_primiera_needs_all_suits(key):
    """A side that lacks a suit is out of the primiera."""
    piles = "7D 7C 7S", "JD 6C JS 7H"
    seats, sides = sides_of(key)
    rest = (0,) * (sides - 2)

    def primiera(*taken, **options):
        return sheet(key, *taken, *[""] * (sides - 2), seats=seats, **options)["primiera"]

    assert primiera(*piles) == (1, 0, *rest)
    assert primiera(*piles, primiera_needs_all_suits=True) == (0, 1, *rest)
    assert primiera("7D", "7C 6D", primiera_needs_all_suits=True) == (0, 0, *rest)


@cases(("cards", "by_40", "by_30"), [(40, 2, 2), (39, 1, 2), (30, 1, 2), (29, 1, 1), (20, 0, 0)])
def test_many_cards(cards, by_40, by_30):
    """Escopa: the number of cards from which they are 2 points."""
    piles = split(cards, 40 - cards)

    assert sheet("escopa", *piles)["cards"] == (by_40, 0)
    assert sheet("escopa", *piles, many_cards=30)["cards"] == (by_30, 0)
    assert len(ALL.split()) == 40


@cases("key", ["escoba", "escova", "chorizo", "baciga"])
def test_compulsory(key):
    """A card that can capture must; the player may still play another one."""
    free = position(key, "5C 2H", "KD 3S", table="KC QD")
    bound = position(key, "5C 2H", "KD 3S", table="KC QD", compulsory=True)

    assert legal(free) == ["2H", "5C", "5C KC"]
    assert legal(bound) == ["2H", "5C KC"]
    error = violates("must_capture", decided, bound, "5C")
    assert error.fields == {"card": "5C", "captures": [["KC"]]}


@cases(
    ("table", "without", "with_bonus"),
    [
        pytest.param("2C 4D 4H 5S", [(0, 0, "2C 4D 4H 5S")], [(0, 1, "2C 4D 4H 5S")], id="15"),
        pytest.param("JS QD KC 3H", [], [(0, 2, "3H JS KC QD")], id="30"),
        pytest.param("JS QD KC 4H", [], [], id="31"),
    ],
)
def test_dealer_bonus(table, without, with_bonus):
    """Escoba: 1 for a table of 15, 2 for 30, which is captured only when it pays."""
    assert deal("escoba", table=table).bonuses() == without
    assert deal("escoba", table=table, dealer_bonus=1).bonuses() == with_bonus
    assert deal("escoba", table=table, dealer_bonus=1).state.bonus[0] == sum(one[1] for one in with_bonus)


@cases("key", ["escoba", "escova"])
def test_teams(key):
    """Escoba and Escova: partners across capture into one pile, and score as one side."""
    state = position(key, "5C 2H", "5D 3S", "5H 4S", "5S 6H", table="KC KD KH KS", teams=True)
    alone = position(key, "5C 2H", "5D 3S", "5H 4S", "5S 6H", table="KC KD KH KS")

    played = play(state, "5C KC", "5D KD", "5H KH")
    assert [pile.bit_count() for pile in played.piles] == [4, 2]
    assert GAMES[key].sides({"teams": True}, 4) == (0, 1, 0, 1)
    assert [pile.bit_count() for pile in play(alone, "5C KC", "5D KD", "5H KH").piles] == [2, 2, 2, 0]
    assert GAMES[key].sides({"teams": False}, 4) == (0, 1, 2, 3)
    assert winner(key, 31, 30, seats=4, teams=True) == 0


@cases("key", ["escoba", "escova"])
@cases("seats", [2, 3])
def test_teams_need_four(key, seats):
    """README: fewer seats are an error that names the option; the value false is no error."""
    with pytest.raises(RuleViolation) as error:
        GAMES[key].read_options({"teams": True}, seats)

    assert (error.value.code, error.value.fields) == ("bad_option", {"option": "teams"})
    assert GAMES[key].read_options({"teams": False}, seats)["teams"] is False
    assert GAMES[key].read_options({"teams": True}, 4)["teams"] is True


TEAMS_UNLESS_AGREED = ["escopa", "chorizo", "baciga"]
ALONE_UNLESS_AGREED = ["scopa", "scopa-simplified", "scopa-dassi", "scopa-quindici", "escoba", "escova"]


@cases("key", [*TEAMS_UNLESS_AGREED, *ALONE_UNLESS_AGREED])
def test_teams_of_four(key):
    """README: on by default at four seats in the one, off in the others; the match plays what players agreed on."""
    game = GAMES[key]
    teams, alone = (0, 1, 0, 1), (0, 1, 2, 3)
    usual = key in TEAMS_UNLESS_AGREED

    assert game.read_options({}, 4)["teams"] is usual
    assert game.sides(game.read_options({}, 4), 4) == game.sides({}, 4) == (teams if usual else alone)
    assert game.sides(game.read_options({"teams": True}, 4), 4) == teams
    assert game.sides(game.read_options({"teams": False}, 4), 4) == alone
    for seats in (2, 3):
        assert game.read_options({}, seats)["teams"] is False
        with pytest.raises(RuleViolation) as error:
            game.read_options({"teams": True}, seats)
        assert error.value.fields == {"option": "teams"}


@cases("key", ["cirulla", "cirullone"])
@cases(("diamonds", "by_6", "by_7"), [("A234567", 6, 7), ("A23456", 6, 6), ("A234567J", 6, 7)])
def test_piccola_most(key, diamonds, by_6, by_7):
    """README: A to 7 of diamonds scores 6, or 7."""
    seats = 4
    pile = " ".join(f"{rank}D" for rank in diamonds)

    assert sheet(key, pile, "KC", seats=seats)["piccola"][0] == by_6
    assert sheet(key, pile, "KC", seats=seats, piccola_most=7)["piccola"][0] == by_7


@EACH_GAME
def test_options_of_other_games(key):
    """README: an option that a game does not list does not exist for it."""
    known = {option.name for option in GAMES[key].options}

    for name, value in (
        ("cut", False),
        ("primiera_needs_all_suits", True),
        ("ace_fifteen", True),
        ("declarations", "manual"),
        ("many_cards", 30),
        ("compulsory", True),
        ("dealer_bonus", 1),
        ("teams", True),
        ("piccola_most", 7),
        ("direction", "clockwise"),
        ("hand", 3),
    ):
        if name not in known:
            with pytest.raises(RuleViolation) as error:
                start(key, GAMES[key].seats[-1], **{name: value})
            assert (error.value.code, error.value.fields) == ("bad_option", {"option": name})


def test_options_survive_a_stored_state():
    """The stored state holds the differences from the game's own rules."""
    state = turn_with("cirulla", "AD KC 4H", "AS", ace_fifteen=True, courts="qjk", target=7)
    game = engine(state)

    loaded = game.load_state(game.dump_state(state))

    assert loaded == state
    assert loaded.rules.changes == {"ace_fifteen": True, "courts": "qjk", "target": 7}
    assert legal(loaded) == legal(state)
