"""Attacks, a file each: ``attack(stack)`` tries something with a guest's rights and yields its findings."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from tests.proofs.torture.stack import Stack


class Finding(NamedTuple):
    """The result of one attempt."""

    holds: bool
    text: str
    """The attempt and its result, with the bound and the figure."""


Attack = Callable[[Stack], Iterator[Finding]]
"""The type of ``attack`` in each file."""
