"""The command that measures the speed of moves."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.helpers.databases import ROOT


@pytest.mark.production
def test_moves_are_measured_at_every_number_of_open_matches():
    """Each number has its own database, which is dropped before the next is made."""
    few = ["--seconds", "1", "--rounds", "1", "--workers", "1", "--lengths", "5"]
    command = [sys.executable, "-m", "tests.benchmarks.moves", "--open", "10", "20", *few]

    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)

    rows = [line.split() for line in done.stdout.splitlines() if "%" in line]
    assert [row[:2] for row in rows] == [["10", "5"], ["20", "5"]]
    assert all(int(row[2].replace(",", "")) > 0 for row in rows)
