"""Tests of the measurement of bots: equal cards for both, honest intervals, and opponents outside the API."""

from __future__ import annotations

from dataclasses import replace
from io import StringIO
from random import Random

import pytest
from django.core.management import CommandError, call_command
from msgspec.structs import replace as replace_fields

from games.bots import LEVELS
from games.bots.boards import Board
from games.engine.catalogue import GAMES
from tests.engine.fishing.tables import engine, position
from tests.tournament.__main__ import Command
from tests.tournament.arena import play_board, play_match
from tests.tournament.measuring import elo, elo_intervals, interval, ratio, verdict
from tests.tournament.opponents import HOLD_OUTS, OPPONENTS, chitarella

SHORT = {"fishing": {"target": 1}, "haggis": {"target": 250}, "camba": {}}


def short(game, seats):
    """Return the options for as few rounds as the game allows."""
    return game.read_options(SHORT[game.kind], seats)


# --- the same cards ---------------------------------------------------------------------------------------------------


def test_the_cards_of_a_board_are_the_same_whoever_plays():
    """A bot that draws more random numbers gets the same cards, in the first round and in later ones."""
    game, hands = GAMES["chkobba"], []

    def noting(level, extra):
        def choose(turn):
            for _ in range(extra):
                turn.luck.random()
            hands[-1].setdefault((turn.view.round, turn.view.stock_count, turn.view.seat), turn.view.hand)
            return level.choose(turn)

        return replace(level, choose=choose)

    for extra in (0, 3):
        hands.append({})
        play_match(game, game.read_options({"target": 11}, 2), [noting(LEVELS["medium"], extra)] * 2, Board("one"))

    same = hands[0].keys() & hands[1].keys()
    assert max(round_number for round_number, _, _ in same) > 0
    assert {key: hands[0][key] for key in same} == {key: hands[1][key] for key in same}


@pytest.mark.parametrize(("key", "seats"), [("chkobba", 2), ("scopa", 3), ("scopone-scientifico", 4), ("camba", 4)])
def test_a_level_against_itself_wins_just_its_share_of_each_board(key, seats):
    """Each player has every seat once, with the same cards and the same luck."""
    game, medium = GAMES[key], LEVELS["medium"]

    for number in range(3):
        tally = play_board(game, short(game, seats), seats, medium, medium, Board(f"{number}"))

        assert tally.matches == max(game.sides(short(game, seats), seats)) + 1
        assert (tally.won, tally.ahead) == (pytest.approx(1.0), pytest.approx(tally.matches / 2))
        assert tally.points == pytest.approx(0.0)
        assert tally.deals % tally.matches == 0


def test_the_same_board_gives_the_same_match_and_another_one_another():
    """So a tournament can be repeated."""
    game, easy = GAMES["scopa"], LEVELS["easy"]
    matches = [play_match(game, short(game, 2), [easy, easy], Board(name)) for name in ("a", "a", "b")]

    assert matches[0] == matches[1] != matches[2]


# --- confidence -------------------------------------------------------------------------------------------------------


def paired_boards(luck, share, boards):
    """Return boards of two matches that mostly end alike, since the cards decide them."""
    found = []
    for _ in range(boards):
        first = luck.random() < share
        second = first if luck.random() < 0.7 else luck.random() < share
        found.append((float(first + second), 2))
    return found


def test_an_interval_holds_the_truth_as_often_as_it_says():
    """The same holds for boards of dependent matches, too; an interval over single matches would be too narrow."""
    luck = Random(3)
    held = over_matches = 0
    for _ in range(60):
        boards = paired_boards(luck, 0.5, 60)
        low, high = interval(boards, luck, 100)
        held += low <= 0.5 <= high
        matches = [(float(number < won), 1) for won, of in boards for number in range(of)]
        low, high = interval(matches, luck, 100)
        over_matches += low <= 0.5 <= high

    assert 0.90 <= held / 60 <= 1
    assert over_matches < held


def test_a_ratio_weighs_boards_by_what_they_had():
    """The ratio is points per deal: long matches have more deals."""
    assert ratio([(3.0, 10), (1.0, 2)]) == pytest.approx(4 / 12)


@pytest.mark.parametrize(("share", "right"), [(0.5, False), (0.6, True)])
def test_a_sequential_test_is_right_and_stops(share, right):
    """The test may be wrong once in twenty times."""
    luck, verdicts, boards_needed = Random(8), [], []
    for _ in range(25):
        boards = []
        for _ in range(2_000):
            boards += paired_boards(luck, share, 1)
            decided = verdict([won / of for won, of in boards], 0.5, 0.6)
            if decided is not None:
                break
        verdicts.append(decided)
        boards_needed.append(len(boards))

    assert verdicts.count(right) >= 20
    assert min(boards_needed) >= 30
    assert max(boards_needed) < 2_000


