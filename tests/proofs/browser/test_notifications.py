"""Notifications on the page: by mail from the first link to the last, by webhook, and as a calendar feed."""

from __future__ import annotations

import re

import httpx
import pytest
from playwright.sync_api import expect

from tests.helpers.eventually import eventually
from tests.proofs.browser.watching import DESKTOP, PHONE


@pytest.mark.parametrize(
    ("size", "look", "locale"),
    [(DESKTOP, "light", "en-GB"), (PHONE, "dark", "fr-FR")],
    ids=["desktop", "phone"],
)
def test_mail_from_the_first_link_to_the_last(visitor, shoot, look_at, size, look, locale):
    """Each step is a press: in the page, in the mail, and on the pages of its links."""
    player = visitor(size, color_scheme=look, locale=locale)
    page, api = player.page, player.api
    name = f"{locale}-{size[0]}"
    page.goto("/#/you")
    page.locator("a[href$='/notifications']").last.click()
    page.locator("#mail").fill(f"{name}@home.example".lower())
    page.locator("[data-act='add-mail']").click()
    expect(page.locator("[data-channel]")).to_have_attribute("data-state", "waiting")
    look_at(page, f"notifications-waiting-{name}")

    mailbox = page.locator("[data-act='mailbox']").get_attribute("href")
    link = f"[data-mail]:has-text('{name.lower()}@home.example') a[href*='/mail/{{}}/']"

    def open_link(part):
        """Wait for the newest mail, and open its link."""
        eventually(lambda: page.goto(mailbox) and page.locator(link.format(part)).count())
        shoot(page, f"mailbox-{name}")
        page.goto(page.locator(link.format(part)).first.get_attribute("href"))
        look_at(page, f"mail-{part}-{name}")

    open_link("confirm")
    assert api.get("me/channels").json()["channels"][0]["confirmed"] is False
    page.locator("[data-act='mail']").click()
    expect(page.locator("[data-act='mail']")).to_have_count(0)
    shoot(page, f"mail-confirmed-{name}")
    page.locator("a[href='/#/notifications']").last.click()
    expect(page.locator("[data-channel]")).to_have_attribute("data-state", "on")

    page.locator("[data-act='try-channel']").click()
    page.locator(".toast").wait_for()
    page.locator("[data-channel] summary").first.click()
    page.locator("[name='what']").select_option("turns")
    page.locator("[name='digest']").select_option("daily")
    page.locator("[name='hour']").select_option("19")
    page.locator("[name='quiet']").uncheck()
    look_at(page, f"notifications-settings-{name}")
    with page.expect_response(lambda answer: answer.request.method == "PATCH"):
        page.locator("[data-act='save-channel']").click()
    channel = api.get("me/channels").json()["channels"][0]
    assert (channel["digest"], channel["digest_hour"], channel["quiet_hours"]) == ("daily", 19, None)
    assert "your_turn" in channel["notifications"]

    open_link("unsubscribe")
    assert api.get("me/channels").json()["channels"][0]["on"] is True
    page.locator("[data-act='mail']").click()
    expect(page.locator("[data-act='mail']")).to_have_count(0)
    page.locator("a[href='/#/notifications']").last.click()
    expect(page.locator("[data-channel]")).to_have_attribute("data-state", "off")
    page.locator("[data-act='switch-channel']").click()
    expect(page.locator("[data-channel]")).to_have_attribute("data-state", "on")
    page.locator("[data-act='remove-channel']").click()
    expect(page.locator("[data-channel]")).to_have_count(0)

    assert api.get("me/channels").json()["channels"] == []


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_webhook_of_chosen_events(visitor, look_at, size):
    """The page shows its secret once. It receives the ticked events, and lists its deliveries."""
    player = visitor(size)
    page, api = player.page, player.api
    page.goto("/#/notifications")
    page.locator("#webhook").fill("https://club.example/chkobba")
    page.locator("[data-act='add-webhook']").click()
    expect(page.locator("#once-secret")).to_have_value(re.compile("^whsec_"))
    look_at(page, f"notifications-webhook-{size[0]}")
    page.locator("[data-channel] summary").first.click()
    expect(page.locator("[data-zone='kinds']")).to_be_hidden()
    page.locator("[name='what']").select_option("own")
    ticked = page.locator("[data-zone='kinds'] input")
    for box in ticked.all():
        box.set_checked(box.get_attribute("value") in ("your_turn", "rematch"))
    look_at(page, f"notifications-kinds-{size[0]}")
    with page.expect_response(lambda answer: answer.request.method == "PATCH"):
        page.locator("[data-act='save-channel']").click()
    assert api.get("me/channels").json()["channels"][0]["notifications"] == ["your_turn", "rematch"]

    page.reload()
    expect(page.locator("[data-channel]")).to_have_attribute("data-state", "on")
    expect(page.locator("#once-secret")).to_have_count(0)
    page.locator("[data-channel] summary").first.click()
    expect(page.locator("[data-zone='kinds'] input:checked")).to_have_count(2)
    page.locator("[data-zone='log'] summary").click()
    expect(page.locator("[data-zone='log'] li")).to_have_text("Nothing in the last seven days.")
    page.locator("[data-act='try-channel']").click()
    expect(page.locator(".toast")).to_have_text("The test could not be delivered: the receiver did not answer.")


def test_the_address_of_a_calendar(visitor, shoot):
    """The page shows it once, renews it, and ends it."""
    player = visitor(PHONE)
    page, api = player.page, player.api
    page.goto("/#/notifications")
    page.locator("[data-zone='calendar'][data-on='false'] [data-act='renew-calendar']").click()
    page.locator("[data-zone='calendar'][data-on='true']").wait_for()
    first = page.locator("#once-calendar").input_value()
    shoot(page, "notifications-calendar")
    assert httpx.get(first).text.startswith("BEGIN:VCALENDAR")

    page.locator("[data-act='renew-calendar']").click()
    expect(page.locator("#once-calendar")).not_to_have_value(first)
    assert httpx.get(first).status_code == 404
    page.locator("[data-act='end-calendar']").click()
    page.locator("[data-zone='calendar'][data-on='false']").wait_for()
    assert api.get("me/calendar-feed").json()["on"] is False
