"""Moves waiting to be sent: which errors drop one."""

from __future__ import annotations

import json

import pytest

from tests.web.files import run_in_node

SCRIPT = """
globalThis.dispatchEvent = () => {};
globalThis.fetch = async () => new Response(JSON.stringify({ code: %s }), { status: %s });
const outbox = await import("./outbox.js");
outbox.put("1", { type: "pass" }, 7);
const said = await outbox.send("1", {}).catch(({ code }) => code);
console.log(JSON.stringify([said, outbox.waitingMove("1")]));
"""


@pytest.mark.node
@pytest.mark.parametrize(
    ("code", "status", "kept"),
    [("stale_version", 409, False), ("paused", 409, True), ("unauthenticated", 401, True)],
)
def test_a_move_is_kept_while_it_may_still_fit(tmp_path, code, status, kept):
    """A move is kept during a pause or an invalid token, and dropped once the table has changed."""
    said, move = run_in_node(tmp_path, SCRIPT % (json.dumps(code), status))

    assert (said, move is not None) == (code, kept)
