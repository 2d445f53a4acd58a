"""The three queues, on each broker: work of requests, deadlines, and long runs of bots."""

from __future__ import annotations

import pytest

from tests.helpers.eventually import eventually
from tests.proofs.live.server import BROKER, RABBITMQ, Server


@pytest.mark.parametrize(
    "broker",
    [
        pytest.param(BROKER, id="of the environment"),
        pytest.param(RABBITMQ, id="RabbitMQ", marks=pytest.mark.rabbitmq),
    ],
)
def test_workers_take_from_all_queues(tmp_path, broker):
    """A bot answers without a sweep. Sweeps handle each deadline first, then all moves of bots."""
    with Server(tmp_path, CELERY_BROKER_URL=broker) as server:
        server.kill("beat")
        player = server.guest("Amel")
        wish = {"game": "scopa", "seats": 3, "bots": {"1": "easy", "2": "easy"}, "autostart": True, "turn_seconds": 10}
        match = player.post("matches", json=wish).json()["id"]
        view = waited(player, match, lambda view: view["legal_moves"])
        body = {"move": view["legal_moves"]["moves"][0]["move"], "expected_version": view["version"]}
        assert player.post(f"matches/{match}/moves", json=body).status_code == 201
        waited(player, match, lambda view: view["legal_moves"] and view["version"] > body["expected_version"])

        server.start("beat")
        for missed in (1, 2, 3):
            waited(player, match, lambda view, missed=missed: view["seats"][0]["missed_turns"] == missed)
        waited(player, match, lambda view: view["status"] == "finished")


def waited(player, match, is_so):
    """Return the view of a match as soon as a condition holds."""

    def seen():
        view = player.get(f"matches/{match}").json()
        return view if is_so(view) else None

    return eventually(seen)
