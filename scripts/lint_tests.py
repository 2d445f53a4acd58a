#!/usr/bin/env python3
"""Find unbounded loops, long sleeps, asserted durations, tests without an order, and private names.

``tests/helpers/eventually.py`` has bounded loops and waits, and is the only file that may use ``while``.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
HELPERS = "tests/helpers/eventually.py"
TIMED = ("tests/proofs/", "tests/benchmarks/")
"""Folders whose subject may be time itself."""
MEASURING = "tests/benchmarks/"

LONGEST_SLEEP = 0.2
TIMED_HELPERS = {"during", "pause", "pause_async"}
ENDLESS = {"count", "cycle"}
PATCHING = {"setattr", "delattr", "getattr", "object", "patch"}
ITSELF = {"self", "cls", "super()"}
OF_LIBRARIES = {
    *("_meta", "_state", "_default_manager", "_get_default"),  # Django's, documented except for the last one
    *("_replace", "_asdict", "_fields"),  # of named tuples
    *("_get", "_put", "_queue_bind"),  # of a channel of kombu, which a transport writes
    "_urandom",  # the source of Python's random
}
"""Private names that tests may use: the product cannot make them public."""
CLOCKS = {"time", "time_ns", "monotonic", "monotonic_ns", "perf_counter", "perf_counter_ns"}

WHILE = "unbounded loop: use attempts, drain, until or eventually of tests/helpers/eventually.py in place of while"
ENDLESS_LOOP = "unbounded loop: use attempts or until of tests/helpers/eventually.py in place of an endless iterator"
SENTINEL = "unbounded loop: iter(function, sentinel) ends only when the sentinel comes; use drain or attempts"
LONG_SLEEP = f"sleep over {LONGEST_SLEEP} s or of unknown length: wait for an event with eventually or until"
BROWSER_SLEEP = "wait_for_timeout: wait for an event of the page"
TIMED_HELPER = "waits of a given length are only for proofs and benchmarks: inject the clock"
UNORDERED = "parametrize over a set: its order differs between test processes; use sorted, or a dict"
PRIVATE = "private name: test through a public name, or make this one public"
DURATION = "asserted duration: inject the clock, or make it a benchmark"

Function = ast.FunctionDef | ast.AsyncFunctionDef


class Finding(NamedTuple):
    """A place in a file that breaks a rule."""

    line: int
    message: str


def findings(source: str, path: str) -> list[Finding]:
    """Return what breaks the rules in the source of a file; ``path`` is relative to the root of the project."""
    if path == HELPERS:
        return []
    tree = ast.parse(source)
    rules = [loops(tree), sleeps(tree), unordered(tree), private_names(tree)]
    if not path.startswith(TIMED):
        rules.append(timed_helpers(tree))
    if not path.startswith(MEASURING):
        rules.append(asserted_durations(tree))
    return sorted({finding for rule in rules for finding in rule})


def loops(tree: ast.AST) -> Iterator[Finding]:
    """Find every ``while``, and every ``for`` over an iterator that has no end."""
    endless = {
        ast.unparse(target)
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value and is_endless(node.value)
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.While):
            yield Finding(node.lineno, WHILE)
        if isinstance(node, ast.For | ast.comprehension):
            source = node.iter
            while isinstance(source, ast.Call) and name_of(source) in {"enumerate", "map", "filter"} and source.args:
                source = source.args[-1] if name_of(source) != "enumerate" else source.args[0]
            if is_endless(source) or ast.unparse(source) in endless:
                yield Finding(source.lineno, ENDLESS_LOOP)
        if isinstance(node, ast.Call) and name_of(node) == "iter" and len(node.args) == 2:
            yield Finding(node.lineno, SENTINEL)


def is_endless(node: ast.expr) -> bool:
    """Return whether an expression is a call of ``count``, ``cycle``, or ``repeat`` without a number."""
    if not isinstance(node, ast.Call) or ast.unparse(node.func) not in {name_of(node), f"itertools.{name_of(node)}"}:
        return False
    return name_of(node) in ENDLESS or (name_of(node) == "repeat" and len(node.args) + len(node.keywords) == 1)


def sleeps(tree: ast.AST) -> Iterator[Finding]:
    """Find sleeps that are long or of unknown length, and every ``wait_for_timeout``."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        if name_of(node) == "sleep" and not is_short(node):
            yield Finding(node.lineno, LONG_SLEEP)
        if name_of(node) == "wait_for_timeout":
            yield Finding(node.lineno, BROWSER_SLEEP)


