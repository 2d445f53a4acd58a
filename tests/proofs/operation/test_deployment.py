"""Start the services of compose.yaml by their own commands."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
import yaml

from tests.helpers.databases import ROOT, shared
from tests.helpers.eventually import LONG, eventually
from tests.proofs.live.server import free_port

BIN = Path(sys.executable).parent
COMPOSE = yaml.safe_load((ROOT / "compose.yaml").read_text())
OURS = {name: service for name, service in COMPOSE["services"].items() if service.get("build")}


def environment(folder):
    """Return the environment of a server that needs no other service."""
    hidden = ("DATABASE_URL", "CELERY_BROKER_URL", "CACHE_URL")
    inherited = {name: value for name, value in os.environ.items() if name not in hidden}
    return {
        **inherited,
        "PATH": f"{BIN}:{os.environ['PATH']}",
        "CHKOBBA_TRYOUT": "1",
        "CHKOBBA_VAR": str(folder),
        "PROMETHEUS_MULTIPROC_DIR": str(folder / "metrics"),
        "PYTHONWARNINGS": "ignore::UserWarning",
        "WEB_CONCURRENCY": "2",
        "READY_GRACE": str(LONG),  # a busy machine starts more slowly than a server
    }


@contextmanager
def started(command, env, folder):
    """Run a command as compose.yaml has it; yield a function that returns its log. It must not end by itself."""
    log = folder / "process.log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            command, cwd=ROOT, env=env, stdout=output, stderr=subprocess.STDOUT, start_new_session=True
        )
    try:
        yield lambda: log.read_text(errors="replace")
        assert process.poll() is None, log.read_text(errors="replace")
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        try:
            process.wait(15)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def answered(what, log):
    """Return the first true result of a function. Fails with the log when there is none."""

    def look():
        try:
            return what()
        except httpx.HTTPError:
            return None

    try:
        return eventually(look)
    except AssertionError:
        raise AssertionError(log()) from None


@pytest.fixture
def env(tmp_path):
    """Return the environment of a server whose database is migrated by the command of compose.yaml."""
    shutil.copy(shared("compose", migrate), tmp_path)
    return environment(tmp_path)


def migrate(env):
    """Migrate the database that all of them copy."""
    variables = environment(Path(env["CHKOBBA_VAR"]))
    subprocess.run(OURS["migrate"]["command"], cwd=ROOT, env=variables, check=True, capture_output=True)


@pytest.mark.parametrize("name", ["web", "hold"])
def test_the_web_servers_start_and_pass_their_health_check(name, env, tmp_path):
    """The same holds for gunicorn with its settings file, and for uvicorn; the check of compose.yaml runs unchanged."""
    port = str(free_port())
    command = [port if part == "8000" else part for part in OURS[name]["command"]]
    with started(command, {**env, "BIND": f"127.0.0.1:{port}"}, tmp_path) as log:
        url = f"http://127.0.0.1:{port}"
        answered(lambda: httpx.get(f"{url}/readyz").status_code == 200, log)
        games = httpx.get(f"{url}/api/v1/games")
        _, *check = OURS[name]["healthcheck"]["test"]
        checked = subprocess.run([part.replace("8000", port) for part in check], env=env, check=False)
        numbers = [httpx.get(f"{url}/metrics").text for _ in range(3)]

    assert (games.status_code, checked.returncode) == (200, 0)
    assert all('chkobba_request_seconds_count{operation="listGames",status="200"} 1.0' in text for text in numbers)


def test_the_worker_starts_and_serves_its_numbers(env, tmp_path):
    """It serves them at the port that compose.yaml names."""
    port = str(free_port())
    variables = {**env, "METRICS_PORT": port, "METRICS_HOST": "127.0.0.1"}
    assert OURS["worker"]["environment"]["METRICS_PORT"] == "9100"
    with started(OURS["worker"]["command"], variables, tmp_path) as log:
        answered(lambda: " ready." in log(), log)
        assert httpx.get(f"http://127.0.0.1:{port}/metrics").status_code == 200


@pytest.mark.parametrize("command", [["python", "manage.py", "check"], OURS["worker"]["healthcheck"]["test"][1:]])
def test_commands_leave_no_files_of_metrics(command, env, tmp_path):
    """A health check runs each minute, and counts nothing. Here it finds no worker, since the broker is a folder."""
    subprocess.run(command, cwd=ROOT, env=env, check=False, capture_output=True)

    assert list((tmp_path / "metrics").glob("*")) == []


def test_workers_that_are_replaced_count_on_in_the_same_files(env, tmp_path):
    """No request is lost to the metrics, and a scrape reads only as many files as there are workers."""
    port = str(free_port())
    url = f"http://127.0.0.1:{port}"
    recycling = ["--bind", f"127.0.0.1:{port}", "--max-requests", "5", "--max-requests-jitter", "0"]
    with started([*OURS["web"]["command"], *recycling], env, tmp_path) as log:
        answered(lambda: httpx.get(f"{url}/healthz").status_code == 200, log)
        statuses = {httpx.get(f"{url}/api/v1/games").status_code for _ in range(60)}
        numbers = httpx.get(f"{url}/metrics").text

    assert statuses == {200}
    assert log().count("Booting worker") > 10
    assert 'chkobba_request_seconds_count{operation="listGames",status="200"} 60.0' in numbers
    assert len(list((tmp_path / "metrics").glob("histogram_*.db"))) <= int(env["WEB_CONCURRENCY"]) + 1


def test_replaced_processes_of_a_worker_count_on_in_the_same_files(env, tmp_path):
    """Each task gets a process of its own here; the files are those of the worker and of one place."""
    port = str(free_port())
    variables = {**env, "METRICS_PORT": port, "METRICS_HOST": "127.0.0.1", "SWEEP_SECONDS": "0.5"}
    command = [*OURS["worker"]["command"], "--concurrency", "1", "--max-tasks-per-child", "1"]

    def swept():
        numbers = httpx.get(f"http://127.0.0.1:{port}/metrics").text
        return re.search(r'chkobba_task_waiting_seconds_count{task="games.sweep"} ([6-9]|\d\d)', numbers)

    (tmp_path / "beat").mkdir()
    beat = started(OURS["beat"]["command"], variables, tmp_path / "beat")
    with started(command, variables, tmp_path) as log, beat:
        answered(swept, log)

    assert len(list((tmp_path / "metrics").glob("histogram_*.db"))) <= 2


def test_beat_starts_and_sends_sweeps(env, tmp_path):
    """The first sweep is in the broker's folder within seconds."""
    with started(OURS["beat"]["command"], {**env, "SWEEP_SECONDS": "0.5"}, tmp_path) as log:
        answered(lambda: list((tmp_path / "broker" / "messages").glob("*.msg")), log)
