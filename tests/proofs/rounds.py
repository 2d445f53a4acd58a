"""Moves and rounds of API clients: a rated match counts after a whole round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def first_move(api: Any, view: dict[str, Any]) -> dict[str, Any]:
    """Return the body that plays the first legal move of a view; with many moves, a view only counts them."""
    listed = view["legal_moves"]["moves"]
    moves = listed or api.get(f"matches/{view['id']}/legal-moves", params={"limit": 1}).json()["moves"]
    return {"move": moves[0]["move"], "expected_version": view["version"]}


def play_round(apis: Sequence[Any], match: str) -> None:
    """Let each client make the first legal move on its turn until a round of a match is over."""
    for _ in range(100):
        if apis[0].get(f"matches/{match}/rounds").json()["rounds"]:
            return
        for api in apis:
            view = api.get(f"matches/{match}").json()
            if view["your_turn"]:
                api.post(f"matches/{match}/moves", json=first_move(api, view)).raise_for_status()
    raise AssertionError("the round does not end")
