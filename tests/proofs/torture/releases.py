"""Earlier releases: their code in a folder of its own, run by the environment of this one."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from packaging.markers import Marker

from tests.proofs.live.server import ROOT

BEFORE: Final = "f3fe97e"
"""The commit of the release before this one."""

_PINNED: Final = re.compile(r"^([\w.-]+)==([^\s;]+)(?: ; (.+?))? \\\\?$", re.MULTILINE)


@contextmanager
def checked_out(commit: str) -> Iterator[Path]:
    """Yield a folder with the code of a commit. Ends the program, and says why, where there is no such commit."""
    known = subprocess.run(
        ["git", "cat-file", "-e", f"{commit}^{{commit}}"], cwd=ROOT, capture_output=True, check=False
    )
    if known.returncode:
        raise SystemExit(
            f"This clone does not have the commit {commit}: nothing was proved. Where it is shallow, "
            "`git fetch --unshallow` brings it."
        )
    with TemporaryDirectory(prefix="chkobba-release-") as name:
        folder = Path(name)
        archive = subprocess.run(["git", "archive", commit], cwd=ROOT, stdout=subprocess.PIPE, check=True)
        subprocess.run(["tar", "--extract", "--directory", name], input=archive.stdout, check=True)
        for other in differing((folder / "requirements" / "run.lock").read_text()):
            print(f"NOTE: {commit} asks for {other}", flush=True)
        yield folder


def differing(lock: str) -> list[str]:
    """Return what a lock asks for and is not installed here in that version: ``django==5.2 (here 5.1)``."""
    found = []
    for name, wanted, marker in _PINNED.findall(lock):
        if not marker or Marker(marker).evaluate():
            try:
                here = version(name)
            except PackageNotFoundError:
                here = "none"
            if here != wanted:
                found.append(f"{name}=={wanted} (here {here})")
    return found
