"""Time controls over the API: shown, set and changed, also by ``turn_seconds``."""

from __future__ import annotations

from datetime import datetime, timedelta

from games.clock.controls.bank import BankControl
from games.clock.paces import PACES
from games.models import Match
from tests.api.asking import refused

BY_HOUR = {"type": "move", "seconds": 3600}
DAY = 86_400
LEAGUE = {"type": "bank", "seconds": DAY, "bank_seconds": 3 * DAY, "increment_seconds": 0, "cap_seconds": 3 * DAY}
FISCHER = {"type": "bank", "seconds": 0, "bank_seconds": 600, "increment_seconds": 30, "cap_seconds": 900}


NAMED = {"control", *(f"control.{name}" for name in ("type", "seconds", "bank", "bank_seconds", "cap_seconds"))}


def test_a_match_is_made_with_a_control(amel):
    """A time control may be given in either of two fields, or in both if they agree; the default is a day per move."""
    for wish in ({"control": BY_HOUR}, {"turn_seconds": 3600}, {"control": BY_HOUR, "turn_seconds": 3600}):
        made = amel.post("matches", {"game": "chkobba", **wish})

        assert (made.status_code, made.data["control"], made.data["turn_seconds"]) == (201, BY_HOUR, 3600)
    assert amel.post("matches", {"game": "chkobba"}).data["control"] == {"type": "move", "seconds": DAY}


def test_a_control_can_be_changed_before_the_start(amel):
    """Before the start either field changes the time control; the match is played with the last one."""
    match = amel.post("matches", {"game": "chkobba", "autostart": True}).data["id"]
    assert amel.patch(f"matches/{match}", {"turn_seconds": 60}).data["control"] == {"type": "move", "seconds": 60}

    changed = amel.patch(f"matches/{match}", {"control": BY_HOUR})
    feed = amel.get(f"matches/{match}/events", {"after": changed.data["version"] - 1}).data["entries"]
    assert feed[0]["events"] == [
        {"shape": "match_changed", "type": "changed", "turn_seconds": 3600, "control": BY_HOUR}
    ]

    amel.post(f"matches/{match}/bots", {"fill": "easy"})
    played = Match.objects.get(pk=match)
    assert (played.status, played.clock["control"]) == ("running", BY_HOUR)


def test_a_rematch_has_the_same_control(amel):
    """A rematch takes the time control over from its match."""
    match = amel.post(
        "matches", {"game": "haggis", "seats": 2, "bots": {"1": "easy"}, "autostart": True, "control": BY_HOUR}
    ).data["id"]
    amel.post(f"matches/{match}/resign")

    assert amel.post(f"matches/{match}/rematch").data["control"] == BY_HOUR


IMPOSSIBLE = [
    {"control": BY_HOUR, "turn_seconds": 60},
    *({"control": one} for one in ({"seconds": 3600}, {"type": "move"}, {"type": "sand", "seconds": 60}, None, 3600)),
    {"control": {**LEAGUE, "bank_seconds": 4 * DAY}},
    {"control": {**FISCHER, "increment_seconds": 9}},
    {"control": {**FISCHER, "cap_seconds": 5_184_001}},
    {"control": {**FISCHER, "bank_seconds": -1}},
    {"control": {name: value for name, value in LEAGUE.items() if name != "cap_seconds"}},
    *({"control": {"type": "move", "seconds": seconds}} for seconds in (9, 1_209_601, "60")),
    {"control": {**BY_HOUR, "bank": 60}},
]
"""Time controls that cannot be."""


def test_a_control_that_is_none_is_refused(amel):
    """When a match is made or changed, the error names the invalid field."""
    match = amel.post("matches", {"game": "chkobba"}).data["id"]
    for wish in IMPOSSIBLE:
        for answer in (amel.post("matches", {"game": "chkobba", **wish}), amel.patch(f"matches/{match}", wish)):
            assert next(iter(refused(answer, 400, "invalid")["errors"])) in NAMED, wish


def test_a_match_with_banks_tells_what_is_in_them(running, client_of, now):
    """A match shows the banks, and when the current player begins to use theirs.

    Its text is in the reader's language.
    """
    table = running(control=BankControl(**{name: value for name, value in LEAGUE.items() if name != "type"}))
    seen = client_of(table.seats[0].player).get(f"matches/{table.match.pk}", **{"Accept-Language": "fr"}).data

    assert (seen["control"], seen["turn_seconds"]) == (LEAGUE, 4 * DAY)
    assert seen["control_text"] == "1 jour par coup, plus 3 jours de réserve"
    assert seen["banks"] == [3 * DAY, 3 * DAY]
    assert datetime.fromisoformat(seen["bank_from"]) == now + timedelta(days=1)
    assert datetime.fromisoformat(seen["due_at"]) == now + timedelta(days=4)


IN_WORDS = [
    ({"type": "move", "seconds": 129_600}, "1 day and 12 hours per move"),
    (LEAGUE, "1 day per move, plus 3 days extra time"),
    (FISCHER, "10 minutes for the match, plus 30 seconds per move, up to 15 minutes"),
    (
        {**LEAGUE, "increment_seconds": 3600},
        "1 day per move, plus 3 days extra time and 1 hour more per move, up to 3 days",
    ),
]
"""Time controls with their texts."""


def test_a_control_is_told_in_words(amel):
    """A lobby shows its time control as a text; banks are shown only where the control has them."""
    for control, said in IN_WORDS:
        made = amel.post("matches", {"game": "chkobba", "control": control}).data

        assert (made["control_text"], made["bank_from"]) == (said, None)
        assert made["banks"] == ([control["bank_seconds"]] * 2 if "bank_seconds" in control else None)


def test_a_pace_is_offered_as_it_is_taken(amel, client_of):
    """The catalogue offers paces to everyone; each is accepted, and the match shows the same text."""
    paces = client_of().get("games").data["paces"]
    assert [one["key"] for one in paces] == [pace.key for pace in PACES]
    for offered in paces:
        made = amel.post("matches", {"game": "chkobba", "control": offered["control"]})

        assert made.status_code == 201
        assert (made.data["control"], made.data["control_text"]) == (offered["control"], offered["text"])


def test_paces_are_named_in_the_readers_language(client_of):
    """Each pace has a name of its own in each language."""
    english, french = (
        [pace["name"] for pace in client_of().get("games", accept_language=language).data["paces"]]
        for language in ("en", "fr")
    )

    assert "A move a day" in english
    assert "Un coup par jour" in french
    assert len(set(english)) == len(english)
