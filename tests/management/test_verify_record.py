"""``manage.py verify_record``: its checks of exported records, right and wrong, and its errors for other files."""

from __future__ import annotations

import copy
import io
import json
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from django.core.management import CommandError, call_command

from games.bots import LEVELS
from games.bots.level import Budget
from games.engine.catalogue import GAMES
from games.models import Match, Seat
from games.services import due_matches
from games.services.bots import bot_jobs
from games.services.log.records import findings_in
from games.services.turns import playing
from tests.helpers.playing import play_by_chance

SCRIPT = Path(__file__).parents[2] / "scripts" / "check_shuffle.py"


@pytest.fixture
def exported(running, client_of, now):
    """Return a factory of records as the API exports them, of finished matches."""

    def make(key="chkobba", *, seats=None, gives_up=None, moves=3000, **options):
        table = running(game=key, seats=seats or GAMES[key].seats[0], options=options)
        match = table.match.pk
        if gives_up is not None:
            playing.resign(match, table.seats[gives_up].player, now)
        table = play_by_chance(match, now, Random(key), most=moves)
        if table.match.status == "running":
            playing.resign(match, table.seats[0].player, now)
        assert Match.objects.get(pk=match).status == "finished"
        return client_of(table.seats[0].player).get(f"matches/{match}/record").data

    return make


@pytest.fixture
def verify(tmp_path, capsys):
    """Return a function that runs the command on a file of records: exit status, output, errors."""

    def run(*records, **options):
        file = tmp_path / "records.jsonl"
        file.write_text("\n".join(each if isinstance(each, str) else json.dumps(each) for each in records))
        status = 0
        try:
            call_command("verify_record", str(file), **options)
        except SystemExit as exit:
            status = exit.code
        told = capsys.readouterr()
        return status, told.out, told.err

    return run


OF_EACH_KIND = ["chkobba", "scopone", "cirulla", "camba", "haggis"]
"""A game of each family, and those of fishing that reckon differently."""


def test_a_record_that_is_right_in_everything(exported, verify):
    """The output has a sentence for each check, and the number of records, one a line."""
    record = exported("chkobba", target=1)

    status, told, complaints = verify(record)

    assert (status, complaints) == (0, "")
    assert told.splitlines()[0] == f"Record 1: chkobba, match {record['about']['match']}"
    for sentence in (
        f"  right  The seed is the one that the server was committed to, {record['about']['commitment']}.",
        f"  right  The first dealer, seat {record['dealer']}, follows from the seeds.",
        "decks of",
        "moves are allowed by the rules of chkobba.",
        f"  right  The totals are {record['about']['result']['totals']}.",
    ):
        assert sentence in told
    assert "WRONG" not in told
    wrong = copy.deepcopy(record)
    wrong["about"]["result"]["totals"] = [99, 0]
    status, told, _ = verify(record, wrong, record)
    assert status == 1
    assert told.endswith("3 records checked, 1 wrong\n")


@pytest.mark.parametrize("key", OF_EACH_KIND)
def test_records_of_every_game_are_right(exported, tmp_path, key):
    """The server and the public script both confirm them, with reshuffles where the game has them."""
    record = exported(key, **({"target": 1} if key not in ("camba", "haggis") else {}))

    assert all(finding.right for finding in findings_in(record))
    assert key != "camba" or any(played["reshuffles"] for played in record["rounds"])
    file = tmp_path / "record.json"
    file.write_text(json.dumps(record))
    done = subprocess.run([sys.executable, "-S", SCRIPT, file], capture_output=True, text=True, check=False)
    note, verdict, *_ = done.stdout.splitlines()
    assert (done.returncode, note[:27], verdict[:9]) == (0, "NOTE: no seat committed to ", "all right")


def test_who_gives_up_loses_whatever_the_cards_say(exported, verify):
    """With two sides the other one wins at once. With three the game goes on without the player, who comes last."""
    for record in (
        exported("scopa", moves=5),
        *(exported("scopa", seats=3, gives_up=seat, target=1) for seat in range(3)),
    ):
        status, told, _ = verify(record)
        assert (status, "WRONG" in told) == (0, False), told


WRONG = [
    (lambda all_, about: about.update(seed="11" * 32), "The seed is not the one that the server was committed"),
    (lambda all_, about: about.update(commitment="11" * 32), "The seed is not the one"),
    (lambda all_, about: about["seats"][1].update(seed="x"), "the deck does not follow from the seeds"),
    (lambda all_, about: about.update(match="01a1fdad-b3a8-7d40-bcc2-7b9d0448ccb9"), "does not follow"),
    (lambda all_, about: all_["rounds"][0]["decks"][0].reverse(), "Round 0, shuffle 0: the deck does not follow"),
    (lambda all_, about: all_["rounds"][-1]["decks"][-1].__setitem__(0, 7), "the deck does not follow"),
    (lambda all_, about: all_.update(dealer=1 - all_["dealer"]), "The first dealer should be seat"),
    (lambda all_, about: all_["rounds"][0]["moves"].pop(4), "Round 0, move "),
    (lambda all_, about: all_["rounds"][-1]["moves"].pop(), "The totals are"),
    (lambda all_, about: about["result"].update(totals=[99, 0]), "not [99, 0]"),
    (lambda all_, about: about["result"].update(winner=1 - about["result"]["winner"]), "by the rules"),
    (lambda all_, about: all_.update(options={"target": 200}), "The match is not over"),
]


