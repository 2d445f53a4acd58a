"""Time zones by the names of the IANA, as this server knows them."""

from __future__ import annotations

from functools import cache
from typing import Final
from zoneinfo import available_timezones

_NO_PLACES: Final = ("Factory", "localtime", "posixrules")
"""Names of files that lie beside the zones."""


@cache
def known_zones() -> frozenset[str]:
    """Return the names of all zones."""
    return frozenset(name for name in available_timezones() if name not in _NO_PLACES)
