"""Making a match over HTTP: its settings, and seeds for the shuffle."""

from __future__ import annotations

import hashlib

from games.engine.catalogue import GAMES
from games.models import Match
from tests.api.asking import kinds, refused

# --- making a match ---------------------------------------------------------------------------------------------------


def test_a_game_is_all_that_a_match_needs(player, client_of):
    """By default a match is public, for two, with a day for each move and the creator at the first seat."""
    amel = player("Amel")

    answer = client_of(amel).post("matches", {"game": "chkobba"})

    assert answer.status_code == 201
    assert answer.data["status"] == "lobby"
    assert answer.data["game"] == {
        "key": "chkobba",
        "name": "Chkobba",
        "direction": "counterclockwise",
    }
    assert (answer.data["visibility"], answer.data["turn_seconds"], answer.data["autostart"]) == (
        "public",
        86400,
        False,
    )
    assert kinds(answer) == ["player", "free"]
    assert answer.data["you"] == {"seat": 0, "side": 0, "creator": True, "seed": "", "seed_commitment": ""}
    assert answer.data["creator"] == answer.data["seats"][0]["player"] == str(amel.pk)
    assert (answer.data["options"]["target"], answer.data["options"]["cut"]) == (21, True)
    assert answer.data["table"] is answer.data["legal_moves"] is answer.data["due_at"] is None
    assert len(answer.data["code"]) == 8


def test_every_length_can_be_wished_for(client):
    """The lengths are in order of duration; the settings of each are valid for every number of seats, and differ."""
    told = {one["key"]: one["lengths"] for one in client.get("/api/v1/games").json()["games"]}
    for key, game in GAMES.items():
        offered = [one for one in ("short", "usual", "long") if one in (*game.lengths, "usual")]
        assert [one["key"] for one in told[key]] == offered, key
        for seats in game.seats:
            usual = game.read_options({}, seats)
            agreed = [game.read_options(one["options"], seats) for one in told[key]]
            assert usual in agreed, key
            most = game.highest_target(usual, seats)
            asked = [next(value for name, value in one.items() if name in ("target", "games")) for one in agreed]
            assert asked == sorted(set(asked)), key
            assert most is None or asked[-1] <= most, key


def test_every_wish_is_granted(player, client_of):
    """Every field takes effect: seats, the creator's seat, options, bots, visibility, time, autostart and seed."""
    wish = {
        "game": "chkobba-cafe",
        "seats": 4,
        "seat": 2,
        "options": {"target": 31},
        "bots": {"1": "medium", "3": "easy"},
        "visibility": "private",
        "turn_seconds": 10,
        "autostart": True,
        "seed": "salt_-9",
    }

    answer = client_of(player("Amel")).post("matches", wish)

    assert answer.status_code == 201
    assert answer.data["game"]["key"] == "chkobba-cafe"
    assert kinds(answer) == ["free", "bot", "player", "bot"]
    assert [seat["bot"] for seat in answer.data["seats"]] == [None, "medium", None, "easy"]
    assert answer.data["you"] == {"seat": 2, "side": 0, "creator": True, "seed": "salt_-9", "seed_commitment": ""}
    assert answer.data["options"]["target"] == 31
    assert (answer.data["visibility"], answer.data["turn_seconds"], answer.data["autostart"]) == ("private", 10, True)


def test_a_table_that_is_full_at_once_may_start_at_once(player, client_of):
    """With bots on every other seat and ``autostart``, the first answer shows the cards."""
    wish = {"game": "chkobba", "bots": {"1": "easy"}, "autostart": True, "turn_seconds": 1_209_600}

    answer = client_of(player()).post("matches", wish)

    assert (answer.status_code, answer.data["status"]) == (201, "running")
    assert answer.data["table"] is not None


