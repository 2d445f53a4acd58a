"""Web push in Chromium: shown while no page shows the table, one for each match, and a tap opens it."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from tests.helpers.eventually import eventually
from tests.proofs.browser.table import new_match
from tests.proofs.browser.watching import DESKTOP, PHONE, WHOLE_BROWSER
from tests.proofs.rounds import first_move

pytestmark = WHOLE_BROWSER

SHOWN = """async () => {
  const shown = await (await navigator.serviceWorker.ready).getNotifications();
  return shown.map(({title, body, tag, data, lang, dir, icon}) =>
    ({title, body, tag, data, lang, dir, icon: new URL(icon).pathname}));
}"""
TAP = """async () => {
  const [notification] = await registration.getNotifications();
  // Nobody has really tapped, so no window gets the focus.
  addEventListener("unhandledrejection", (event) => event.preventDefault());
  dispatchEvent(new NotificationEvent("notificationclick", {notification}));
}"""
COUNT = """() => {
  const { waitUntil } = ExtendableEvent.prototype;
  self.done = 0;
  ExtendableEvent.prototype.waitUntil = function (work) {
    waitUntil.call(this, work);
    if (this instanceof PushEvent) {
      work.finally(() => self.done += 1);
    }
  };
}"""
"""Counts handled pushes. Chromium loses notifications if it is asked for them while it shows one: so the test waits."""
SUBSCRIBES = """(endpoint) => {
  const subscription = {
    endpoint,
    options: {applicationServerKey: new Uint8Array([4, 2]).buffer},
    unsubscribe: async () => true,
    toJSON: () => ({endpoint, expirationTime: null, keys: {
      p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
      auth: "BTBZMqHH6r4Tts7J_aSIgg"}}),
  };
  PushManager.prototype.subscribe = async ({applicationServerKey}) => {
    self.subscribedWith = applicationServerKey;
    return subscription;
  };
  PushManager.prototype.getSubscription = async () => null;
}"""
"""Replaces the push service, which is not available here; the rest is the browser's."""
CHANGES = """() => new Promise((resolve) => {
  const change = new ExtendableEvent("pushsubscriptionchange");
  change.waitUntil = (work) => resolve(work);
  dispatchEvent(change);
})"""
"""Tells the worker that the browser has ended a subscription, without data, as most browsers do."""


class Device:
    """A browser with notifications allowed. The test delivers the pushes in place of a push service."""

    def __init__(self, visitor, server, size=PHONE):
        self.player = visitor(size)
        self.api, self.page = self.player.api, self.player.page
        self.context, self.origin = self.page.context, server.url.rstrip("/")
        self.context.grant_permissions(["notifications"], origin=self.origin)
        self.page.goto("/")
        self.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        self.line = self.context.new_cdp_session(self.page)
        registrations = []
        self.line.on(
            "ServiceWorker.workerRegistrationUpdated", lambda said: registrations.extend(said["registrations"])
        )
        self.line.send("ServiceWorker.enable")
        self.wait_until(lambda: registrations)
        self.registration = registrations[-1]["registrationId"]
        (self.worker,) = self.context.service_workers
        self.worker.evaluate(COUNT)

    def push(self, match, body="Chkobba: it is your turn.", **more):
        """Deliver a push as the server writes it, and wait until the worker has handled it."""
        notification = {"title": "Sami", "body": body, "lang": "en", "dir": "ltr", "tag": match}
        navigate = f"https://cards.example/match/{match}"
        told = {"web_push": 8030, "notification": {**notification, "navigate": navigate}, "app_badge": 2, **more}
        self.deliver(json.dumps(told))

    def deliver(self, data):
        """Deliver a push with any text, and wait until the worker has handled it."""
        before = self.worker.evaluate("self.done")
        sent = {"origin": self.origin, "registrationId": self.registration, "data": data}
        self.line.send("ServiceWorker.deliverPushMessage", sent)
        self.wait_until(lambda: self.worker.evaluate("self.done") > before)

    @property
    def shown(self):
        """Return the notifications that show."""
        return self.page.evaluate(SHOWN)

    def wait_until_shown(self, body):
        """Wait for a notification; return all that show."""
        self.wait_until(lambda: body in [one["body"] for one in self.shown])
        return self.shown

    def wait_until(self, so):
        """Wait until a condition holds; each call to the page lets Playwright process the browser's events."""
        eventually(lambda: self.page.evaluate("true") and so(), every=0.02)


