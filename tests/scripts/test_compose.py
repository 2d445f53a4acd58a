"""Production files: images have versions, services have health checks, and files contain no secret."""

from __future__ import annotations

import os
import re
import subprocess

import pytest
import yaml
from redis import AuthenticationError, Redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from tests.helpers.databases import ROOT
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


def test_the_image_holds_what_the_server_needs():
    """Every file that the Dockerfile copies exists and passes .dockerignore, which excludes all else."""
    copied = re.findall(r"^COPY (?!--from)(.*)\s\S+$", (ROOT / "Dockerfile").read_text(), re.MULTILINE)
    sources = {source for line in copied for source in line.split()}
    allowed = {line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")}

    assert {"run.lock" if source == "requirements/run.lock" else source for source in allowed} == {
        source.removeprefix("requirements/") for source in sources
    }
    assert all((ROOT / source).exists() for source in allowed)