def test_a_new_match_says_where_it_is(amel):
    """``Location`` leads to the new match, and its ETag is valid there."""
    answer = amel.post("matches", {"game": "chkobba"})

    assert answer.headers["Location"] == f"/api/v1/matches/{answer.data['id']}"
    again = amel.get(f"matches/{answer.data['id']}", **{"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304


IMPOSSIBLE = [
    ({"game": "bridge"}, 400, "unknown_game"),
    ({"game": "bridge", "seats": 4}, 400, "unknown_game"),
    ({"options": {"target": 10**30}}, 400, "bad_option"),
    ({"bots": {"0": "easy"}}, 409, "seat_taken"),
]
"""Settings that no match can have, with the refusal; the tests of the service have more."""


def test_a_match_that_cannot_be_is_refused(amel):
    """A refusal has its code, and leaves no match behind; for a target that is too high it names the highest."""
    answers = [(wish, amel.post("matches", {"game": "chkobba", **wish})) for wish, *_ in IMPOSSIBLE]

    assert [(wish, answer.status_code, answer.data["code"]) for wish, answer in answers] == IMPOSSIBLE
    high = amel.post("matches", {"game": "escova", "seats": 4, "options": {"target": 86}})
    told = refused(high, 400, "bad_option")
    assert (told["option"], told["most"]) == ("target", 85)
    assert not Match.objects.exists()


WRONG = {
    "game": (5, None),
    "seats": (1, 9, "2", True, None, 10**400),
    "options": ([], "cut"),
    "visibility": ("secret",),
    "turn_seconds": (9, 1_209_601, 60.5),
    "seat": (-1, 8, "0"),
    "bots": ([], {"8": "easy"}, {"one": "easy"}, {"1": 3}, {"1": None}),
    "autostart": ("yes", 1),
    "seed": ("", "a b", "x" * 65, "sälz", "salt\n", None),
    "turn": (60,),
}
"""Values of the wrong form, by field."""


def test_a_wish_of_the_wrong_form_is_refused_by_its_name(amel):
    """``errors`` has only the invalid field, or the game, which is required."""
    for field, values in WRONG.items():
        for value in values:
            answer = amel.post("matches", {"game": "chkobba", field: value})

            errors = refused(answer, 400, "invalid")["errors"]
            assert list(errors) == [field], value
            assert all(message for messages in errors.values() for message in messages)
    assert list(refused(amel.post("matches", {}), 400, "invalid")["errors"]) == ["game"]
    assert not Match.objects.exists()


# --- the shuffle ------------------------------------------------------------------------------------------------------


def test_a_seed_that_is_committed_to_goes_into_the_shuffle_in_two_steps(amel, sami):
    """A match with a committed seed starts in two steps.

    The views show whose seed is awaited, until when, and the player's own.
    """
    secret = "x" * 32
    commitment = hashlib.sha256(secret.encode()).hexdigest()
    wish = {"game": "chkobba", "options": {"cut": False}, "autostart": True, "seed_commitment": commitment}
    made = amel.post("matches", wish).data
    address = f"matches/{made['id']}"
    assert made["you"]["seed_commitment"] == made["seats"][0]["seed_commitment"] == commitment
    refused(amel.post(f"{address}/shuffle-seed", {"seed": secret}), 409, "not_sealed")

    joined = sami.post(f"{address}/join", {}).data
    assert joined["status"] == "lobby"
    assert joined["seeds_due_at"] is not None
    refused(amel.post(f"{address}/shuffle-seed", {"seed": "another"}), 422, "wrong_seed")
    refused(sami.post(f"{address}/shuffle-seed", {"seed": "late"}), 409, "seats_sealed")
    begun = amel.post(f"{address}/shuffle-seed", {"seed": secret}).data

    assert (begun["status"], begun["seeds_due_at"], begun["you"]["seed"]) == ("running", None, secret)
    assert begun["seats"][0]["seed_commitment"] == commitment


def test_a_rematch_takes_a_seed_of_each_call(amel, sami):
    """Each request for a rematch may add a seed, as joining may; a wrong commitment is refused."""
    old = f"matches/{amel.post('matches', {'game': 'chkobba', 'autostart': True}).data['id']}"
    sami.post(f"{old}/join", {})
    sami.post(f"{old}/resign")

    refused(amel.post(f"{old}/rematch", {"seed_commitment": "0"}), 400, "invalid")
    amel.post(f"{old}/rematch", {"seed_commitment": "0" * 64})
    again = sami.post(f"{old}/rematch", {"seed_commitment": "1" * 64}).data

    assert again["seeds_due_at"] is not None
    assert sorted(seat["seed_commitment"] for seat in again["seats"]) == ["0" * 64, "1" * 64]


def test_a_seek_takes_seeds_for_its_matches(amel):
    """A seek takes at most fifty commitments, and no plain seeds, which would be known before the match."""
    wish = {"game": "chkobba", "seats": 2}

    refused(amel.post("me/seeks", {**wish, "seed_commitments": ["0" * 64] * 51}), 400, "invalid")
    assert amel.post("me/seeks", {**wish, "seed_commitments": ["0" * 64]}).data["seed_commitments"] == ["0" * 64]


def test_a_seed_comes_without_a_commitment(amel, sami):
    """Every operation that takes a seat refuses a seed with a commitment, instead of dropping the seed."""
    both = {"seed": "a", "seed_commitment": "0" * 64}
    made = amel.post("matches", {"game": "chkobba"}).data
    answers = [
        amel.post("matches", {"game": "chkobba", **both}),
        sami.post(f"matches/{made['id']}/join", both),
        sami.post("matches/join", {"code": made["code"], **both}),
        sami.post(f"matches/{made['id']}/rematch", both),
    ]

    assert [list(refused(answer, 400, "invalid")["errors"]) for answer in answers] == [["seed_commitment"]] * 4


def test_either_a_seed_or_a_commitment_is_added(make_match, client_of):
    """Exactly one of seed and commitment must be given; the error names what is wrong."""
    table = make_match()
    client = client_of(table.match.creator)
    path = f"matches/{table.match.pk}/shuffle-seed"
    for body in ({}, {"seed": "a", "commitment": "0" * 64}, {"commitment": "0" * 63}, {"commitment": "G" * 64}):
        answer = client.post(path, body)

        assert "commitment" in refused(answer, 400, "invalid")["errors"]
    for body in ({"seed": "a"}, {"commitment": "0" * 64}):
        assert len({client.post(path, body).data["version"] for _ in range(2)}) == 1  # repeating it has no effect
