"""Run the steps of the README on new machines; print the steps that failed.

    python -m tests.proofs.machines                        # Python 3.11 to 3.14, and the image
    python -m tests.proofs.machines 3.13 image             # those
    python -m tests.proofs.machines 3.14 --tests quick     # the tests that depend most on Python; none: only the server

Ends with 0 if all succeeded, 1 if one failed, and 77 if no machine can be made here.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from tests.proofs.live.server import ROOT
from tests.proofs.machines import image, newcomer, roots, services
from tests.proofs.machines.machine import Machine

SUITES: Final = {"3.11": "bookworm", "3.12": "trixie", "3.13": "trixie", "3.14": "sid"}
"""The Debian release that has each Python."""
LENT: Final = "3.12"
"""No Debian release has it: a machine that has it lends it to the new one; elsewhere it is left out."""
IMAGE: Final = "image"
CANNOT: Final = 77
NAMESPACES: Final = ("unshare", "--mount", "--pid", "--mount-proc", "--fork", "--kill-child")


def main() -> int:
    """Read the command line, make the machines, and print the results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="*", default=[*SUITES, IMAGE], metavar="3.11|…|3.14|image")
    parser.add_argument("--tests", choices=("all", "quick", "none"), default="all", help="how much of make test")
    parser.add_argument("--anew", action="store_true", help="rebuild the root folders")
    parser.add_argument("--inside", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if unknown := set(options.what) - {*SUITES, IMAGE}:
        parser.error(f"there is no machine {', '.join(sorted(unknown))}")
    if options.inside:
        did_hold = [held(what, options.inside, options.tests) for what in options.what]
        return 0 if all(did_hold) else 1
    try:
        for suite in sorted({SUITES.get(what, image.BASE) for what in options.what}):
            roots.root_of(suite, anew=options.anew)
    except roots.CannotBeMade as error:
        print(f"LEFT OUT: no new machine can be made here: {error}")
        return CANNOT
    with TemporaryDirectory(prefix="chkobba-machines-") as folder:
        # The first process is a shell, which adopts the children of ended processes.
        again = [sys.executable, "-m", "tests.proofs.machines", *sys.argv[1:], "--inside", folder]
        return subprocess.run(
            [*NAMESPACES, "sh", "-c", '"$@"; exit $?', "sh", *again], cwd=ROOT, check=False
        ).returncode


def held(what: str, folder: Path, tests: str) -> bool:
    """Run the steps for one machine; print each with its result, and return whether all succeeded."""
    print(f"\n{what}", flush=True)
    place = folder / what
    place.mkdir()
    try:
        for name, part in (image_parts(place) if what == IMAGE else newcomer_parts(what, place, tests)).items():
            begin = time.monotonic()
            print(f"  {name}: {part()} ({time.monotonic() - begin:.0f} s)", flush=True)
    except roots.CannotBeMade as error:
        print(f"  LEFT OUT: {error}", flush=True)
    except Exception as error:
        print(f"  WRONG: {error!r}\n{getattr(error, 'output', None) or ''}")
        for log in sorted(place.glob("*.log")):
            print(f"--- {log.name}\n{log.read_text(errors='replace')[-40_000:]}", flush=True)
        return False
    return True


def newcomer_parts(version: str, place: Path, tests: str) -> dict[str, Callable[[], str]]:
    """Return the steps of a newcomer, on a machine with this Python. Raises CannotBeMade where there is none."""
    suite, python = SUITES[version], "python3"
    lent = newcomer.python_of_this_machine(version) if version == LENT else None
    (place / "root").mkdir()
    machine = Machine(place / "root", suite)
    machine.start_kernel()
    if lent:
        machine.lend(lent)
        python = str(lent / "bin" / f"python{version}")
    newcomer.clone(machine)
    found = machine.run([python, "--version"], "/").strip()
    assert found.startswith(f"Python {version}."), found
    print(f"  Debian {suite}, {found}{', lent by this machine' if lent else ''}", flush=True)
    parts = {"make run, and the README's walk": partial(newcomer.run_and_walk, machine, python, place / "run.log")}
    if tests != "none":
        log = place / "test.log"
        parts[f"make test ({tests})"] = partial(newcomer.test, machine, python, log, quick=tests == "quick")
    return parts


def image_parts(place: Path) -> dict[str, Callable[[], str]]:
    """Return the steps of a container engine with the Dockerfile and compose.yaml of a clone."""
    context = place / "clone"
    subprocess.run(["git", "clone", "--quiet", "--no-local", str(ROOT), str(context)], check=True)
    built: list[image.Stage] = []

    def build() -> str:
        built.append(image.build(place, context))
        return f"built for the user {built[0].user}, to run {' '.join(built[0].command)}"

    return {"Dockerfile": build, "compose.yaml": lambda: services.play(built[0], context, place)}


if __name__ == "__main__":
    sys.exit(main())