@pytest.fixture
def device(visitor, server):
    """Return a browser that may show notifications."""
    return Device(visitor, server)


def test_a_push_is_shown_and_replaces_the_one_before(device):
    """It has one notification for each match, with the server's words and direction, and the icon of the page."""
    device.push("first", "Chkobba: the match has begun.")
    device.wait_until_shown("Chkobba: the match has begun.")
    device.push("second", "Scopa: it is your turn.")
    device.push("first", "Chkobba: it is your turn.")
    device.wait_until_shown("Scopa: it is your turn.")
    shown = {one["tag"]: one for one in device.wait_until_shown("Chkobba: it is your turn.")}

    assert len(device.shown) == 2
    assert shown["first"]["title"] == "Sami"
    assert (shown["first"]["lang"], shown["first"]["dir"], shown["first"]["data"]) == ("en", "ltr", "/match/first")
    assert shown["first"]["icon"].startswith("/static/web/icons/icon-192")


def test_what_cannot_be_read_is_shown_nonetheless(device):
    """A browser ends the subscription if a push shows nothing."""
    device.page.goto("/#/rules")
    device.page.locator("main[data-page='rules']").wait_for()
    device.deliver("no JSON")

    assert device.wait_until_shown("")[0]["title"] == "Chkobba"


def test_a_tap_leads_to_the_table(device, browsers):
    """The open window shows it; there, the page closes the notifications of this table."""
    browsers.expect("Push API in incognito mode")  # as the page would renew the simulated subscription
    match = new_match(device.api, visibility="private", bots={"1": "easy"})
    device.page.evaluate("localStorage.setItem('chkobba.pushed', '\"https://push.example/\"')")
    device.push(match)
    device.wait_until_shown("Chkobba: it is your turn.")
    device.worker.evaluate(TAP)
    device.page.wait_for_url(f"**/match/{match}")
    expect(device.page.locator(".table-page")).to_have_attribute("data-match", match)

    device.push(match, "Chkobba: your time runs low.")
    device.push("other", "Scopa: it is your turn.")
    device.wait_until_shown("Scopa: it is your turn.")
    device.page.reload()
    device.wait_until(lambda: [one["tag"] for one in device.shown] == ["other"])


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_page_turns_it_on_and_off(visitor, server, look_at, size):
    """After a tap the page asks the browser. The subscription becomes a channel, is renewed, and ends here, too."""
    device = Device(visitor, server, size)
    page = device.page
    page.evaluate(SUBSCRIBES, "https://push.example/v1/abc")
    page.goto("/#/notifications")
    panel = page.locator("[data-zone='this-device']")
    expect(panel).to_have_attribute("data-state", "off")
    look_at(page, f"push-off-{size[0]}")
    page.locator("[data-act='push-on']").click()
    expect(panel).to_have_attribute("data-state", "on")
    (channel,) = device.api.get("me/channels").json()["channels"]
    assert (channel["type"], channel["target"], channel["on"]) == ("web_push", "https://push.example/…", True)
    assert "Linux" in channel["name"]
    assert device.api.get("me").json()["time_zone"]
    look_at(page, f"push-on-{size[0]}")
    for host in ("moved.example", "again.example"):  # while no page reports it
        device.worker.evaluate(SUBSCRIBES, f"https://{host}/v1/abc")
        device.worker.evaluate(CHANGES)
        assert device.worker.evaluate("self.subscribedWith") == "BAI"  # the key that is stored with the secret
        (renewed,) = device.api.get("me/channels").json()["channels"]
        assert renewed == {**channel, "target": f"https://{host}/…"}
    page.locator("[data-act='push-off']").click()
    expect(panel).to_have_attribute("data-state", "off")

    assert device.api.get("me/channels").json()["channels"] == []
    assert page.evaluate("localStorage.getItem('chkobba.pushed')") is None
    assert not page.evaluate("caches.has('renewal')")


