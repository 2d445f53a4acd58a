"""What one level that thinks takes into account, and another one does not."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Depth:
    """How far a level looks; its budget says how often."""

    width: int
    """So many of the most promising moves are tried."""
    tells: int = 1
    """A deal is drawn from so many, by what the others' plays tell of them; 1: any deal is as good as any other."""
    exact: int = 0
    """Where all cards are known, the rest of the round is solved if that takes so many positions at most."""
    match: bool = False
    """Whether it plays for the match where this round may end it, and not for points alone."""
