"""Fair shuffles: repeatable, unbiased, and open to everyone's check."""

from __future__ import annotations

import hashlib
import json
import runpy
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import shuffle
from games.shuffle import draw_seed
from tests.helpers.cases import cases

CARDS = [rank + suit for rank in "23456789" for suit in "CDHS"]
SEED = "00" * 31 + "2a"
MATCH = "01a1fdad-b3a8-7d40-bcc2-7b9d0448ccb9"
FROZEN = "3a9696c3eb6e6dbb5878671bc3d32a9c05355a2fb9e67aac9ce51ae06b8dbe00"
FROZEN_DEALER = 1
ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "scripts" / "check_shuffle.py"
VECTORS = [json.loads(line) for line in (ROOT / "tests" / "records" / "shuffles.jsonl").read_text().splitlines()]


def deck(**changes):
    """Return a deck of the frozen example, or of a variation of it."""
    example = {"seed": SEED, "match": MATCH, "round": 0, "attempt": 0, "seat_seeds": ["", "salt"]}
    return shuffle.shuffled(CARDS, **{**example, **changes})


def test_the_first_version_of_the_shuffle_never_changes():
    """Decks of old matches can be checked for ever: this one was computed when the version was fixed."""
    text = ",".join(deck())

    assert hashlib.sha256(text.encode()).hexdigest() == FROZEN
    assert shuffle.first_dealer(4, seed=SEED, match=MATCH, seat_seeds=["", "salt"]) == FROZEN_DEALER


@cases("vector", VECTORS, ids=[vector["what"] for vector in VECTORS])
def test_frozen_decks_stay_as_they_are(vector):
    """The server shuffles them so, and so does the public script."""
    which = {name: vector[name] for name in ("seed", "match", "round", "attempt", "seat_seeds")}
    label = "{match}|{round}|{attempt}|{seeds}".format(**which, seeds=",".join(which["seat_seeds"]))

    assert shuffle.shuffled(vector["cards"], **which) == vector["deck"]
    script = runpy.run_path(str(SCRIPT))
    assert script["shuffled"](vector["cards"], which["seed"], f"chkobba-shuffle-v1|{label}") == vector["deck"]


def test_every_ingredient_changes_the_deck():
    """The ingredients are the seed, the match, the round, the attempt and each seat's own seed."""
    decks = [
        deck(),
        deck(seed="11" * 32),
        deck(match=MATCH.replace("0", "1")),
        deck(round=1),
        deck(attempt=1),
        deck(seat_seeds=["salt", ""]),
        deck(seat_seeds=["", ""]),
    ]

    assert len({tuple(cards) for cards in decks}) == len(decks)
    assert all(sorted(cards) == CARDS for cards in decks)


def test_the_commitment_is_the_hash_of_the_seed():
    """It is known from the beginning, reveals nothing about the seed, and fits no other seed."""
    seed = draw_seed()

    assert len(bytes.fromhex(seed)) == 32
    assert shuffle.commitment_to(seed) == hashlib.sha256(bytes.fromhex(seed)).hexdigest()
    assert draw_seed() != seed


@given(st.integers(min_value=1, max_value=2**33))
def test_numbers_stay_below_their_limit(limit):
    """Values of the last, incomplete multiple are skipped, so that all numbers are equally likely."""
    if limit <= 2**32:
        end = 2**32 - 2**32 % limit
        words = iter([2**32 - 1, end - 1]) if end < 2**32 else iter([end - 1])
        assert shuffle.below(limit, words) == limit - 1


@pytest.mark.parametrize(
    ("damage", "complaint"),
    [
        (lambda record: None, ""),
        (lambda record: record["rounds"][0]["decks"][0].reverse(), "round 0, shuffle 0"),
        (lambda record: record["rounds"][1]["decks"][0].reverse(), "round 1, shuffle 0"),
        (lambda record: record["about"].update(commitment="00" * 32), "committed"),
        (lambda record: record["about"]["seats"][1].update(seed="other"), "does not follow"),
        (lambda record: record.update(dealer=1 - record["dealer"]), "first dealer"),
        (lambda record: record["about"].update(shuffle="another"), "another"),
    ],
)
def test_the_script_checks_a_record_without_the_server(tmp_path, damage, complaint):
    """It confirms the decks of a fair record, and names the errors of another."""
    seeds = ["", "salt"]
    record = {
        "seats": 2,
        "dealer": shuffle.first_dealer(2, seed=SEED, match=MATCH, seat_seeds=seeds),
        "rounds": [{"decks": [deck(round=number)], "reshuffles": [], "moves": []} for number in range(2)],
        "about": {
            "match": MATCH,
            "seed": SEED,
            "commitment": shuffle.commitment_to(SEED),
            "shuffle": shuffle.VERSION,
            "seats": [{"seed": seed} for seed in seeds],
        },
    }
    damage(record)
    file = tmp_path / "record.json"
    file.write_text(json.dumps(record))

    done = subprocess.run([sys.executable, str(SCRIPT), str(file)], capture_output=True, text=True, check=False)

    assert done.returncode == (1 if complaint else 0)
    assert complaint in done.stdout
