"""Short runs of what `make torture` does for long, on a production stack of their own."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.live.server import ROOT

pytestmark = pytest.mark.production


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("kills --matches 8 --kills 6", "8 matches verified, 0 broken"),
        ("restarts --away 3", "away for 3 s: 0 requests failed"),
        ("outages --database 3 --beat 40", "8 matches verified, 0 broken"),
        ("upgrade --tables 4 --seconds 6", " matches verified, 0 broken"),
        ("migrating --matches 2000 --tables 3", "games.0014_answers_by_match"),
        ("seeks --seeks 200", "0 seats or seeks broken, 0 wait while a partner is there"),
        ("backup --tables 4 --seconds 8", "0 of them lost"),
    ],
)
def test_a_short_run(command, said):
    """It ends well, and says so."""
    module, *arguments = command.split()
    run = [sys.executable, "-m", f"tests.torture.{module}", *arguments]
    done = subprocess.run(run, cwd=ROOT, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stdout + done.stderr
    assert said in done.stdout
