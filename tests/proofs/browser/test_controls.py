"""All controls of the current decision are in the window, in every state of every game and in every language."""

from __future__ import annotations

import pytest

from tests.proofs import FULL
from tests.proofs.browser.pictures import AT_REST
from tests.proofs.browser.table import SHEET, Player, at_turn, short_match

SIZES = {"phone": (360, 740), "sideways": (740, 360)}
LANGUAGES = ["en", "fr", "ar"]
SCREENS = [(language, size) for language in LANGUAGES for size in SIZES]
SAMPLE = [("fr", "phone"), ("ar", "sideways")]
"""The longest words, and right-to-left writing: without ``--full``, the test takes only these."""

TABLES = {
    "chkobba": {"game": "chkobba", "seats": 4, "options": {"cut": False}},
    "cirulla": {"game": "cirulla", "seats": 2},
    "camba": {"game": "camba", "seats": 4},
    "haggis": {"game": "haggis", "seats": 3},
}
LONG_NAME = "Mohamed Abdelaziz Ben Ali"[:24]


def play(card, **more):
    """Return a play of a card."""
    return {"type": "play", "card": card, **more}


def haggis(cards, *ways):
    """Return the plays of some cards, in each reading."""
    return [{"type": "play", "cards": cards, "as": way} for way in ways]


WISH = [play("G5", call="vojadzr", **{"class": number}) for number in range(1, 9)]
COLOURS = [play("G4", call="changes", colour=colour) for colour in "BGRY"]
CALLS = [play("G1", call=call) for call in ("camba", "take_two", "camba_sticks")]
TAKES = [play("7H", capture=["4S", "3D"]), play("7H", capture=["4C", "3D"]), play("7H", capture=["7D"])]
PACKET = ["7H", "AD", "2C"]
WILD = [{"type": "declare", "matta": rank} for rank in ("A", "2", "3", "4", "5", "6")]
WILDS = ["5G", "J", "Q", "K"]
WAYS = haggis(WILDS, "run:1:8", "run:1:7", "run:1:6", "run:1:5", "run:2:6", "run:2:5", "set:5")
BETS = [{"type": "bet", "bet": "little"}, {"type": "bet", "bet": "big"}, {"type": "pass"}]

DECISIONS = {
    "cut": ("chkobba", [{"type": "cut", "keep": True}, {"type": "cut", "keep": False}], {"cut_card": "7D"}, ()),
    "takes": ("chkobba", TAKES, {"hand": ["7H", "KC", "QC"], "table": ["4S", "4C", "3D", "7D"]}, ("7H", "4S")),
    "announce": ("cirulla", [*WILD, {"type": "pass"}], {"hand": PACKET}, ()),
    "draw": ("camba", [{"type": "draw"}], {"hand": ["B1"]}, ()),
    "keep": ("camba", [{"type": "pass"}, *CALLS], {"hand": ["G1"]}, ()),
    "call": ("camba", CALLS, {"hand": ["G1", "B2"]}, ("G1",)),
    "wish": ("camba", WISH, {"hand": ["G5", "B2", "R1", "Y7", "B8", "R8"]}, ("G5",)),
    "colour": ("camba", COLOURS, {"hand": ["G4", "B2"]}, ("G4",)),
    "bet": ("haggis", [*BETS, *WAYS], {}, ()),
    "ways": ("haggis", WAYS, {"hand": [*WILDS, *(f"{rank}Y" for rank in range(2, 11))]}, WILDS),
}
"""The moves at each table, and the cards that the player taps before choosing."""

UNTIL = "2030-01-01T08:00:00+00:00"
AGREED = {"until": UNTIL, "number": 1, "offered_by": 1, "agreed": [1, 0]}
AROUND = {
    "pause offered": {"pause": {"until": UNTIL, "offered_by": 1, "agreed": [1]}},
    "own pause": {"pause": {"until": UNTIL, "offered_by": 0, "agreed": [0]}},
    "pause end offered": {"pause": AGREED, "pause_end_offer": {"number": 3, "offered_by": 1, "agreed": [1]}},
    "own pause end": {"pause": AGREED, "pause_end_offer": {"number": 3, "offered_by": 0, "agreed": [0]}},
    "end offered": {"end_offer": {"how": "as_it_stands", "offered_by": 1, "agreed": [1]}},
    "own end": {"end_offer": {"how": "no_result", "offered_by": 0, "agreed": [0]}},
    "undo offered": {"undo_offer": {"version": 3, "offered_by": 1, "agreed": [1]}},
    "own undo": {"undo_offer": {"version": 3, "offered_by": 0, "agreed": [0]}},
}
"""Offers beside the decision of the player."""

