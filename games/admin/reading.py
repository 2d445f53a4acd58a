"""What all pages share that show and do not change."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.models import Match, Status

HIDDEN = "hidden until the match is over"


class ReadOnly:
    """An admin page that shows and does not change."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Refuse: rows come from services."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Refuse."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Refuse: a match stands for ever."""
        return False


def as_code(data: Any) -> SafeString:
    """Return JSON in a readable form."""
    text = json.dumps(data, indent=1, ensure_ascii=False, default=str)
    return format_html('<pre class="as-code">{}</pre>', text)


def is_over(match: Match) -> bool:
    """Say whether a match can be shown whole."""
    return match.status in (Status.FINISHED, Status.CANCELLED)


def duration(length: timedelta) -> str:
    """Return ``4 s``, ``3 min 20 s``, ``5 h 12 min`` or ``2 d 4 h``."""
    seconds = max(0, int(length.total_seconds()))
    units = (("d", 86_400), ("h", 3600), ("min", 60), ("s", 1))
    place = next((place for place, (_, size) in enumerate(units) if seconds >= size), len(units) - 1)
    parts: list[str] = []
    for name, size in units[place : place + 2]:
        count, seconds = divmod(seconds, size)
        if count or not parts:
            parts.append(f"{count} {name}")
    return " ".join(parts)