def test_elo_explains_the_results():
    """Ten to one are 400 points; bots that never met are compared through the bots that both met."""
    ratings = elo({("a", "b"): (1_000 / 11, 100), ("b", "c"): (5_000.0, 10_000)})

    assert ratings["a"] == 0
    assert ratings["b"] == pytest.approx(-400, abs=15)
    assert ratings["c"] == pytest.approx(ratings["b"], abs=1)
    low, high = elo_intervals({("a", "b"): [(1.0, 2)] * 30 + [(2.0, 2)] * 10}, Random(1))["b"]
    assert low < elo({("a", "b"): (50.0, 80)})["b"] < high < 0


# --- opponents --------------------------------------------------------------------------------------------------------


def test_nobody_can_choose_an_opponent():
    """No level of a match has the name of an opponent."""
    assert not OPPONENTS.keys() & LEVELS.keys()
    assert len(HOLD_OUTS) == 3
    assert OPPONENTS["cheating"] not in LEVELS.values()


@pytest.mark.parametrize("name", sorted(OPPONENTS.keys() - {"cheating"}))
def test_an_opponent_plays_each_of_its_games(name):
    """Every opponent plays each of its games to the end; the rules refuse illegal moves."""
    bot = OPPONENTS[name]
    for number, (key, game) in enumerate(GAMES.items()):
        seats = game.seats[number % len(game.seats)]
        assert not bot.plays(key) or play_match(game, short(game, seats), [bot] * seats, Board(name)).rounds


@pytest.mark.parametrize(("key", "seats"), [("chkobba", 2), ("camba", 2), ("haggis", 2)])
def test_who_sees_all_cards_gets_more(key, seats):
    """Else it would be no upper bound to compare with."""
    game = GAMES[key]
    boards = {"camba": 4}.get(key, 1)

    tallies = [
        play_board(game, short(game, seats), seats, OPPONENTS["cheating"], LEVELS["medium"], Board(f"{number}"))
        for number in range(boards)
    ]

    assert sum(tally.points for tally in tallies) > 0


@pytest.mark.parametrize(("dealer", "played"), [(0, "QH"), (3, "5S")])
def test_chitarella_pairs_for_the_dealer_and_breaks_for_the_others(dealer, played):
    """On 2♣ 3♣ Q♣ the five takes 2 and 3, which leaves three ranks odd; the queen takes the queen."""
    state = position("scopone", "5S QH", "AH AS", "AC 4H", "4S 4C", table="2C 3C QC")
    state = replace_fields(state, dealer=dealer)
    game = engine(state)

    best = max(game.legal_moves(state), key=lambda move: chitarella.worth(game.observe(state, 0), move))

    assert game.write_move(best)["card"] == played


# --- the command ------------------------------------------------------------------------------------------------------


def report(*arguments):
    """Return the output of the command."""
    out, complaints = StringIO(), StringIO()
    call_command(Command(), *arguments, stdout=out, stderr=complaints)
    return out.getvalue(), complaints.getvalue()


def test_a_tournament_is_a_table_that_can_be_made_again():
    """It has a row for each pair, and the Elo of all; the same boards give the same figures."""
    arguments = ("scopa", "medium", "greedy", "random", "--boards", "3", "--options", '{"target": 3}')
    table, _ = report(*arguments)
    rows = [line for line in table.splitlines() if line.startswith("|")]

    assert [row.split(" | ")[1:3] for row in rows[2:5]] == [
        ["`medium`", "`greedy`"],
        ["`medium`", "`random`"],
        ["`greedy`", "`random`"],
    ]
    assert rows[5] == "| Elo | `medium` | `greedy` | `random` |"
    assert rows[7].startswith("| scopa, 2 | +0 (+0 to +0) | ")
    assert len({row.count("|") for row in rows[:5]}) == len({row.count("|") for row in rows[5:]}) == 1
    assert report(*arguments)[0] == table


def test_a_sequential_tournament_stops_when_it_is_decided():
    """Medium wins nearly all matches against random moves."""
    table, said = report(
        "chkobba", "medium", "random", "--boards", "60", "--sprt", "0.5", "0.7", "--options", '{"target": 5}'
    )

    assert " | 30 | " in table
    assert "Rather 70% than 50%." in said
    assert (
        "is there a leak?" in report("haggis", "medium", "random", "--boards", "2", "--options", '{"target": 250}')[1]
    )


@pytest.mark.parametrize(
    "arguments",
    [
        ("scopa", "medium"),
        ("scopa", "medium", "medium"),
        ("scopa", "medium", "nobody"),
        ("scopa", "medium", "easy", "--seats", "5"),
        ("scopa", "medium", "easy", "--options", "{"),
        ("scopa", "medium", "easy", "--boards", "0"),
        ("haggis", "medium", "chitarella"),
        ("all", "medium", "easy", "--sprt", "0.5", "0.6"),
    ],
)
def test_what_is_no_tournament_is_refused(arguments):
    """The command refuses with a sentence, before it plays anything."""
    with pytest.raises(CommandError, match=r"\.$|scopa"):
        report(*arguments)
