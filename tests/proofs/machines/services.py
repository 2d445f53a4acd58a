"""The processes of compose.yaml, run from the result of the Dockerfile as by a container engine: without rights.

The PostgreSQL and Redis of this machine replace its two other services. Ports differ, since all share this machine's
network.
"""

from __future__ import annotations

import os
import re
import secrets
import shlex
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit, urlunsplit

import httpx
import psycopg
import yaml
from psycopg import sql

from tests.helpers.eventually import during, until
from tests.proofs.live.server import free_port
from tests.proofs.machines.image import Stage
from tests.proofs.machines.machine import INNER

Service = Mapping[str, Any]
MOVES: Final = 4


def play(image: Stage, context: Path, logs: Path) -> str:
    """Start every process of compose.yaml, play, and stop them; return a summary. Raises AssertionError."""
    with ExitStack() as stack:
        database = stack.enter_context(database_of_its_own())
        services = read(context / "compose.yaml", database)
        migrate = services.pop("migrate")
        subprocess.run(inside(image, migrate, {}), capture_output=True, check=True)
        running = {}
        for name, service in services.items():
            ports = {"8000": str(free_port()), "9100": str(free_port())}
            running[name] = stack.enter_context(Running(image, name, service, ports, logs))
        for process in running.values():
            process.wait_until_healthy()
        moves = play_a_little(running["web"].url, running["hold"].url)
        for process in running.values():
            process.stop()
    return f"{', '.join(['migrate', *running])}: ready and healthy; {moves} moves; stopped"


def read(path: Path, database: str) -> dict[str, Service]:
    """Return the services that use the image, with their addresses on this machine."""
    told = {
        "POSTGRES_PASSWORD": urlsplit(database).password or "",
        "REDIS_PASSWORD": secrets.token_hex(16),  # not used: the Redis of this machine has another one, or none
        "SECRET_KEY": secrets.token_urlsafe(50),
        "ALLOWED_HOSTS": "play.example.org,127.0.0.1",
        "CSRF_TRUSTED_ORIGINS": "https://play.example.org",
        "BEHIND_PROXY": "1",
        "NUM_PROXIES": "1",
        "METRICS_TOKEN": secrets.token_urlsafe(20),
    }  # the .env of docs/deployment.md
    text = re.sub(r"\$\{(\w+):\?[^}]*\}", lambda name: told[name[1]], path.read_text())
    queue = f"machines-{secrets.token_hex(4)}"  # other servers may use this machine's Redis
    services: dict[str, Any] = yaml.safe_load(text)["services"]
    ours = {name: service for name, service in services.items() if "build" in service}
    redis = urlsplit(os.environ.get("CELERY_BROKER_URL", "redis://127.0.0.1:6379/0")).netloc
    for service in ours.values():
        assert service["env_file"] == ".env"
        env = {**told, "CELERY_QUEUE": queue, **service["environment"]}
        env["DATABASE_URL"] = on_this_machine(env["DATABASE_URL"], database)
        for name in ("CELERY_BROKER_URL", "CACHE_URL"):
            env[name] = urlunsplit(urlsplit(env[name])._replace(netloc=redis))
        service["environment"] = env
    return ours


def on_this_machine(address: str, database: str) -> str:
    """Return the address of the database in place of that of compose.yaml, with the same password."""
    wanted, given = urlsplit(address), urlsplit(database)
    assert (wanted.scheme, wanted.password) == (given.scheme, given.password)
    return database


@contextmanager
def database_of_its_own() -> Iterator[str]:
    """Make a user and its database on this machine's PostgreSQL; yield the address, and drop both."""
    here = os.environ.get("DATABASE_URL", "postgres://postgres@127.0.0.1:5432/postgres")
    name, password = f"machines_{secrets.token_hex(4)}", secrets.token_hex(16)
    identifier = sql.Identifier(name)
    parts = urlsplit(here)
    with psycopg.connect(here.replace("postgres://", "postgresql://"), autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE ROLE {} LOGIN PASSWORD {}").format(identifier, password))
        connection.execute(sql.SQL("CREATE DATABASE {} OWNER {}").format(identifier, identifier))
        try:
            netloc = f"{name}:{password}@{parts.hostname}:{parts.port or 5432}"
            yield urlunsplit(parts._replace(netloc=netloc, path=f"/{name}"))
        finally:
            connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(identifier))
            connection.execute(sql.SQL("DROP ROLE {}").format(identifier))


