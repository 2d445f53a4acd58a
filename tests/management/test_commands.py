"""``manage.py replay``: its input, its output and its exit status; and the records that it refuses."""

from __future__ import annotations

import copy
import json
import re
import sys
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest
from django.core.management import load_command_class

from games.engine.record import canonical, replay

ROOT = Path(__file__).parents[2]
CASES = [json.loads(line) for line in (ROOT / "tests" / "records" / "chkobba.jsonl").read_text().splitlines()]
SHORT = CASES[0]["record"]
"""A match that is still running, with one complete round."""
WHOLE = next(case["record"] for case in CASES if case["result"]["status"] == "finished")
"""A match from its first deal to its end."""


@pytest.fixture
def run(capsysbinary, monkeypatch):
    """Return a function that runs ``manage.py replay`` as from a terminal, without a database."""

    def command(*arguments, standard_input=b""):
        status = 0
        monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(standard_input), encoding="utf-8"))
        try:
            load_command_class("games", "replay").run_from_argv(["manage.py", "replay", *map(str, arguments)])
        except SystemExit as end:
            status = end.code
        told = capsysbinary.readouterr()
        return status, told.out.decode(), told.err.decode()

    return command


@pytest.fixture
def replayed(run):
    """Return a function that runs the command: exit status, results, errors."""

    def command(*arguments):
        status, out, err = run(*arguments)
        return status, [json.loads(line) for line in out.splitlines()], err

    return command


@pytest.fixture
def written(tmp_path):
    """Return a function that writes a file and returns its path."""

    def write(content, name="records.jsonl"):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write


def lines(*records):
    """Return records as JSON Lines."""
    return "".join(json.dumps(record) + "\n" for record in records)


# --- as a process -----------------------------------------------------------------------------------------------------


def test_a_record_in_a_file_gives_its_result(run, written):
    """The output is one line of canonical JSON with exit status 0, nothing else, and no database query."""
    status, out, err = run(written(json.dumps(SHORT)))

    assert (status, err) == (0, "")
    assert out == canonical(replay(SHORT)) + "\n"


def test_records_from_standard_input_give_a_result_a_line(run):
    """JSON Lines come by a pipe; a refused one in the middle is a result like the others, and the exit status is 1."""
    refused = {**SHORT, "seats": 3}

    status, out, err = run("-", standard_input=lines(SHORT, refused, WHOLE).encode())

    assert (status, err) == (1, "")
    assert [json.loads(line)["status"] for line in out.splitlines()] == ["active", "refused", "finished"]


def test_a_pretty_record_from_standard_input(run):
    """One record over many lines, as a browser saves it."""
    status, out, err = run("-", standard_input=json.dumps(SHORT, indent=2).encode())

    assert (status, err) == (0, "")
    assert json.loads(out) == replay(SHORT)


def test_unreadable_input_exits_with_2(run, written):
    """One line on the error output names the file and the line; results before it stand."""
    path = written(lines(SHORT, {**SHORT, "seats": 3}) + "{\n")

    status, out, err = run(path)

    assert status == 2
    assert len(out.splitlines()) == 2
    assert len(err.splitlines()) == 1
    assert f"{path}, line 3" in err


def test_half_a_character_is_refused_and_not_unreadable(run, written):
    """It is valid JSON; the result is written in UTF-8."""
    status, out, err = run(written(json.dumps({**SHORT, "game": "\ud83e"})))

    assert (status, err) == (1, "")
    assert json.loads(out)["error"]["code"] == "bad_record"


def test_asking_for_nothing_says_how_to_ask(run):
    """A call without a file prints the usage."""
    status, out, err = run()

    assert (status, out) == (2, "")
    assert err.startswith("usage:")


# --- input ------------------------------------------------------------------------------------------------------------


