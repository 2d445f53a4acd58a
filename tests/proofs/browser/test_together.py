"""Two people at one table, each with their own browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.proofs.browser.table import OVER, Player, new_match

NO_LINE = "ERR_INTERNET_DISCONNECTED"


@pytest.fixture
def amel_and_sami(browsers, server):
    """Return two players at a table: one made it, the other came by the link with the room code."""
    amel, sami = Player(browsers.open()), Player(browsers.open())
    for player in (amel, sami):
        player.remember(pace="none")
    amel.page.goto("/")
    amel.page.locator("#nickname").fill("Amel")
    amel.page.locator("[data-act='make-table']").click()
    amel.page.locator("#game").select_option("chkobba")
    amel.page.locator("[data-act='create']").click()
    code = amel.page.locator("[data-code]").get_attribute("data-code")
    sami.page.goto(f"/#/join/{code}")
    sami.page.locator("#nickname").fill("Sami")
    sami.page.locator("[data-act='join']").click()
    sami.page.locator("[data-zone='invitation'] dd").first.wait_for()
    sami.page.locator("[data-act='join']").click()
    amel.come_in(server)
    sami.come_in(server)
    sami.table.wait_for()
    return amel, sami


def test_a_reload_and_a_lost_connection(browsers, amel_and_sami):
    """After any fault of a browser, both see the same table; a move made offline is made once."""
    amel, sami = amel_and_sami
    play_in_turn(amel, sami, 3)

    amel.page.reload()
    play_in_turn(amel, sami, 2)

    browsers.expect(NO_LINE)
    mover, waiter = by_turn(amel, sami)
    cards = len(mover.view()["table"]["hand"])
    mover.page.context.set_offline(True)
    mover.start_a_move()
    expect(mover.table).to_have_attribute("data-connection", "lost")
    mover.page.context.set_offline(False)
    assert waiter.wait_for_turn()
    assert len(mover.view()["table"]["hand"]) == cards - 1
    expect(mover.table).to_have_attribute("data-connection", "ok")

    mover, waiter = by_turn(amel, sami)
    waiter.page.context.set_offline(True)
    mover.make_a_move()
    expect(waiter.table).to_have_attribute("data-connection", "lost")
    waiter.page.context.set_offline(False)
    assert waiter.wait_for_turn()

    resign(sami)
    for player in (amel, sami):
        player.page.locator(OVER).wait_for()
        expect(player.table).to_have_attribute("data-version", str(player.view()["version"]))


def by_turn(amel, sami):
    """Return the player to act and the other one, once the pages show the turn."""
    mover, waiter = (amel, sami) if amel.view()["legal_moves"] else (sami, amel)
    assert mover.wait_for_turn()
    return mover, waiter


def play_in_turn(amel, sami, moves):
    """Make some moves, each by the player to act."""
    for _ in range(moves):
        mover, _ = by_turn(amel, sami)
        mover.make_a_move()


def resign(player):
    """Resign by the menu."""
    for act in ("menu", "resign", "resign-now"):
        player.page.locator(f"[data-act='{act}']").click()


def test_who_is_invited_chooses_a_picture_and_reads_what_was_agreed(browsers, server):
    """The page uses words, no keys of the API; it asks the host nothing."""
    api = server.guest("Amel")
    wish = {"game": "chkobba", "seats": 2, "options": {"courts": "qjk", "target": 11}}
    match = api.post("matches", json=wish).json()
    page = browsers.open()
    page.goto(f"/#/join/{match['code']}")
    page.locator("#nickname").fill("Sami")
    page.locator("[data-avatar='owl']").first.check(force=True)
    page.locator("[data-act='join']").click()
    page.locator("[data-zone='invitation'] dd").first.wait_for()
    page.locator("[data-act='join']").click()
    agreed = page.locator("[data-zone='options']")

    expect(agreed.locator("[data-option='courts'] dd")).to_have_text("Queen 8, jack 9, king 10")
    expect(agreed.locator("[data-option='target'] dd")).to_have_text("11")
    assert "qjk" not in page.locator("main").inner_text()
    assert [seat["avatar"] for seat in api.get(f"matches/{match['id']}").json()["seats"]][1] == "owl"


def test_resigning_is_not_what_is_offered_first(amel_and_sami):
    """The focus is on “Cancel”, in the colour of the main action; after the match it is on the rematch."""
    amel, sami = amel_and_sami
    amel.page.locator(".table-page[data-status='running']").wait_for()  # with its own menu
    for act in ("menu", "resign"):
        amel.page.locator(f"[data-act='{act}']").click()
    expect(amel.page.locator("[data-act='keep-playing']")).to_be_focused()
    colour = "(button) => getComputedStyle(button).backgroundColor"
    give_up = amel.page.locator("[data-act='resign-now']")
    assert give_up.evaluate(colour) != amel.page.locator("[data-act='keep-playing']").evaluate(colour)
    give_up.click()
    sami.page.locator(OVER).wait_for()
    replay = sami.page.locator("[data-act='replay']")
    assert sami.page.locator("[data-act='rematch']").evaluate(colour) != replay.evaluate(colour)


def test_the_first_page_begins_with_what_waits(visitor, server):
    """Then come open tables, and separate from them tables to watch, a page at a time."""
    player = visitor()
    page, mine = player.page, new_match(player.api, bots={"1": "easy"})
    others = [server.guest(f"Sami {number}") for number in range(11)]
    room = {"game": "scopa", "seats": 2, "visibility": "public"}
    rooms = [other.post("matches", json=room).json()["id"] for other in others for _ in range(2)]
    played = new_match(others[0], bots={"1": "easy"}, visibility="public")
    page.goto("/")
    waiting, public, watch = (page.locator(f"[data-zone='{zone}']") for zone in ("waiting", "public", "watch"))
    page.reload()
    expect(waiting.locator(f"[data-match='{mine}']")).to_be_visible()
    expect(watch.locator(f"li[data-match='{played}']")).to_be_visible()

    assert page.locator("main section, main .way").first.get_attribute("data-zone") == "waiting"
    expect(public.locator("li.match-row")).to_have_count(20)
    assert public.locator(f"[data-match='{played}']").count() == 0
    public.locator("[data-act='more']").click()
    expect(public.locator(f"li[data-match='{rooms[0]}']")).to_be_visible()


def test_cards_are_chosen_by_their_numbers(visitor):
    """1 is the first card of the hand, Enter plays the selection, Escape clears it."""
    player = visitor()
    player.sit_down(new_match(player.api, bots={"1": "easy"}))
    assert player.wait_for_turn()
    page, version = player.page, player.version
    first = page.locator("[data-zone='hand'] .card").first
    card = first.get_attribute("data-card")
    legal = player.api.get(f"matches/{player.match_id}/legal-moves", params={"limit": 100}).json()["moves"]
    move = next(one["move"] for one in legal if one["move"].get("card") == card)
    page.keyboard.press("1")
    expect(first).to_have_attribute("data-chosen", "true")
    page.keyboard.press("Escape")
    expect(first).to_have_attribute("data-chosen", "false")
    page.keyboard.press("1")
    for taken in move.get("capture", []):
        chosen = page.locator(f"[data-zone='table'] [data-card='{taken}']")
        if chosen.get_attribute("data-chosen") == "false":  # the page selects the captures of the only move
            chosen.click()
    expect(page.locator("[data-zone='actions'] [data-act='play']")).to_have_count(1)
    page.keyboard.press("Enter")
    page.locator(f".table-page:not([data-version='{version}'])").wait_for()


def test_who_leaves_for_good_is_forgotten(visitor):
    """The page asks first; then browser and server forget the player."""
    player = visitor()
    page = player.page
    page.goto("/#/you")
    page.locator("[data-act='delete-me']").click()
    page.locator("dialog [data-act='now']").click()
    expect(page.locator("#come-in")).to_be_visible()

    assert page.evaluate("Object.values(localStorage).join()").count(player.api.token) == 0
    assert player.api.get("me").status_code == 401
