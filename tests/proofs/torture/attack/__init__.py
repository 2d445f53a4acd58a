"""Attacks, a file each: ``attack(stack)`` tries something with a guest's rights and yields what it found."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from tests.proofs.torture.stack import Stack


class Finding(NamedTuple):
    """Something that was tried."""

    holds: bool
    text: str
    """What was tried and how it went, with the bound and the figure."""


Attack = Callable[[Stack], Iterator[Finding]]
"""What ``attack`` of each file is."""
