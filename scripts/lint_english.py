#!/usr/bin/env python3
"""Find the English that CONTRIBUTING.md forbids, in docstrings, comments (of JavaScript too) and documents.

Use ``lint_english.py [PATH ...]``; without paths it reads the whole project.

A docstring has four words or more, begins with a verb or a noun phrase, and names the one who acts.
"""

from __future__ import annotations

import ast
import io
import re
import sys
import tokenize
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).resolve().parent.parent
CODE: Final = ("accounts", "chkobba_api", "games", "scripts", "tests")
DOCUMENTS: Final = ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "docs")
FEWEST_WORDS: Final = 4

SHORT: Final = f"under {FEWEST_WORDS} words: say more, or leave the docstring out"
OPENING: Final = "begin with a verb in the imperative or with a noun phrase"
RELATIVE: Final = "a relative clause as subject: name who acts, or what the thing is"

OPENS_WRONGLY: Final = re.compile(r"(Who|What|Whose|Whom|Whether|Of|That|How|Where|Which)\b")
RELATIVE_SUBJECT: Final = re.compile(r"\.\s+(Who|What|Whose|Whoever)\s(?![^.]*\?)")
AVOIDED: Final = {
    "somebody": "name who it is: a player, a host, a client",
    "nobody": "say 'no player', 'no client'",
    "anybody": "say 'anyone', or which player",
    "everybody": "say 'everyone', or 'all players'",
    "what cannot be": "name the thing: 'a move that cannot be taken back'",
    "whoever": "say 'the player who'",
    "whom": "turn the sentence round",
    "so many": "say 'this number of'",
    "is let": "say 'may'",
    "are let": "say 'may'",
    "one's": "say whose: 'the player's'",
    "oneself": "say 'the player'",
    "other than": "say 'except' or 'different from'",
}
AVOIDED_WORDS: Final = re.compile(rf"\b({'|'.join(AVOIDED)})\b", re.IGNORECASE)
NAMES: Final = re.compile(r'`[^`]*`|"\w+"')
"""Names in code, such as a value of the API, are no prose."""
SCRIPT_COMMENT: Final = re.compile(r"/\*\*[\s\S]*?\*/|(?<=\s)//\s.*|^//\s.*", re.MULTILINE)


class Finding(NamedTuple):
    """A line of a file, and what to do about its English."""

    line: int
    message: str


def in_python(source: str) -> Iterator[Finding]:
    """Find what is wrong with the docstrings and comments of a module."""
    for node in ast.walk(ast.parse(source)):
        body = getattr(node, "body", None)
        for statement in body if isinstance(body, list) else ():
            if (
                isinstance(statement, ast.Expr)
                and isinstance(statement.value, ast.Constant)
                and isinstance(text := statement.value.value, str)
            ):
                yield from (Finding(statement.lineno, message) for message in in_docstring(text))
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield from (Finding(token.start[0], message) for message in in_prose(token.string))


def in_docstring(text: str) -> Iterator[str]:
    """Find what is wrong with a docstring."""
    if len(text.split()) < FEWEST_WORDS:
        yield SHORT
    if OPENS_WRONGLY.match(text):
        yield OPENING
    if RELATIVE_SUBJECT.search(text):
        yield RELATIVE
    yield from in_prose(text)


def in_prose(text: str) -> Iterator[str]:
    """Find words that are avoided everywhere."""
    for found in AVOIDED_WORDS.finditer(NAMES.sub("", text)):
        yield f"'{found[0]}': {AVOIDED[found[0].lower()]}"


def in_script(source: str) -> Iterator[Finding]:
    """Find avoided words in the comments of a module in JavaScript."""
    for comment in SCRIPT_COMMENT.finditer(source):
        yield from in_document(comment[0], first=source.count("\n", 0, comment.start()) + 1)


def in_document(text: str, first: int = 1) -> Iterator[Finding]:
    """Find avoided words in a document, or in a part of one that begins at line ``first``."""
    for number, line in enumerate(text.splitlines(), first):
        yield from (Finding(number, message) for message in in_prose(line))


READERS: Final = {".py": in_python, ".md": in_document, ".js": in_script}


def files(places: Iterable[Path]) -> Iterator[Path]:
    """Yield the modules and documents of these files and folders; migrations are generated."""
    for place in places:
        for file in sorted(place.rglob("*")) if place.is_dir() else [place]:
            if file.suffix in READERS and "migrations" not in file.parts:
                yield file


def main(arguments: list[str]) -> int:
    """Print the findings of the named files and folders, by default of the project; return 1 when there are any."""
    found = 0
    for file in files(map(Path, arguments) if arguments else (ROOT / name for name in (*CODE, *DOCUMENTS))):
        text = file.read_text(encoding="utf-8")
        for finding in sorted(set(READERS[file.suffix](text))):
            print(f"{file.resolve().relative_to(ROOT)}:{finding.line}: {finding.message}")
            found += 1
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
