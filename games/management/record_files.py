"""Readers for files of match records."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Never

from tqdm import tqdm


def records_in(names: list[str]) -> Iterator[Any]:
    """Yield the records of some files, with a progress bar by bytes. The name - is standard input.

    A file holds one record, or one in each line. Raises OSError, and ValueError that names file and line.
    """
    total = sum(Path(name).stat().st_size for name in names if name != "-")
    with tqdm(total=total or None, unit="B", unit_scale=True, disable=not sys.stderr.isatty()) as progress:
        for name in names:
            with sys.stdin.buffer if name == "-" else Path(name).open("rb") as lines:
                yield from _read(lines, name, progress)


def _read(lines: Iterator[bytes], name: str, progress: Any) -> Iterator[Any]:
    """Yield the records of one file: one in each line, or a single one over many lines."""
    first = True
    for number, line in enumerate(lines, 1):
        progress.update(len(line))
        if not line.strip():
            continue
        try:
            record = json.loads(line)
        except (ValueError, RecursionError) as error:
            record = _parse(line + b"".join(lines), name, number) if first else _refuse(name, number, error)
        first = False
        yield record


def _parse(text: bytes, name: str, number: int) -> Any:
    """Return the record of a text that begins at a line of a file."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        return _refuse(name, number + getattr(error, "lineno", 1) - 1, error)


def _refuse(name: str, number: int, error: Exception) -> Never:
    raise ValueError(f"{name}, line {number}: {error}") from None
