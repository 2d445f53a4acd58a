"""The view of operators on a real server: logs and metrics of all its processes."""

from __future__ import annotations

import re
import socket

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from tests.helpers.eventually import eventually
from tests.proofs.live.server import Server, free_port


def test_the_answer_of_a_bot_is_logged_under_the_request_that_it_answers(server):
    """The wake-up carries the id: the worker's log line of the bot's move has it."""
    player = server.guest("Amel")
    wish = {"game": "chkobba", "bots": {"1": "easy"}, "options": {"cut": False}, "autostart": True}
    match = player.post("matches", json=wish).json()["id"]
    view = eventually(lambda: (view := player.get(f"matches/{match}").json())["legal_moves"] and view)

    body = {"move": view["legal_moves"]["moves"][0]["move"], "expected_version": view["version"]}
    answer = player.post(f"matches/{match}/moves", json=body, headers={"X-Request-ID": "move-of-amel"})

    assert answer.headers["X-Request-ID"] == "move-of-amel"
    log = server.folder / "worker.log"
    line = eventually(lambda: re.search(r"^.* moved .*request_id=move-of-amel.*$", log.read_text(), re.MULTILINE))
    assert f"match={match}" in line[0]
    assert "by=bot" in line[0]


def test_the_numbers_of_all_processes_are_added_up(server):
    """The web server's metrics include those of the worker."""
    server.guest("Amel").post("matches", json={"game": "chkobba", "bots": {"1": "easy"}, "autostart": True})

    def numbers():
        text = httpx.get(f"{server.url}/metrics").text
        families = {family.name: family for family in text_string_to_metric_families(text)}
        wanted = ("chkobba_request_seconds", "chkobba_moves", "chkobba_bot_thinking_seconds", "chkobba_matches_running")
        return families if families.keys() >= {*wanted, "chkobba_task_waiting_seconds"} else None

    families = eventually(numbers)
    waited = {sample.labels.get("task") for sample in families["chkobba_task_waiting_seconds"].samples}
    assert "games.run_due_match" in waited
    assert any(sample.labels.get("by") == "bot" for sample in families["chkobba_moves"].samples)


def ready(server):
    """Return the answer of /readyz. Fails after a long wait."""
    answer = httpx.get(f"{server.url}/readyz", timeout=30)
    return answer.status_code, answer.json()


def test_a_server_with_all_that_it_needs_is_ready(server):
    """The answer has a sentence for each check."""
    eventually(lambda: "s ago" in ready(server)[1]["checks"]["sweeper"]["detail"])
    status, said = ready(server)

    assert (status, said["status"]) == (200, "ready")
    assert {name: check["ok"] for name, check in said["checks"].items()} == {
        "database": True,
        "broker": True,
        "sweeper": True,
    }


@pytest.fixture
def hanging():
    """Return the port of a server that accepts connections and never answers."""
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen(100)
        yield silent.getsockname()[1]


def only_web(folder, **settings):
    """Return a server with only the web process, even if it is not ready."""
    server = Server(folder, **settings)
    server.env |= settings
    server.start("web")
    eventually(lambda: answers(server))
    return server


def answers(server):
    """Return whether a server process is alive."""
    try:
        return httpx.get(f"{server.url}/healthz", timeout=1).status_code == 200
    except httpx.HTTPError:
        return False


@pytest.mark.parametrize(("scheme", "how"), [("redis", "hangs"), ("amqp", "is away")])
def test_what_is_away_makes_it_not_ready(tmp_path, hanging, scheme, how):
    """With a hanging or missing database and broker, it answers 503, naming both, each time."""
    port = hanging if how == "hangs" else free_port()
    server = only_web(
        tmp_path,
        DATABASE_URL=f"postgres://nobody@127.0.0.1:{port}/nothing",
        CELERY_BROKER_URL=f"{scheme}://127.0.0.1:{port}/",
    )
    try:
        before = server.threads_of("web")
        answers_given = [ready(server) for _ in range(3)]
        grown = server.threads_of("web") - before
        api = httpx.get(f"{server.url}/api/v1/me", headers={"Authorization": f"Bearer {'a' * 64}"}, timeout=30)
    finally:
        server.stop("web")

    for status, said in answers_given:
        assert (status, said["code"]) == (503, "unavailable")
        assert [check["ok"] for check in said["checks"].values()] == [False, False]
        assert "The database does not answer" in said["detail"]
        assert "The broker does not answer" in said["detail"]
    assert grown < 12
    assert (api.status_code, api.json()["code"]) == (503, "unavailable")


def test_a_server_whose_sweeper_has_died_says_so(tmp_path):
    """It is not ready when the grace period of the start is over and the last sweep too long ago."""
    with Server(tmp_path, SWEEP_SECONDS="0.5", SWEEPS_MISSED="6", READY_GRACE="1") as server:
        eventually(lambda: "s ago" in ready(server)[1]["checks"]["sweeper"]["detail"])
        server.kill("beat")
        _, said = eventually(lambda: (found := ready(server))[0] == 503 and found)

    assert "is beat running" in said["detail"]
    assert said["checks"]["database"]["ok"]