DIALOGS = {
    "pause": ["offer-pause", "close"],
    "resign": ["resign-now", "offer-end", "keep-playing"],
    "scores": ["close"],
    "look": ["close"],
    "plan": ["close", "keep-plan"],
    "report": ["close"],
}
"""Dialogs of the menu, with the control that closes each."""

OUTSIDE = """([within, scrolls]) => {
  const named = (one) => `${one.dataset.act ?? one.tagName} ${one.textContent.trim()}`;
  const seen = [...document.querySelectorAll(within)].filter((one) => one.checkVisibility() && !one.matches(".card"));
  const out = seen.filter((one) => {
    if (scrolls) one.scrollIntoView({ block: "nearest" });
    const box = one.getBoundingClientRect();
    const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    const at = document.elementFromPoint(x, y);
    const inside = box.left >= -1 && box.top >= -1 && box.right <= innerWidth + 1 && box.bottom <= innerHeight + 1;
    const hidden = !at || !(one.contains(at) || at.contains(one) && at.matches("a, button, label"));
    const ends = [box.top + 2, box.bottom - 2].map((edge) => document.elementFromPoint(x, edge));
    const clipped = ends.some((end) => !end || !(one.contains(end) || end.contains(one)));
    return !inside || hidden || clipped;
  });
  return [seen.length > 0, out.map(named), document.documentElement.scrollWidth - innerWidth];
}"""
"""Returns the controls that a finger does not reach at once: outside the window, covered, or cut off."""
CONTROLS = ":is(button, a, select, input, summary, textarea)"
AT_TABLE = f".play {CONTROLS}"


@pytest.fixture(scope="module")
def tables(server):
    """Return a guest with a match of each kind in which it is their turn, and one that is over."""
    guest = server.guest(LONG_NAME)
    made = {name: at_turn(guest, **wish) for name, wish in TABLES.items()}
    return guest, {**made, "over": short_match(guest, "cirulla")["id"]}


VISIT = """(address) => {
  history.pushState(null, "", address);
  dispatchEvent(new PopStateEvent("popstate"));
}"""
"""Opens a page as a link does."""


class Shown:
    """A page that shows a match with some of the server's view changed for the test."""

    def __init__(self, page, api, matches):
        self.page, self.api, self.matches = page, api, matches
        self.changes = {}
        for match in matches.values():
            page.route(f"**/api/v1/matches/{match}", self.fulfil)

    def fulfil(self, route):
        view = self.api.get(route.request.url).json()
        table = {**view["table"], **self.changes.get("table", {})}
        route.fulfill(json={**view, **self.changes, "table": table})

    def show(self, name, **changes):
        """Leave the table for another page, and open one with changes.

        The hundred modules of the page are loaded once for all states: they take a slow machine seconds.
        """
        self.changes = changes
        self.page.evaluate(VISIT, "/#/rules")
        self.page.locator(".table-page").wait_for(state="detached")
        self.page.evaluate(VISIT, f"/match/{self.matches[name]}")
        self.page.locator(".table-page[data-version] .menu").wait_for()

    def outside(self, within=AT_TABLE, *, scrolls=False):
        """Return the controls that a finger does not reach."""
        self.page.evaluate(AT_REST)
        there, out, over = self.page.evaluate(OUTSIDE, [within, scrolls])
        return out if there and over <= 0 else ["nothing is there, or the page is too wide", *out]


@pytest.fixture(params=SCREENS if FULL else SAMPLE, ids="-".join)
def shown(request, browsers, tables):
    """Return a page in a language and a size."""
    language, size = request.param
    guest, matches = tables
    player = Player(browsers.open(SIZES[size], has_touch=True), guest)
    player.come_back(pace="none", language=language, asked=True, recovery="later")
    player.page.remove_locator_handler(player.page.locator(SHEET))
    player.page.goto("/#/rules")
    return Shown(player.page, guest, matches)


NAMES = ["Amel", "Mohamed Amine", "Mohamed Ali"]
CLIPPED = """() => [...document.querySelectorAll(".play :is(.seat-name, .board-name)")]
  .filter((one) => one.checkVisibility() && one.scrollHeight > one.clientHeight + 2).map((one) => one.textContent)"""
