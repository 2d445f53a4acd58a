"""While processes of the release before run beside these, nothing is shown or begun that they cannot read."""

from __future__ import annotations

from django.core.checks.registry import registry

from games.checks import upgrades_come_to_an_end
from games.engine.catalogue import GAMES, VERSIONS
from tests.conftest import NOW
from tests.playing import play_first


def test_moves_are_shown_as_earlier_processes_take_them(running, client_of, settings):
    """Without their shapes; and taken with and without."""
    table = running(options={"cut": False})
    client = client_of(table.seats[table.match.to_act].player)
    path = f"matches/{table.match.pk}"
    with_shape = client.get(path).data["legal_moves"]["moves"][0]["move"]
    settings.UPGRADING = True
    view = client.http.get(f"/api/v1/{path}").json()  # the schema names shapes: it is for when the upgrade is over
    without = view["legal_moves"]["moves"][0]["move"]

    assert "shape" not in without
    assert with_shape == without | {"shape": f"fishing_{without['type']}"}
    sent = {"move": with_shape, "expected_version": view["version"]}
    assert client.http.post(f"/api/v1/{path}/moves", sent, "application/json").status_code == 201


def test_new_matches_have_the_rules_that_earlier_processes_know(running, settings):
    """The ones before the newest, where there are some; and such a match goes on afterwards."""
    settings.UPGRADING = True
    known = {key: running(game=key, seats=game.seats[0]) for key, game in GAMES.items()}
    settings.UPGRADING = False

    before = {key: table.match.rules_version for key, table in known.items()}
    changed = {key for key, version in VERSIONS if version < GAMES[key].version}
    assert changed
    assert before == {key: game.version - (key in changed) for key, game in GAMES.items()}
    for key in changed:
        play_first(known[key].match.pk, NOW)


def test_new_matches_name_no_options_that_earlier_processes_do_not_know(running, settings):
    """What is new, and as by default, is left out of them: earlier processes pass on what they find, to a rematch."""
    settings.UPGRADING = True
    tables = [running(game=key, seats=game.seats[0]) for key, game in GAMES.items()]
    settings.UPGRADING = False
    new = {key: {option.name for option in game.options if option.new} for key, game in GAMES.items()}

    assert new["scopa"] == {"open_piles", "teams"}
    assert new["escoba"] == {"open_piles"}
    for table in tables:
        names = {option.name for option in table.game.options}
        assert set(table.match.options) == names - new[table.match.game]


def test_somebody_is_reminded_to_end_it(settings):
    """By the check before a deployment."""
    assert upgrades_come_to_an_end in registry.deployment_checks
    assert upgrades_come_to_an_end() == []
    settings.UPGRADING = True
    assert [found.id for found in upgrades_come_to_an_end()] == ["games.W002"]
