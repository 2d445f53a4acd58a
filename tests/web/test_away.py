"""Joining on the page as a player on vacation."""

from __future__ import annotations

import pytest

from tests.web.files import run_in_node

SCRIPT = """
const { again } = await import("./pages/away.js");
const until = "2026-11-28T00:00:00Z";
const said = [];
let choice;
globalThis.document = {
  createElement: () => ({
    append: () => {}, setAttribute: () => {}, addEventListener(type, then) { this[type] = then; }, remove: () => {},
    showModal() { this.returnValue = choice; this.close(); },
  }),
  createTextNode: (text) => text,
  body: { append: () => {} },
};
globalThis.fetch = async (path, { body }) => (said.push(JSON.parse(body)), new Response(`{"id": 1}`, { status: 201 }));
for (const [refused, chosen] of [[{ until }, "sit"], [{ until }, "close"], [{}, "sit"]]) {
  choice = chosen;
  const error = Object.assign(new Error(), { code: "on_vacation", document: refused });
  said.push(await again(error, "matches", { game: "chkobba" }).catch(({ code }) => code));
}
console.log(JSON.stringify(said));
"""


@pytest.mark.node
def test_a_player_on_vacation_is_asked_and_sits_down_all_the_same(tmp_path):
    """The page asks the player, and joins with ``despite_vacation``.

    It shows the error after "no" or for a second vacation.
    """
    sent = {"game": "chkobba", "despite_vacation": True}

    assert run_in_node(tmp_path, SCRIPT) == [sent, {"id": 1}, "on_vacation", "on_vacation"]
