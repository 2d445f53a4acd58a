"""docs/limits.md: each limit names an existing attack or test that tries to break it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from chkobba_api.limits import COUNT_LIMITS, RATE_LIMITS
from tests.proofs.torture.attacks import ATTACKS

ROOT = Path(__file__).resolve().parent.parent.parent
PAGE = (ROOT / "docs" / "limits.md").read_text(encoding="utf-8")
SETTINGS = (ROOT / "chkobba_api" / "settings.py").read_text(encoding="utf-8")
VARIABLES = {limit.variable for limit in (*RATE_LIMITS, *COUNT_LIMITS)}


def rows_of(page):
    """Return the cells of each row of the table, without its head."""
    lines = [line.strip("| ").split(" | ") for line in page.splitlines() if line.startswith("|")]
    return lines[2:]


def fault_of(row):
    """Return the fault of a row, or None."""
    if len(row) not in (3, 4):
        return "it has another number of cells"
    named = re.findall(r"`([^`]+)`", row[-1])
    if not named:
        return "it names no attack and no test"
    return next((f"{one} is not there" for one in named if not _is_there(one)), None)


def _is_there(name):
    path, _, test = name.partition("::")
    if not path.startswith("tests/"):
        return name in ATTACKS
    file = ROOT / path
    if not file.is_file():
        return False
    if path.startswith("tests/benchmarks/"):
        return not test
    return bool(test) and f"def {test}(" in file.read_text(encoding="utf-8")


def test_there_are_rows():
    """The table has rows, so that the other tests cannot pass on another format."""
    assert len(rows_of(PAGE)) > 40


def test_each_bound_names_what_tries_to_break_it():
    """Each limit names an attack, a test or a benchmark."""
    assert {row[0]: fault_of(row) for row in rows_of(PAGE) if fault_of(row)} == {}


def test_each_setting_of_a_bound_is_there():
    """Each setting of a limit exists under its name, and each limit of ``chkobba_api.limits`` is on the page."""
    named = {name for row in rows_of(PAGE) if len(row) == 4 for name in re.findall(r"`([A-Z_]{4,})`", row[2])}

    assert len(named) > 10
    assert [name for name in named if name not in VARIABLES and f'"{name}"' not in SETTINGS] == []
    assert [name for name in VARIABLES if f"`{name}`" not in PAGE] == []


def test_no_bound_is_named_twice():
    """No limit has two rows, which could come to differ."""
    names = [row[0] for row in rows_of(PAGE)]
    assert sorted(set(names)) == sorted(names)


@pytest.mark.parametrize(
    ("cell", "fault"),
    [
        ("–", "it names no attack and no test"),
        ("", "it names no attack and no test"),
        ("`no_such_attack`", "no_such_attack is not there"),
        ("`tests/api/test_gone.py::test_it`", "tests/api/test_gone.py::test_it is not there"),
        ("`tests/accounts/test_names.py::test_gone`", "tests/accounts/test_names.py::test_gone is not there"),
        ("`tests/accounts/test_names.py`", "tests/accounts/test_names.py is not there"),
        ("`held`", None),
        ("`tests/benchmarks/plans.py`", None),
        ("`tests/accounts/test_names.py::test_claims_are_counted`", None),
    ],
)
def test_a_row_without_a_proof_is_found(cell, fault):
    """A row is faulty when any part of its proof is missing."""
    assert fault_of(["a bound", "what is promised", "–", cell]) == fault
