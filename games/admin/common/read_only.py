"""Base classes and helpers of read-only admin pages."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any, ClassVar

from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from accounts.models import Player
from chkobba_api.admin_site.fast_changelist import NewestFirst
from games.models import Match, Status

HIDDEN = "hidden until the match is over"


class ReadOnly:
    """A mixin for admin pages without add, change and delete. So Django shows all fields read-only."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return False: services create, change and delete the rows."""
        return False

    has_change_permission = has_delete_permission = has_add_permission


class OfPlayers(ReadOnly, NewestFirst):
    """A read-only page for rows of players, with a search by the player's name."""

    list_select_related: ClassVar[Any] = ("player",)
    search_fields: ClassVar[Any] = ("player",)
    search_help_text: ClassVar[Any] = "Start of a nickname, or a login name"
    players: ClassVar[Any] = ("player",)
    """Foreign keys to the players, which the search uses."""

    def searched(self, rows: QuerySet[Any], text: str) -> QuerySet[Any]:
        """Find the rows of players with this name."""
        called = Player.called(text).values("pk")
        found = Q()
        for column in self.players:
            found |= Q((f"{column}__in", called))
        return rows.filter(found)


class WithMore:
    """A mixin for the admin page of one row that shows more than its fields."""

    def more(self, request: HttpRequest, row: Any, /) -> dict[str, Any]:
        """Return additional context for the template."""
        raise NotImplementedError

    def render_change_form(
        self,
        request: HttpRequest,
        context: dict[str, Any],
        add: bool = False,
        change: bool = False,
        form_url: str = "",
        obj: Any = None,
    ) -> HttpResponse:
        """Add the context of ``more`` to the page of a row."""
        if obj is not None:
            context |= self.more(request, obj)
        page: HttpResponse = super().render_change_form(request, context, add, change, form_url, obj)  # type: ignore[misc]
        return page


def as_code(data: Any) -> SafeString:
    """Return data as indented JSON in a ``pre`` element."""
    text = json.dumps(data, indent=1, ensure_ascii=False, default=str)
    return format_html('<pre class="as-code">{}</pre>', text)


def is_over(match: Match) -> bool:
    """Return True if a match is finished or cancelled, so that all its cards may be shown."""
    return match.status in (Status.FINISHED, Status.CANCELLED)


def duration(length: timedelta) -> str:
    """Return a duration in its two largest units: ``4 s``, ``3 min 20 s``, ``5 h 12 min`` or ``2 d 4 h``."""
    seconds = max(0, int(length.total_seconds()))
    units = (("d", 86_400), ("h", 3600), ("min", 60), ("s", 1))
    place = next((place for place, (_, size) in enumerate(units) if seconds >= size), len(units) - 1)
    parts: list[str] = []
    for name, size in units[place : place + 2]:
        count, seconds = divmod(seconds, size)
        if count or not parts:
            parts.append(f"{count} {name}")
    return " ".join(parts)
