"""Chat at the table: players read messages in their own language; muting, reporting, a note, and settings."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.proofs.browser.conftest import WCAG
from tests.proofs.browser.table import Player, new_match
from tests.proofs.browser.watching import DESKTOP, PHONE, Held

LYING = (740, 360)


@pytest.fixture
def match(two):
    """Return a match of two guests with free text."""
    return new_match(*two, free_text=True)


def at_table(page, guest, match):
    """Return the page of a player in the match, with the panel of the chat."""
    Player(page, guest).sit_down(match)
    page.locator("[data-zone='hand'] .card").first.wait_for()
    page.locator("[data-act='messages']").wait_for()
    return page


@pytest.mark.parametrize(
    ("size", "locale", "said"),
    [(PHONE, "fr-FR", "Bien joué\u202f!"), (LYING, "ar", "Well played!"), (DESKTOP, "en-GB", "Well played!")],
    ids=["phone-french", "lying-arabic", "desktop"],
)
def test_what_one_says_the_other_reads(browsers, two, look_at, match, size, locale, said):
    """It is marked as new while the panel is closed. Once opened, it is no longer new, and the player can answer."""
    amel, sami = two
    amel.post(f"matches/{match}/chat", json={"message": {"type": "phrase", "key": "well_played"}}).raise_for_status()
    page = at_table(browsers.open(size, locale=locale), sami, match)
    expect(page.locator("[data-zone='new-messages']")).to_be_visible()

    page.locator("[data-act='menu']").click()
    page.locator("[data-act='talk']").click()

    expect(page.locator("[data-zone='messages']")).to_contain_text(said)
    expect(page.locator("[data-zone='new-messages']")).to_be_hidden()
    page.locator("[data-act='react-clap']").click()
    expect(page.locator("[data-type='reaction']")).to_contain_text("👏")
    page.keyboard.press("Escape")
    look_at(page, f"talk-{size[0]}")
    assert [word["type"] for word in amel.get(f"matches/{match}/chat").json()["results"]] == ["reaction", "phrase"]


def test_free_text_is_allowed_under_you_and_written_at_the_table(browsers, two, match, accessible):
    """Then the player reports and mutes another, and unmutes them under You; a note is kept."""
    amel, sami = two
    amel.patch("me", json={"free_text": True}).raise_for_status()
    page = at_table(browsers.open(DESKTOP), sami, match)
    page.locator("[data-act='messages']").click()
    page.locator("[data-zone='talk'] a").click()
    page.locator("#free-text").check()
    expect(page.locator("[data-zone='talk']")).to_be_visible()
    accessible(page, WCAG)
    page.goto(f"/#/match/{match}")
    page.locator("[data-act='messages']").click()
    page.locator("#talk-text").fill("<b>Good evening</b>")
    page.locator("[data-act='send-message']").click()
    expect(page.locator("[data-type='text'] .said")).to_have_text("<b>Good evening</b>")

    amel.post(f"matches/{match}/chat", json={"message": {"type": "text", "text": "Rude"}}).raise_for_status()
    page.locator("[data-act='say-phrase']").click()
    page.locator("[data-act='about-word']").click()
    accessible(page, WCAG)
    page.locator("#talk-report").fill("Not nice")
    page.locator("[data-act='report-word']").click()
    expect(page.locator(".toast")).to_be_visible()
    assert sami.get(f"matches/{match}/reports").json()["reports"][0]["happened"] == "Not nice"
    page.locator("[data-act='about-word']").click()
    page.locator("[data-act='mute']").click()
    expect(page.locator("[data-zone='messages']")).not_to_contain_text("Rude")
    page.locator("[data-act='note']").click()
    page.locator("#talk-note").fill("Watch the sevens.")
    page.locator("[data-act='keep-note']").click()
    expect(page.locator(".toast").filter(has_text="Saved.")).to_be_visible()
    assert sami.get(f"matches/{match}/note").json()["text"] == "Watch the sevens."

    page.goto("/#/you/talk")
    page.locator("[data-act='unmute']").click()
    expect(page.locator("[data-act='unmute']")).to_have_count(0)
    assert sami.get("me/mutes").json()["players"] == []


def test_a_host_who_waited_alone_meets_those_who_join(visitor, server):
    """The chat panel comes when the first player takes a seat, and names each player who takes one later."""
    player = visitor()
    match = player.api.post("matches", json={"game": "haggis", "seats": 3}).json()
    with player.page.expect_response("**/web/table/chat.js"):  # the page has looked for company, and found none
        player.sit_down(match["id"])
    company = player.page.locator("[data-zone='company'] button")
    for count, name in enumerate(("Sami", "Karim"), start=1):
        server.guest(name).post("matches/join", json={"code": match["code"]}).raise_for_status()
        expect(company).to_have_count(count)


def test_what_is_written_while_a_message_is_sent_stays(browsers, two, match):
    """A message leaves the field at once; one that the server did not get comes back, before the newer text."""
    amel, sami = two
    for guest in two:
        guest.patch("me", json={"free_text": True}).raise_for_status()
    browsers.expect("ERR_FAILED")
    page = at_table(browsers.open(DESKTOP), sami, match)
    page.locator("[data-act='messages']").click()
    text, send = page.locator("#talk-text"), page.locator("[data-act='send-message']")
    late = Held(page, "**/chat")
    text.fill("First")
    send.click()
    expect(text).to_have_value("")
    text.fill("Second")
    for _ in range(2):
        page.locator("[data-act='say-phrase']").click()
    late.wait_for(3)
    late.let_go()
    expect(page.locator("[data-type='text'] .said")).to_have_text("First")
    expect(page.locator("[data-type='phrase']")).to_have_count(1)
    assert [route.request.response().status for route in late.routes] == [201] * 3
    assert len(amel.get(f"matches/{match}/chat").json()["results"]) == 2
    expect(text).to_have_value("Second")

    page.unroute("**/chat")
    lost = Held(page, "**/chat")
    send.click()
    expect(text).to_have_value("")
    text.fill("Third")
    lost.wait_for(1)
    lost.refuse()
    expect(text).to_have_value("Second\nThird")


def test_a_note_that_could_not_be_saved_stays_in_its_dialog(browsers, two, match):
    """The dialog shows the error, and the player can try again."""
    _, sami = two
    browsers.expect("ERR_FAILED")
    page = at_table(browsers.open(DESKTOP), sami, match)
    page.locator("[data-act='messages']").click()
    page.locator("[data-act='note']").click()
    note, keep = page.locator("#talk-note"), page.locator("[data-act='keep-note']")
    note.fill("Watch the sevens.")
    page.route("**/note", lambda route: route.abort())
    keep.click()
    expect(page.locator("dialog [role='alert']")).to_contain_text("does not answer")
    expect(note).to_have_value("Watch the sevens.")
    expect(keep).to_be_focused()
    page.unroute("**/note")
    keep.press("Enter")

    expect(page.locator("dialog")).to_have_count(0)
    assert sami.get(f"matches/{match}/note").json()["text"] == "Watch the sevens."
