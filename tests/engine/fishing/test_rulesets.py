"""Tables A and B, row by row (scopa_family.md 2 and 3)."""

from __future__ import annotations

from typing import NamedTuple

from games.engine.catalogue import GAMES
from tests.engine.fishing.deals import deal
from tests.engine.fishing.sheets import sheet
from tests.engine.fishing.tables import KEYS, play, split
from tests.helpers.cases import cases


class Setup(NamedTuple):
    """A row of table A; ``alone`` and ``teams`` are the numbers of players."""

    alone: tuple[int, ...]
    teams: tuple[int, ...]
    hand: int = 3
    table: int = 4
    redeal: str = "none"
    bonus: int | None = None
    flor_on_table: bool = False
    announce: str = "nothing"
    in_turn: bool = False
    cut: bool = False


SETUP = {
    "scopa": Setup((2, 3, 4), (), redeal="kings2"),
    "scopa-simplified": Setup((2, 3, 4), (), redeal="kings2"),
    "scopa-team": Setup((), (4,), redeal="kings2"),
    "scopa-dassi": Setup((2, 3, 4), (), redeal="kings2"),
    "scopone": Setup((), (4,), hand=9, redeal="kings2"),
    "scopone-scientifico": Setup((), (4,), hand=10, table=0),
    "scopa-quindici": Setup((2, 3, 4), (), redeal="kings2"),
    "cirulla": Setup((2, 3), (4,), redeal="aces2", bonus=1, announce="knock"),
    "cirullone": Setup((), (4,), hand=9, redeal="aces2", bonus=1, announce="knock", in_turn=True),
    "chkobba": Setup((2,), (4,), redeal="ranks3", cut=True),
    "escopa": Setup((2, 3), (4,), bonus=1),
    "escoba": Setup((2, 3, 4), (), bonus=0),
    "escova": Setup((2, 3, 4), ()),
    "chorizo": Setup((2, 3), (4,), bonus=1, announce="chorizo"),
    "baciga": Setup((2, 3), (4,), bonus=1, flor_on_table=True, announce="baciga"),
    "chkobba-cafe": Setup((), (4,), redeal="kings3"),
    "chkobba-spec": Setup((2,), (4,)),
}
"""Rows 1 to 20 of table A; where catalogue and table differ in the seats, the catalogue counts."""


class Play(NamedTuple):
    """A row of table B."""

    capture: str
    target: int
    categories: str
    compulsory: bool = True
    ace: str = "plain"
    sweep: str = "one"
    last_sweep: bool = False
    margin: int = 1
    courts: str = "jqk"
    all_suits: bool = False
    cappotto: bool = False


SCOPA = "cards diamonds settebello primiera sweeps"
CIRULLA = "cards diamonds settebello primiera grande piccola sweeps bonus"
CHKOBBA = "cards diamonds settebello barmila sweeps"
CHORIZO = "cards diamonds settebello carimbo setenta sweeps bonus"
CIRULLAS = {"ace": "may_take_all", "all_suits": True, "cappotto": True}

PLAY = {
    "scopa": Play("rank_before_sum", 11, SCOPA),
    "scopa-simplified": Play("rank_before_sum", 11, "cards diamonds settebello sevens sweeps"),
    "scopa-team": Play("rank_before_sum", 11, SCOPA),
    "scopa-dassi": Play("rank_before_sum", 11, SCOPA, ace="must_take_all"),
    "scopone": Play("rank_before_sum", 11, SCOPA),
    "scopone-scientifico": Play("rank_before_sum", 11, SCOPA, last_sweep=True),
    "scopa-quindici": Play("fifteen", 11, SCOPA),
    "cirulla": Play("rank_sum_or_fifteen", 51, CIRULLA, **CIRULLAS),
    "cirullone": Play("rank_sum_or_fifteen", 101, CIRULLA, **CIRULLAS),
    "chkobba": Play("rank_before_sum", 21, CHKOBBA, courts="qjk"),
    "escopa": Play("fifteens", 11, "cards settebello sevens diamonds sweeps bonus", sweep="per_fifteen"),
    "escoba": Play("fifteen", 21, "diamonds cards settebello sevens sweeps bonus", compulsory=False),
    "escova": Play("fifteen", 31, "diamonds cards settebello sweeps", compulsory=False),
    "chorizo": Play("fifteen", 21, CHORIZO, compulsory=False),
    "baciga": Play("fifteen", 21, CHORIZO, compulsory=False),
    "chkobba-cafe": Play("rank_before_sum", 11, CHKOBBA),
    "chkobba-spec": Play("rank_before_sum", 21, CHKOBBA, margin=2, courts="qjk"),
}
"""Rows 1 to 20 of table B."""

