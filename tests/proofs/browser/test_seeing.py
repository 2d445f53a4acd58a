"""Events at a table can be seen: moving cards, marks, the last move in words, and the events of an absence."""

from __future__ import annotations

from itertools import pairwise

import pytest
from playwright.sync_api import expect

from tests.proofs.browser.table import SHEET, Player, boxes_of, new_match
from tests.proofs.browser.watching import DESKTOP, PHONE, TABLET
from tests.proofs.live.server import play_to_the_end, view_when

SIDEWAYS = (740, 360)

WATCH_CARDS = """() => {
  window.laid = [];
  const box = (element) => element.getBoundingClientRect().toJSON();
  new MutationObserver((changes) => changes.flatMap(({addedNodes}) => [...addedNodes]).forEach((ghost) => {
    if (!ghost.dataset?.laid) return;
    const captured = [...document.querySelectorAll(".felt [data-captured]")];
    const note = {card: ghost.dataset.laid, captured: captured.map(({dataset}) => dataset.card)};
    window.laid.push(note);
    const begun = ghost.getAnimations()[0]?.effect.getKeyframes()[0].transform;
    ghost.getAnimations()[0]?.finished.then(() => Object.assign(note, {
      begun,
      place: box(ghost),
      onto: captured.map(box),
      there: ghost.isConnected,
      lying: note.captured.every((card) => document.querySelector(`.felt [data-card="${card}"]`)),
    }));
  })).observe(document.body, {childList: true});
  window.marked = 0;
  const count = () => document.querySelectorAll(".pile[data-last]").length;
  new MutationObserver(() => window.marked = Math.max(window.marked, count()))
    .observe(document.querySelector(".board"), {childList: true, subtree: true, attributes: true});
}"""
"""Notes each card that is laid onto others: the places of all when it arrives. Notes marks of piles, too."""


WATCH_MOVERS = """() => {
  window.lit = new Set();
  new MutationObserver(() => document.querySelectorAll(".seat[data-moving=true]").forEach(({dataset}) =>
    window.lit.add(Number(dataset.seat)))).observe(document.querySelector(".board"), {childList: true, subtree: true});
}"""
"""Notes the highlighted seats."""


@pytest.fixture
def table(server):
    """Return a factory of a guest with a match against bots in which it is their turn."""

    def make(seats=2):
        guest = server.guest("Amel")
        bots = {str(seat): "medium" for seat in range(1, seats)}
        return guest, turn(guest, new_match(guest, seats=seats, bots=bots))

    return make


def turn(guest, match):
    """Wait until it is the player's turn; return the view."""
    return view_when(guest, match, lambda view: view["legal_moves"])


def play(guest, match, taking=False):
    """Make a move through the API, if possible and asked for one that captures; return its entries."""
    view = turn(guest, match["id"])
    legal = guest.get(f"matches/{match['id']}/legal-moves", params={"limit": 100}).json()["moves"]
    moves = [one["move"] for one in legal]
    move = max(moves, key=lambda one: bool(one.get("capture")) == taking)
    answer = guest.post(f"matches/{match['id']}/moves", json={"move": move, "expected_version": view["version"]})
    assert answer.is_success, answer.text
    return answer.json()["entries"]


def test_a_card_travels_onto_those_that_it_takes(browsers, table):
    """It comes from its seat and lies on them while they are still there; then all are gone, and the pile is marked."""
    guest, match = table()
    player = Player(browsers.open(reduced_motion="no-preference"), guest)
    player.come_back(pace="normal")
    page = player.page
    page.goto(f"/#/match/{match['id']}")
    assert player.wait_for_turn()
    page.evaluate(WATCH_CARDS)
    for _ in range(12):
        player.wait_for_turn()
        played = play(guest, match, taking=True)[0]["events"][0]
        if played["capture"]:
            break
    page.wait_for_function("() => window.laid.some(({there}) => there !== undefined)")
    laid = next(one for one in page.evaluate("window.laid") if "there" in one)

    assert laid["begun"].startswith("translate(")
    assert laid["begun"] != "translate(0px, 0px)"
    assert laid["there"]
    assert laid["lying"]
    assert any(overlap(laid["place"], one) for one in laid["onto"])
    expect(page.locator(".ghost")).to_have_count(0)
    page.wait_for_function("() => window.marked === 1")  # until the next move, which may have come by now


def overlap(one, other):
    """Return whether two boxes overlap."""
    return (
        one["left"] < other["right"]
        and other["left"] < one["right"]
        and one["top"] < other["bottom"]
        and other["top"] < one["bottom"]
    )


