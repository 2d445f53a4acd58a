"""The page as a web app: its installation, and its behaviour offline."""

from __future__ import annotations

import os

import pytest
from playwright.sync_api import expect

from tests.helpers.eventually import attempts
from tests.proofs.browser.started import CHROMIUM
from tests.proofs.browser.table import as_json, new_match
from tests.proofs.browser.watching import DESKTOP, PHONE
from tests.proofs.rounds import first_move

NO_LINE = "ERR_INTERNET_DISCONNECTED|ERR_FAILED"
READY = "navigator.serviceWorker.ready.then(() => true)"


@pytest.fixture
def sami(server):
    """Return the API client of the player at Amel's table."""
    return server.guest("Sami")


@pytest.fixture
def amel(visitor, sami):
    """Return a player at a table where it is her turn against Sami, once the service worker has cached the page."""
    player = visitor(PHONE)
    match = new_match(player.api, sami, game="chkobba", visibility="private")
    for _ in attempts(10, "Amel has the turn and cards"):
        view = player.api.get(f"matches/{match}").json()
        if view["to_act"] == 0 and view["table"]["hand"]:  # the player who cuts has no cards yet
            break
        mover = (player.api, sami)[view["to_act"]]
        mover.post(f"matches/{match}/moves", json=first_move(mover, mover.get(f"matches/{match}").json()))
    player.sit_down(match)
    assert player.wait_for_turn()
    assert player.page.evaluate(READY)
    return player


def cut(browsers, player):
    """Take the browser offline."""
    browsers.expect(NO_LINE)
    player.page.context.set_offline(True)


def test_it_can_be_installed(playwright, server, tmp_path):
    """Chromium finds nothing missing. This needs a normal profile: a private window can install nothing."""
    root = ["--no-sandbox"] if os.geteuid() == 0 else []
    context = playwright.chromium.launch_persistent_context(tmp_path, executable_path=CHROMIUM, args=root)
    page = context.new_page()
    page.goto(server.url)
    page.evaluate(READY)
    line = context.new_cdp_session(page)
    manifest = line.send("Page.getAppManifest")
    errors = line.send("Page.getInstallabilityErrors")["installabilityErrors"]
    context.close()

    assert errors == []
    assert manifest["errors"] == []
    assert manifest["url"].endswith("/app.webmanifest")


def test_the_table_opens_without_a_line(browsers, amel, shoot, accessible):
    """The table shows the last state and its time; so does the first page. Both are current again when online."""
    version, address = amel.version, amel.page.url
    cut(browsers, amel)
    for size in (PHONE, DESKTOP):
        amel.page.set_viewport_size({"width": size[0], "height": size[1]})
        amel.page.goto(address)
        expect(amel.page.locator("[data-zone='connection']")).to_contain_text("This is the table at")
        expect(amel.page.locator("[data-zone='hand'] [data-card]")).to_have_count(3)
        shoot(amel.page, f"offline-table-{size[0]}")
    assert amel.version == version
    amel.page.goto("/")
    row = amel.page.locator("[data-zone='mine'] li.match-row")
    expect(row).to_have_count(1)
    shoot(amel.page, "offline-home")
    accessible(amel.page)
    row.locator("a").click()
    expect(amel.table).to_have_attribute("data-connection", "lost")

    amel.page.context.set_offline(False)
    expect(amel.table).to_have_attribute("data-connection", "ok")
    expect(amel.page.locator("[data-zone='connection']")).to_be_hidden()


