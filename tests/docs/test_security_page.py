"""docs/security.md: every requirement has a line, and what the lines name exists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.conf import settings

ROOT = Path(__file__).resolve().parent.parent.parent
PAGE = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
LINES = [line.strip("| ").split(" | ") for line in PAGE.splitlines() if re.match(r"\| (API)?\d", line)]

ASVS = """
1.1.1-2 1.2.1-9 1.3.1-11 1.4.1-3 1.5.1-2
2.1.1-3 2.2.1-3 2.3.1-4 2.4.1
3.2.1-2 3.3.1-4 3.4.1-6 3.5.1-5 3.7.1-2
4.1.1-3 4.2.1 4.3.1-2 4.4.1-4
5.1.1 5.2.1-3 5.3.1-2 5.4.1-3
6.1.1-3 6.2.1-12 6.3.1-4 6.4.1-4 6.5.1-5 6.6.1-3 6.8.1-4
7.1.1-3 7.2.1-4 7.3.1-2 7.4.1-5 7.5.1-2 7.6.1-2
8.1.1-2 8.2.1-3 8.3.1 8.4.1
9.1.1-3 9.2.1-4
10.1.1-2 10.2.1-2 10.3.1-4 10.4.1-11 10.5.1-5 10.6.1-2 10.7.1-3
11.1.1-2 11.2.1-3 11.3.1-3 11.4.1-4 11.5.1 11.6.1
12.1.1-3 12.2.1-2 12.3.1-4
13.1.1 13.2.1-5 13.3.1-2 13.4.1-5
14.1.1-2 14.2.1-4 14.3.1-3
15.1.1-3 15.2.1-3 15.3.1-7
16.1.1 16.2.1-5 16.3.1-4 16.4.1-3 16.5.1-3
17.1.1 17.2.1-4 17.3.1-2
"""
"""The 253 requirements of ASVS 5.0.0, levels 1 and 2."""


def numbers():
    """Return the requirements one by one."""
    for part in ASVS.split():
        section, _, those = part.rpartition(".")
        first, _, last = those.partition("-")
        yield from (f"{section}.{number}" for number in range(int(first), int(last or first) + 1))


def test_every_requirement_has_one_line():
    """Each requirement has one line."""
    risks = [line[0].split()[0] for line in LINES if line[0].startswith("API")]
    named = [number for line in LINES for number in re.findall(r"\b\d+\.\d+\.\d+\b", line[0])]

    assert risks == [f"API{number}" for number in range(1, 11)]
    assert sorted(named) == sorted(numbers())


def test_every_line_says_what_shows_it():
    """Each line names a test, file or setting, unless it says "does not apply" or "lacking"."""
    for line in LINES:
        assert len(line) == 3, line
        assert "`" in line[2] or re.search(r"Does not apply|\*\*Lacking", line[1]), line


@pytest.mark.parametrize("kind", ["test", "file", "setting"])
def test_what_is_named_is_there(kind):
    """Each test, file and setting that a line names exists."""
    named = [re.findall(r"`([^`]+)`", line[2]) for line in LINES]
    for one in {name for line in named for name in line}:
        path, _, test = one.partition("::")
        if one.isupper():
            assert kind != "setting" or hasattr(settings, one), one
        elif test:
            assert kind != "test" or f"def {test}(" in (ROOT / path).read_text(encoding="utf-8"), one
        else:
            assert kind != "file" or (ROOT / path).exists(), one
