"""A time at which bots fill a lobby, over the API: what players see, and refusals."""

from __future__ import annotations

from datetime import timedelta

from tests.api.asking import named, refused


def test_all_in_the_room_see_when_bots_sit_down(amel, sami, client_of, frozen, now):
    """Players in the lobby see when bots fill it, until the creator, and no other player, cancels that."""
    wanted = {"at": named(now + timedelta(hours=1)), "level": "easy"}
    made = amel.post("matches", {"game": "chkobba", "late_bots": wanted}).data
    place = f"matches/{made['id']}"
    assert (
        made["late_bots"] == sami.get(place).data["late_bots"] == client_of(None).get(place).data["late_bots"] == wanted
    )
    refused(sami.send("patch", place, '{"late_bots": null}'), 403, "not_creator")
    later = {"at": named(now + timedelta(hours=2)), "level": "medium"}
    assert amel.patch(place, {"late_bots": later}).data["late_bots"] == later
    assert amel.patch(place, {"late_bots": None}).data["late_bots"] is None

    entries = sami.get(f"{place}/events").data["entries"]

    assert [
        event.get("late_bots") and event["late_bots"]["level"] for entry in entries for event in entry["events"]
    ] == [
        "easy",
        "medium",
        None,
    ]


def test_an_hour_or_level_that_cannot_be_is_refused(amel, frozen, now):
    """An impossible time or level is refused when the match is made and when it is changed."""
    made = amel.post("matches", {"game": "chkobba"}).data
    late = named(now + timedelta(hours=1))
    times = ("2020-01-01T00:00:00Z", "2999-01-01T00:00:00Z", "tonight")
    cases = [(wanted, "invalid") for wanted in ({"at": late}, {"level": "easy"}, True)]
    cases += [({"at": at, "level": "easy"}, "invalid") for at in times]
    cases += [({"at": late, "level": "genius"}, "unknown_bot")]

    for wanted, code in cases:
        refused(amel.post("matches", {"game": "chkobba", "late_bots": wanted}), 400, code)
        refused(amel.patch(f"matches/{made['id']}", {"late_bots": wanted}), 400, code)