def test_several_files_are_read_in_order(replayed, written):
    """Files of either form can be mixed."""
    pretty = written(json.dumps(WHOLE, indent=1), "pretty.json")
    many = written(lines(SHORT, SHORT), "many.jsonl")

    status, results, _ = replayed(many, pretty, many)

    assert status == 0
    assert [result["status"] for result in results] == ["active", "active", "finished", "active", "active"]


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(SHORT),
        "\n" + json.dumps(SHORT) + "\n\n  \n",
        json.dumps(SHORT).replace("\n", "\r\n") + "\r\n",
        json.dumps(SHORT, indent=4),
        json.dumps(SHORT, indent=4).replace("\n", "\r\n") + "\r\n",
        "\ufeff" + json.dumps(SHORT),
    ],
    ids=["no newline", "empty lines", "windows", "pretty", "pretty windows", "byte order mark"],
)
def test_files_of_all_editors_are_read(replayed, written, text):
    """The record is read in every encoding, with one result."""
    assert replayed(written(text)) == (0, [replay(SHORT)], "")


def test_no_record_gives_no_result(replayed, written):
    """The command reads an empty file to its end."""
    assert replayed(written("")) == (0, [], "")


@pytest.mark.parametrize("switches", [[], ["--trace"], ["--legal"], ["--trace", "--legal"]])
def test_switches_say_how_much_is_told(replayed, written, switches):
    """``--trace`` alone adds steps; with both switches they have legal moves."""
    status, [result], _ = replayed(*switches, written(json.dumps(WHOLE)))

    assert (status, result) == (0, replay(WHOLE, trace="--trace" in switches, legal="--legal" in switches))
    steps = result.get("steps")
    assert (steps is not None) == ("--trace" in switches)
    for step in steps or []:
        assert ("legal" in step) == ("--legal" in switches)
        assert step["legal_count"] == len(step.get("legal", range(step["legal_count"])))


@pytest.mark.parametrize(
    ("content", "line"),
    [
        ("what\n", 1),
        ("{oops}\n" + lines(SHORT), 1),
        (lines(SHORT) + "what\n" + lines(SHORT), 2),
        (lines(SHORT, SHORT) + "\n\n{", 5),
        (lines(SHORT).encode() + b'{"game": "\xff\xfe"}\n', 2),
        (lines(SHORT) + "[" * 100_000 + "\n", 2),
        (lines(SHORT) + '{"seats": ' + "1" * 5_000 + "}\n", 2),
        (json.dumps(SHORT, indent=1)[:-3], json.dumps(SHORT, indent=1)[:-3].count("\n") + 1),
        (json.dumps(SHORT, indent=1) + "\n" + json.dumps(SHORT, indent=1), json.dumps(SHORT, indent=1).count("\n") + 2),
    ],
    ids=["words", "first", "second", "end", "bytes", "depth", "digits", "cut off", "two pretty ones"],
)
def test_unreadable_input_is_named_by_file_and_line(replayed, written, content, line):
    """The exit status is 2; with large files one must find the place."""
    path = written(content)

    status, _, err = replayed(path)

    assert status == 2
    assert err.startswith("unreadable: ")
    assert str(path) in err
    assert re.search(rf"\bline {line}\b", err)


def test_a_missing_file_is_named(replayed, written, tmp_path):
    """The error comes before any replay."""
    missing = tmp_path / "missing.jsonl"

    status, results, err = replayed(written(lines(SHORT)), missing)

    assert (status, results) == (2, [])
    assert str(missing) in err


def test_unreadable_counts_more_than_refused(replayed, written):
    """The exit status is the worst of all."""
    assert replayed(written(lines({**SHORT, "seats": 3}) + "{"))[0] == 2


# --- refusals ---------------------------------------------------------------------------------------------------------


def changed(record, *path, **changes):
    """Return a copy of a record with a change at a place in it; ``...`` removes a field."""
    record = copy.deepcopy(record)
    place = record
    for step in path:
        place = place[step]
    for name, value in changes.items():
        if value is ...:
            del place[name]
        else:
            place[name] = value
    return record


def error_of(record):
    """Return round, move and code of a refusal; assert that it is one."""
    result = replay(record, trace=True, legal=True)
    assert (result["status"], result["winner"]) == ("refused", None)
    assert canonical(result).encode()
    assert result["error"]["message"]
    return tuple(result["error"][name] for name in ("round", "move", "code"))


def each(**values):
    """Return a change of one field for each of its values; ``...`` removes the field."""
    return [{name: value} for name, wrong in values.items() for value in wrong]


