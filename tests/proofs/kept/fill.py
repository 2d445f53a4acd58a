"""Fill databases with the code that stands around this, and keep them: ``python -m tests.proofs.kept.fill NAME``.

It makes the folder NAME beside this file, and needs ``DATABASE_URL`` to name a PostgreSQL server, and ``pg_dump``.
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

from tests.migrated import migrate
from tests.proofs.kept import databases


def main(name: str) -> None:
    """Fill a database of each kind; both must show the same."""
    folder = databases.KEPT / name
    folder.mkdir()
    texts = []
    for kind in (databases.SQLITE, databases.POSTGRESQL):
        with tempfile.TemporaryDirectory() as place, databases.empty(kind, Path(place)) as env:
            migrate(env)
            texts.append(databases.run("scenes", env=env))
            (folder / kind).write_bytes(databases.compressed(databases.written_down(kind, env)))
    if json.loads(texts[0]) != json.loads(texts[1]):
        raise SystemExit("the two databases show different things")
    (folder / databases.SHOWN).write_bytes(databases.compressed(texts[0].encode()))
    for file in sorted(folder.iterdir()):
        print(f"{file.stat().st_size:9,} bytes  {file.name}")


if __name__ == "__main__":
    main(sys.argv[1])
