"""The files of the web client, for tests."""

from __future__ import annotations

import atexit
import json
import posixpath
import re
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

from django.contrib.staticfiles import finders

FOLDER: Final = Path(finders.find("web/main.js") or "").parent
MODULES: Final = sorted(path for path in FOLDER.rglob("*.js"))

_NODE: Final = shutil.which("node") or ""
_WITHOUT_A_BROWSER: Final = """
globalThis.localStorage = { getItem: () => null, setItem: () => {}, removeItem: () => {} };
globalThis.addEventListener = () => {};
"""

DOCUMENT: Final = """
Object.defineProperty(globalThis, "navigator", { value: { languages: ["en"] }, configurable: true });
const element = () => ({
  parts: [], dataset: {}, style: { setProperty() {} },
  setAttribute(name, value) { this[name] = value; },
  addEventListener() {},
  append(...parts) { this.parts.push(...parts); },
  replaceChildren(...parts) { this.parts = parts; },
  get textContent() { return this.parts.map((part) => part.textContent ?? part).join(""); },
});
globalThis.document = { documentElement: {}, createElement: element, createElementNS: element };
"""
"""A minimal DOM for modules that make elements."""

_IMPORT = re.compile(r'^(?:import|export)\s(?:[^;]*?from\s+)?"(\.[^"]+)";', re.MULTILINE)
_LATER = re.compile(r'import\("(\.[^"]+)"\)')
_TEXT = re.compile(r'^("[\w.]+":.*),$', re.MULTILINE)


def name_of(path: Path) -> str:
    """Return the name of a module, like ``table/session.js``."""
    return path.relative_to(FOLDER).as_posix()


@cache
def imports_of(name: str) -> frozenset[str]:
    """Return the static imports of a module."""
    return _resolved(name, _IMPORT)


@cache
def loaded_later_by(name: str) -> frozenset[str]:
    """Return the dynamic imports of a module."""
    return _resolved(name, _LATER)


def _resolved(name: str, pattern: re.Pattern[str]) -> frozenset[str]:
    text = (FOLDER / name).read_text(encoding="utf-8")
    return frozenset(posixpath.normpath(posixpath.join(posixpath.dirname(name), url)) for url in pattern.findall(text))


def closure(*names: str) -> set[str]:
    """Return the modules with all their static imports, direct and indirect."""
    found = list(names)
    for name in found:
        found += imports_of(name).difference(found)
    return set(found)


def texts_of(language: str) -> dict[str, str | list[str]]:
    """Return the texts of a language by key, both the initial ones and those loaded later."""
    files = [FOLDER / "texts" / folder / f"{language}.js" for folder in ("", "later")]
    lines = [line for file in files for line in _TEXT.findall(file.read_text(encoding="utf-8"))]
    texts: dict[str, str | list[str]] = json.loads(f"{{{','.join(lines)}}}")
    return texts


@cache
def _copy() -> Path:
    """Return a copy of the modules for Node, which knows by a file beside them that they are modules."""
    folder = Path(tempfile.mkdtemp(prefix="chkobba-modules-"))
    atexit.register(shutil.rmtree, folder)
    shutil.copytree(FOLDER, folder, dirs_exist_ok=True)
    (folder / "package.json").write_text('{"type": "module"}', encoding="utf-8")
    return folder


def run_in_node(script: str) -> Any:
    """Run a script beside a copy of the modules in Node; return the JSON that it prints."""
    source = _WITHOUT_A_BROWSER + script
    command = [_NODE, "--input-type=module", "--eval", source]
    done = subprocess.run(command, cwd=_copy(), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def each_in_node(prepare: str, body: str, cases: Sequence[Any]) -> list[Any]:
    """Run the body of a function of ``given`` for each case, in one process; return what it returns for each."""
    told = f"await (async (given) => {{{body}}})(given)"
    each = f"const told = [];\nfor (const given of {json.dumps(cases)}) told.push({told});"
    results: list[Any] = run_in_node(f"{prepare}\n{each}\nconsole.log(JSON.stringify(told));")
    return results