@pytest.mark.parametrize("data", [None, True, 5, 1.5, "card-match/1", [], [SHORT], {}])
def test_what_is_no_record_is_refused(data):
    """The test tries JSON of other forms."""
    assert error_of(data) == (0, None, "bad_record")


@pytest.mark.parametrize(
    "changes",
    each(
        format=["card-match/2", None, ...],
        game=["bridge", "Chkobba", "", None, 5, ...],
        seats=[True, "2", 2.0, None, ...],
        dealer=[False, "0", 0.5, None, ...],
        options=[None, [], "target"],
        rounds=[None, {}, [None], [[]], ...],
        comment=["a nice match"],
        About=[{}],
        Format=["card-match/1"],
    ),
)
def test_a_record_of_the_wrong_form_is_refused(changes):
    """Missing, unknown and mistyped fields are refused; true is no number."""
    assert error_of(changed(SHORT, **changes)) == (0, None, "bad_record")


NO_MOVES = [..., None, {}, [None], [[]], [[0]], [[0, {}, 1]], [[True, {}]], [["0", {}]], [[0.0, {}]], [[None, {}]]]
NO_MOVES += [[[0, None]], [[0, "7D"]], [[0, [["card", "7D"]]]], [{"seat": 0, "move": {}}]]


def test_a_round_of_the_wrong_form_is_refused():
    """Every round counts: the command reads a record in full before it replays it."""
    assert len(WHOLE["rounds"]) > 1
    decks = [..., None, {}, "7D", [None], ["7D"]]
    for changes in each(decks=decks, reshuffles=[None, "7D"], moves=NO_MOVES, dealer=[0]):
        assert error_of(changed(WHOLE, "rounds", -1, **changes)) == (0, None, "bad_record"), changes


@pytest.mark.parametrize("about", [None, 5, "anything", ["at", "all"], {"format": 7, "deep": [[[[{}]]]]}])
def test_about_may_hold_anything(about):
    """The replay ignores its content."""
    assert replay({**SHORT, "about": about}) == replay(SHORT)


def test_what_may_be_left_out():
    """Options and reshuffles may be left out."""
    record = changed(changed(SHORT, options=...), "rounds", 0, reshuffles=...)

    assert SHORT["options"] == {}
    assert replay(record) == replay(SHORT)


@pytest.mark.parametrize(
    "changes", [*each(seats=[3, 0, 1, -2, 2**70], dealer=[2, -1, 2**70]), {"seats": 4, "dealer": 4}]
)
def test_seats_that_a_game_does_not_have_are_refused(changes):
    """The number of seats, or the dealer's seat, is wrong."""
    assert error_of(changed(SHORT, **changes)) == (0, None, "bad_seats")


@pytest.mark.parametrize(
    "options",
    [
        *({name: True} for name in ("house_rule", "")),
        *each(target=[True, "21", 21.0, None, 0, 2**70], cut=[1, "yes"], courts=[["qjk"], {}]),
    ],
)
def test_options_that_cannot_be_are_refused(options):
    """Unknown options, and values that they cannot take, are refused; true is no number, and 1 is not true."""
    assert error_of(changed(SHORT, options=options)) == (0, None, "bad_option")


DECK = SHORT["rounds"][0]["decks"][0]


def test_a_deck_is_the_cards_of_the_game():
    """It has each card as often as the game has it, by its name; no move is at fault. Each deal has one deck."""
    last = [
        DECK[0],
        DECK[-1].lower(),
        f" {DECK[-1]}",
        "ZZ",
        "",
        None,
        True,
        39,
        -1,
        1.5,
        [DECK[-1]],
        {"card": DECK[-1]},
    ]
    wrong = [[], DECK[:-1], [*DECK, DECK[0]], [*DECK, "ZZ"], list(range(40)), *([*DECK[:-1], card] for card in last)]
    for decks in (*([deck] for deck in wrong), [], [DECK, DECK], [DECK, []]):
        assert error_of(changed(SHORT, "rounds", 0, decks=decks)) == (0, None, "bad_deck"), decks


def test_a_game_without_reshuffles_takes_none():
    """One reshuffle too many is refused, with no move at fault."""
    assert error_of(changed(SHORT, "rounds", 0, reshuffles=[["7D"]])) == (0, None, "bad_reshuffle")


