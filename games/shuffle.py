"""Fair shuffles: commit to a seed, derive every deck from it, reveal it when the match is over.

Version 1, which docs/fair-shuffles.md explains and ``scripts/check_shuffle.py`` repeats without this package:

- The server draws a seed of 32 bytes when the match is created and publishes its SHA-256. Each seat may add a seed of
  its own, of 1 to 64 characters ``A-Z a-z 0-9 _ -``, when its player joins.
- The *label* of a shuffle is ``chkobba-shuffle-v1|MATCH|ROUND|ATTEMPT|SEEDS``: the id of the match, the round and the
  attempt from 0, and the seeds of the seats in order, joined by commas, empty where there is none.
- Random words: HMAC-SHA256 with the server's seed as the key over ``LABEL|0``, ``LABEL|1`` …; each digest is cut into
  eight 32-bit big-endian words.
- A number below n: the next word that is less than the largest multiple of n within 2**32, modulo n.
- Shuffle (Fisher-Yates): take the cards sorted by name; for i from the last place down to 1, swap place i with
  the place that a number below i + 1 names. Place 0 is dealt first.
- The first dealer is a number below the number of seats, with ``dealer`` in the place of ``ROUND|ATTEMPT``.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterator, Sequence
from typing import Final, TypeVar

VERSION: Final = "chkobba-shuffle-v1"

Card = TypeVar("Card")


def draw_seed() -> str:
    """Return a new seed: 256 random bits as hex."""
    return secrets.token_hex(32)


def commitment_to(seed: str) -> str:
    """Return the commitment to the server's seed: its SHA-256 as hex. It is public from the start."""
    return hashlib.sha256(bytes.fromhex(seed)).hexdigest()


def seat_commitment_to(seed: str) -> str:
    """Return the commitment to the seed of a seat: the SHA-256 of its text, as hex."""
    return hashlib.sha256(seed.encode()).hexdigest()


def shuffled(
    cards: Sequence[Card], *, seed: str, match: str, round: int, attempt: int, seat_seeds: Sequence[str]
) -> list[Card]:
    """Return the cards, given in canonical order, in the order in which this attempt of this round deals them."""
    words = _words(seed, f"{VERSION}|{match}|{round}|{attempt}|{','.join(seat_seeds)}")
    deck = list(cards)
    for place in range(len(deck) - 1, 0, -1):
        other = below(place + 1, words)
        deck[place], deck[other] = deck[other], deck[place]
    return deck


def first_dealer(seats: int, *, seed: str, match: str, seat_seeds: Sequence[str]) -> int:
    """Return the seat that deals first, derived from the seeds."""
    return below(seats, _words(seed, f"{VERSION}|{match}|dealer|{','.join(seat_seeds)}"))


def _words(seed: str, label: str) -> Iterator[int]:
    key = bytes.fromhex(seed)
    block = 0
    while True:
        digest = hmac.digest(key, f"{label}|{block}".encode(), "sha256")
        for start in range(0, 32, 4):
            yield int.from_bytes(digest[start : start + 4], "big")
        block += 1


def below(limit: int, words: Iterator[int]) -> int:
    """Return an unbiased number below a limit. Words of the last, incomplete multiple are skipped."""
    end = 2**32 - 2**32 % limit
    return next(word for word in words if word < end) % limit