def test_who_wants_no_motion_sees_the_card_lie_there(browsers, table):
    """No card flies; the card is on the captured ones at once, and rests."""
    guest, match = table()
    player = Player(browsers.open(), guest)
    player.come_back(pace="fast")
    page = player.page
    page.goto(f"/#/match/{match['id']}")
    assert player.wait_for_turn()
    page.evaluate(WATCH_CARDS)
    for _ in range(12):
        player.wait_for_turn()
        if play(guest, match, taking=True)[0]["events"][0]["capture"]:
            break
    page.wait_for_function("() => window.laid.length > 0")

    assert "begun" not in page.evaluate("window.laid")[0]


def test_a_tap_skips_a_step_and_the_mover_is_lit_meanwhile(browsers, table):
    """On a clock that the test moves, three bots would take at least 5 s; with taps all shows within 2.4 s."""
    guest, match = table(seats=4)
    page = browsers.open()
    player = Player(page, guest)
    player.come_back(pace="slow")
    page.clock.install()
    page.goto(f"/#/match/{match['id']}")
    assert player.wait_for_turn()
    page.clock.pause_at(page.evaluate("Date.now() / 1000 + 2"))
    page.evaluate(WATCH_MOVERS)
    play(guest, match)
    turn(guest, match["id"])
    expect(player.table).to_have_attribute("data-stepping", "true")
    for _ in range(40):
        if player.table.get_attribute("data-my-turn") == "true":
            break
        page.locator(".felt").click(position={"x": 8, "y": 8})
        page.clock.run_for(60)

    expect(player.table).to_have_attribute("data-my-turn", "true")
    assert {1, 2, 3} <= set(page.evaluate("[...window.lit]"))


@pytest.mark.parametrize("size", [PHONE, SIDEWAYS, TABLET, DESKTOP], ids=["phone", "sideways", "tablet", "desktop"])
def test_the_last_move_stands_beside_the_felt(browsers, table, size):
    """It names the player and the cards; the laid card has a mark."""
    guest, match = table()
    player = Player(browsers.open(size), guest)
    player.sit_down(match["id"])
    play(guest, match)
    view = turn(guest, match["id"])
    page = player.page
    line = page.locator("[data-zone='last-move']")
    expect(line).to_contain_text("Bot Hédi")
    expect(player.table).to_have_attribute("data-version", str(view["version"]))
    last = [entry for entry in view["last_moves"] if entry["seat"] == 1][-1] if "last_moves" in view else None
    [box], [felt] = boxes_of(page, "[data-zone='last-move']"), boxes_of(page, ".felt")

    assert last is None or line.get_attribute("data-version") == str(last["version"])
    assert abs(box["y"] - (felt["y"] + felt["height"])) < 40
    assert box["y"] + box["height"] <= size[1]
    assert page.locator(".felt [data-last], .pile[data-last]").count() == 1


def test_since_you_were_here(browsers, table):
    """A player who returns reads what the others did meanwhile, and can replay it step by step."""
    guest, match = table()
    player = Player(browsers.open(), guest)
    player.sit_down(match["id"])
    assert player.wait_for_turn()
    page = player.page
    expect(page.locator("[data-zone='since']")).to_have_count(0)
    page.goto("/#/rules")
    play(guest, match)
    play(guest, match)
    view = turn(guest, match["id"])
    page.goto(f"/#/match/{match['id']}")
    since = page.locator("[data-zone='since']")
    since.locator("summary").click()
    expect(since.locator("li")).to_have_count(int(since.get_attribute("data-count")))
    expect(since).to_contain_text("Bot Hédi")
    page.evaluate("""() => {
      window.seen = new Set();
      const look = () => window.seen.add(document.querySelector(".hand").childElementCount);
      new MutationObserver(look).observe(document.querySelector(".board"), {childList: true});
    }""")
    page.locator("[data-act='show-since']").click()

    expect(since).to_have_count(0)
    page.wait_for_function("() => window.seen.size > 1")
    expect(player.table).to_have_attribute("data-stepping", "false")
    expect(player.table).to_have_attribute("data-version", str(view["version"]))
    assert player.wait_for_turn()


