"""References to tests: every file of tests that a document or the code names exists."""

from __future__ import annotations

import re

from scripts.dev import SERVER
from tests.helpers.databases import ROOT

TEST = re.compile(r"\btests/[\w/]+\.py\b")


def named_in(text):
    """Return the files of tests that a text names and that do not exist."""
    return {name for name in TEST.findall(text) if not (ROOT / name).is_file()}


def test_every_named_test_is_there():
    """A test that moves takes its references along."""
    texts = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *(ROOT / "tests" / "helpers").glob("*.py")]
    texts += [file for part in SERVER for file in (ROOT / part).rglob("*.py")]
    missing = {str(file.relative_to(ROOT)): names for file in texts if (names := named_in(file.read_text("utf-8")))}

    assert missing == {}
    assert named_in("`tests/operation/test_structs.py` shows it") == {"tests/operation/test_structs.py"}
