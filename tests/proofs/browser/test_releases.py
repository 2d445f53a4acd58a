"""The files of production offline, and a release that comes while a table is open."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.proofs.browser.table import new_match
from tests.proofs.live.server import Server, production

READY = "navigator.serviceWorker.ready.then(() => true)"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Return a server with the settings of production."""
    folder: Path = tmp_path_factory.mktemp("releases")
    with production(folder) as server:
        yield server


@pytest.fixture
def player(browsers, visitor):
    """Return a player at a table whose page is cached."""
    player = visitor()
    player.sit_down(new_match(player.api, game="scopa", visibility="private", bots={"1": "easy"}))
    assert player.wait_for_turn()
    assert player.page.evaluate(READY)
    browsers.expect("ERR_CONNECTION_REFUSED|ERR_FAILED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET|50[23]")
    return player


def test_a_table_opens_while_the_server_is_away(player, server):
    """The page opens from cached files, named by their content; when the server is back, the player plays on."""
    server.stop("web")
    player.page.reload()
    expect(player.table).to_have_attribute("data-connection", "lost")
    assert player.page.locator("[data-zone='hand'] [data-card]").count() == 3
    server.start("web")
    server.wait_until_ready()
    expect(player.table).to_have_attribute("data-connection", "ok")
    player.make_a_move()


def test_a_new_release_is_loaded_when_the_player_wants_it(player, server, shoot):
    """An open table goes on with the old release and says that there is a new one; the player then loads it."""
    server.stop("web")
    release(Path(server.env["STATIC_ROOT"]))
    server.start("web")
    server.wait_until_ready()
    player.page.evaluate("navigator.serviceWorker.getRegistration().then((registration) => registration.update())")
    offered = player.page.locator("[data-zone='release']")
    offered.wait_for()
    shoot(player.page, "release")
    assert player.wait_for_turn()
    player.make_a_move()
    assert kept(player) == [False, True]

    with player.page.expect_navigation():
        player.page.locator("[data-act='reload']").click()
    assert player.wait_for_turn()
    expect(offered).to_have_count(0)
    assert "chkobba.token" in player.page.evaluate("Object.keys(localStorage)")


def kept(player):
    """Return for each cache whether it has the file of the new release, the older cache first."""
    return player.page.evaluate(
        """async () => Promise.all((await caches.keys()).map(async (name) =>
          (await (await caches.open(name)).keys()).some(({url}) => url.includes("new.0123456789ab.svg"))))"""
    )


def release(static: Path) -> None:
    """Make another release of collected files, with one more drawing."""
    path = static / "staticfiles.json"
    manifest = json.loads(path.read_text())
    (static / "web" / "new.0123456789ab.svg").write_bytes(
        (static / manifest["paths"]["web/style/icon.svg"]).read_bytes()
    )
    manifest["paths"]["web/new.svg"] = "web/new.0123456789ab.svg"
    path.write_text(json.dumps(manifest))