def test_bots_have_names_and_faces_and_partners_a_colour(browsers, table):
    """No two players at a table have equal names or faces, and both seats of a side have its colour."""
    guest, match = table(seats=4)
    player = Player(browsers.open(), guest)
    player.sit_down(match["id"])
    assert player.wait_for_turn()
    page = player.page
    names = page.locator(".seat-name").all_inner_texts()
    faces = page.locator(".seat [data-avatar]").evaluate_all("all => all.map((one) => one.innerHTML)")
    colours = page.evaluate("""() => Object.fromEntries([...document.querySelectorAll(".seat")].map((seat) =>
      [seat.dataset.seat, getComputedStyle(seat.querySelector(".ring")).boxShadow]))""")

    assert sorted(names) == ["Amel", "Bot Hédi", "Bot Mouna", "Bot Salah"]
    assert len(set(faces)) == 4
    assert colours["0"] == colours["2"] != colours["1"] == colours["3"]


TOLD = """async (by) => {
  const { line } = await import("/static/web/table/history/story.js");
  const kind = await import("/static/web/kinds/fishing.js");
  const seats = ["Amel", "Sami"].map((name, number) => ({number, side: number, kind: "player", name}));
  const event = {type: "played", seat: 0, card: "7D", capture: ["7H"], sweep: false};
  const entry = {version: 5, seat: 0, by, events: [event]};
  return [0, 1].map((seat) => line(event, entry, {you: {seat}, seats}, kind, {}).textContent);
}"""


@pytest.mark.parametrize(
    ("by", "own", "other"),
    [
        ("player", "You take", "Amel takes"),
        ("timeout", "The clock, for you, takes", "Amel takes"),
        ("bot", "A bot, for you, takes", "Amel takes"),
    ],
)
def test_what_was_played_for_somebody_is_not_told_as_theirs(browsers, by, own, other):
    """The player reads that the server moved for them."""
    page = browsers.open()
    page.goto("/#/rules", wait_until="networkidle")
    to_amel, to_sami = page.evaluate(TOLD, by)

    assert to_amel.startswith(own)
    assert to_sami.startswith(other)


def test_the_story_of_who_waited(visitor, server):
    """A player who sat in the room from the beginning reads who came, and how the cards were dealt."""
    player = visitor()
    match = new_match(player.api)
    player.sit_down(match)
    player.page.locator("[data-act='share-code']").wait_for()
    server.guest("Sami").post(f"matches/{match}/join", json={})
    story = player.page.locator("[data-zone='story']")

    expect(story).to_contain_text("Sami joined.")
    expect(story).to_contain_text("Round 1. Dealer:")
    expect(story).to_contain_text("Cards were dealt.")


def test_a_score_sheet_opens_at_its_top_and_holds_long_names(browsers, server, shoot):
    """Four names of 24 letters, two of them in Arabic, on a small phone: each shows in full without overlaps."""
    names = [
        "Wwwwwwwwwwwwwwwwwwwwwwww",
        "الشيخ عبد الرحمن التونسي",
        "Mmmmmmmmmmmmmmmmmmmmmmmm",
        "فاطمة الزهراء بنت محمد ع",
    ]
    guests = [server.guest(name) for name in names]
    match = new_match(*guests, game="scopa", seats=4, options={"target": 1}, visibility="public")
    play_to_the_end(guests, {"id": match})
    player = Player(browsers.open((360, 740)))
    player.page.remove_locator_handler(player.page.locator(SHEET))
    player.page.goto(f"/#/match/{match}")  # a page of no player, so that all four have their names
    player.page.locator(".outcome [data-act='scores']").click()
    sheet = player.page.locator(SHEET)
    sheet.wait_for()
    shoot(player.page, "scores-360-long-names")

    assert sheet.evaluate("sheet => sheet.scrollTop") == 0
    assert sheet.evaluate("sheet => sheet.contains(document.activeElement)")
    headings = sheet.locator("thead th").evaluate_all(
        "cells => cells.map((th) => ({...th.getBoundingClientRect().toJSON(), cut: th.scrollWidth - th.clientWidth}))"
    )
    assert len(headings) == len({round(box["left"]) for box in headings})
    assert all(box["cut"] <= 0 for box in headings)
    assert all(before["right"] <= after["left"] + 1 for before, after in pairwise(headings))
    assert sheet.locator(".sheet-frame").evaluate("frame => frame.scrollWidth - frame.clientWidth") <= 0
    assert "rtl" not in player.page.locator("[data-zone='story'] li").evaluate_all(
        "lines => lines.map((line) => getComputedStyle(line).direction)"
    )
    wide = "elements => elements.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent)"
    assert player.page.locator(".outcome, .story-lines, .story-lines li").evaluate_all(wide) == []
    assert player.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
