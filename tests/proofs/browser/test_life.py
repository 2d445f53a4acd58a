"""A player's life on pages, from an invitation to the account deletion; live/test_life.py does it over HTTP."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.helpers.eventually import eventually
from tests.proofs.browser.table import Player
from tests.proofs.browser.test_accounts import PASSWORD, device_of, keep_by_name
from tests.proofs.browser.watching import DESKTOP, PHONE
from tests.proofs.live.kept_data import database_of
from tests.proofs.live.server import by_name, play_to_the_end
from tests.proofs.rounds import play_round

NICKNAME, NAME, HAPPENED = "Amel of Bizerte", "amel-bizerte", "He has seen my cards"
WRITTEN = (NICKNAME, NAME, HAPPENED)


@pytest.fixture
def server(tmp_path):
    """Return a server with a host name, which passkeys need."""
    with by_name(tmp_path) as running:
        yield running


def test_a_life(browsers, server, shoot):
    """The player does each step through the page."""
    sami = server.guest("Sami")
    sami.patch("me", json={"rated": True}).raise_for_status()
    player, match = by_an_invitation(browsers, server, sami)
    play_to_the_end([player.api, sami], match)
    code = written_down(player)
    browsers.expect("401")  # the lost phone still sends requests
    player = a_lost_phone(browsers, server, player, code)
    page = player.page
    device_of(page)
    keep_by_name(page, NAME)
    page.locator("[data-act='add-passkey']").click()
    page.locator("[data-passkey]").wait_for()
    shoot(page, "life-account")
    a_second_device(browsers, player)
    rated = a_seek(player, sami)
    a_club(page, sami)
    at_the_table(player, rated)
    page.goto("/#/you/data")
    with page.expect_download() as download:
        page.locator("[data-act='take-data']").click()
    taken = download.value.path().read_text()
    assert [one for one in WRITTEN if one not in taken] == []
    assert [one for one in WRITTEN if one not in database_of(server)] == []

    page.locator("[data-act='delete-me']").click()
    page.locator("dialog [data-act='now']").click()

    expect(page.locator("main")).to_have_attribute("data-page", "home")
    assert page.evaluate("localStorage.getItem('chkobba.token')") is None
    eventually(lambda: not any(map(database_of(server).__contains__, (*WRITTEN, code, PASSWORD))))
    names = [seat["name"] for seat in sami.get(f"matches/{rated}").json()["seats"]]
    assert sorted(names) == ["Sami", "former player"]


def by_an_invitation(browsers, server, sami):
    """Enter by the address of the QR code, with only a nickname."""
    wish = {"game": "scopa", "seats": 2, "visibility": "private", "options": {"target": 1}, "autostart": True}
    match = sami.post("matches", json=wish).json()
    page = browsers.open(PHONE)
    page.goto(f"/join/{match['code']}")
    page.locator("#nickname").fill(NICKNAME)
    page.locator("[data-act='join']").click()
    page.locator("[data-zone='invitation'] dd").first.wait_for()
    page.locator("[data-act='join']").click()
    page.locator(".table-page").wait_for()
    player = Player(page)
    player.come_in(server)
    return player, match


def written_down(player):
    """Return the recovery code that the first page offers."""
    page = player.page
    page.goto("/#/")
    page.locator("[data-act='keep']").click()
    page.locator("[data-zone='recovery'] [data-act='make-recovery']").click()
    return page.locator("[data-zone='recovery-code']").inner_text()


def a_lost_phone(browsers, server, lost, code):
    """Return by the code on another phone, and sign the lost one out."""
    page = browsers.open(DESKTOP)
    page.goto("/#/device")
    page.locator("#device-code").fill(code)
    page.locator("[data-act='accept-device']").click()
    page.locator("[data-act='go-on']").click()
    found = Player(page)
    found.come_in(server)
    page.goto("/#/you")
    page.locator("[data-act='sign-out-others']").click()
    expect(page.locator("[data-act='sign-out-others']")).to_have_count(0)
    assert lost.api.get("me").status_code == 401
    return found


def a_second_device(browsers, player):
    """Sign in on a second device by a code of the first; the list then has two devices."""
    player.page.locator("[data-act='add-device']").click()
    shown = player.page.locator("[data-zone='pairing-code']").inner_text()
    phone = browsers.open(PHONE)
    phone.goto("/#/device")
    phone.locator("#device-code").fill(shown)
    phone.locator("[data-act='accept-device']").click()
    expect(phone.locator(".welcome")).to_contain_text(NICKNAME)
    player.page.locator("dialog [data-act='close']").click()
    assert len(player.api.get("me/devices").json()["devices"]) == 2


def a_seek(player, sami):
    """Turn rated matches on, seek one, play it, and get a rating; return its id."""
    page = player.page
    page.goto("/#/you/ratings")
    with page.expect_response("**/api/v1/me"):
        page.locator("#rated").check()
    page.goto("/#/")
    page.locator("[data-act='seek-choose']").click()
    page.locator("#seek-game").select_option("escoba")
    page.locator("#seek-rated").check()
    page.locator("[data-act='seek']").click()
    page.locator("[data-zone='my-seeks'] [data-state='looking']").wait_for()
    (mine,) = player.api.get("me/seeks").json()["results"]
    wish = {name: mine[name] for name in ("seats", "options", "rated")} | {"game": "escoba"}
    sami.post("me/seeks", json=wish).raise_for_status()
    (match,) = eventually(lambda: player.api.get(f"me/seeks/{mine['id']}").json()["matches"])
    play_round((player.api, sami), match)
    sami.post(f"matches/{match}/resign").raise_for_status()
    me = player.api.get("me").json()["id"]
    eventually(lambda: player.api.get(f"players/{me}/ratings").json()["ratings"])
    return match


def a_club(page, sami):
    """Found a club, which Sami joins by its code, and keeps alone after the founder leaves."""
    page.goto("/#/clubs")
    page.locator("[data-act='found']").click()
    page.locator("#club-name").fill("Fridays")
    page.locator("[data-act='found-club']").click()
    sami.post("clubs/join", json={"code": page.locator("[data-zone='club-code']").inner_text()}).raise_for_status()


def at_the_table(player, match):
    """Report something to the staff, and block the other player."""
    page = player.page
    page.goto(f"/match/{match}")
    page.locator("[data-act='menu']").click()
    page.locator("[data-act='report']").click()
    page.locator("#report-expected").fill("Nobody sees my hand")
    page.locator("#report-happened").fill(HAPPENED)
    page.locator("[data-act='send-report']").click()
    expect(page.locator(".toast")).to_be_visible()
    page.reload()
    page.locator("[data-act='messages']").click()
    page.locator("[data-act='about-player']").click()
    page.locator("dialog [data-act='block']").click()
    page.locator("[data-act='block-surely']").click()
    expect(page.locator("dialog")).to_have_count(0)
    eventually(lambda: len(player.api.get("me/blocks").json()["results"]) == 1)
