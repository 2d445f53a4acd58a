"""Joining on the page as a player on vacation."""

from __future__ import annotations

import pytest

from tests.web.files import run_in_node

SCRIPT = """
const { post } = await import("./api.js");
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
for (const [refused, chosen] of [[{ until }, "sit"], [{ until }, "close"], [{}, "sit"]]) {
  choice = chosen;
  const answers = [[409, { code: "on_vacation", ...refused }], [201, { id: 1 }]];
  globalThis.fetch = async (path, { body }) => {
    said.push(JSON.parse(body));
    const [status, answer] = answers.shift();
    return new Response(JSON.stringify(answer), { status });
  };
  said.push(await post("matches", { game: "chkobba" }).catch(({ code }) => code));
}
console.log(JSON.stringify(said));
"""


@pytest.mark.node
def test_a_player_on_vacation_is_asked_and_sits_down_all_the_same(tmp_path):
    """The page asks the player, and joins with ``despite_vacation``.

    It shows the error after "no" or for a second vacation.
    """
    first = {"game": "chkobba"}
    again = {**first, "despite_vacation": True}

    assert run_in_node(tmp_path, SCRIPT) == [first, again, {"id": 1}, first, "on_vacation", first, "on_vacation"]
