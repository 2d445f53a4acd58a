"""The production stack on this machine: its own PostgreSQL cluster, gunicorn, Celery workers and beat."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx
from celery import Celery
from kombu import Connection

from games.services.dispatch.dispatch import RUN_DUE_MATCH
from tests.helpers.databases import filled_once
from tests.helpers.eventually import until
from tests.proofs.live.server import BIN, ROOT, free_port

SUPERUSER = "postgres"


class Cluster:
    """A PostgreSQL cluster in a folder, which a test may stop at any moment."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self.url = f"postgres://{SUPERUSER}@127.0.0.1:{self.port}/postgres"
        self.user = SUPERUSER if os.geteuid() == 0 else None  # PostgreSQL refuses to run as root
        if self.user:
            shutil.chown(folder, self.user)

    def create(self) -> None:
        """Create the cluster, with an empty database."""
        self._run("initdb", "--auth", "trust", "--username", SUPERUSER)

    def start(self) -> None:
        """Start the cluster, and wait until it accepts connections."""
        listen = f"-p {self.port} -k {self.folder} -c listen_addresses=127.0.0.1 -c max_connections=60"
        self._run("pg_ctl", "--wait", "--log", str(self.folder / "log"), "--options", listen, "start")

    def stop(self, how: str = "immediate") -> None:
        """Stop the cluster; the mode ``immediate`` leaves the same state as a crash."""
        self._run("pg_ctl", "--wait", "--mode", how, "stop")

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(postgresql_programs() / program), "--pgdata", str(self.folder / "data"), *arguments]
        done = subprocess.run(
            command, cwd=self.folder, user=self.user, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False
        )
        if done.returncode:
            raise RuntimeError(f"{program} failed: {done.stderr.decode().strip()}")


def postgresql_programs() -> Path:
    """Return the folder of PostgreSQL's programs. Raises RuntimeError where no server is installed."""
    found = shutil.which("initdb")
    folders = [Path(found).parent] if found else sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    if not folders:
        raise RuntimeError("No PostgreSQL server is installed here (initdb was not found).")
    return folders[-1]


