"""Two successive releases, each with its code in a separate folder, run by the environment of this one.

They are an earlier one and this one; without a named earlier one, they are this one and a made-up next one.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from packaging.markers import Marker

from tests.proofs.live.server import ROOT

MADE_UP: Final = '''"""Changes that a next release might make, on tables in use."""

import django.db.models.deletion
from django.db import migrations, models

MATCH = {"on_delete": django.db.models.deletion.CASCADE, "related_name": "seats", "to": "games.match"}


class Migration(migrations.Migration):
    dependencies = [("games", "%s")]
    operations = [
        migrations.AddField("match", "made_up", models.PositiveIntegerField(null=True)),
        migrations.AddIndex("match", models.Index(fields=["made_up", "created_at"], name="match_made_up")),
        migrations.AddConstraint(
            "match",
            models.UniqueConstraint(
                condition=models.Q(("made_up__isnull", False)), fields=("made_up",), name="made_up_once"
            ),
        ),
        migrations.RemoveIndex("match", "match_made_up"),
        migrations.AlterField("seat", "match", models.ForeignKey(db_index=False, **MATCH)),
        migrations.AlterField("seat", "match", models.ForeignKey(**MATCH)),
        migrations.AlterField("seat", "match", models.ForeignKey(null=True, **MATCH)),
    ]
'''
COLUMN: Final = "    made_up = models.PositiveIntegerField(null=True)\n"
BEFORE_COLUMN: Final = "    clock = models.JSONField()\n"

_PINNED: Final = re.compile(r"^([\w.-]+)==([^\s;]+)(?: ; (.+?))? \\\\?$", re.MULTILINE)


class Releases(NamedTuple):
    """The folders of two releases."""

    old: Path
    new: Path


@contextmanager
def releases(commit: str | None) -> Iterator[Releases]:
    """Yield a commit and this code; without a commit, this code and a made-up next release. Ends as ``checked_out``."""
    if commit is None:
        with made_up() as new:
            yield Releases(ROOT, new)
    else:
        with checked_out(commit) as old:
            yield Releases(old, ROOT)


@contextmanager
def made_up() -> Iterator[Path]:
    """Yield a folder with this code and an additional column, migration and stylesheet rule."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True)
    with TemporaryDirectory(prefix="chkobba-release-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        for file in filter(None, listed.stdout.split("\0")):
            if (ROOT / file).is_file():
                (folder / file).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(ROOT / file, folder / file)
        models = folder / "games" / "models" / "matches.py"
        before, found, after = models.read_text().partition(BEFORE_COLUMN)
        if not found:
            raise RuntimeError(f"games/models/matches.py has no line {BEFORE_COLUMN!r}")
        models.write_text(before + found + COLUMN + after)
        migrations = folder / "games" / "migrations"
        last = max(path.stem for path in migrations.glob("0*.py"))
        (migrations / "9999_made_up.py").write_text(MADE_UP % last)
        with (folder / "games/web/static/web/style/table.css").open("a") as style:
            style.write("/* of the next release */\n")
        yield folder


@contextmanager
def checked_out(commit: str) -> Iterator[Path]:
    """Yield a folder with the code of a commit. Exits with a message where there is no such commit."""
    known = subprocess.run(
        ["git", "cat-file", "-e", f"{commit}^{{commit}}"], cwd=ROOT, capture_output=True, check=False
    )
    if known.returncode:
        raise SystemExit(
            f"This clone does not have the commit {commit}: nothing was proved. If it is shallow, "
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
    """Return the packages of a lock that are not installed here in that version: ``django==5.2 (here 5.1)``."""
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
