"""A real server, as `make run` starts it: one match over HTTP, and one in Chromium on a phone screen."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

import httpx
import pytest
from playwright.sync_api import sync_playwright

from tests.helpers.databases import ROOT, migrated
from tests.helpers.eventually import eventually
from tests.proofs.browser.started import Chromium
from tests.proofs.browser.table import Player
from tests.proofs.browser.watching import PHONE, Watched
from tests.proofs.live.server import Guest, free_port, play_to_the_end

pytestmark = [pytest.mark.smoke, pytest.mark.timeout(120)]

BOTS = {"1": "easy", "2": "easy", "3": "easy"}
SHORT = {"game": "chkobba", "seats": 4, "bots": BOTS, "options": {"target": 1}, "autostart": True}
"""A match of one round, in which the guest makes nine or ten moves."""


@pytest.fixture(autouse=True)
def frozen():
    """Let time go on: a real server has its own clock."""


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """Start a server with scripts/dev.py; return its address."""
    folder, port = tmp_path_factory.mktemp("smoke"), free_port()
    shutil.copy(migrated(), folder)
    log = folder / "server.log"
    command = [sys.executable, "scripts/dev.py", "run", "--port", str(port)]
    env = {**os.environ, "CHKOBBA_VAR": str(folder), "BOT_PACE": "0"}
    with log.open("w") as output:
        process = subprocess.Popen(command, cwd=ROOT, env=env, stdout=output, stderr=subprocess.STDOUT)
    try:
        eventually(lambda: process.poll() is not None or "Ctrl-C stops it" in log.read_text(), seconds=90)
        assert process.poll() is None, log.read_text()
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        assert process.wait(30) == 0, log.read_text()


@pytest.fixture
def guest(server):
    """Return a new guest."""
    made = httpx.post(f"{server}/api/v1/players/guests", json={"nickname": "Amel"}, timeout=60).raise_for_status()
    with Guest(f"{server}/api/v1/", made.json()) as guest:
        yield guest


@pytest.fixture
def match(guest):
    """Return a short match against a bot."""
    return guest.post("matches", json=SHORT).raise_for_status().json()


def test_a_match_over_http(guest, match):
    """A guest plays a match against a bot to its end."""
    view = play_to_the_end([guest], match)

    assert view["status"] == "finished"
    assert max(view["totals"]) >= 1


@pytest.mark.browser
def test_a_match_in_the_browser(server, guest, match):
    """A match by taps on a phone screen ends with the server's totals and without errors on the page."""
    with sync_playwright() as playwright:
        browser = Chromium(playwright)
        watched = Watched(browser, server)
        player = Player(watched.open(PHONE, has_touch=True), guest)
        player.sit_down(match["id"])
        player.play_to_the_end()
        outcome, view = player.outcome(), player.view()
        watched.close()
        browser.close()

    assert all(f" {total}" in outcome for total in view["totals"])
    assert watched.unexpected() == []