def test_what_is_wrong_is_named(exported, verify):
    """The exit status is 1, too."""
    right = exported("chkobba", target=1)
    for damage, complaint in WRONG:
        record = copy.deepcopy(right)
        damage(record, record["about"])
        status, told, _ = verify(record)
        assert (status, complaint in told, "WRONG" in told) == (1, True, True), (complaint, told)


def test_what_is_no_record_is_said_in_a_line(exported, verify):
    """The line names what is missing; without its seed, no deck can be derived."""
    record = exported("chkobba", moves=1)
    for change, complaint in (
        ({"about": None}, "this is no record of a finished match: Expected `object`, got `null`"),
        ({"format": "card-match/2"}, "Invalid enum value 'card-match/2'"),
        ({"game": "bridge\n"}, r"there is no game 'bridge\n'"),
        ({"game": "\ud800"}, "this is no record of a finished match"),
        ({"seats": 5}, "it is for 5 seats and tells of 2"),
        ({"more": 1}, "unknown field `more`"),
        ({"about": {**record["about"], "seed": "zz"}}, "its seed is not 64 hex digits"),
        (
            {"about": {**record["about"], "shuffle": "coin"}},
            "its shuffle is 'coin', and only chkobba-shuffle-v1 is known here",
        ),
        ({"about": {**record["about"], "match": "no id"}}, "Invalid UUID"),
    ):
        status, told, complaints = verify({**record, **change})
        assert (status, told, complaints.count("\n")) == (1, "", 1), change
        assert complaints.startswith("record 1: ")
        assert complaint in complaints


@pytest.mark.parametrize(
    ("text", "complaint"), [("", "it contains no record"), ("hello", "unreadable: "), ("{", "unreadable")]
)
def test_what_cannot_be_read_is_said_in_a_line(verify, text, complaint):
    """The line names the file, and the line of the file if there is one."""
    with pytest.raises(CommandError, match=complaint) as refused:
        verify(text)
    assert "\n" not in str(refused.value)


def test_a_file_that_is_not_there_is_said_in_a_line(tmp_path):
    """There is no traceback."""
    with pytest.raises(CommandError, match="No such file"):
        call_command("verify_record", str(tmp_path / "nothing.json"))


def test_a_record_can_come_by_standard_input(exported, monkeypatch, capsys):
    """The record may have many lines."""
    text = json.dumps(exported("chkobba", moves=1), indent=1)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))

    call_command("verify_record", "-")

    assert "WRONG" not in capsys.readouterr().out


# --- the choices of bots ----------------------------------------------------------------------------------------------


@pytest.fixture
def of_bots(running, client_of, now, monkeypatch):
    """Return the record of a match of a thinking bot, with little time, against a bot in place of its player."""
    few = replace(LEVELS["expert"], budget=Budget(iterations=3, seconds=20))
    monkeypatch.setitem(LEVELS, "expert", few)

    def make(key, *, wakes=10_000, **options):
        seats = GAMES[key].seats[0]
        table = running(game=key, seats=seats, bots=dict.fromkeys(range(1, seats), "expert"), options=options)
        match = table.match
        Seat.objects.filter(match=match, number=0).update(autopilot=True)
        for _ in range(wakes):
            if Match.objects.get(pk=match.pk).status != "running":
                break
            due_matches.wake(match.pk, now)
            if job := bot_jobs.take_next(now):
                bot_jobs.think(job)
        else:
            playing.resign(match.pk, table.seats[0].player, now)
        return client_of(table.seats[0].player).get(f"matches/{match.pk}/record").data

    return make


def confirmed(record, verify):
    """Assert that every move of a bot is what its level chooses again."""
    status, said, _ = verify(record, bots=True)

    counts = Counter(bot["level"] for bot in record["about"]["bots"])
    assert set(counts) == {"expert", "medium"}
    assert sum(counts.values()) == sum(len(played["moves"]) for played in record["rounds"])
    assert {bot.get("iterations") for bot in record["about"]["bots"]} == {3, None}
    for level, count in counts.items():
        assert f"right  {count} moves of {level} in version 1 are what it chooses." in said
    assert status == 0


@pytest.mark.parametrize("key", ["scopone-scientifico", "haggis"])
def test_every_move_of_a_bot_is_chosen_again(key, of_bots, verify):
    """The record is enough: the view of the seat, its level and budget, and the random numbers from the seed."""
    confirmed(of_bots(key, wakes=20), verify)


def test_a_move_that_a_bot_did_not_choose_is_found(of_bots, verify):
    """The command also reports a false level, or a level that this server lacks, but only if it is asked for."""
    record = of_bots("camba")
    confirmed(record, verify)

    def with_bots(**change):
        bots = [{**bot, **change} for bot in record["about"]["bots"]]
        return verify({**record, "about": {**record["about"], "bots": bots}}, bots=True)

    status, said, _ = with_bots(level="random")
    assert status == 1
    assert "random in version 1 chooses" in said
    status, said, _ = with_bots(version=99)
    assert status == 0
    assert "cannot be recomputed: this server has no such level" in said
    assert "what it chooses" not in verify(record)[1]
