"""A match that the player leaves: nothing of it goes on over the next page."""

from __future__ import annotations

import pytest

from tests.web.files import DOCUMENT, each_in_node, run_in_node

pytestmark = pytest.mark.node

PREPARE = """
const store = await import("./browser/store.js");
const { Session } = await import("./table/session.js");
document.hidden = false;
globalThis.removeEventListener = () => {};
const view = { id: "m", version: 3, status: "running", table: { hand: [] }, seats: [], commitment: "c" };
const entry = { version: 4, seat: 1, events: [{ type: "played" }, { type: "round_ended" }], tables: [{}, {}] };
"""
LEFT = """
const calls = [];
let session;
const called = (name, result) => (...values) => {
  calls.push(name);
  if (name === given.at) session.close();
  return result;
};
const screen = Object.fromEntries(["said", "begins", "step", "changed", "refused"].map((name) => [name, called(name)]));
session = new Session(given.id, called("kindOf", {}), { ...screen, connection: () => {} });
globalThis.fetch = async (path, { signal } = {}) => {
  signal?.throwIfAborted();
  return Response.json(path.includes("events") ? { entries: [], version: 3 } : { ...view, id: given.id });
};
if (given.loads) {
  await session.open().catch(({ name }) => calls.push(name));
} else {
  Object.assign(session, { view, kind: {}, table: {}, version: 3, taken: 3, answered: { ...view, version: 4 } });
  await session.news([entry]).catch(({ name }) => calls.push(name));
}
session.close();
return [calls, given.id in store.seen.get(), session.stepping];
"""


def test_a_match_that_was_left_shows_no_further_step():
    """The step that is shown is the last: no score sheet, no sentence, no title, and not the state after it."""
    prepare = DOCUMENT + PREPARE
    cases = [{"id": "m", "at": at} for at in ("begins", "step", "none")]

    begun, shown, stayed = each_in_node(prepare, LEFT, cases)

    assert begun == [["said", "begins", "AbortError"], False, False]
    assert shown == [["said", "begins", "step", "AbortError"], False, False]
    assert stayed == [["said", "begins", "step", "begins", "step", "changed", "changed"], True, False]


def test_a_match_that_was_left_before_it_loaded_counts_as_unseen():
    """A page that was left while the match loaded does not mark its moves as seen."""
    cases = [{"id": "left", "at": "kindOf", "loads": True}, {"id": "there", "at": "none", "loads": True}]

    left, stayed = each_in_node(DOCUMENT + PREPARE, LEFT, cases)

    assert left == [["kindOf", "AbortError"], False, False]
    assert (stayed[0][:2], stayed[1]) == (["kindOf", "changed"], True)


HINT = (
    DOCUMENT
    + """
globalThis.removeEventListener = () => {};
const soon = setTimeout;
globalThis.setTimeout = (action, milliseconds) => milliseconds < 1000 && soon(action, 0); // the toast stays
const opened = [];
Object.assign(document, { querySelectorAll: () => [], body: { append: (part) => opened.push(part) } });
const { loadTexts } = await import("./language/texts.js");
const { hint } = await import("./table/turn/hint.js");
await loadTexts();
const screen = { left: new AbortController(), session: { matchId: "m", again: async () => {} } };
const asked = [];
globalThis.fetch = async (path, { method, signal }) => {
  signal?.throwIfAborted();
  asked.push(method);
  if (asked.length === 2) {
    screen.left.abort();
  }
  return Response.json({ state: asked.length < 3 ? "waiting" : "none" });
};
await hint(screen);
console.log(JSON.stringify({ asked, opened: opened.length }));
"""
)


def test_a_hint_is_no_longer_asked_for_when_the_table_was_left():
    """The page tells once that the hint takes a moment, and nothing about it on the next page."""
    assert run_in_node(HINT) == {"asked": ["POST", "GET"], "opened": 1}