@pytest.mark.parametrize("closed", [False, True])
def test_a_move_made_without_a_line_happens_once(browsers, amel, sami, shoot, closed):
    """The page sends it when it is online, also when the page was closed and opened offline, and on another page.

    Chat messages and offers of others in between do not refuse it; a pause keeps it until the pause ends.
    """
    match_id, move = amel.match_id, amel.choose()
    before = moves_of(amel, match_id)
    cut(browsers, amel)
    amel.page.reload()
    tap(amel, move)
    expect(amel.page.locator("[data-zone='connection']")).to_contain_text("Your move is saved")
    shoot(amel.page, "offline-move")
    sami.post(f"matches/{match_id}/chat", json={"message": {"type": "phrase", "key": "well_played"}}).raise_for_status()
    sami.post(f"matches/{match_id}/early-end", json={"how": "as_it_stands"}).raise_for_status()
    if closed:
        context = amel.page.context
        amel.page.close()
        amel.page = context.new_page()
        amel.page.goto("/")
        amel.page.locator("[data-zone='mine'] li.match-row").wait_for()
        context.set_offline(False)
        expect(amel.page.locator(".toast")).to_contain_text("has been sent")
    else:
        version = amel.version
        amel.page.context.set_offline(False)
        amel.page.locator(f".table-page[data-connection='ok']:not([data-version='{version}'])").wait_for()

    assert moves_of(amel, match_id) == before + 1


def test_a_move_that_comes_too_late_is_told_and_dropped(browsers, amel):
    """The page does not force it onto a table that has changed."""
    match_id, move = amel.match_id, amel.choose()
    cut(browsers, amel)
    tap(amel, move)
    expect(amel.page.locator("[data-zone='connection']")).to_contain_text("Your move is saved")
    context = amel.page.context
    # A page that closes is online for a moment, and in one of thirty runs it sent the move then: so the test silences
    # it first.
    amel.page.evaluate("() => { window.fetch = () => Promise.reject(new TypeError()); }")
    amel.page.close()
    amel.api.post(f"matches/{match_id}/resign").raise_for_status()
    before = moves_of(amel, match_id)
    context.set_offline(False)
    browsers.expect("409|422")
    page = context.new_page()
    page.goto("/")

    expect(page.locator(".toast")).to_contain_text("came too late")
    assert page.evaluate("localStorage.getItem('chkobba.moves')") == "{}"
    assert moves_of(amel, match_id) == before


def test_who_signs_out_leaves_nothing_behind(browsers, amel):
    """No table, move or token stays; the service worker keeps only files of the page."""
    amel.page.goto("/#/you")
    for act in ("sign-out", "really"):
        amel.page.locator(f"[data-act='{act}']").click()
    expect(amel.page.locator("main")).to_have_attribute("data-page", "home")
    kept = amel.page.evaluate("Object.fromEntries(Object.entries(localStorage))")
    files = amel.page.evaluate(
        """async () => {
          const kept = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
          return kept.flat().map(({url}) => new URL(url).pathname);
        }"""
    )

    assert not {"chkobba.token", "chkobba.me", "chkobba.tables", "chkobba.moves"} & kept.keys()
    assert [path for path in files if path != "/" and not path.startswith("/static/web/")] == []
    assert len(files) > 20


def test_installing_is_offered_once(visitor, shoot, accessible):
    """The page offers it to a player when the browser can install it, and not again to a player who declined."""
    page = visitor(PHONE).page
    offered = "dispatchEvent(new Event('beforeinstallprompt', {cancelable: true}))"
    page.goto("/")
    page.locator(".welcome").wait_for()
    page.evaluate(offered)
    page.locator("[data-zone='install']").wait_for()
    shoot(page, "install-360")
    accessible(page)
    page.locator("[data-act='later']").click()
    page.reload()
    page.locator(".welcome").wait_for()
    page.evaluate(offered)
    # This module answers the event: once it has handled a later offer, it has handled the first one.
    page.evaluate("import('/static/web/app.js').then((app) => app.offerInstall())")

    assert page.locator("[data-zone='install']").count() == 0


def tap(player, move):
    """Make a move with the data in the page, by its sentence."""
    player.page.locator("[data-act='sentences']").click()
    player.page.locator(f"[data-act='sentence'][data-move='{as_json(move)}']").click()


def moves_of(player, match_id):
    """Return the number of the player's moves in the log."""
    feed = player.api.get(f"matches/{match_id}/events", params={"limit": 100}).json()
    return sum(entry["seat"] == 0 and entry["by"] == "player" for entry in feed["entries"])
