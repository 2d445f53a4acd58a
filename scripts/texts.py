"""Update the message catalogues (docs/adding-a-language.md). With --check, compare instead.

The titles of error codes come from ``chkobba_api/errors.py``; all other English texts are in the template. New texts of
the template go into every translation, where they wait for a translator. Then the script compiles all translations, and
writes the texts of the page as modules. It needs GNU gettext (``apt install gettext``), as all tools of translators do;
a running server does not need it.
"""

from __future__ import annotations

import gettext
import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from chkobba_api.errors import CODES  # noqa: E402
from games.texts import ENGLISH, LANGUAGES, page  # noqa: E402
from games.texts.catalogue import texts_of  # noqa: E402

LOCALE = ROOT / "games" / "texts" / "locale"
TEMPLATE = LOCALE / "chkobba.pot"
PAGE = ROOT / "games" / "web" / "static" / "web" / "texts"


def run(*command: object) -> None:
    """Run a tool of gettext. Exits with its error message if it fails."""
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{command[0]}: {done.stderr}")


def template() -> bytes:
    """Return the template, with the titles of all error codes as the code declares them."""
    entries = "".join(
        f'msgctxt "problem.{code.name}"\nmsgid {json.dumps(code.english, ensure_ascii=False)}\nmsgstr ""\n\n'
        for code in sorted(CODES.values(), key=lambda code: code.name)
    )
    text = TEMPLATE.read_text(encoding="utf-8")
    titles = list(re.finditer(r'msgctxt "problem\..*\nmsgid .*\nmsgstr ""\n\n', text))
    return f"{text[: titles[0].start()]}{entries}{text[titles[-1].end() :]}".encode()


def written(folder: Path) -> dict[Path, bytes]:
    """Return all generated files with the content that follows from the code, the template and the translations."""
    files = {TEMPLATE: template()}
    titled = folder / TEMPLATE.name
    titled.write_bytes(files[TEMPLATE])
    for language in LANGUAGES:
        target = LOCALE / language / "LC_MESSAGES" / "chkobba"
        merged, compiled = folder / f"{language}.po", folder / f"{language}.mo"
        if language == ENGLISH:
            run("msgen", "--no-wrap", "-o", merged, titled)
        else:
            source = target.with_suffix(".po")
            run("msgmerge", "--quiet", "--no-wrap", "--no-fuzzy-matching", "-o", merged, source, titled)
            files[source] = merged.read_bytes()
        run("msgfmt", "--check-format", "--no-hash", "-o", compiled, merged)
        files[target.with_suffix(".mo")] = compiled.read_bytes()
    return files | modules(folder)


def modules(folder: Path) -> dict[Path, bytes]:
    """Return the modules with the texts of the page, for every language with a compiled catalogue in a folder."""
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
    """Write the files, or compare them. Without gettext, ``--check`` compares nothing."""
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