def test_a_round_begins_when_the_one_before_has_ended():
    """A round in the middle of another is refused; the second round has no move at fault."""
    moves = WHOLE["rounds"][0]["moves"][:-1]

    assert error_of(changed(WHOLE, "rounds", 0, moves=moves)) == (1, None, "round_unfinished")


def test_a_round_after_the_end_is_refused():
    """No move is at fault, even where the round has some."""
    rounds = [*WHOLE["rounds"], WHOLE["rounds"][0]]

    assert error_of({**WHOLE, "rounds": rounds}) == (len(rounds) - 1, None, "match_over")


def test_a_move_after_the_end_is_refused():
    """The first move after the end is at fault."""
    moves = WHOLE["rounds"][-1]["moves"]

    error = error_of(changed(WHOLE, "rounds", -1, moves=[*moves, moves[-1], moves[-1]]))

    assert error == (len(WHOLE["rounds"]) - 1, len(moves), "match_over")


def test_a_move_after_the_last_play_of_a_round_is_refused():
    """The match goes on with another round."""
    moves = SHORT["rounds"][0]["moves"]

    assert error_of(changed(SHORT, "rounds", 0, moves=[*moves, moves[-1]])) == (0, len(moves), "round_over")


# --- several faults at once -------------------------------------------------------------------------------------------


NO_CUT = changed(SHORT, options={"cut": False})
MOVER = 1 - NO_CUT["dealer"]
HANDS = replay(changed(NO_CUT, "rounds", 0, moves=[]), trace=True)["steps"][-1]["state"]["hands"]
NOT_IN_HAND = HANDS[1 - MOVER][0]


def first_move(seat, **move):
    """Return a record with this first move, and a deck."""
    return changed(NO_CUT, "rounds", 0, moves=[[seat, move]])


@pytest.mark.parametrize(
    ("record", "error"),
    [
        ({**SHORT, "comment": "", "seats": 3}, (0, None, "bad_record")),
        ({**SHORT, "game": "bridge", "seats": 3, "options": {"house_rule": 1}}, (0, None, "bad_record")),
        ({**changed(WHOLE, "rounds", -1, moves=None), "seats": 3}, (0, None, "bad_record")),
        ({**SHORT, "seats": 3, "options": {"house_rule": 1}}, (0, None, "bad_seats")),
        ({**SHORT, "dealer": 2, "options": {"house_rule": 1}}, (0, None, "bad_seats")),
        (changed({**SHORT, "options": {"house_rule": 1}}, "rounds", 0, decks=[]), (0, None, "bad_option")),
        (
            {**WHOLE, "rounds": [*WHOLE["rounds"], {"decks": [[]], "moves": [[9, {}]]}]},
            (len(WHOLE["rounds"]), None, "match_over"),
        ),
        (
            {**SHORT, "rounds": [{"decks": [DECK], "moves": []}, {"decks": [[]], "moves": [[9, {}]]}]},
            (1, None, "round_unfinished"),
        ),
        (changed(SHORT, "rounds", 0, decks=[DECK[:-1]], moves=[[9, {}]]), (0, None, "bad_deck")),
        (
            changed(SHORT, "rounds", 0, moves=[*SHORT["rounds"][0]["moves"], [9, {}]]),
            (0, len(SHORT["rounds"][0]["moves"]), "round_over"),
        ),
        (
            changed(WHOLE, "rounds", -1, moves=[*WHOLE["rounds"][-1]["moves"], [9, {}]]),
            (len(WHOLE["rounds"]) - 1, len(WHOLE["rounds"][-1]["moves"]), "match_over"),
        ),
        (first_move(1 - MOVER, type="dance"), (0, 0, "not_your_turn")),
        (first_move(-1), (0, 0, "not_your_turn")),
        (first_move(MOVER, type="play", card="ZZ"), (0, 0, "unknown_move")),
        (first_move(MOVER, type="play", card=NOT_IN_HAND, capture=[], matta="A"), (0, 0, "unknown_move")),
        (first_move(MOVER, type="play", card="ZZ", capture=["ZZ", "ZZ"]), (0, 0, "card_not_in_hand")),
        (first_move(MOVER, type="play", card=NOT_IN_HAND, capture=["ZZ"]), (0, 0, "card_not_in_hand")),
        (first_move(MOVER, type="play", card=HANDS[MOVER][0], capture=["ZZ"]), (0, 0, "illegal_capture")),
    ],
)
def test_of_several_faults_the_first_in_the_order_of_the_codes_is_told(record, error):
    """The order is that of docs/records.md."""
    assert error_of(record) == error


