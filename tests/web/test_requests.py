"""Requests of the page, and what it keeps after refusals."""

from __future__ import annotations

import json

import pytest

from tests.web.files import DOCUMENT, each_in_node, run_in_node

pytestmark = pytest.mark.node

JOIN = """
const said = [];
globalThis.document = {
  createElement: () => ({
    append: () => {}, setAttribute: () => {}, addEventListener(type, then) { this[type] = then; }, remove: () => {},
    showModal() { this.returnValue = given.chosen; this.close(); },
  }),
  createTextNode: (text) => text,
  body: { append: () => {} },
};
const answers = [[409, { code: "on_vacation", ...given.refused }], [201, { id: 1 }]];
globalThis.fetch = async (path, { body }) => {
  said.push(JSON.parse(body));
  const [status, answer] = answers.shift();
  return new Response(JSON.stringify(answer), { status });
};
said.push(await post("matches", { game: "chkobba" }).catch(({ code }) => code));
return said;
"""


def test_a_player_on_vacation_is_asked_and_sits_down_all_the_same():
    """The page asks the player, and joins with ``despite_vacation``.

    It shows the error after "no" or for a second vacation.
    """
    until, first = {"until": "2026-11-28T00:00:00Z"}, {"game": "chkobba"}
    cases = [
        {"refused": refused, "chosen": chosen} for refused, chosen in ((until, "sit"), (until, "close"), ({}, "sit"))
    ]
    again = {**first, "despite_vacation": True}

    told = each_in_node('const { post } = await import("./server/api.js");', JOIN, cases)
    assert told == [[first, again, {"id": 1}], [first, "on_vacation"], [first, "on_vacation"]]


FEED = """
const asked = [];
globalThis.fetch = async (path) => {
  asked.push(path);
  const refused = path.includes("tables");
  const answer = refused ? { code: "invalid" } : { entries: [1] };
  return new Response(JSON.stringify(answer), { status: refused ? 400 : 200 });
};
const { feedOf } = await import("./server/feed.js");
const { entries } = await feedOf("m", "after=3", {});
console.log(JSON.stringify({ asked, entries }));
"""


def test_a_process_of_the_release_before_is_asked_for_what_it_knows():
    """An older process refuses to send tables with the feed, so during an upgrade the page asks without them."""
    told = run_in_node(FEED)

    assert [path.rpartition("/")[2] for path in told["asked"]] == ["events?after=3&tables=true", "events?after=3"]
    assert told["entries"] == [1]


MOVE = """
globalThis.fetch = async () => new Response(JSON.stringify({ code: given[0] }), { status: given[1] });
outbox.put("1", { type: "pass" }, 7);
const said = await outbox.send("1", {}).catch(({ code }) => code);
return [said, outbox.waitingMove("1") !== null && outbox.waitingMove("1") !== undefined];
"""


def test_a_move_is_kept_while_it_may_still_fit():
    """A move is kept during a pause or an invalid token, and dropped once the table has changed."""
    prepare = 'globalThis.dispatchEvent = () => {};\nconst outbox = await import("./server/outbox.js");'
    told = each_in_node(prepare, MOVE, [("stale_version", 409), ("paused", 409), ("unauthenticated", 401)])

    assert told == [["stale_version", False], ["paused", True], ["unauthenticated", True]]


KEPT = """
globalThis.setInterval = globalThis.setTimeout = () => {};
globalThis.location = { hash: "", pathname: "/" };
globalThis.matchMedia = () => ({ matches: false });
const told = [];
Object.assign(document, {
  body: { append: (line) => told.push(line.textContent) }, querySelector: () => null, querySelectorAll: () => [],
});
globalThis.fetch = async () => new Response(JSON.stringify({ code: given[0] }), { status: given[1] });
outbox.put("1", { type: "pass" }, 7);
await start();
for (let turn = 0; turn < 100; turn += 1) await new Promise(setImmediate); // the answer is read meanwhile
return [told.length, Boolean(outbox.waitingMove("1"))];
"""


def test_a_move_is_too_late_only_when_it_is_dropped():
    """The page tells that a move came too late when it drops the move, and not while it keeps the move for later."""
    prepare = """
globalThis.dispatchEvent = () => {};
const outbox = await import("./server/outbox.js");
await (await import("./language/texts.js")).loadTexts();
const { start } = await import("./app.js");
"""
    told = each_in_node(DOCUMENT + prepare, KEPT, [("stale_version", 409), ("paused", 409), ("unauthenticated", 401)])

    assert told == [[1, False], [0, True], [0, True]]


REFUSED = """
globalThis.document = { title: "" };
const store = await import("./browser/store.js");
const { loadPlayer } = await import("./player/player.js");
store.token.set("kept");
store.me.set({ id: "1", nickname: "Amel" });
globalThis.dispatchEvent = ({ type }) => events.push(type);
const [events, said] = [[], []];
for (const [status, body] of %s) {
  globalThis.fetch = async () => new Response(body, { status });
  said.push([await loadPlayer(), store.token.get(), store.me.get()?.nickname]);
}
console.log(JSON.stringify({ said, events }));
"""


