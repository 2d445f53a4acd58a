"""Enum values in stored events that had other names in an earlier release.

Rows of the log never change. A renamed value lists its old names in ``earlier_names``, so that old rows can be read.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Self


class StoredWord(StrEnum):
    """An enum of values in stored events; it reads earlier names, too."""

    @classmethod
    def earlier_names(cls) -> Mapping[str, str]:
        """Return the present name of each value, by its earlier name."""
        return {}

    @classmethod
    def _missing_(cls, value: object) -> Self | None:
        present = cls.earlier_names().get(value) if isinstance(value, str) else None
        return None if present is None else cls(present)
