"""Parts that modules draw: offers, ends, rows of matches, the ring of time, and the avatar of a newcomer."""

from __future__ import annotations

import pytest

from tests.web.files import DOCUMENT, each_in_node, run_in_node

pytestmark = pytest.mark.node

WITH_TEXTS = (
    DOCUMENT
    + """
const { loadTexts, loadLater } = await import("./language/texts.js");
const store = await import("./browser/store.js");
await loadTexts();
await loadLater();
"""
)
BOTS = [{"number": number, "side": number, "kind": "bot", "resigned": False} for number in range(3)]

END = """
const { kind, end, view, line } = given;
const { why, sheetLine } = await import(`./kinds/${kind}.js`);
const written = (said) => said && [said].flat(Infinity).map((part) => part.textContent ?? part).join("");
return [written(why(end, view)), written(sheetLine?.(line, end, view))];
"""


def test_a_page_says_why_a_match_has_ended():
    """A win by all coins has a text, and a single game of Čamba names the first player; lines name players."""
    view, camba = {"seats": BOTS, "you": {"seat": 0}}, {"kind": "camba", "end": {"places": [2, 0, 1]}}
    cases = [{"kind": "fishing", "end": {"cappotto": winner}, "line": None, "view": view} for winner in (1, None)]
    cases += [
        {**camba, "line": {"key": "third"}, "view": {**view, "totals": totals}} for totals in ([0, 0, 1], [1, 0, 1])
    ]

    coins, other, *games = each_in_node(f'{WITH_TEXTS}store.suits.set("italian");', END, cases)

    assert (coins[0], other[0]) == ("Bot Hédi took all ten coins: that wins at once.", None)
    assert games == [["First to get rid of all cards: Bot Mouna.", "Bot Hédi"], [None, "Bot Hédi"]]


OFFERS = """
const timers = [];
globalThis.setTimeout = (action, milliseconds) => timers.push([action, milliseconds]);
const asked = [];
const session = { view: given, matchId: "x", again: () => asked.push("match") };
const section = offered({ root: { isConnected: true }, session });
const left = given.pause ? Date.parse(given.pause.until) - Date.now() : 0;
const waits = timers.map(([, milliseconds]) => Math.abs(milliseconds - left) < 60_000);
timers.forEach(([action]) => action());
const acts = (part) => [part["data-act"], ...(part.parts ?? []).flatMap(acts)].filter(Boolean);
const said = section && section.parts[0].textContent;
return { said, acts: section && acts(section), waits, asked };
"""
PAUSE = {"until": "2999-01-01T00:00:00Z", "number": 1, "offered_by": 1, "agreed": [1]}


def test_an_offer_is_answered_until_it_lapses():
    """An offer to end the pause replaces the agreed pause; when an offer expires, the page reads the match again."""
    whole = {"seats": BOTS[:2], "you": {"seat": 0}, "paused_at": None, "pause": None, "pause_end_offer": None}
    around = {**whole, "paused_at": PAUSE["until"], "pause": {**PAUSE, "agreed": [1, 0]}}
    ends = [{"number": 3, "offered_by": seat, "agreed": [seat]} for seat in (1, 0)]
    cases = [{**around, "pause_end_offer": end} for end in (*ends, None)]
    cases += [{**whole, "pause": {**PAUSE, "until": until}} for until in (PAUSE["until"], "2000-01-01T00:00:00Z")]

    prepare = f'{WITH_TEXTS}const {{ offered }} = await import("./table/turn/offers.js");'
    asked, own, agreed, there, lapsed = each_in_node(prepare, OFFERS, cases)

    assert asked["said"] == "Bot Hédi offers to end the pause now."
    assert asked["acts"] == ["accept-pause_end", "decline-pause_end"]
    assert own["acts"] == ["withdraw-pause_end"]
    assert agreed["acts"] is None
    assert (there["acts"], there["asked"], there["waits"]) == (["accept-pause", "decline-pause"], ["match"], [True])
    assert (lapsed["acts"], lapsed["waits"]) == (None, [])


ROW = """
const [link] = matchRow(given, { href: ["match", "1"] }).parts;
return link.parts.filter((part) => part.class !== "match-seats").map((part) => part.textContent);
"""


def test_a_match_is_told_apart_by_the_opponent():
    """The opponent's name comes before the game; a finished match shows the player's own points first."""
    seats = [
        {"number": 0, "side": 0, "kind": "player", "player": 8, "name": "Karim", "avatar": "owl"},
        {"number": 1, "side": 1, "kind": "player", "player": 7, "name": "Amel", "avatar": "cat"},
    ]
    match = {"id": "1", "game": {"name": "Chkobba"}, "seats": seats, "to_act": 1, "due_at": None}
    over = {**match, "status": "finished", "result": {"winner": 1}, "totals": [4, 11]}
    prepare = f'{WITH_TEXTS}const {{ matchRow }} = await import("./parts/matchrow.js");\nstore.me.set({{ id: 7 }});'

    assert each_in_node(prepare, ROW, [{**match, "status": "running"}, over]) == [
        ["vs Karim · Chkobba", "Your turn"],
        ["vs Karim · Chkobba", "You won · 11 : 4"],
    ]


RING = """
const { arc } = await import("./table/board/seats.js");
const drawn = (turn) => Array.from({ length: turn + 1 }, (_, passed) => arc(turn - passed, turn));
const changes = (all) => all.filter((one, at) => at && JSON.stringify(one) !== JSON.stringify(all[at - 1])).length;
const [day, minute] = [drawn(86400), drawn(60)];
console.log(JSON.stringify({
  changes: changes(day), first: day[0], last: day.at(-1), late: day.at(-3600).class, begun: minute[0].class,
}));
"""


def test_the_ring_of_a_long_turn_moves_seldom():
    """In a day the ring is redrawn some 150 times; only short turns run smoothly."""
    told = run_in_node(RING)

    assert told["changes"] == 151  # 150 steps, and one change of colour
    assert told["first"] == {"class": "ring-time", "stroke-dasharray": "150 150"}
    assert told["last"] == {"class": "ring-time short", "stroke-dasharray": "0 150"}
    assert told["late"] == "ring-time short"
    assert told["begun"] == "ring-time smooth"


AVATAR = """
Math.random = () => given;
const { someAvatar } = await import(`./parts/avatars.js?${given}`);
return [someAvatar(), ((Math.random = () => 0.5), someAvatar())];
"""


def test_the_picture_of_a_newcomer_is_drawn_once():
    """The avatar is a random one of a person, and stays the same while the page is open."""
    assert each_in_node("", AVATAR, [0, 0.999]) == [["cat", "cat"], ["moon", "moon"]]


MESSAGES = """
const { messageList } = await import("./parts/messagelist.js");
const list = {
  clientHeight: 100, scrollHeight: 500, scrollTop: 0, contains: () => false,
  replaceChildren(...parts) { this.drawn = (this.drawn ?? 0) + 1; },
};
const draw = messageList(list, ({ text }) => text);
const places = [[[1]], [[1]], [[1], true], [[2, 1]]].map(([ids, removed]) => {
  draw(ids.map((id) => ({ id, removed, text: "Well played!" })));
  const place = list.scrollTop;
  list.scrollTop = 20;
  return [place, list.drawn];
});
console.log(JSON.stringify(places));
"""


def test_a_chat_stays_where_the_player_has_scrolled():
    """The list is drawn only after a change, and scrolls to its end only for a new message."""
    assert run_in_node(WITH_TEXTS + MESSAGES) == [[500, 1], [20, 1], [20, 2], [500, 3]]
