"""The consent page of OAuth: what it tells a player of the program that asks."""

from __future__ import annotations

import pytest

from tests.web.files import DOCUMENT, each_in_node

pytestmark = pytest.mark.node

PREPARE = (
    DOCUMENT
    + """
const store = await import("./browser/store.js");
const { loadTexts } = await import("./language/texts.js");
const { show } = await import("./pages/accounts/authorize.js");
await loadTexts();
store.token.set("a token");
"""
)
SHOWN = """
const answers = {
  authorizations: { name: "Card clock", place: "site", origin: "clock.example", scopes: ["read"] },
  me: { nickname: "Amel" },
  server: { stored: [{ key: "messages", days: 30 }, { key: "tokens", days: given }] },
};
globalThis.fetch = async (path) => Response.json(answers[/v1\\/(\\w+)/.exec(path)[1]]);
const main = document.createElement("main");
await show(main, ["client_id=Card+clock"]);
return main.textContent;
"""


def test_the_page_says_how_long_the_access_lasts():
    """Before deciding, a player reads when the access ends by itself, as this server is set up."""
    half_a_year, day = each_in_node(PREPARE, SHOWN, [180, 1])

    assert "It acts as Amel." in half_a_year
    assert "Its access ends after 180 days without use." in half_a_year
    assert "Its access ends after 1 day without use." in day
