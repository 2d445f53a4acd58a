"""The browser's storage of data about many matches."""

from __future__ import annotations

import json
import shutil
import subprocess

import pytest

from tests.web.files import FOLDER

NODE = shutil.which("node") or ""

SCRIPT = """
globalThis.localStorage = { getItem: () => null, setItem: () => {}, removeItem: () => {} };
const { withLatest } = await import(process.argv[2]);
let remembered = {};
for (let number = 0; number < 60; number += 1) {
  remembered = withLatest(remembered, `match-${number}`, number, 50);
}
remembered = withLatest(remembered, "match-15", "again", 50);
console.log(JSON.stringify(remembered));
"""


@pytest.mark.node
def test_the_oldest_are_forgotten_and_never_the_newest(tmp_path):
    """The oldest entries are dropped when there are more than fit; the last used one counts as the newest."""
    module, script = tmp_path / "store.mjs", tmp_path / "script.mjs"
    module.write_text((FOLDER / "store.js").read_text(encoding="utf-8"), encoding="utf-8")
    script.write_text(SCRIPT, encoding="utf-8")

    done = subprocess.run([NODE, script, module], capture_output=True, text=True, check=True)

    kept = json.loads(done.stdout)
    assert list(kept) == [f"match-{number}" for number in range(10, 60) if number != 15] + ["match-15"]
    assert kept["match-59"] == 59
