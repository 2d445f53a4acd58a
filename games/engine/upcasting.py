"""Words in stored events that had other names in an earlier release.

Rows of the log are never changed. A word that is renamed keeps its old names here, so that old rows can be read.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Self


class StoredWord(StrEnum):
    """One of several words that events store."""

    @classmethod
    def earlier_names(cls) -> Mapping[str, str]:
        """Return the present word by each earlier name of it."""
        return {}

    @classmethod
    def _missing_(cls, value: object) -> Self | None:
        present = cls.earlier_names().get(value) if isinstance(value, str) else None
        return None if present is None else cls(present)
