"""The steps of a newcomer on a new machine: clone, `make run`, the README's walk, `make test`."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
import urllib.request
from pathlib import Path
from typing import Final

from tests.helpers import readme_walk
from tests.helpers.eventually import during
from tests.proofs.live.server import ROOT, free_port
from tests.proofs.machines.machine import Machine
from tests.proofs.machines.roots import CannotBeMade

HOME: Final = "/root/chkobba"
QUICK: Final = (
    *("tests/api/test_schema.py", "tests/api/test_malformed.py", "tests/api/matches/test_play.py", "tests/services"),
    *("tests/proofs/live/test_dev.py", "tests/proofs/live/test_playing.py"),
)
"""The tests that depend most on Python: the framework, the database, and a server's processes."""


def python_of_this_machine(version: str) -> Path:
    """Return the folder of a Python that is installed here, with all its files. Raises CannotBeMade."""
    found = [path for path in [shutil.which(f"python{version}")] if path]
    found += map(str, Path.home().glob(f".pyenv/versions/{version}.*/bin/python{version}"))
    for python in found:
        said = subprocess.run(
            [python, "-c", "import sys; print(sys.base_prefix)"], capture_output=True, text=True, check=False
        )
        if said.returncode == 0 and said.stdout.strip() != "/usr":
            return Path(said.stdout.strip())
    raise CannotBeMade(f"Debian has no Python {version}, and this machine has none to lend")


def clone(machine: Machine) -> None:
    """Clone the committed files of this checkout."""
    place = machine.root / HOME.removeprefix("/")
    subprocess.run(["git", "clone", "--quiet", "--no-local", str(ROOT), str(place)], check=True)


def run_and_walk(machine: Machine, python: str, log: Path) -> str:
    """Run `make run` and the README's walk, then press Ctrl-C; return the seconds until the first answer.

    Raises AssertionError, with the log where the server ended or did not answer.
    """
    port = free_port()
    begin = time.monotonic()
    with log.open("w") as output:
        server = machine.start(["make", "run", f"PYTHON={python}", f"PORT={port}"], HOME, stdout=output, stderr=output)
    url = f"http://127.0.0.1:{port}"
    for _ in during(900, "installing takes minutes"):
        if answers(url):
            break
        assert server.poll() is None, log.read_text()
        time.sleep(0.1)
    else:
        raise AssertionError(log.read_text())
    first = time.monotonic() - begin
    wait_for(log, "Ctrl-C stops it")
    readme_walk.check(machine.run(["bash", "-euo", "pipefail", "-c", readme_walk.script(url)], HOME))
    os.killpg(server.pid, signal.SIGINT)  # like Ctrl-C in a terminal
    server.wait(30)
    wait_for(log, "stopped")
    assert not answers(url)
    return f"{first:.0f} s to the first answer"


def answers(url: str) -> bool:
    """Return whether the first page answers."""
    try:
        with urllib.request.urlopen(url, timeout=5) as page:  # noqa: S310  (our own address)
            return bool(page.status == 200)
    except OSError:
        return False


def wait_for(log: Path, text: str) -> None:
    """Wait until a log contains a text. Raises AssertionError."""
    for _ in during(60, "a process writes its log soon"):
        if text in log.read_text():
            break
        time.sleep(0.1)
    else:
        raise AssertionError(log.read_text())


def test(machine: Machine, python: str, log: Path, *, quick: bool) -> str:
    """Run `make test`; return the last line of pytest. Raises CalledProcessError."""
    arguments = ["make", "test", f"PYTHON={python}", *([f"ARGS={' '.join(QUICK)}"] if quick else [])]
    with log.open("w") as output:
        machine.run(arguments, HOME, output)
    lines = log.read_text().strip().splitlines()
    return "; ".join([*(line for line in lines if line.startswith("LEFT OUT")), lines[-1].strip("= ")])
