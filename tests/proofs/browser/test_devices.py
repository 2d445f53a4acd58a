"""Several devices, and none left: codes that the player shows, scans, types and writes down."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.proofs.browser.table import OVER, new_match, short_match
from tests.proofs.browser.watching import DESKTOP, PHONE

CODE = "[data-zone='{}-code']"


@pytest.fixture
def amel(visitor):
    """Return a guest at a browser, with a match that waits for them."""
    player = visitor()
    new_match(player.api, game="scopa", bots={"1": "easy"})
    return player


@pytest.mark.parametrize("way", ["typed", "opened"])
def test_a_second_device(browsers, look_at, amel, way):
    """The code that the first device shows works as a QR code or as a link; both devices play for the same player."""
    amel.page.goto("/#/you")
    with amel.page.expect_response("**/api/v1/me/pairing-code") as made:
        amel.page.locator("[data-act='add-device']").click()
    expect(amel.page.locator("dialog .qr-code")).to_be_visible()
    shown = amel.page.locator(CODE.format("pairing")).inner_text()
    look_at(amel.page, "pairing-code")

    phone = browsers.open(PHONE)
    if way == "typed":
        phone.goto("/")
        phone.locator("a[href$='device']").click()
        phone.locator("#device-code").fill(shown.lower())
        look_at(phone, "device-code")
    else:
        phone.goto("/#/" + made.value.json()["link"].partition("/#/")[2])
        expect(phone.locator("#device-code")).to_have_value(shown)
        assert shown.replace("-", "") not in phone.url
    phone.locator("[data-act='accept-device']").click()

    expect(phone.locator("[data-zone='waiting'] li.match-row")).to_have_count(1)
    assert len(amel.api.get("me/devices").json()["devices"]) == 2


def test_another_guest_becomes_one_with_this_one(server, amel):
    """With the code on its device, the other guest's match is here, and the device goes on."""
    phone = server.guest("Phone")
    new_match(phone, game="scopa", bots={"1": "easy"})
    amel.page.goto("/#/you")
    amel.page.locator("[data-zone='merge'] summary").click()
    amel.page.locator("#merge-code").fill(phone.post("me/pairing-code").json()["code"].lower())
    amel.page.locator("[data-act='merge']").click()

    expect(amel.page.locator("[data-zone='merged']")).not_to_be_empty()
    assert phone.get("me").json()["id"] == amel.api.get("me").json()["id"]
    assert len(phone.get("me/matches").json()["results"]) == 2


def test_a_lost_phone(browsers, look_at, amel):
    """From the first match on the page offers a code; with it the player goes on elsewhere, and gets the next one."""
    page = amel.page
    page.goto("/")
    page.locator("[data-zone='keep']").wait_for()
    look_at(page, "keep-your-matches")
    page.locator("[data-act='keep']").click()
    page.locator("[data-zone='recovery'] [data-act='make-recovery']").click()
    code = page.locator(CODE.format("recovery")).inner_text()
    look_at(page, "recovery-code")
    page.get_by_role("link", name="Chkobba").click()
    page.locator("[data-zone='waiting'] li.match-row").wait_for()
    expect(page.locator("[data-zone='keep']")).to_have_count(0)

    another = browsers.open(PHONE)
    another.goto("/#/device")
    another.locator("#device-code").fill("AAAA-AAAA-AAAA-AAAA-AAAA")
    browsers.expect("404")
    another.locator("[data-act='accept-device']").click()
    expect(another.locator("[role='alert']")).to_contain_text("No match or device has this code")
    another.locator("#device-code").fill(code)
    another.locator("[data-act='accept-device']").click()
    following = another.locator(CODE.format("recovery"))
    following.wait_for()
    assert following.inner_text() != code
    look_at(another, "recovery-next")
    another.locator("[data-act='go-on']").click()

    expect(another.locator("[data-zone='waiting'] li.match-row")).to_have_count(1)
    expect(another.locator("[data-zone='keep']")).to_have_count(0)


def test_the_offer_is_put_off(amel):
    """The page does not offer the code again in this browser to a player who declined it."""
    amel.page.goto("/")
    amel.page.locator("[data-act='keep-later']").click()
    amel.page.reload()
    amel.page.locator("[data-zone='waiting'] li.match-row").wait_for()

    expect(amel.page.locator("[data-zone='keep']")).to_have_count(0)