KEEPS = """(key) => {
  const bytes = Uint8Array.from(atob(key.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));
  const options = { applicationServerKey: bytes.buffer };
  const keys = {
    p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    auth: "BTBZMqHH6r4Tts7J_aSIgg",
  };
  const made = (endpoint) => ({
    endpoint, options, unsubscribe: async () => true, toJSON: () => ({ endpoint, expirationTime: null, keys }),
  });
  self.before = made("https://push.example/v1/abc");
  PushManager.prototype.getSubscription = async () => self.before;
  PushManager.prototype.subscribe = async () => (self.before = made("https://push.example/v1/new"));
}"""
"""Gives the browser a subscription that was made with a key."""
PUSHED = "import('/static/web/browser/store.js').then(({pushed}) => pushed.set('https://push.example/v1/abc'))"
CHECK = "import('/static/web/browser/channels.js').then((channels) => channels.check())"


def test_a_subscription_that_only_the_browser_has_is_reported(device):
    """The player may have turned it off elsewhere: one tap turns it on again, or leaves it off."""
    (offer,) = [one for one in device.api.get("me/channels").json()["offered"] if one["type"] == "web_push"]
    device.page.evaluate(KEEPS, offer["public_key"])
    device.page.evaluate(PUSHED)
    device.page.evaluate(CHECK)
    assert device.api.get("me/channels").json()["channels"] == []
    device.page.locator("[data-zone='push-ended'] [data-act='push-on']").click()

    device.wait_until(lambda: len(device.api.get("me/channels").json()["channels"]) == 1)


def test_a_subscription_with_another_key_is_renewed(device):
    """The push service would refuse the server's key for the old one."""
    device.page.evaluate(KEEPS, "BAI")
    device.page.evaluate(PUSHED)
    device.page.evaluate(CHECK)

    (channel,) = device.api.get("me/channels").json()["channels"]
    assert channel["on"]
    assert device.page.evaluate("localStorage.getItem('chkobba.pushed')") == '"https://push.example/v1/new"'


def test_a_channel_that_has_ended_is_reported_on_the_first_page(device):
    """It does so once; a player who waits for mails that no longer come would lose matches."""

    def ended(route):
        known = device.api.get("me/channels").json()
        over = {"id": "1", "type": "mail", "name": "", "target": "a@b.example", "turned_off_at": "2026-11-22T09:00:00Z"}
        route.fulfill(json={**known, "channels": [{**over, "on": False, "current": False}]})

    device.page.route("**/api/v1/me/channels", ended)
    device.page.evaluate(CHECK)
    expect(device.page.locator("[data-zone='channel-ended']")).to_contain_text("a@b.example")
    device.page.locator("[data-act='later']").click()
    device.page.evaluate(CHECK)

    assert device.page.locator("[data-zone='channel-ended']").count() == 0


def test_after_a_move_in_a_slow_match_one_tap_turns_it_on(device, server, shoot):
    """The other player has a day for the move, so no player waits at the table."""
    other = server.guest("Sami")
    match = new_match(device.api, other, game="scopa")
    view = other.get(f"matches/{match}").json()
    if view["to_act"] != 0:
        other.post(f"matches/{match}/moves", json=first_move(other, view)).raise_for_status()
    page = device.page
    page.evaluate("localStorage.setItem('chkobba.pace', '\"none\"')")
    page.goto(f"/match/{match}")
    page.evaluate(SUBSCRIBES, "https://push.example/v1/abc")
    assert device.player.wait_for_turn()
    device.player.make_a_move()
    page.locator("[data-act='notify-me']").wait_for()
    shoot(page, "notify-me")
    page.locator("[data-act='notify-me']").click()

    device.wait_until(lambda: [one["on"] for one in device.api.get("me/channels").json()["channels"]] == [True])
    assert page.locator("[data-act='notify-me']").count() == 0


def test_who_has_said_no_is_told_how_to_change_that(device, shoot):
    """The page does not ask again and again; it says where the browser keeps the answer."""
    device.page.add_init_script("Object.defineProperty(Notification, 'permission', {get: () => 'denied'})")
    device.page.goto("/#/notifications")
    device.page.locator("[data-zone='this-device']").wait_for()  # a reload would abort requests under way
    device.page.reload()
    expect(device.page.locator("[data-zone='this-device']")).to_have_attribute("data-state", "blocked")
    shoot(device.page, "push-blocked")

    assert device.page.locator("[data-act='push-on']").count() == 0
