"""Fixtures of proofs: a running server, browsers, and the tests left out where a machine lacks something."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterator
from typing import Any, Final

import pytest

from tests.helpers.databases import ROOT
from tests.proofs.browser.started import FIREFOX
from tests.proofs.live.server import RABBITMQ, Server, reachable

SCREENSHOTS: Final = ROOT / "var" / "screenshots"
"""The folder for pictures that browser tests take, for people to look at."""
FAILED: Final = pytest.StashKey[bool]()
"""True if a test failed, so that fixtures print more."""
LEFT_OUT: Final[dict[str, str]] = {}
"""The markers whose tests do not run here, with the reason."""
if not FIREFOX:
    LEFT_OUT["firefox"] = "in Firefox: it is missing (Debian: apt install firefox-esr)"
if not reachable(RABBITMQ):
    LEFT_OUT["rabbitmq"] = f"of RabbitMQ: no server listens at {RABBITMQ}"
if "DATABASE_URL" not in os.environ:
    LEFT_OUT["production"] = "of the production stack: DATABASE_URL names no PostgreSQL"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect the tests that this machine cannot run."""
    left_out = [item for item in items if any(item.get_closest_marker(marker) for marker in LEFT_OUT)]
    items[:] = [item for item in items if item not in set(left_out)]
    config.hook.pytest_deselected(items=left_out)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Note which test failed."""
    report = yield
    item.stash[FAILED] = item.stash.get(FAILED, False) or report.failed
    return report


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Derive the cards of real servers from the name of the running test."""
    with Server.dealing_for(item.nodeid):
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(
    fixturedef: pytest.FixtureDef[Any], request: pytest.FixtureRequest
) -> Generator[None, object, object]:
    """Derive random values of a shared fixture from its own name, so that the order of tests does not matter."""
    if fixturedef.scope == "function":
        return (yield)
    with Server.dealing_for(f"{request.node.nodeid}::{request.fixturename}"):
        return (yield)


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Print the reasons for deselected tests, and the folder of pictures."""
    for reason in LEFT_OUT.values():
        terminalreporter.write_line(f"LEFT OUT: tests {reason}", yellow=True, bold=True)
    if SCREENSHOTS.is_dir():
        terminalreporter.write_line(f"pictures of the pages: {SCREENSHOTS}")


@pytest.fixture(autouse=True)
def frozen() -> None:
    """Let the clock run: real servers have their own clocks."""


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Return a running server, shared by all tests of a process that do not break it."""
    with Server(tmp_path_factory.mktemp("server")) as running:
        yield running
