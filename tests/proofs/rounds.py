"""Rounds that clients of the API play: a rated match counts after a whole one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def play_round(apis: Sequence[Any], match: str) -> None:
    """Let each client make the first legal move on its turn until a round of a match is over."""
    for _ in range(100):
        if apis[0].get(f"matches/{match}/rounds").json()["rounds"]:
            return
        for api in apis:
            view = api.get(f"matches/{match}").json()
            if view["your_turn"]:
                move = {"move": view["legal_moves"]["moves"][0]["move"], "expected_version": view["version"]}
                api.post(f"matches/{match}/moves", json=move).raise_for_status()
    raise AssertionError("the round does not end")
