"""Production files: images have versions, services have health checks, and files contain no secret."""

from __future__ import annotations

import os
import re
import secrets
import subprocess
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest
import yaml
from psycopg.errors import InsufficientPrivilege
from redis import AuthenticationError, Redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from tests.helpers.databases import ROOT, for_psycopg
from tests.helpers.eventually import eventually
from tests.proofs.live.server import free_port, reachable

COMPOSE = yaml.safe_load((ROOT / "compose.yaml").read_text())
OURS = {name: service for name, service in COMPOSE["services"].items() if service.get("build")}


def test_every_service_is_of_a_named_version_and_watched():
    """Every image has a fixed version, and services that others depend on have a health check."""
    for name, service in COMPOSE["services"].items():
        if name not in OURS:
            assert re.fullmatch(r"[a-z]+:\d+", service["image"])
            assert service["healthcheck"]
    assert {name for name in OURS if "healthcheck" not in OURS[name]} == {"migrate", "beat"}
    for name in OURS.keys() - {"migrate"}:
        assert OURS[name]["depends_on"]["migrate"]["condition"] == "service_completed_successfully"


def test_each_worker_answers_for_itself():
    """The health check of a worker asks only the worker of its own container, which has the name of its host."""
    for name in ("worker", "bots"):
        assert "--destination celery@`uname -n`" in OURS[name]["healthcheck"]["test"][-1]


def test_no_secret_and_no_registry_is_in_the_files():
    """Secrets come from .env, which is not in git; image names contain no registry."""
    text = (ROOT / "compose.yaml").read_text() + (ROOT / "Dockerfile").read_text()
    for name in re.findall(r"^\s*(\w*(?:PASSWORD|TOKEN|SECRET)\w*)[:=]\s*(.*)$", text, re.MULTILINE):
        assert name[1].startswith("${"), name
    assert [line for line in text.splitlines() if re.search(r"(FROM|image:)\s+\S+\.\S+/", line)] == []
    assert ".env" in (ROOT / ".gitignore").read_text().split()


@pytest.mark.redis_server
def test_redis_asks_for_its_password(tmp_path):
    """Redis of compose.yaml answers only clients that know the password, and its health check knows it."""
    port, redis = free_port(), yaml.safe_load(re.sub(r"\$\{\w+:\?.*?\}", "secret", str(COMPOSE["services"]["redis"])))
    command = [*redis["command"], "--port", str(port), "--dir", str(tmp_path)]
    check = redis["healthcheck"]["test"][-1].replace("redis-cli", f"redis-cli -p {port}")

    def is_healthy(**variables):
        done = subprocess.run(["sh", "-c", check], env=os.environ | variables, capture_output=True, check=False)
        return not done.returncode

    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        try:
            eventually(lambda: reachable(f"redis://127.0.0.1:{port}"))
            with Redis(port=port, retry=Retry(NoBackoff(), 0)) as unknown, pytest.raises(AuthenticationError):
                unknown.ping()
            with Redis(port=port, password="secret") as known:
                assert known.ping()
            assert is_healthy(**redis["environment"])
            assert not is_healthy()
        finally:
            process.kill()


@pytest.fixture
def superuser():
    """Yield the address of a superuser with a password on PostgreSQL; remove it and the account of its name."""
    here = urlsplit(os.environ["DATABASE_URL"])
    name = f"compose_{secrets.token_hex(4)}"
    with psycopg.connect(urlunsplit(here._replace(scheme="postgresql", path="/postgres")), autocommit=True) as by:
        by.execute(f"CREATE ROLE {name} SUPERUSER LOGIN PASSWORD 'secret'")
        try:
            yield urlunsplit(("postgresql", f"{name}:secret@{here.hostname}:{here.port or 5432}", "/postgres", "", ""))
        finally:
            by.execute(f"DROP DATABASE IF EXISTS {name}_chkobba WITH (FORCE)")
            by.execute(f"DROP ROLE IF EXISTS {name}_chkobba")
            by.execute(f"DROP ROLE {name}")


@pytest.mark.production
def test_the_server_is_no_superuser_of_its_database(superuser):
    """The script of compose.yaml makes an account that owns its database alone, and leaves the superuser none."""
    (source,) = re.findall(r"\./(\S+):/docker-entrypoint-initdb\.d/\S+\.sql:ro", str(COMPOSE["services"]["postgres"]))
    assert OURS["web"]["environment"]["DATABASE_URL"].startswith("postgres://chkobba:")
    name = f"{urlsplit(superuser).username}_chkobba"
    script = (ROOT / source).read_text().replace("chkobba", name)
    env = os.environ | {"POSTGRES_PASSWORD": "quiet'word"}

    subprocess.run(["psql", "--quiet", superuser], input=script, env=env, text=True, check=True)

    own = urlsplit(superuser)._replace(netloc=f"{name}:quiet%27word@{urlsplit(superuser).netloc.partition('@')[2]}")
    with psycopg.connect(urlunsplit(own._replace(path=f"/{name}")), autocommit=True) as account:
        account.execute("CREATE TABLE cards (number integer)")
        rights = "SELECT rolsuper OR rolcreatedb OR rolcreaterole OR rolreplication OR rolbypassrls FROM pg_roles"
        assert account.execute(f"{rights} WHERE rolname = current_user").fetchone() == (False,)
        with pytest.raises(InsufficientPrivilege):
            account.execute("CREATE DATABASE another")
    with psycopg.connect(for_psycopg(os.environ["DATABASE_URL"]), autocommit=True) as by:
        hashes = "SELECT rolname, rolpassword IS NOT NULL FROM pg_authid WHERE rolname IN (%s, %s) ORDER BY 1"
        assert by.execute(hashes, (urlsplit(superuser).username, name)).fetchall() == [
            (urlsplit(superuser).username, False),
            (name, True),
        ]


def test_the_image_holds_what_the_server_needs():
    """Every file that the Dockerfile copies exists and passes .dockerignore, which excludes all else."""
    copied = re.findall(r"^COPY (?!--from)(.*)\s\S+$", (ROOT / "Dockerfile").read_text(), re.MULTILINE)
    sources = {source for line in copied for source in line.split()}
    allowed = {line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")}

    assert {"run.lock" if source == "requirements/run.lock" else source for source in allowed} == {
        source.removeprefix("requirements/") for source in sources
    }
    assert all((ROOT / source).exists() for source in allowed)
