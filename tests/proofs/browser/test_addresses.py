"""Addresses of tables and invitations: current ones, those of earlier releases, wrong ones, and as a QR code."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.helpers.eventually import eventually
from tests.proofs.browser.watching import EACH_BROWSER, PHONE

TABLE = {"game": "chkobba", "seats": 2, "visibility": "private"}


@pytest.fixture
def match(server):
    """Return a table that waits for its second player."""
    return server.guest("Amel").post("matches", json=TABLE).json()


@EACH_BROWSER
@pytest.mark.parametrize("address", ["/join/{code}", "/#/join/{code}"])
def test_an_invitation_leads_to_its_table(browsers, match, address):
    """The address of this release and that of earlier ones lead to it; then the page has the address of the table."""
    page = browsers.open()
    page.goto("/")
    page.locator("#nickname").wait_for()
    page.goto(address.format(**match))
    page.locator("#nickname").fill("Sami")
    page.locator("[data-act='join']").click()
    page.locator("[data-zone='invitation'] dd").first.wait_for()
    page.locator("[data-act='join']").click()
    page.locator(".table-page").wait_for()

    expect(page).to_have_url(f"{browsers.url}/match/{match['id']}")


def test_a_typed_code_shows_the_table_before_one_sits_down(browsers, server, match, shoot):
    """A newcomer gives a name first; then the page shows host, game, pace and players. No seat is taken yet."""
    page = browsers.open(PHONE)
    page.goto("/")
    page.locator("#code").fill(match["code"].lower())
    page.locator("[data-act='join-code']").click()
    page.locator("main[data-page='join'] #nickname").fill("Sami")
    page.locator("[data-act='join']").click()
    page.locator("[data-zone='invitation'] dd").first.wait_for()
    shoot(page, "typed-code-360")
    told = page.locator("[data-zone='invitation']").inner_text()

    assert all(part in told for part in (match["game"]["name"], match["seats"][0]["name"], "1 seat free"))
    token = page.evaluate("JSON.parse(localStorage.getItem('chkobba.token'))")
    assert server.client(token).get("me/matches").json()["results"] == []


def test_an_invitation_without_a_code_leads_to_the_first_page(browsers):
    """The first page asks for a code."""
    page = browsers.open()
    page.goto("/#/join")

    page.locator("#code").wait_for()


@EACH_BROWSER
def test_a_link_to_another_page_asks_the_server_for_none(browsers, match):
    """Links within the app keep the page loaded, as a mark shows, and so does going back."""
    page = browsers.open()
    page.goto(f"/match/{match['id']}")
    browsers.expect("404")  # a private table
    page.evaluate("window.mark = true")
    for selector, shown in (("a[href='/#/rules']", "rules"), ("a.me", "you"), ("a.wordmark", "home")):
        page.locator(selector).click()
        expect(page.locator("main")).to_have_attribute("data-page", shown)
        page.locator("main h1").first.wait_for(state="attached")

    page.evaluate("history.go(-2)")
    expect(page.locator("main")).to_have_attribute("data-page", "rules")
    assert page.evaluate("window.mark")
    page.goto("/#/you")
    expect(page.locator("main")).to_have_attribute("data-page", "you")


@pytest.mark.parametrize("address", ["/match/nothing", "/match/%zz", "/#/match/nothing"])
def test_a_match_that_there_is_not(browsers, address):
    """The page opens and says that the match does not exist."""
    browsers.expect("404")
    page = browsers.open()
    page.goto(address)

    expect(page.locator("[role='alert']")).to_be_visible()


@pytest.mark.parametrize("code", ["AAAABBBB", "%zz", "%E2%9F%A6"])
def test_a_wrong_invitation(browsers, visitor, code):
    """The page opens, and says so when the player tries it."""
    browsers.expect("404")
    page = visitor().page
    page.goto(f"/join/{code}")

    expect(page.locator("[role='alert']")).to_contain_text("code")


def test_an_invitation_for_cameras(visitor, server, shoot, accessible):
    """The page draws the code on request. It stays while others sit down, and fits a small phone."""
    player = visitor(PHONE)
    match = player.api.post("matches", json={**TABLE, "seats": 4}).json()
    player.sit_down(match["id"])
    picture = player.page.locator(".qr img")
    player.page.locator("[data-act='qr']").click()
    eventually(lambda: picture.evaluate("(image) => image.naturalWidth") > 0)
    server.guest("Sami").post("matches/join", json={"code": match["code"]})
    player.page.locator(".room-seats").get_by_text("Sami").wait_for()

    expect(picture).to_be_visible()
    assert (picture.get_attribute("src") or "").startswith(f"/join/{match['code']}/")
    shoot(player.page, "invitation-360")
    accessible(player.page)
