"""A real server for tests.

Web server, worker and beat run as processes, on the database and broker of the environment.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import signal
import socket
import subprocess
import sys
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, ClassVar
from urllib.parse import urlsplit
from weakref import WeakSet

import httpx

from tests.helpers.databases import ROOT, migrated, on_postgresql, with_database
from tests.helpers.eventually import LONG, eventually, until
from tests.proofs.rounds import first_move

BIN = Path(sys.executable).parent

UVICORN = "uvicorn chkobba_api.asgi:application --port {port} --timeout-keep-alive 75"
GUNICORN = "gunicorn chkobba_api.wsgi --workers 4 --bind 127.0.0.1:{port}"

BROKER = os.environ.get("CELERY_BROKER_URL", "filesystem://")
"""The broker of the environment, by default that of the try-out, which needs no services."""
RABBITMQ = "amqp://guest:guest@127.0.0.1:5672//"
"""The address of a local RabbitMQ, where one runs; the environment does not name it."""


class Guest(httpx.Client):
    """A guest of a server, as the client of the API with their token."""

    def __init__(self, url: str, made: dict[str, Any]) -> None:
        self.token: str = made["token"]
        self.me: dict[str, Any] = made["player"]
        """The player as the server describes them to themselves."""
        super().__init__(base_url=url, headers={"Authorization": f"Bearer {self.token}"}, timeout=60)


class Server:
    """A server that shares nothing with other tests and leaves nothing behind."""

    made: ClassVar[WeakSet[Server]] = WeakSet()
    """The servers whose cards follow from the name of the running test."""
    test: ClassVar[str] = ""
    """The name of the running test."""

    def __init__(self, folder: Path, web: str = UVICORN, root: Path = ROOT, **settings: str) -> None:
        self.folder = folder
        self.root = root
        """The folder of the code that the processes run."""
        self.web = web
        self.port, self.another_port = free_port(), free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.another_url = f"http://127.0.0.1:{self.another_port}"
        """The address of a second web process, which ``start("another web")`` starts."""
        self.clients: list[httpx.Client] = []
        self.processes: dict[str, subprocess.Popen[bytes]] = {}
        self.workers_started = 0
        self.staff: set[str] = set()
        self.database = f"chkobba_live_{uuid.uuid4().hex}"
        self.services = "DATABASE_URL" in os.environ
        self.env = {
            **os.environ,
            "CHKOBBA_TRYOUT": "1",
            "CHKOBBA_VAR": str(folder),
            "CELERY_QUEUE": self.database,
            "PROMETHEUS_MULTIPROC_DIR": str(folder / "metrics"),
            "PYTHONWARNINGS": "ignore::UserWarning",
            "BOT_PACE": "0",
            "PUBLIC_URL": self.url,
            "THROTTLE_PLAYER": "100000/minute",
            "THROTTLE_ADDRESS": "100000/minute",
            **settings,
        }
        self.env.pop("DATABASE_POOL", None)  # each process has its own default, as in production
        if self.services:
            self.env["DATABASE_URL"] = with_database(self.database)
        self.dealt_for: dict[str, bytes] = {}
        """The content of ``test_file`` at the end of each earlier test, so that no match is drawn twice."""
        self.test_file = folder / "test"
        if self.env["CHKOBBA_TRYOUT"] == "1":
            self.env["TEST_SEED_FILE"] = str(self.test_file)
            self.test_file.touch()
            self.deal_for("", self.test)
            self.made.add(self)

    @classmethod
    @contextmanager
    def dealing_for(cls, test: str) -> Iterator[None]:
        """Derive the cards of matches created meanwhile from a name, on all servers of this process."""
        before = cls.test
        cls._rename(test)
        try:
            yield
        finally:
            cls._rename(before)

    @classmethod
    def _rename(cls, test: str) -> None:
        for server in cls.made:
            server.deal_for(cls.test, test)
        cls.test = test

    def deal_for(self, before: str, test: str) -> None:
        """Write the name of the running test to the file from which the processes of this server read it."""
        with self.test_file.open("r+b") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            self.dealt_for[before] = file.read()
            file.truncate(0)
            file.seek(0)
            file.write(self.dealt_for.get(test, test.encode()))

    def __enter__(self) -> Server:
        if self.services:
            on_postgresql(f"CREATE DATABASE {self.database} TEMPLATE {migrated()}")
        else:
            shutil.copy(migrated(), self.folder)
        for name in ("web", "worker", "beat"):
            self.start(name)
        self.wait_until_ready()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for client in self.clients:
            client.close()
        for name in list(self.processes):
            self.stop(name)
        if self.services:
            on_postgresql(f"DROP DATABASE IF EXISTS {self.database} WITH (FORCE)")
        self.made.discard(self)
        if error is not None:
            self.print_logs()

    def print_logs(self) -> None:
        """Print the end of each process's log, to explain a failed test."""
        for log in sorted(self.folder.glob("*.log")):
            print(f"--- {log.name}\n{log.read_text(errors='replace')[-4000:]}")

    def manage(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run a management command on this server's database. Raises CalledProcessError when it fails."""
        command = [sys.executable, "manage.py", *arguments]
        return subprocess.run(command, cwd=self.root, env=self.env, capture_output=True, text=True, check=True)

    def employ(self, name: str, password: str) -> None:
        """Create a superuser, unless this server has one of that name."""
        if name not in self.staff:
            self.staff.add(name)
            command = [sys.executable, "manage.py", "createsuperuser", "--no-input", "--username", name]
            env = {**self.env, "DJANGO_SUPERUSER_PASSWORD": password}
            subprocess.run(command, cwd=self.root, env=env, capture_output=True, check=True)

    def start(self, name: str) -> None:
        """Start one of the processes: web, another web, worker, thinker or beat."""
        celery = [str(BIN / "celery"), "-q", "-A", "chkobba_api"]
        quiet = ["--without-gossip", "--without-mingle", "--without-heartbeat"]
        command = {
            "web": self._web_on(self.port),
            "another web": self._web_on(self.another_port),
            "worker": [*celery, "worker", "--pool", "threads", "--concurrency", "4", "--loglevel", "info", *quiet],
            "thinker": [*celery, "worker", "--concurrency", "1", "-n", "thinker@%h", "--loglevel", "info", *quiet],
            "beat": [*celery, "beat", "--loglevel", "warning"],
        }[name]
        self.workers_started += name == "worker"
        env = {**self.env, "WORKER_BOTS": "only"} if name == "thinker" else self.env
        with (self.folder / f"{name}.log").open("ab") as log:
            self.processes[name] = subprocess.Popen(
                command, cwd=self.root, env=env, stdout=log, stderr=subprocess.STDOUT, start_new_session=True
            )

    def _web_on(self, port: int) -> list[str]:
        program, *arguments = self.web.format(port=port).split()
        return [str(BIN / program), *arguments]

    def stop(self, name: str, how: signal.Signals = signal.SIGTERM) -> None:
        """Stop one of the processes with a signal, and kill it when it runs on for 30 seconds."""
        process = self.processes.pop(name)
        try:
            os.killpg(process.pid, how)
            process.wait(30)
        except ProcessLookupError:
            process.wait()
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()

    def kill(self, name: str) -> None:
        """Stop one of the processes with SIGKILL."""
        self.stop(name, signal.SIGKILL)

    def wait_until_ready(self) -> None:
        """Wait until every web server answers and each worker is ready."""
        eventually(self._ready, every=0.05)

    def _ready(self) -> bool:
        for name, process in self.processes.items():
            assert process.poll() is None, f"the {name} ended: {(self.folder / f'{name}.log').read_text()}"
        log = (self.folder / "worker.log").read_text(errors="replace")
        return log.count(" ready.") == self.workers_started and self._answers()

    def _answers(self) -> bool:
        urls = [self.url, self.another_url] if "another web" in self.processes else [self.url]
        try:
            return all(httpx.get(f"{url}/readyz", timeout=2).status_code == 200 for url in urls)
        except httpx.HTTPError:
            return False

    def client(self, token: str | None = None) -> httpx.Client:
        """Return a client of the API, with a token or without."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        client = httpx.Client(base_url=f"{self.url}/api/v1/", headers=headers, timeout=60)
        self.clients.append(client)
        return client

    def guest(self, nickname: str, **more: str) -> Guest:
        """Create a guest, and return their client."""
        answer = self.client().post("players/guests", json={"nickname": nickname, **more})
        assert answer.status_code == 201, answer.text
        guest = Guest(f"{self.url}/api/v1/", answer.json())
        self.clients.append(guest)
        return guest

    def threads_of(self, name: str) -> int:
        """Return the number of threads of a process."""
        status = Path(f"/proc/{self.processes[name].pid}/status").read_text()
        return int(next(line for line in status.splitlines() if line.startswith("Threads:")).split()[1])


def by_name(folder: Path) -> Server:
    """Return a server with a host name in its address, as passkeys require."""
    server = Server(folder)
    server.url = server.env["PUBLIC_URL"] = f"http://localhost:{server.port}"
    return server


def production(folder: Path, web: str = UVICORN, **settings: str) -> Server:
    """Return a server with production settings and collected static files."""
    settings = {
        "CHKOBBA_TRYOUT": "0",
        "SECRET_KEY": "of-this-test-alone-" + "x" * 50,
        "ALLOWED_HOSTS": "127.0.0.1",
        "SECURE_SSL_REDIRECT": "0",
        "DATABASE_URL": f"sqlite:///{folder / 'chkobba.sqlite3'}",
        "CELERY_BROKER_URL": BROKER,
        "CACHE_URL": "locmemcache://",
        "STATIC_ROOT": str(folder / "static"),
        **settings,
    }
    server = Server(folder, web, **settings)
    server.manage("collectstatic", "--no-input", "--verbosity", "0")
    return server


def reachable(url: str) -> bool:
    """Return whether a server listens at the host and port of a URL."""
    place = urlsplit(url)
    try:
        socket.create_connection((place.hostname, place.port), timeout=2).close()
    except OSError:
        return False
    return True


def pgbouncer() -> str | None:
    """Return the path of PgBouncer's program, which Debian keeps from the path of users."""
    return shutil.which("pgbouncer") or shutil.which("pgbouncer", path="/usr/sbin")


def free_port() -> int:
    """Return a free TCP port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def play_to_the_end(players: list[httpx.Client], match: dict[str, Any], seconds: float = LONG) -> dict[str, Any]:
    """Play the first legal move for each player until the match is over; return the view of the finished match."""
    seats = {client.get(f"matches/{match['id']}").json()["you"]["seat"]: client for client in players}
    client = players[0]
    for _ in until(seconds, "the match is over"):
        view = client.get(f"matches/{match['id']}").json()
        if view["status"] == "finished":
            break
        if view["legal_moves"]:
            answer = client.post(f"matches/{match['id']}/moves", json=first_move(client, view))
            assert answer.status_code in (201, 409), answer.text
        elif view["to_act"] in seats:
            client = seats[view["to_act"]]
        else:
            client.get(f"matches/{match['id']}/events", params={"after": view["version"], "wait": 5})
    return dict(view)


def view_when(client: httpx.Client, match_id: str, is_so: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
    """Return the view of a match as soon as it meets a condition."""
    for _ in until(LONG, "a view of the match"):
        view: dict[str, Any] = client.get(f"matches/{match_id}").json()
        if is_so(view):
            break
        client.get(f"matches/{match_id}/events", params={"after": view["version"], "wait": 1})
    return view


def at_turn_or_over(view: dict[str, Any]) -> bool:
    """Return whether the player of a view may move, or the match is no longer running."""
    return bool(view["legal_moves"]) or view["status"] != "running"
