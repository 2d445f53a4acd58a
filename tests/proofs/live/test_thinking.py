"""Thinking bots, in a copy of the server with levels added by a file and a line (docs/adding-a-level.md)."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from games.services.bots.bot_jobs import TRIES
from tests.helpers.eventually import until
from tests.proofs.live.server import ROOT, Server, at_turn_or_over, view_when

FILE = '''
"""Levels that take their time."""

from __future__ import annotations

import os
import time
from pathlib import Path
from threading import Event
from typing import Any

from games.bots.level import Budget, Level, Turn
from games.bots.memory import remembered


def ponder(turn: Turn) -> Any:
    """Imagine what may be, again and again, and play the last move."""
    with (Path(os.environ["CHKOBBA_VAR"]) / "begun").open("a") as told:
        told.write("begun\\n")
    view = remembered(turn)
    for _ in turn.iterations():
        turn.game.imagine(view, turn.luck)
        time.sleep(0.01)
    return turn.moves[-1]


def hang(turn: Turn) -> Any:
    """Never look whether anybody still waits."""
    Event().wait()


def fail(turn: Turn) -> Any:
    """Have a bug."""
    raise ZeroDivisionError


PONDER = Level(key="ponder", choose=ponder, budget=Budget(iterations=30, seconds=20))
DREAM = Level(key="dream", choose=ponder, budget=Budget(iterations=100_000, seconds=30))
HANG = Level(key="hang", choose=hang, budget=Budget(iterations=1, seconds=0.5))
FAIL = Level(key="fail", choose=fail, budget=Budget(iterations=1, seconds=5))
'''
LINE = (
    "(easy.LEVEL, medium.LEVEL, hard.LEVEL, expert.LEVEL)",
    "(easy.LEVEL, medium.LEVEL, hard.LEVEL, expert.LEVEL, ponder.PONDER, ponder.DREAM, ponder.HANG, ponder.FAIL)",
)
IMPORT = (
    "import any_move, easy, expert, hard, medium\n",
    "import any_move, easy, expert, hard, medium, ponder\n",
)


@pytest.fixture(scope="module")
def with_levels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the server that has these levels."""
    root = tmp_path_factory.mktemp("copy")
    for name in ("accounts", "chkobba_api", "games", "openapi", "docs"):
        shutil.copytree(ROOT / name, root / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "manage.py", root)
    bots = root / "games" / "bots"
    (bots / "ponder.py").write_text(FILE.lstrip())
    registry = (bots / "__init__.py").read_text()
    assert registry.count(LINE[0]) == registry.count(IMPORT[0]) == 1
    (bots / "__init__.py").write_text(registry.replace(*LINE).replace(*IMPORT))
    return root


def table(player, level, **more):
    """Return a new match of a player against a bot of a level."""
    wish = {"game": "scopa", "bots": {"1": level}, "autostart": True, "options": {"target": 1}, **more}
    answer = player.post("matches", json=wish)
    assert answer.status_code == 201, answer.text
    return answer.json()["id"]


def move(player, match):
    """Make a move when it is the player's turn; return its version."""
    view = view_when(player, match, at_turn_or_over)
    body = {"move": view["legal_moves"]["moves"][0]["move"], "expected_version": view["version"]}
    answer = player.post(f"matches/{match}/moves", json=body)
    assert answer.status_code == 201, answer.text
    return answer.json()["view"]["version"]


def fallbacks(server):
    """Return the counts of moves that a quick bot made in place of each level, by reason."""
    text = server.client().get(f"{server.url}/metrics").text
    return {
        (sample.labels["level"], sample.labels["because"]): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
        if sample.name == "chkobba_bot_fallbacks_total"
    }


def test_one_worker_does_all_in_the_try_out(with_levels, tmp_path):
    """A thinking bot answers without a sweep; a quick bot moves for one that fails or hangs."""
    with Server(tmp_path, root=with_levels) as server:
        server.kill("beat")
        player = server.guest("Amel")
        for level in ("ponder", "fail", "hang"):
            match = table(player, level)
            before = move(player, match)
            view_when(player, match, lambda view, before=before: view["version"] > before)

        assert fallbacks(server).keys() == {("fail", "failed"), ("hang", "over_budget")}


def test_a_thinker_that_is_killed_holds_up_nobody(with_levels, tmp_path):
    """After two of its leases, a quick bot continues its match. Meanwhile other bots answer, and clocks run."""
    with Server(tmp_path, root=with_levels, WORKER_BOTS="not") as server:
        server.start("thinker")
        amel, sami = server.guest("Amel"), server.guest("Sami")
        timed = table(sami, "medium", turn_seconds=10)
        quick = table(sami, "medium", options={"target": 201})
        dreams = table(amel, "dream")
        view = amel.get(f"matches/{dreams}").json()
        before = move(amel, dreams) if view["legal_moves"] else view["version"]

        killed, answers = 0, 0
        for _ in until(120, "a quick bot plays in place of the slow one"):
            if amel.get(f"matches/{dreams}").json()["version"] != before:
                break
            if killed < TRIES and begun(server) > killed:
                server.kill("thinker")
                killed += 1
                server.start("thinker")
            version = move(sami, quick)
            view_when(sami, quick, lambda view, version=version: view["version"] > version or view["legal_moves"])
            answers += amel.get(f"matches/{dreams}").json()["version"] == before

        assert killed == TRIES
        assert answers > TRIES  # while that bot was thinking
        view_when(sami, timed, lambda view: view["seats"][0]["missed_turns"])
        assert "because=killed" in (server.folder / "thinker.log").read_text()
        server.manage("verify_matches")


def begun(server):
    """Return how often a level of these tests has started to think."""
    told = server.folder / "begun"
    return len(told.read_text().splitlines()) if told.exists() else 0
