"""The walk-through of the README, run from its own text against a real server."""

from __future__ import annotations

import subprocess

from tests.helpers import readme_walk
from tests.proofs.live.server import ROOT


def test_the_walk_through_runs_as_it_stands(server):
    """Every block of the section, pasted one after the other, does what the text around it says."""
    command = ["bash", "-euo", "pipefail", "-c", readme_walk.script(server.url)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300, check=False)

    assert (done.returncode, done.stderr) == (0, "")
    readme_walk.check(done.stdout)
    assert not (ROOT / "record.json").exists()
