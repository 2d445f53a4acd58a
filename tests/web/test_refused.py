"""Tokens that the server refuses."""

from __future__ import annotations

import json

import pytest

from tests.web.files import run_in_node

SCRIPT = """
globalThis.document = { title: "" };
const store = await import("./store.js");
const { loadPlayer } = await import("./player.js");
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


@pytest.mark.node
def test_no_answer_ends_a_guest(tmp_path):
    """A refusal is announced, an error of a gateway is not; token and player are kept in both cases."""
    refusal = json.dumps({"code": "unauthenticated", "detail": "You need a valid token"})
    answers = [[401, refusal], [401, "{}"], [502, "<html>"], [404, "{}"]]

    seen = run_in_node(tmp_path, SCRIPT % json.dumps(answers))

    assert seen == {"said": [[True, "kept", "Amel"]] * 4, "events": ["refused"] * 2}
