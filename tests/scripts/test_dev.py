"""The environment that `make run` sets up."""

from __future__ import annotations

import sys
import venv
from pathlib import Path

from scripts import dev


def test_an_environment_without_pip_is_not_complete(tmp_path):
    """Ctrl-C while pip is installed leaves one with Python, and a list of files that pip writes last is missing."""
    assert not dev.is_complete(tmp_path)

    venv.create(tmp_path, symlinks=True)

    assert (tmp_path / "bin" / "python").exists()
    assert not dev.is_complete(tmp_path)
    assert dev.is_complete(Path(sys.prefix))
