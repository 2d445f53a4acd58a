"""`make run`: a server that starts, prints its address, stops without leaving processes, and explains errors."""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tomllib
import venv
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx
import pytest

from scripts import dev
from tests.helpers.databases import migrated
from tests.helpers.eventually import eventually
from tests.proofs.live.server import ROOT, free_port

DEV = [sys.executable, "scripts/dev.py", "run"]


def environment(var):
    """Return the environment of a new user: none of this machine's services."""
    hidden = ("DATABASE_URL", "CELERY_BROKER_URL", "CACHE_URL", "SECRET_KEY", "CHKOBBA_TRYOUT")
    return {**{name: value for name, value in os.environ.items() if name not in hidden}, "CHKOBBA_VAR": str(var)}


def processes_of(var):
    """Return the processes that were started with this folder."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if f"CHKOBBA_VAR={var}".encode() in (process / "environ").read_bytes().split(b"\0"):
                found.append(int(process.name))
        except OSError:
            continue
    return found


@contextmanager
def started(var, command):
    """Start a server; yield the process, and its output until it was ready. End it in every case."""
    server = subprocess.Popen(
        command, cwd=ROOT, env=environment(var), stdout=subprocess.PIPE, text=True, start_new_session=True
    )
    try:
        said = ""
        for line in server.stdout:
            said += line
            if "Ctrl-C stops it" in line:
                break
        else:
            raise AssertionError(said)
        yield server, said
    finally:
        for process in processes_of(var):
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        server.wait()
        server.stdout.close()


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_it_starts_and_stops_cleanly(tmp_path, how):
    """Every step prints a line, the addresses work, and after Ctrl-C or SIGTERM no process is left."""
    if how == signal.SIGTERM:  # the other one starts with an empty folder
        shutil.copy(migrated(), tmp_path)
    with started(tmp_path, ["make", "run", f"PYTHON={sys.executable}", f"PORT={free_port()}"]) as (server, said):
        for path in ("/api/docs/", "/api/redoc/", "/admin/"):
            address = re.search(rf"http://\S+{path}", said)[0]
            assert httpx.get(address, follow_redirects=True).status_code == 200
        assert len(processes_of(tmp_path)) >= 4

        # Ctrl-C reaches all processes in the terminal, a supervisor's SIGTERM only the one that it started.
        if how == signal.SIGINT:
            os.killpg(server.pid, how)
        else:
            server.terminate()
        end = server.stdout.read()

        assert re.search(r"database … [\d.]+ s", said)
        assert "web server, worker and beat …" in said
        assert "stopped" in end
        assert server.wait(60) in (-how, 0)  # make ends by the signal that it got, unless its child was faster
        assert processes_of(tmp_path) == []


def test_nothing_outlives_it_even_when_it_is_killed(tmp_path):
    """SIGKILL leaves it no time to stop its children; they end on their own."""
    shutil.copy(migrated(), tmp_path)
    with started(tmp_path, [*DEV, "--port", str(free_port())]) as (server, _):
        server.kill()
        eventually(lambda: not processes_of(tmp_path))


def run(var, *arguments, folder=ROOT, **variables):
    """Run it where it cannot start; return its output and its status."""
    env = {**environment(var), **variables}
    done = subprocess.run(
        [*DEV, *arguments], cwd=folder, env=env, capture_output=True, text=True, timeout=300, check=False
    )
    return done.stderr.strip().splitlines(), done.returncode


def test_a_taken_port_is_said_in_one_line(tmp_path):
    """The line says what to do about it."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        said, status = run(tmp_path, "--port", str(port))

    assert status == 1
    assert len(said) == 1
    assert said[0].startswith(f"error: port {port} of 127.0.0.1 cannot be used")
    assert f"make run PORT={port + 1}" in said[0]


def test_an_unreachable_database_is_said_in_one_line(tmp_path):
    """The line names the address of the database."""
    url = f"postgres://nobody@127.0.0.1:{free_port()}/nothing"

    said, status = run(tmp_path, "--port", str(free_port()), DATABASE_URL=url)

    assert status == 1
    assert len(said) == 1
    assert said[0].startswith(f"error: the database at {url.partition('@')[2]} cannot be used: start it, or correct")


def test_a_missing_venv_module_is_said_in_one_line(tmp_path):
    """Debian's Python comes without it; the line says what to install."""
    clone = tmp_path / "clone"
    for part in ("scripts", "requirements"):
        shutil.copytree(ROOT / part, clone / part)
    broken = tmp_path / "broken"
    broken.mkdir()
    (broken / "ensurepip.py").write_text("raise ImportError('not here')")

    said, status = run(tmp_path, folder=clone, PYTHONPATH=str(broken))

    assert status == 1
    assert len(said) == 1
    assert said[0].startswith("error: this Python has no venv module: install it")
    assert not (clone / ".venv").exists()


def test_an_interrupted_first_start_is_made_good(tmp_path):
    """The environment that it left has Python and not yet pip; the next start makes it anew."""
    clone = tmp_path / "clone"
    for part in ("scripts", "requirements"):
        shutil.copytree(ROOT / part, clone / part)
    venv.create(clone / ".venv", symlinks=True)

    said, status = run(tmp_path, folder=clone, PIP_NO_INDEX="1")

    assert status == 1
    assert said[-1].startswith("error: the dependencies could not be installed")
    assert list(clone.glob(".venv/lib/*/site-packages/pip-*.dist-info/RECORD"))


def test_every_place_promises_the_same_pythons():
    """The package, the locks, the README, the image and `make run` agree, and all lock the same Django."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    pythons = [f"3.{minor}" for minor in range(dev.OLDEST[1], dev.NEWEST[1] + 1)]
    image = re.search(r"python:([\d.]+)-slim", (ROOT / "Dockerfile").read_text())[1]

    assert project["requires-python"] == f">={pythons[0]},<3.{dev.NEWEST[1] + 1}"
    assert [line.split()[-1] for line in project["classifiers"] if "Python ::" in line] == pythons
    assert f"Python {', '.join(pythons[:-1])} or {pythons[-1]}" in (ROOT / "README.md").read_text()
    assert image in pythons
    for lock in (dev.RUN, dev.DEV):
        lines = (ROOT / "requirements" / f"{lock}.lock").read_text().splitlines()
        djangos = [line for line in lines if line.startswith("django==")]
        assert len(djangos) == 1
        assert re.fullmatch(r"django==5\.2\.\d+ \\", djangos[0])
