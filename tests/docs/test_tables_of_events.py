"""docs/feed.md and docs/webhook.md: their tables have every table event with its fields, and every notification."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import fields

from games import table_events
from games.notifications import relevance
from tests.helpers.databases import ROOT


def rows_under(heading, page):
    """Return the cells of each row of the first table under a heading, without its head."""
    section = (ROOT / "docs" / page).read_text(encoding="utf-8").partition(f"\n## {heading}\n")[2]
    table = re.search(r"^\|.*\n\|[-|]+\|\n((?:\|.*\n)+)", section, re.MULTILINE)
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in table[1].splitlines()]


def names_in(cell):
    """Return the names in backquotes."""
    return re.findall(r"`(\w+)`", cell)


EVENTS = rows_under("Table events", "feed.md")
NOTIFICATIONS = rows_under("What arrives", "webhook.md")


@pytest.mark.parametrize(
    ("rows", "kinds"), [(EVENTS, table_events.KINDS), (NOTIFICATIONS, relevance.KINDS)], ids=["feed", "webhook"]
)
def test_each_type_has_one_row(rows, kinds):
    """The table has each type once, and no other types."""
    named = [name for first, *_ in rows for name in names_in(first)]

    assert sorted(named) == sorted(kinds)


def test_each_field_is_in_the_row_of_its_type():
    """The row of a table event names all fields of its payload; several types can share a row."""
    lacking = {}
    for types, cell, _ in EVENTS:
        payloads = [table_events.KINDS[type].payload for type in names_in(types)]
        expected = {field.name for payload in payloads for field in fields(payload)}
        if missing := expected - set(names_in(cell)):
            lacking[types] = missing

    assert lacking == {}