OVER_ONE_ANOTHER = """() => {
  const boxes = [".haggis-left", ".combination > p", ".combination-cards .card"].map((one) =>
    document.querySelector(one).getBoundingClientRect());
  return boxes.slice(1).map((box, index) => Math.max(0, Math.round(boxes[index].bottom - box.top)) > 2);
}"""


OUT_OF_THE_FELT = """() => {
  const felt = document.querySelector(".felt").getBoundingClientRect();
  return [...document.querySelectorAll(".felt :is(p, .card)")]
    .filter((one) => one.checkVisibility() && one.getBoundingClientRect().bottom > felt.bottom)
    .map((one) => one.textContent);
}"""


def test_three_players_of_haggis_are_told_apart(shown, shoot):
    """Names that begin alike show in full, and nothing covers the last combination."""
    match = shown.api.get(f"matches/{shown.matches['haggis']}").json()
    seats = [{**seat, "kind": "player", "name": name} for seat, name in zip(match["seats"], NAMES, strict=True)]
    cards = [f"{rank}G" for rank in range(3, 9)]
    trick = [{"seat": 1, "cards": cards, "as": "run:1:8", "text": "a run of six from three to eight"}]
    shown.show("haggis", seats=seats, table={"trick": trick})
    shown.page.locator(".combination .card").first.wait_for()
    shoot(shown.page, f"haggis-names-{shown.page.viewport_size['width']}")

    assert shown.page.evaluate(CLIPPED) == []
    assert shown.page.evaluate(OVER_ONE_ANOTHER) == [False, False]


def legal(moves):
    """Return moves in the form of a view, each with a sentence of realistic length."""
    listed = [{"kind": move["type"], "move": move, "text": "Announce the seven of hearts and more."} for move in moves]
    kinds = [{"kind": kind, "label": kind, "count": 1} for kind in dict.fromkeys(move["type"] for move in moves)]
    return {"count": len(moves), "complete": True, "kinds": kinds, "moves": listed}


def test_every_control_is_in_the_window(shown, shoot):
    """The test shows the decisions of every game, offers beside them, the end, and the dialogs of the menu."""
    found = {}
    page = shown.page
    name = f"{page.viewport_size['width']}-{page.evaluate('navigator.language')}"
    for state, (table, moves, cards, taps) in DECISIONS.items():
        for what, around in {"": {}, **(AROUND if state in ("takes", "wish", "ways") else {})}.items():
            hand = cards.get("hand") and {"hand_counts": [len(cards["hand"])] * TABLES[table]["seats"]}
            seen = {"table": {**cards, **(hand or {})}, "legal_moves": legal(moves), "your_turn": True, **around}
            shown.show(table, **seen)
            for card in taps:
                tapped = page.locator(f":is([data-zone='hand'], [data-zone='table']) [data-card='{card}']")
                if tapped.first.get_attribute("data-chosen") != "true":
                    tapped.first.dispatch_event("click")
            if what:
                page.locator(".offered button").first.wait_for()
            page.locator("[data-zone='actions'] .choices button").first.wait_for(timeout=15_000)
            found[state, what] = shown.outside()
            if table == "haggis":
                assert page.evaluate(OVER_ONE_ANOTHER) == [False, False], what
                assert page.evaluate(OUT_OF_THE_FELT) == [], what
            shoot(page, f"controls-{name}-{state}-{what}")
    shown.show("over")
    page.locator(".outcome .primary").wait_for()
    found["over"] = shown.outside()
    shown.show("chkobba")
    for act, ends in DIALOGS.items():
        page.locator("[data-act='menu']").click()
        page.locator(".menu li").first.wait_for()
        found[act, "menu"] = shown.outside(f".menu li {CONTROLS}", scrolls=True)
        page.locator(f".menu [data-act='{act}']").click()
        page.locator("dialog[open]").wait_for()
        buttons = page.locator("dialog[open] .dialog-buttons button")
        assert buttons.evaluate_all("all => all.map((one) => one.dataset.act)") == ends
        if act == "plan":
            page.locator("[data-act='add-step']").click()
            found["a step"] = shown.outside("[data-zone='plan-step'] > .row button")
        found[act] = shown.outside("dialog[open] .dialog-buttons button")
        found[act, "all"] = shown.outside(f"dialog[open] {CONTROLS}", scrolls=True)
        page.keyboard.press("Escape")
        page.locator("dialog[open]").wait_for(state="detached")

    outside = {state: out for state, out in found.items() if out}
    assert outside == {}, outside