class Stack:
    """All processes of a production server; a test can kill and restart each."""

    def __init__(
        self,
        folder: Path,
        broker: str,
        webs: int = 2,
        workers: int = 2,
        left_out: Collection[str] = (),
        **settings: str,
    ) -> None:
        self.folder = folder
        self.broker = broker
        data = folder / "postgresql"
        data.mkdir()
        folder.chmod(0o755)
        self.cluster = Cluster(data)
        self.root = ROOT
        """The folder of the release whose processes and commands run."""
        self._ports: dict[str, int] = {}
        self.urls = [self.url_of(f"web-{number}") for number in range(webs)]
        self.held_url = self.url_of("hold")
        """The address of the process for long polls, which ``start("hold")`` starts."""
        self.names = [f"web-{number}" for number in range(webs)] + [f"worker-{number}" for number in range(workers)]
        self.names.append("beat")
        self.processes: dict[str, subprocess.Popen[bytes]] = {}
        self.env = {
            **os.environ,
            "CHKOBBA_TRYOUT": "1",  # for plain HTTP and a generated secret key; the rest is as in production
            "CHKOBBA_VAR": str(folder),
            "DATABASE_URL": self.cluster.url,
            "CELERY_BROKER_URL": broker,
            "CELERY_QUEUE": f"torture_{uuid.uuid4().hex}",
            "DATABASE_POOL_SIZE": "4",
            "PYTHONWARNINGS": "ignore",
            "LOG_LEVEL": "WARNING",
            "THROTTLE_PLAYER": "1000000/minute",
            "THROTTLE_ADDRESS": "1000000/minute",
            "THROTTLE_GUESTS": "1000000/minute",
            **settings,
        }
        # A proof has no connection pool; each process of the stack uses its own default, as in production.
        left_out = {*left_out, "DATABASE_POOL"}
        self.env = {name: value for name, value in self.env.items() if name not in left_out}

    def port_of(self, name: str) -> int:
        """Return the port on which a process listens."""
        return self._ports.setdefault(name, free_port())

    def url_of(self, name: str) -> str:
        """Return the address of a process."""
        return f"http://127.0.0.1:{self.port_of(name)}"

    def start(self, name: str) -> None:
        """Start one of the processes, or another one of its kind: ``web-2``, ``hold-new``."""
        kind, _, number = name.partition("-")
        celery = [str(BIN / "celery"), "-q", "-A", "chkobba_api"]
        command = {
            "web": lambda: [
                str(BIN / "gunicorn"),
                "chkobba_api.wsgi",
                *("--workers", "2", "--bind", f"127.0.0.1:{self.port_of(name)}", "--log-level", "error"),
            ],
            "hold": lambda: [
                str(BIN / "uvicorn"),
                "chkobba_api.asgi:application",
                *("--port", str(self.port_of(name)), "--timeout-keep-alive", "75", "--timeout-graceful-shutdown", "30"),
                *("--log-level", "error"),
            ],
            "worker": lambda: [*celery, "worker", "--concurrency", "2", "-n", f"{number}@%h", "--loglevel", "warning"],
            "beat": lambda: [*celery, "beat", "--loglevel", "warning", "--pidfile", ""],
        }[kind]()
        with (self.folder / f"{name}.log").open("ab") as log:
            self.processes[name] = subprocess.Popen(
                command, cwd=self.root, env=self.env, stdout=log, stderr=log, start_new_session=True
            )

    def kill(self, name: str) -> None:
        """Kill one of the processes with all its children."""
        process = self.processes.pop(name)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()

    def stop(self, name: str) -> None:
        """Stop one of the processes as a supervisor does: send SIGTERM to it alone, and let it finish its work."""
        process = self.processes[name]
        process.terminate()
        process.wait(60)
        del self.processes[name]

    def memory_of(self, name: str) -> int:
        """Return the resident memory of one of the processes, in MB."""
        status = Path(f"/proc/{self.processes[name].pid}/status").read_text()
        return int(next(line for line in status.splitlines() if line.startswith("VmRSS:")).split()[1]) // 1024

    def wipe_broker(self) -> None:
        """Delete all messages that wait at the broker."""
        with Connection(self.broker, transport_options={"socket_connect_timeout": 2}) as connection:
            for kind in ("", "-sweeps", "-clock", "-background", "-bots"):
                connection.default_channel.queue_purge(self.env["CELERY_QUEUE"] + kind)

    def send_wake_ups(self, matches: Iterable[str]) -> None:
        """Send a wake-up for each of these matches, in this order.

        It opens its own connection: the broker in the environment of this process would override the broker of the app.
        """
        with Celery(set_as_current=False) as app, Connection(self.broker) as line:
            for match in matches:
                app.send_task(RUN_DUE_MATCH, [match], queue=self.env["CELERY_QUEUE"], connection=line)

    def manage(self, *arguments: str) -> str:
        """Run a management command and return its output. Raises RuntimeError when it fails."""
        command = [sys.executable, "manage.py", *arguments]
        done = subprocess.run(command, cwd=self.root, env=self.env, check=False, capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(f"{' '.join(arguments)} failed: {done.stdout}{done.stderr}")
        return done.stdout

    def wait_until_ready(self) -> None:
        """Wait until every web server answers."""
        for url in [self.url_of(name) for name in self.processes if name.startswith(("web", "hold"))]:
            for _ in until(180, f"{url} is ready (logs: {self.folder})"):
                if _answers(url):
                    break
                time.sleep(0.1)


def _answers(url: str) -> bool:
    try:
        return httpx.get(f"{url}/readyz", timeout=2).status_code == 200
    except httpx.HTTPError:
        return False


def begin(stack: Stack) -> None:
    """Create the database and the static files of a stack, and start the database.

    Stacks of this release copy the files of the first one in a run. Only those in production bundle their static files.
    """
    if stack.root != ROOT:
        _create(stack)
        return
    with filled_once(f"stack-{stack.env['CHKOBBA_TRYOUT']}") as (kept, is_empty):
        if is_empty:
            _create(stack)
            stack.cluster.stop("fast")
        source, target = (stack.folder, kept) if is_empty else (kept, stack.folder)
        for files in ("postgresql/data", "static"):
            (target / files).parent.mkdir(exist_ok=True)
            subprocess.run(["cp", "--archive", str(source / files), str(target / files)], check=True)
    stack.cluster.start()


def _create(stack: Stack) -> None:
    stack.cluster.create()
    stack.cluster.start()
    stack.manage("migrate", "--verbosity", "0")
    stack.manage("collectstatic", "--no-input", "--verbosity", "0")


@contextmanager
def production(broker: str, left_out: Collection[str] = (), release: Path = ROOT, **wishes: str) -> Iterator[Stack]:
    """Run the stack of a release, and leave nothing of it behind.

    Settings in ``left_out`` are not set, so that their defaults apply.
    """
    with TemporaryDirectory(prefix="chkobba-torture-") as folder:
        stack = Stack(Path(folder), broker, left_out=left_out, **wishes)  # type: ignore[arg-type]
        stack.root = release
        try:
            begin(stack)
            for name in stack.names:
                stack.start(name)
            stack.wait_until_ready()
            yield stack
        finally:
            for name in list(stack.processes):
                stack.kill(name)
            stack.cluster.stop()
