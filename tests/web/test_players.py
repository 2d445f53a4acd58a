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
const [secret, drawn] = [{ matches: (selector) => selector === "[data-secret]" }, []];
globalThis.window = { scrollY: 0, scrollTo: () => {} };
Object.assign(document, { querySelectorAll: () => [], getElementById: () => null });
for (const shown of [secret, null]) {
  document.querySelector = (selector) => (shown?.matches(selector) ? shown : null);
  await showAgain(async () => drawn.push(shown === secret));
}
console.log(JSON.stringify(drawn));
"""
)


def test_a_page_with_a_secret_is_not_drawn_again():
    """A change of the browser's language leaves a page with a secret as it is, and draws any other one again."""
    assert run_in_node(AGAIN) == [False]


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
