"""The cost of a move here and in another checkout, in turn: `python -m tests.benchmarks.paired_moves OTHER`.

Each round runs ``tests.benchmarks.moves`` of both in changing order, and compares the two figures of that round. Other
load on the machine affects both. Needs what ``moves`` needs: ``DATABASE_URL`` of a PostgreSQL server, a broker,
pgbench. Prints this checkout's figures divided by the other's, for each length of the match, round by round, and
medians.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from statistics import median
from typing import NamedTuple

from tqdm import tqdm

HERE = Path(__file__).resolve().parent.parent.parent


class Figures(NamedTuple):
    """The figures that ``moves`` prints for one length of the match."""

    rate: float
    """Unit: moves per second."""
    p50: float
    p99: float
    """The 99th percentile of the latency, in milliseconds."""
    cpu: float
    """Processor time of the server's processes for a move, in milliseconds."""


def measured(checkout: Path, options: list[str]) -> dict[str, Figures]:
    """Run the benchmark of a checkout once; return its figures by open matches and length."""
    env = {"ALLOWED_HOSTS": "127.0.0.1", **os.environ}  # older checkouts need it
    here = (checkout / "tests/benchmarks/moves.py").is_file()
    named = ["-m", "tests.benchmarks.moves"] if here else ["manage.py", "benchmark_moves"]  # for older checkouts
    own = checkout / ".venv" / "bin" / "python"  # an older checkout may need other libraries
    command = [str(own) if own.exists() else sys.executable, *named, "--rounds", "1", *options]
    done = subprocess.run(command, cwd=checkout, env=env, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{checkout}: {done.stdout}{done.stderr}")
    found = {}
    for line in done.stdout.splitlines():
        words = line.split()
        if len(words) > 10 and words[0].replace(",", "").isdigit():
            rate, p50, p99, cpu = (float(words[place].replace(",", "")) for place in (2, 7, 9, 11))
            found[f"{words[0]} open, {words[1]} rows"] = Figures(rate, p50, p99, cpu)
    return found


def main() -> None:
    """Measure both in turn, and print the comparison."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("other", type=Path, help="the folder of the checkout to compare with")
    parser.add_argument("--rounds", type=int, default=7)
    known, options = parser.parse_known_args()  # the other arguments go to tests.benchmarks.moves
    ratios: dict[str, list[Figures]] = defaultdict(list)
    for number in tqdm(range(known.rounds), disable=not sys.stderr.isatty()):
        both = (HERE, known.other.resolve())
        found = {checkout: measured(checkout, options) for checkout in (both if number % 2 else reversed(both))}
        for what, ours in found[both[0]].items():
            ratios[what].append(Figures(*(new / old for new, old in zip(ours, found[both[1]][what], strict=True))))
    for what, rounds in ratios.items():
        print(f"{what}, here divided by there:")
        for name, values in zip(Figures._fields, zip(*rounds, strict=True), strict=True):
            print(f"  {name:<5} median {median(values):.3f}   {'  '.join(f'{value:.3f}' for value in values)}")


if __name__ == "__main__":
    main()
