"""Opponents offer and withdraw pauses, early ends and undos as fast as they may, while players think.

Each offer and each withdrawal is a row of the log. No move may be stale because of it. Where the clock plays for a
player who stops trying, the opponent must not get alone what needs the player's agreement.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from threading import Event
from typing import Any, Final

from tests.helpers.eventually import attempts, during, eventually, pause
from tests.proofs.torture.attack import Finding
from tests.proofs.torture.attack.crowded_table import Guest
from tests.proofs.torture.stack import Stack

TABLES: Final = 2
MOVES: Final = 15
"""The moves of the thinking player at each table."""
THINKS: Final = 0.5
"""Seconds before each of them."""
PACE: Final = 0.4
"""Seconds between two offers, so that the opponent keeps requests for their own moves."""
TURN: Final = 10
"""The shortest time for a move, in seconds."""
WISH: Final = {"game": "chkobba", "seats": 2, "options": {"target": 101, "cut": False}, "autostart": True}


def attack(stack: Stack) -> Iterator[Finding]:
    """Block players at some tables, and let the time of a player run out at another one."""
    over = Event()
    with ThreadPoolExecutor(2 * TABLES + 1) as pool:
        alone = pool.submit(_pause_alone, stack)
        tables = [_Blocked(stack, place) for place in range(TABLES)]
        blocking = [pool.submit(table.block, over) for table in tables]
        try:
            playing = [pool.submit(table.play) for table in tables]
            told = sum((one.result() for one in playing), Counter())
        finally:
            over.set()
        offers = sum((one.result() for one in blocking), Counter())
        text = ", ".join(f"{code} {count}" for code, count in sorted(told.items()))
        yield Finding(
            told == {"201": TABLES * MOVES} and offers["200"] > 0,
            f"of {sum(told.values())} moves that were thought about for {THINKS} s, {told['stale_version']} were stale"
            f" (bound: 0; answers: {text}), with {offers['200']} offers and withdrawals between them",
        )
        yield alone.result()


class _Blocked:
    """A table where one player thinks, and the other one blocks."""

    def __init__(self, stack: Stack, place: int) -> None:
        url = stack.urls[place % len(stack.urls)]
        self.thinks, self.blocks = Guest(url, f"Thinker {place}"), Guest(url, f"Blocker {place}")
        self.match = _begin(self.thinks, self.blocks, WISH | {"turn_seconds": 600})

    def play(self) -> Counter[str]:
        """Make the moves of both; return the answers to the moves of the thinking player."""
        answers: Counter[str] = Counter()
        for _ in attempts(20 * MOVES, "the moves are made"):
            if answers.total() == MOVES:
                break
            who = self.thinks if (view := self.thinks.view(self.match))["legal_moves"] else self.blocks
            if who is self.thinks:
                pause(THINKS, "a player thinks")
                answers[_code(_move(who, view))] += 1
            else:
                _move(who, who.view(self.match))
        return answers

    def block(self, over: Event) -> Counter[str]:
        """Offer and withdraw anything until the match is over; return the answers."""
        answers: Counter[str] = Counter()
        path = f"matches/{self.match}"
        for _ in during(110, "an opponent blocks"):
            if over.is_set():
                break
            until = (datetime.now(UTC) + timedelta(hours=1)).isoformat()
            for what, body in (("pause", {"until": until}), ("early-end", {"how": "no_result"}), ("undo", {})):
                offered = _code(self.blocks.http.post(f"{path}/{what}", json=body))
                withdrawn = _code(self.blocks.http.delete(f"{path}/{what}")) if offered == "200" else "none"
                answers.update((offered, withdrawn))
                pause(PACE, "a player has 240 requests a minute, and must move")
        return answers


def _pause_alone(stack: Stack) -> Finding:
    """Offer a pause to a player while the clock plays for them."""
    absent, there = Guest(stack.urls[0], "Absent"), Guest(stack.urls[0], "There")
    match = _begin(absent, there, WISH | {"turn_seconds": TURN})

    def is_away() -> bool:
        view = there.view(match)
        if view["legal_moves"]:
            _move(there, view)
        return any(seat["autopilot"] for seat in view["seats"])

    eventually(is_away, seconds=80, every=1)
    until = (datetime.now(UTC) + timedelta(hours=1)).isoformat()
    offered = there.http.post(f"matches/{match}/pause", json={"until": until})
    paused = there.view(match)["paused_at"]
    text = f"a pause that was offered to a player on autopilot began by itself: {'yes' if paused else 'no'} (bound: no)"
    return Finding(offered.status_code == 200 and paused is None, text)


def _begin(first: Guest, second: Guest, wish: dict[str, Any]) -> str:
    match = first.http.post("matches", json=wish).raise_for_status().json()
    second.http.post("matches/join", json={"code": match["code"]}).raise_for_status()
    return str(match["id"])


def _move(who: Guest, view: dict[str, Any]) -> Any:
    moves = view["legal_moves"]
    return who.move(view, moves["moves"][0]["move"]) if moves else None


def _code(answer: Any) -> str:
    """Return the code of a problem document, or else the status."""
    if answer is None:
        return "not_to_move"
    return str(answer.json()["code"]) if answer.status_code >= 400 else str(answer.status_code)