def is_short(sleep: ast.Call) -> bool:
    """Return whether a sleep is a constant of at most ``LONGEST_SLEEP``."""
    seconds = sleep.args[0] if sleep.args else None
    return (
        isinstance(seconds, ast.Constant)
        and isinstance(seconds.value, int | float)
        and 0 <= seconds.value <= LONGEST_SLEEP
    )


def unordered(tree: ast.AST) -> Iterator[Finding]:
    """Find each ``parametrize`` over a set, also within a list."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and name_of(node) == "parametrize" and any(map(has_set, node.args[1:2])):
            yield Finding(node.lineno, UNORDERED)


def has_set(node: ast.expr) -> bool:
    """Return whether an expression has the order of a set. A list of sets has an order."""
    if isinstance(node, ast.Call):
        return name_of(node) in {"set", "frozenset"} or (name_of(node) == "list" and any(map(has_set, node.args)))
    if isinstance(node, ast.List | ast.Tuple):
        return any(isinstance(one, ast.Starred) and has_set(one.value) for one in node.elts)
    if isinstance(node, ast.ListComp | ast.GeneratorExp):
        return any(has_set(one.iter) for one in node.generators)
    is_operation = isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub | ast.BitAnd | ast.BitOr | ast.BitXor)
    return is_operation or isinstance(node, ast.Set | ast.SetComp)


def private_names(tree: ast.AST) -> Iterator[Finding]:
    """Find imports, uses and patches of private names. An object may use its own."""
    for node in ast.walk(tree):
        names: list[str] = []
        if isinstance(node, ast.ImportFrom):
            names = [*(node.module or "").split("."), *(alias.name for alias in node.names)]
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) not in ITSELF:
            names = [node.attr]
        if isinstance(node, ast.Call) and name_of(node) in PATCHING:
            paths = [one.value for one in node.args[:2] if isinstance(one, ast.Constant)]
            names = [name for path in paths for name in str(path).split(".")]
        if any(name.startswith("_") and not name.endswith("__") and name not in OF_LIBRARIES for name in names):
            yield Finding(node.lineno, PRIVATE)


def timed_helpers(tree: ast.AST) -> Iterator[Finding]:
    """Find imports of the helpers that wait for a given time."""
    for node in ast.walk(tree):
        of_helpers = isinstance(node, ast.ImportFrom) and (node.module or "").endswith("eventually")
        if of_helpers and TIMED_HELPERS & {alias.name for alias in node.names}:
            yield Finding(node.lineno, TIMED_HELPER)


def asserted_durations(tree: ast.AST) -> Iterator[Finding]:
    """Find assertions that compare the reading of a clock, or a difference of readings."""
    scopes = [node for node in ast.walk(tree) if isinstance(node, ast.Module | Function)]
    for scope in scopes:
        readings, durations = set[str](), set[str]()
        for node in ast.walk(scope):
            if not isinstance(node, ast.Assign | ast.AnnAssign | ast.NamedExpr) or node.value is None:
                continue
            names = {ast.unparse(target) for target in getattr(node, "targets", None) or [node.target]}
            if is_reading(node.value):
                readings |= names
            elif any(is_difference(part, readings) for part in ast.walk(node.value)):
                durations |= names
        for node in ast.walk(scope):
            if isinstance(node, ast.Assert) and any(
                is_reading(part) or is_difference(part, readings) or ast.unparse(part) in durations
                for compared in ast.walk(node.test)
                if isinstance(compared, ast.Compare)
                for part in ast.walk(compared)
            ):
                yield Finding(node.lineno, DURATION)


def is_reading(node: ast.AST) -> bool:
    """Return whether an expression reads a clock of the module ``time``."""
    if not isinstance(node, ast.Call) or name_of(node) not in CLOCKS:
        return False
    return isinstance(node.func, ast.Name) or ast.unparse(node.func).startswith("time.")


def is_difference(node: ast.AST, readings: set[str]) -> bool:
    """Return whether an expression subtracts a reading of a clock."""
    return (
        isinstance(node, ast.BinOp)
        and isinstance(node.op, ast.Sub)
        and any(is_reading(side) or ast.unparse(side) in readings for side in (node.left, node.right))
    )


def name_of(call: ast.Call) -> str:
    """Return the last part of the name that is called, or nothing."""
    function = call.func
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def main() -> int:
    """Print the findings of all tests, and return 1 when there are any."""
    found = 0
    for file in sorted((ROOT / "tests").rglob("*.py")):
        path = file.relative_to(ROOT).as_posix()
        for finding in findings(file.read_text(encoding="utf-8"), path):
            print(f"{path}:{finding.line}: {finding.message}")
            found += 1
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
