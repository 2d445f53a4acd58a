"""The browser's check of shuffles follows docs/fair-shuffles.md."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.web.files import FOLDER

VECTORS = Path(__file__).resolve().parent.parent / "records" / "shuffles.jsonl"
NODE = shutil.which("node") or ""

CHECK = """
import { readFileSync } from "node:fs";
const { labelOf, shuffled } = await import(process.argv[2]);
const decks = [];
for (const line of readFileSync(process.argv[3], "utf8").trim().split("\\n")) {
  const v = JSON.parse(line);
  decks.push(await shuffled(v.cards, v.seed, labelOf(v.match, v.round, v.attempt, v.seat_seeds)));
}
console.log(JSON.stringify(decks));
"""


@pytest.mark.node
def test_frozen_decks_come_out(tmp_path: Path) -> None:
    """The module passes every test vector of the server's shuffle."""
    vectors = [json.loads(line) for line in VECTORS.read_text(encoding="utf-8").splitlines()]
    module = tmp_path / "shuffle.mjs"
    module.write_text((FOLDER / "shuffle.js").read_text(encoding="utf-8"), encoding="utf-8")
    script = tmp_path / "check.mjs"
    script.write_text(CHECK, encoding="utf-8")

    done = subprocess.run([NODE, script, module, VECTORS], capture_output=True, text=True, check=True)

    assert len(vectors) > 10
    assert json.loads(done.stdout) == [vector["deck"] for vector in vectors]
