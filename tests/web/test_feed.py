"""Requests of the page for the feed of a match."""

from __future__ import annotations

import json
import shutil
import subprocess

import pytest

from tests.web.files import FOLDER

NODE = shutil.which("node") or ""

SCRIPT = """
globalThis.localStorage = { getItem: () => null, setItem: () => {}, removeItem: () => {} };
globalThis.addEventListener = () => {};
const asked = [];
globalThis.fetch = async (path) => {
  asked.push(path);
  const refused = path.includes("tables");
  const answer = refused ? { code: "invalid" } : { entries: [1] };
  return new Response(JSON.stringify(answer), { status: refused ? 400 : 200 });
};
const { feedOf } = await import("./feed.js");
const { entries } = await feedOf("m", "after=3", {});
console.log(JSON.stringify({ asked, entries }));
"""


@pytest.mark.node
def test_a_process_of_the_release_before_is_asked_for_what_it_knows(tmp_path):
    """An older process refuses to send tables with the feed, so during an upgrade the page asks without them."""
    shutil.copytree(FOLDER, tmp_path, dirs_exist_ok=True)
    (tmp_path / "package.json").write_text('{"type": "module"}', encoding="utf-8")
    (tmp_path / "script.js").write_text(SCRIPT, encoding="utf-8")

    done = subprocess.run([NODE, "script.js"], cwd=tmp_path, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert [path.rpartition("/")[2] for path in told["asked"]] == ["events?after=3&tables=true", "events?after=3"]
    assert told["entries"] == [1]
