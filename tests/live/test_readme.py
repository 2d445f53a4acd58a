"""The walk-through of the README, run from its own text against a real server."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


def test_the_walk_through_runs_as_it_stands(server):
    """Every block of the section, pasted one after the other, does what the text around it says."""
    section = (ROOT / "README.md").read_text().partition("## A match with curl")[2].partition("\n## ")[0]
    blocks = re.findall(r"```bash\n(.*?)```", section, re.DOTALL)
    script = "".join(blocks).replace("http://127.0.0.1:8000", server.url)

    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", script], cwd=ROOT, capture_output=True, text=True, timeout=300, check=False
    )

    assert (done.returncode, done.stderr) == (0, "")
    said = done.stdout.splitlines()
    assert len(blocks) == 8
    assert said[:2] == ["Sami", "running"]
    assert said[5] in ("played", "capture", "lay down")
    assert '"reason": "played"' in said[6]
    assert any(re.match(r"\d+ Karta \[[01], [01]\] \d+ cards", line) for line in said)
    assert "the commitment is the one that we saw" in said
    assert any(line.startswith("all right: ") for line in said)
    assert not (ROOT / "record.json").exists()
