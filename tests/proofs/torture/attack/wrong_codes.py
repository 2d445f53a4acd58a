"""Guests of one address guess room codes up to the limit: it locks out them, and no other players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

import httpx

from chkobba_api.ids import draw_code
from games.services.matchmaking.lobby.match_creation import CODE_LENGTH
from tests.proofs.torture.attack import Finding
from tests.proofs.torture.stack import Stack

CAFE: Final = {"X-Forwarded-For": "198.51.100.7"}
HOME: Final = {"X-Forwarded-For": "203.0.113.9"}
A_PLAYER: Final = 10
AN_ADDRESS: Final = 300


def attack(stack: Stack) -> Iterator[Finding]:
    """Guess as one player, as all guests of a café, and type the codes of matches that have begun."""
    with httpx.Client(base_url=f"{stack.urls[0]}/api/v1/", timeout=30) as http:
        owner, friend = guest(http, HOME), guest(http, HOME)
        wish = {"game": "chkobba", "visibility": "private"}
        waiting = http.post("matches", json={**wish, "game": "scopa", "seats": 3}, headers=owner).json()
        begun = http.post("matches", json={**wish, "bots": {"1": "easy"}, "autostart": True}, headers=owner).json()
        own_code = http.get(f"matches/{begun['id']}", headers=owner).json()["code"] or begun["code"] or "-"

        for who, name, code in ((owner, "its own player", "already_seated"), (friend, "somebody else", "not_in_lobby")):
            seen = Counter(join(http, who, own_code) for _ in range(2 * A_PLAYER))
            yield Finding(
                set(seen) == {code}, f"the code of a match that has begun, twenty times by {name}: {dict(seen)}"
            )

        guessers = [guest(http, CAFE) for _ in range(30)]
        first, others = guessers[0], guessers[1:]
        seen = Counter(join(http, first, guess()) for _ in range(5 * A_PLAYER))
        yield Finding(
            seen["wrong_code"] <= A_PLAYER, f"fifty guesses of one player: {seen['wrong_code']} were looked up"
        )
        beside = join(http, others[0], waiting["code"])
        yield Finding(beside == "", f"somebody else in the café types a right code: {beside or 'sits down'}")

        tried = Counter(join(http, guesser, guess()) for guesser in others for _ in range(A_PLAYER + 2))
        looked_up = seen["wrong_code"] + tried["wrong_code"]
        yield Finding(
            A_PLAYER < looked_up <= AN_ADDRESS, f"guesses of thirty players at one address: {looked_up} were looked up"
        )
        away = join(http, friend, waiting["code"])
        yield Finding(away == "", f"somebody elsewhere types a right code meanwhile: {away or 'sits down'}")


def guest(http: httpx.Client, address: dict[str, str]) -> dict[str, str]:
    """Return the headers of a new guest at an address."""
    answer = http.post("players/guests", json={"nickname": "Guesser"}, headers=address)
    return {**address, "Authorization": f"Bearer {answer.json()['token']}"}


def guess() -> str:
    """Return a random code of the right form."""
    return draw_code(CODE_LENGTH)


def join(http: httpx.Client, who: dict[str, str], code: str) -> str:
    """Type a code; return the code of the refusal, or an empty text where the player sits down."""
    answer: dict[str, Any] = http.post("matches/join", json={"code": code}, headers=who).json()
    return str(answer.get("code", "?")) if "status" in answer and isinstance(answer["status"], int) else ""