@pytest.mark.parametrize("size", [(360, 740), DESKTOP])
def test_a_guest_outlives_a_server_that_does_not_know_them(browsers, look_at, amel, size):
    """A banner says so on every page. The token stays, and is accepted again later. Only the player signs out."""
    browsers.expect("401")
    page = amel.page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.route("**/api/v1/**", lambda route: route.fulfill(status=401, json={"code": "unauthenticated"}))
    page.goto("/#/make")
    banner = page.locator("[data-zone='refused']")
    expect(banner).to_contain_text("does not recognize Amel")
    look_at(page, f"refused-{size[0]}")
    page.goto("/")
    expect(banner).to_be_visible()
    assert page.evaluate("localStorage.getItem('chkobba.token')")

    page.unroute("**/api/v1/**")
    banner.locator("[data-act='ask-again']").click()
    expect(banner).to_have_count(0)
    expect(page.locator("[data-zone='waiting'] li.match-row")).to_have_count(1)

    page.route("**/api/v1/**", lambda route: route.fulfill(status=401, json={"code": "unauthenticated"}))
    page.goto("/#/you")
    banner.locator("[data-act='leave-refused']").click()
    expect(banner).to_have_count(0)
    assert page.evaluate("localStorage.getItem('chkobba.token')") is None


def test_signing_out_in_one_tab_signs_out_the_other(amel):
    """The other tab shows the first page of a newcomer, whose buttons work."""
    page, other = amel.page, amel.page.context.new_page()
    page.goto("/")
    page.locator("[data-zone='waiting'] li.match-row").wait_for()
    expect(page).to_have_title(re.compile(r"^\(1\)"))
    other.goto("/#/you")
    for act in ("sign-out", "really"):
        other.locator(f"[data-act='{act}']").click()

    page.locator("#nickname").fill("Sami")
    expect(page).not_to_have_title(re.compile(r"^\("))
    expect(page.locator("[data-zone='waiting']")).to_be_hidden()
    page.locator("[data-act='make-table']").click()
    expect(page.locator("main")).to_have_attribute("data-page", "make")
    expect(page.locator(".masthead .me")).to_have_text(re.compile("Sami$"))
    expect(other.locator(".welcome")).to_contain_text("Sami")


@pytest.mark.parametrize("size", [(360, 740), (740, 360), DESKTOP])
def test_a_program_gets_a_key(server, look_at, amel, size):
    """By keyboard. The page shows it once; it is good only for the ticked scopes, and the player can end it."""
    page = amel.page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto("/#/you")
    page.locator("[data-zone='add-program'] summary").press("Enter")
    page.locator("#program").fill("My bot")
    page.locator("#scope-lobby").press("Space")
    page.locator("#lasts").select_option("30")
    look_at(page, f"program-{size[0]}")
    page.locator("[data-act='make-program']").press("Enter")
    key = page.locator("#once-key").input_value()
    expect(page.locator("[data-program]")).to_contain_text(
        "My bot · see what you see and play in your matches · never used"
    )
    look_at(page, f"program-key-{size[0]}")

    program = server.client(key)
    assert program.get("me/matches").status_code == 200
    assert program.post("matches", json={"game": "scopa"}).json()["scope"] == "lobby"
    page.locator("[data-act='end-program']").press("Enter")
    expect(page.locator("[data-program]")).to_have_count(0)
    expect(page.locator("#once-key")).to_have_count(0)
    assert program.get("me/matches").status_code == 401


IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile Safari/604.1"
WITHOUT_PUSH = "delete globalThis.PushManager; delete Navigator.prototype.serviceWorker;"


def test_the_app_of_an_iphone_gets_a_code(browsers, visitor, shoot):
    """It shares no storage with the browser. So the browser shows a code, and the app asks for it first."""
    page = visitor(PHONE, user_agent=IPHONE).page
    page.add_init_script(WITHOUT_PUSH)
    page.goto("/#/notifications")
    page.locator("[data-state='install'] [data-act='add-device']").click()
    code = page.locator(CODE.format("pairing")).inner_text()
    shoot(page, "iphone-code")

    app = browsers.open(PHONE, user_agent=IPHONE)
    app.add_init_script("Object.defineProperty(navigator, 'standalone', { value: true });")
    app.goto("/")
    assert app.locator("#come-in :is(a, input)").first.inner_text() == "Played here before?"
    shoot(app, "iphone-app")
    app.locator("#come-in a.primary").click()
    app.locator("#device-code").fill(code)
    app.locator("[data-act='accept-device']").click()
    app.locator(".welcome").wait_for()


def test_after_the_first_match_the_browser_is_asked_to_keep_the_player(visitor):
    """It asks once, whatever the browser answers: no other place has the token of a guest."""
    player = visitor(PHONE)
    page, match = player.page, short_match(player.api)
    page.add_init_script("navigator.storage.persist = async () => (window.asked = (window.asked ?? 0) + 1) > 9;")
    page.goto(f"/match/{match['id']}")
    page.locator(OVER).wait_for()
    assert page.evaluate("window.asked") == 1
    page.reload()
    page.locator(OVER).wait_for()

    assert page.evaluate("window.asked") is None