def test_a_move_of_the_wrong_form_is_an_unknown_move():
    """The move has no form of this game, or none that is possible now; replaying never crashes."""
    card = {"type": "play", "card": HANDS[MOVER][0]}
    types = [{"type": kind} for kind in (None, 5, "dance", "play", "pass", "draw")]
    wrong = [{}, *types, {"type": "cut", "keep": True}, {**card, "card": 5, "capture": []}]
    wrong += [{**card, "capture": None}, {**card, "capture": [5]}, {**card, "capture": [], "extra": 1}]
    for move in wrong:
        assert error_of(first_move(MOVER, **move)) == (0, 0, "unknown_move"), move


HALF = "\ud83e"
"""A lone surrogate: valid in JSON, but not in UTF-8."""


def test_half_a_character_is_refused_wherever_it_stands():
    """A record is untrusted input: replaying never raises, and its result can be written as UTF-8."""
    for record in (
        {**SHORT, "format": HALF},
        {**SHORT, "game": HALF},
        {**SHORT, HALF: 1},
        {**SHORT, "options": {HALF: 1}},
        {**SHORT, "options": {"courts": HALF}},
        changed(SHORT, "rounds", 0, **{HALF: 1}),
        changed(SHORT, "rounds", 0, decks=[[*DECK[:-1], HALF]]),
        first_move(MOVER, type=HALF),
        first_move(MOVER, type="play", card=HALF, capture=[]),
        first_move(MOVER, type="play", card=HANDS[MOVER][0], capture=[HALF]),
        first_move(MOVER, **{HALF: 1}),
    ):
        error_of(record)


# --- the result of a refused record -----------------------------------------------------------------------------------


def test_nothing_stands_of_what_cannot_begin():
    """The result has no totals, no rounds and no steps."""
    result = replay({**SHORT, "seats": 3}, trace=True)

    assert {**result, "error": None} == {
        "status": "refused",
        "error": None,
        "totals": [],
        "winner": None,
        "rounds": [],
        "steps": [],
    }


def test_the_last_step_is_where_the_refused_move_was_made():
    """The rounds before it stand."""
    moves = copy.deepcopy(WHOLE["rounds"][1]["moves"])
    moves[5] = [moves[5][0], {"type": "dance"}]

    result = replay(changed(WHOLE, "rounds", 1, moves=moves), trace=True)

    assert [result["error"][name] for name in ("round", "move", "code")] == [1, 5, "unknown_move"]
    assert result["rounds"] == replay(WHOLE)["rounds"][:1]
    assert result["totals"] == result["rounds"][0]["scores"]
    assert result["steps"] == replay(WHOLE, trace=True)["steps"][: len(WHOLE["rounds"][0]["moves"]) + 6]
    assert (result["steps"][-1]["round"], result["steps"][-1]["to_act"]) == (1, moves[5][0])


def test_the_last_step_before_a_bad_deck_is_the_end_of_the_round_before():
    """No seat is to act there; a bad first deck has no step before it."""
    second = replay(changed(WHOLE, "rounds", 1, decks=[]), trace=True)
    first = replay(changed(WHOLE, "rounds", 0, decks=[]), trace=True)

    assert second["error"]["code"] == first["error"]["code"] == "bad_deck"
    assert len(second["steps"]) == len(WHOLE["rounds"][0]["moves"]) + 1
    assert (second["steps"][-1]["round"], second["steps"][-1]["to_act"]) == (0, None)
    assert first["steps"] == []


def test_a_won_match_has_no_winner_when_its_record_goes_on():
    """The totals of the result stand."""
    result = replay({**WHOLE, "rounds": [*WHOLE["rounds"], WHOLE["rounds"][0]]})

    assert replay(WHOLE)["winner"] is not None
    assert (result["status"], result["winner"]) == ("refused", None)
    assert result["totals"] == replay(WHOLE)["totals"]