def inside(image: Stage, service: Service, ports: Mapping[str, str], command: list[str] | None = None) -> list[str]:
    """Return a service's command as in a container: in namespaces, read-only, as its user, without rights."""
    assert service["read_only"]
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    root = shlex.quote(str(image.machine.root))
    script = INNER.format(root=root).replace("\n", f"\nmount -o remount,bind,ro {root}\n", 1)
    for place in service["tmpfs"]:
        path, _, options = place.partition(":")
        script += f"mount -t tmpfs {f'-o {options}' if options else '-o mode=1777'} tmpfs {root}{path}\n"
    env = {**image.env, "HOME": "/srv", **service["environment"]}
    env = {name: with_ports(value, ports) for name, value in env.items()}
    rights = ["--no-new-privs", "--bounding-set=-all", "--inh-caps=-all"]
    become = ["setpriv", f"--reuid={image.user}", f"--regid={image.user}", "--clear-groups", *rights]
    arguments = [with_ports(part, ports) for part in command or service.get("command", image.command)]
    script += f"exec {shlex.join(image.machine.command([*become, *arguments], image.folder, env))}\n"
    return ["unshare", "--mount", "sh", "-ec", script]


def with_ports(text: str, ports: Mapping[str, str]) -> str:
    """Replace the ports of a container by those of this machine in a text."""
    for port, here in ports.items():
        text = re.sub(rf"\b{port}\b", here, text)
    return text


class Running:
    """A process of compose.yaml until its stop."""

    def __init__(self, image: Stage, name: str, service: Service, ports: Mapping[str, str], logs: Path) -> None:
        self.image, self.name, self.service, self.ports = image, name, service, ports
        self.url = f"http://127.0.0.1:{ports['8000']}"
        self.log = logs / f"{name}.log"

    def __enter__(self) -> Running:
        with self.log.open("wb") as log:
            command = inside(self.image, self.service, self.ports)
            self.process = subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT)
        return self

    def __exit__(self, *error: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()

    def wait_until_healthy(self) -> None:
        """Run the health check of compose.yaml until it succeeds, and wait for /readyz where there is one."""
        check = self.service.get("healthcheck", {}).get("test", [])[1:]
        for _ in during(120, "a service is healthy soon"):
            if (not check or self._is_healthy(check)) and self._is_ready():
                break
            assert self.process.poll() is None, self.said()
            time.sleep(0.2)
        else:
            raise AssertionError(self.said())

    def _is_healthy(self, check: list[str]) -> bool:
        command = inside(self.image, self.service, self.ports, check)
        return subprocess.run(command, capture_output=True, timeout=60, check=False).returncode == 0

    def _is_ready(self) -> bool:
        if not self.service.get("ports"):
            return True
        try:
            checks = httpx.get(f"{self.url}/readyz", timeout=5)
        except httpx.HTTPError:
            return False
        return checks.status_code == 200

    def stop(self) -> None:
        """Stop it as an engine does, and check that it ends in time and without errors."""
        self.process.terminate()
        try:
            status = self.process.wait(60)
        except subprocess.TimeoutExpired:
            raise AssertionError(f"{self.name} does not end: {self.said()}") from None
        assert status in (0, -15, 143), f"{self.name} ended with {status}: {self.said()}"
        assert "Traceback" not in self.log.read_text(errors="replace"), self.said()

    def said(self) -> str:
        """Return the end of its log."""
        return f"{self.name}: {self.log.read_text(errors='replace')[-3000:]}"


def play_a_little(web: str, hold: str) -> int:
    """Play against a bot with the long polls of a client; return the number of accepted moves."""
    forwarded = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.1"}  # as the reverse proxy sends them
    with httpx.Client(headers=forwarded, timeout=30) as client:
        api = f"{web}/api/v1"
        guest = client.post(f"{api}/players/guests", json={"nickname": "Amel"})
        assert guest.status_code == 201, guest.text
        client.headers["Authorization"] = f"Bearer {guest.json()['token']}"
        wish = {"game": "chkobba", "bots": {"1": "easy"}, "autostart": True}
        match = client.post(f"{api}/matches", json=wish).json()["id"]
        moves = 0
        for _ in until(120, "the bot answers"):
            if moves == MOVES:
                break
            view = client.get(f"{api}/matches/{match}").json()
            if view["legal_moves"]:
                body = {"move": view["legal_moves"]["moves"][0]["move"], "expected_version": view["version"]}
                answer = client.post(f"{api}/matches/{match}/moves", json=body)
                assert answer.status_code == 201, answer.text
                moves += 1
            else:
                held = client.get(
                    f"{hold}/api/v1/matches/{match}/events", params={"after": view["version"], "wait": 10}
                )
                assert held.status_code == 200, held.text
    return moves
