"""The player of this browser: one guest is created, and signing in keeps a secret on the page."""

from __future__ import annotations

import pytest

from tests.web.files import DOCUMENT, run_in_node

pytestmark = pytest.mark.node

SIGN_IN = (
    DOCUMENT
    + """
const { loadTexts, language } = await import("./language/texts.js");
const { signInWith } = await import("./player/signing.js");
await loadTexts();
const events = [];
globalThis.dispatchEvent = ({ type }) => events.push(type);
globalThis.fetch = async () => Response.json({ id: "1", nickname: "Amel", language: "fr" });
await signInWith("token");
console.log(JSON.stringify([language(), events]));
"""
)


def test_a_player_signs_in_in_their_language():
    """The page has the language before the next recovery code is drawn, so that nothing draws over the code."""
    assert run_in_node(SIGN_IN) == ["fr", []]


AGAIN = (
    DOCUMENT
    + """
const { showAgain } = await import("./parts/again.js");
const reason = { type: "languagechange" };
const [secret, drawn] = [{ matches: (selector) => selector === "[data-secret]" }, []];
globalThis.window = { scrollY: 0, scrollTo: () => {} };
Object.assign(document, { querySelectorAll: () => [], getElementById: () => null });
for (const shown of [secret, null]) {
  document.querySelector = (selector) => (shown?.matches(selector) ? shown : null);
  await showAgain(async () => drawn.push(shown === secret), reason);
}
console.log(JSON.stringify(drawn));
"""
)


def test_a_page_with_a_secret_is_not_drawn_again():
    """A change of the browser's language leaves a page with a secret as it is, and draws any other one again."""
    assert run_in_node(AGAIN) == [False]


ANOTHER = (
    DOCUMENT
    + """
const { entitle, showWaiting } = await import("./frame.js");
const { showAgain } = await import("./parts/again.js");
const [amel, renamed, sami] = [{ id: "1", nickname: "Amel" }, { id: "1", nickname: "Amelle" }, { id: "2" }];
const typed = { id: "account-name", value: "amel" };
const input = { dispatchEvent: () => {}, focus: () => {} };
const told = [];
const found = { "dialog[open]": [{ close: () => told.push("closed") }], "main :is(input, textarea)[id]": [typed] };
globalThis.window = { scrollY: 0, scrollTo: () => {} };
Object.assign(document, {
  querySelector: () => null, querySelectorAll: (selector) => found[selector], getElementById: () => input,
});
const stored = (player) => player && JSON.stringify(player);
entitle("Chkobba");
showWaiting(3);
for (const [before, after] of [[amel, renamed], [amel, sami], [amel, null], [null, sami]]) {
  const event = { type: "storage", oldValue: stored(before), newValue: stored(after) };
  await showAgain(async () => told.push([before?.id, after?.id]), event);
}
console.log(JSON.stringify({ told, title: document.title, kept: input.value ?? null }));
"""
)


def test_another_tab_signs_in_or_out():
    """The page is drawn for the player of now, without dialogs and typed values of the one before."""
    drawn = [["1", "2"], ["1", None], [None, "2"]]

    assert run_in_node(ANOTHER) == {
        "told": [part for players in drawn for part in ("closed", players)],
        "title": "Chkobba",
        "kept": None,
    }


GUEST = (
    DOCUMENT
    + """
const { createGuest } = await import("./player/player.js");
const sent = [];
globalThis.fetch = async (path, { method }) => {
  sent.push(`${method} ${path}`);
  return Response.json({ token: "token", player: { id: "1", nickname: "Amel" } });
};
await Promise.all([createGuest("Amel", "cat"), createGuest("Amel", "cat")]);
await createGuest("Amel", "cat");
console.log(JSON.stringify(sent));
"""
)


def test_a_newcomer_becomes_one_guest():
    """A second attempt goes on with the same guest, at the same time or after the first one was refused."""
    assert run_in_node(GUEST) == ["POST /api/v1/players/guests"]


ACCEPTED = """
globalThis.document = { title: "", querySelector: () => null };
globalThis.removeEventListener = () => {};
const store = await import("./browser/store.js");
const { ask } = await import("./player/refused.js");
store.token.set("kept");
let now = 5000;
Object.defineProperty(performance, "now", { value: () => now });
const drawn = [];
globalThis.dispatchEvent = ({ type }) => drawn.push([type, now]);
globalThis.setTimeout = (then, milliseconds) => queueMicrotask(() => ((now += Math.max(0, milliseconds)), then()));
const answers = [new Response("<html>", { status: 502 }), ...[1, 2, 3].map(() => Response.json({ id: "1" }))];
globalThis.fetch = async () => answers.shift();
Math.random = () => 0.5;
await ask();
await ask();
store.token.set(null);
await ask();
console.log(JSON.stringify({ drawn, left: answers.length }));
"""


def test_a_page_goes_on_after_a_refusal_that_the_server_does_not_confirm():
    """The page is drawn again, at most once a minute, and only when the server has accepted the token."""
    assert run_in_node(ACCEPTED) == {"drawn": [["accepted", 6000], ["accepted", 66_000]], "left": 1}