EACH_GAME = cases("key", KEYS)


def test_every_row_has_its_game():
    """Rows 8 to 10 are one game, and so are 12 and 13: seventeen in all."""
    assert sorted(SETUP) == sorted(PLAY) == sorted(KEYS)
    assert len(KEYS) == 17


@EACH_GAME
def test_table_a(key):
    """Players, cards, void deals, dealer's bonus and declarations are those of the row."""
    row, data = SETUP[key], GAMES[key].published()

    assert GAMES[key].seats == tuple(data["seats"]) == tuple(sorted(row.alone + row.teams))
    assert (
        Setup(
            row.alone,
            row.teams,
            data["hand"],
            data["table"],
            data["redeal"],
            data["dealer_bonus"],
            data["flor_on_table"],
            data["announce"],
            data["announce_in_turn"],
            data["cut"],
        )
        == row
    )


@EACH_GAME
def test_who_deals_again(key):
    """Rows 1 to 5 and 7: the next dealer; all others: the same one (table A, its last lines; decision 3)."""
    scopas = {"scopa", "scopa-simplified", "scopa-team", "scopa-dassi", "scopone", "scopa-quindici"}

    assert GAMES[key].published()["redeal_passes_deal"] is (key in scopas)


@EACH_GAME
def test_sides(key):
    """Two and three players play alone; four do, or are partners across the table; side 0 holds seat 0."""
    row, game = SETUP[key], GAMES[key]

    for seats in row.alone:
        assert game.sides({}, seats) == tuple(range(seats))
    for _ in row.teams:
        assert game.sides({}, 4) == (0, 1, 0, 1)


@EACH_GAME
def test_hands_table_and_packets(key):
    """The packets of each row come out even: all cards are dealt in the end."""
    row = SETUP[key]

    for seats in row.alone + row.teams:
        state = deal(key, seats=seats, dealer=seats - 1).state
        state = play(state, "keep") if row.cut else state
        assert [hand.bit_count() for hand in state.hands] == [row.hand] * seats
        assert state.table.bit_count() == row.table
        assert state.turn == 0
        assert len(state.stock) % (row.hand * seats) == 0
        packets = 1 + len(state.stock) // (row.hand * seats)
        assert packets == ({2: 6, 3: 4, 4: 3}[seats] if row.hand == 3 else 1)


@EACH_GAME
def test_table_b(key):
    """Captures, sweeps, target and courts are those of the row."""
    row, data = PLAY[key], GAMES[key].published()

    assert (
        Play(
            data["capture"],
            data["target"],
            row.categories,
            data["compulsory"],
            data["ace"],
            data["sweep"],
            data["last_sweep"],
            data["margin"],
            data["courts"],
            data["primiera_needs_all_suits"],
            data["cappotto"],
        )
        == row
    )


@EACH_GAME
def test_categories(key):
    """The lines of the sheet are those of the row; nothing else scores."""
    seats = GAMES[key].seats[0]
    sides = len(set(GAMES[key].sides({}, seats)))

    assert list(sheet(key, *split(25, 15, *[0] * (sides - 2)), seats=seats)) == PLAY[key].categories.split()
