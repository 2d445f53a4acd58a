"""Fill databases with the code of this checkout, and keep them: ``python -m tests.proofs.kept.fill NAME``.

It makes the folder NAME in tests/kept. ``DATABASE_URL`` must name a PostgreSQL server, and ``pg_dump`` must be
installed.
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

from tests.helpers.databases import migrate
from tests.proofs.kept import databases


def main(name: str) -> None:
    """Fill a database of each kind, and check that both have the same answers."""
    folder = databases.KEPT / name
    folder.mkdir()
    texts = []
    for kind in (databases.SQLITE, databases.POSTGRESQL):
        with tempfile.TemporaryDirectory() as place, databases.empty(kind, Path(place)) as env:
            migrate(env)
            texts.append(databases.run("scenes", env=env))
            (folder / kind).write_bytes(databases.compressed(databases.written_down(kind, env)))
    if json.loads(texts[0]) != json.loads(texts[1]):
        raise SystemExit("the two databases differ")
    (folder / databases.SHOWN).write_bytes(databases.compressed(texts[0].encode()))
    for file in sorted(folder.iterdir()):
        print(f"{file.stat().st_size:9,} bytes  {file.name}")


if __name__ == "__main__":
    main(sys.argv[1])
