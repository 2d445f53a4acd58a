"""Assertions about the answers to concurrent requests."""

from __future__ import annotations

from collections import Counter
from typing import Any

from httpx import Response as Answer


def lasting(answer: Answer) -> dict[str, Any]:
    """Return the view in an answer without the fields that change with time."""
    view: dict[str, Any] = answer.json()["view"]
    return {name: value for name, value in view.items() if name not in ("server_time", "seconds_left")}


def said(answer: Answer) -> str:
    """Return the status of an answer, and the code of a refusal."""
    return f"{answer.status_code} {answer.json()['code']}" if answer.status_code >= 400 else str(answer.status_code)


def assert_one(answers: list[Answer], status: int, others: set[str]) -> None:
    """Assert that one answer has a status, and all others are among these."""
    counted = Counter(map(said, answers))
    assert counted.pop(str(status), 0) == 1, counted
    assert set(counted) <= others, counted


def one_answer(answers: list[Answer], status: int) -> dict[str, Any]:
    """Return the body that all answers share, to the byte."""
    assert {answer.status_code for answer in answers} == {status}, Counter(map(said, answers))
    assert len({answer.content for answer in answers}) == 1
    assert sum("Idempotency-Replayed" not in answer.headers for answer in answers) == 1
    return dict(answers[0].json())


def assert_seated_once(view: dict[str, Any], count: int) -> None:
    """Assert that this number of players sits at a match, each on one seat."""
    seated = [seat["player"] for seat in view["seats"] if seat["player"]]
    assert len(seated) == len(set(seated)) == count, view["seats"]


def moves_in(feed: dict[str, Any]) -> int:
    """Return the number of moves in an event list."""
    return sum(entry["by"] == "player" and entry["seat"] is not None for entry in feed["entries"])
