"""Bring the catalogues of sentences together (docs/adding-a-language.md). With --check, compare instead.

What the template says anew goes into every translation, where it waits for a translator; then all are compiled, and
what the page says is written as modules. Needs GNU gettext (``apt install gettext``), as every tool of translators
does; a server that runs needs none.
"""

from __future__ import annotations

import gettext
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from games.texts import ENGLISH, LANGUAGES, page  # noqa: E402
from games.texts.catalogue import texts_of  # noqa: E402

LOCALE = ROOT / "games" / "texts" / "locale"
TEMPLATE = LOCALE / "chkobba.pot"
PAGE = ROOT / "games" / "web" / "static" / "web" / "texts"


def run(*command: object) -> None:
    """Run a tool of gettext. Exits with what it complains of."""
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{command[0]}: {done.stderr}")


def written(folder: Path) -> dict[Path, bytes]:
    """Return every file that follows from the template and the translations, as it should be."""
    files: dict[Path, bytes] = {}
    for language in LANGUAGES:
        target = LOCALE / language / "LC_MESSAGES" / "chkobba"
        merged, compiled = folder / f"{language}.po", folder / f"{language}.mo"
        if language == ENGLISH:
            run("msgen", "--no-wrap", "-o", merged, TEMPLATE)
        else:
            source = target.with_suffix(".po")
            run("msgmerge", "--quiet", "--no-wrap", "--no-fuzzy-matching", "-o", merged, source, TEMPLATE)
            files[source] = merged.read_bytes()
        run("msgfmt", "--check-format", "--no-hash", "-o", compiled, merged)
        files[target.with_suffix(".mo")] = compiled.read_bytes()
    return files | modules(folder)


def modules(folder: Path) -> dict[Path, bytes]:
    """Return what the page says, in every language whose compiled catalogue is in a folder."""
    texts = {}
    for language in LANGUAGES:
        with (folder / f"{language}.mo").open("rb") as compiled:
            texts[language] = texts_of(gettext.GNUTranslations(compiled))
    files = {PAGE / "index.js": page.index(LANGUAGES).encode()}
    for language, said in texts.items():
        for place, later in ((PAGE, False), (PAGE / "later", True)):
            files[place / f"{language}.js"] = page.module(*said, *texts[ENGLISH], later=later).encode()
    return files


def main() -> int:
    """Write, or compare; where there is no gettext, the compiled catalogues are taken as they are."""
    if "--check" in sys.argv and not shutil.which("msgfmt"):
        print("not compared: there is no GNU gettext (Debian, Ubuntu: apt install gettext)")
        return 0
    with tempfile.TemporaryDirectory() as folder:
        files = written(Path(folder))
    stale = [path for path, content in files.items() if not path.exists() or path.read_bytes() != content]
    for path in stale:
        if "--check" in sys.argv:
            print(f"{path.relative_to(ROOT)} does not follow from the catalogues: run `make texts`")
        else:
            path.write_bytes(files[path])
    return 1 if stale and "--check" in sys.argv else 0


if __name__ == "__main__":
    sys.exit(main())