def test_no_answer_ends_a_guest():
    """A refusal is announced, an error of a gateway is not; token and player are kept in both cases."""
    refusal = json.dumps({"code": "unauthenticated", "detail": "You need a valid token"})
    answers = [[401, refusal], [401, "{}"], [502, "<html>"], [404, "{}"]]

    seen = run_in_node(REFUSED % json.dumps(answers))

    assert seen == {"said": [[True, "kept", "Amel"]] * 4, "events": ["refused"] * 2}


WRITTEN = """
const { sendMessage, textForm } = await import("./parts/writing.js");
const elements = [];
globalThis.document.createElement = () => {
  const made = {
    value: "", append: () => {}, setAttribute: () => {}, addEventListener(type, then) { this[type] = then; },
  };
  elements.push(made);
  return made;
};
Object.assign(document, { body: { append: () => {} }, querySelectorAll: () => [] });
globalThis.setTimeout = () => {};
const [sent, seen] = [[], []];
let settle;
globalThis.fetch = (path, { headers, body }) => new Promise((resolve, reject) => {
  sent.push([JSON.parse(body).message.text, headers["Idempotency-Key"]]);
  settle = { accept: () => resolve(Response.json({})), lose: () => reject(new TypeError()) };
});
const look = async () => { throw new Error("offline"); };
const form = textForm("text", (message) => sendMessage("matches/1/chat", message, look));
const input = elements.find((one) => !one.submit);
const steps = [["First", "lose", ""], ["First", "accept", "Second"], ["First", "lose", "Third"]];
for (const [text, outcome, later] of steps) {
  input.value = text;
  const done = form.submit({ preventDefault: () => {} });
  seen.push(input.value);
  input.value = later;
  settle[outcome]();
  await done;
  seen.push(input.value);
}
const [first, second, third] = sent.map(([, key]) => key);
console.log(JSON.stringify({ seen, texts: sent.map(([text]) => text), keys: [first === second, second === third] }));
"""


def test_a_text_leaves_its_field_at_once_and_comes_back_when_it_was_not_accepted():
    """Later text stays. A repetition after a lost answer has the same key, and a new message has a new one."""
    assert run_in_node(DOCUMENT + WRITTEN) == {
        "seen": ["", "First", "", "Second", "", "First\nThird"],
        "texts": ["First"] * 3,
        "keys": [True, False],
    }


SAVED = """
const { savingDialog } = await import("./parts/saving.js");
const made = [];
const closing = [];
globalThis.document.createElement = (name) => {
  const one = {
    name, dataset: {}, style: {}, parts: [], open: true,
    setAttribute(key, value) { key === "data-act" ? (this.dataset.act = value) : (this[key] = value); },
    addEventListener(type, then) { this[type === "close" ? "closed" : type] = then; },
    append(...parts) { this.parts.push(...parts); },
    closest: () => made.find((other) => other.name === "dialog"),
    querySelector: (selector) => made.find(({ role }) => selector === "[role=alert]" && role === "alert") ?? {},
    focus() { this.focused = true; },
    remove: () => {}, showModal: () => {},
    close(act) { Object.assign(this, { open: false, returnValue: act }); this.closed(); },
  };
  made.push(one);
  return one;
};
globalThis.document.createTextNode = (text) => text;
globalThis.document.body = { append: () => {} };
const outcomes = [() => { throw new Error("lost"); }, () => {}];
const saved = savingDialog("Note", [], [["Keep", "keep"], ["Close", "close"]], async () => outcomes.shift()());
const [keep, box, alert] = ["button", "dialog", "p"].map((name) => made.find((one) => one.name === name));
const seen = [];
for (const round of [1, 2]) {
  await keep.click({ currentTarget: keep });
  seen.push([box.open, alert.textContent, keep.disabled]);
}
console.log(JSON.stringify({ seen, focused: keep.focused, saved: await saved }));
"""


def test_a_dialog_stays_until_its_text_is_saved():
    """After an error the dialog shows the error, and the player can press the button again."""
    assert run_in_node(DOCUMENT + SAVED) == {
        "seen": [[True, "lost", False], [False, "", True]],
        "focused": True,
        "saved": "keep",
    }


STORED = """
const { withLatest } = await import("./browser/store.js");
let remembered = {};
for (let number = 0; number < 60; number += 1) {
  remembered = withLatest(remembered, `match-${number}`, number, 50);
}
remembered = withLatest(remembered, "match-15", "again", 50);
console.log(JSON.stringify(remembered));
"""


def test_the_oldest_are_forgotten_and_never_the_newest():
    """The oldest entries are dropped when there are more than fit; the last used one counts as the newest."""
    kept = run_in_node(STORED)

    assert list(kept) == [f"match-{number}" for number in range(10, 60) if number != 15] + ["match-15"]
    assert kept["match-59"] == 59
