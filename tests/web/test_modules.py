"""Modules of the web client: they are self-contained, and use only the public API."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest
import yaml

from tests.web.files import FOLDER, MODULES, imports_of, loaded_later_by, name_of

ROOT = Path(__file__).resolve().parent.parent.parent
NAMES = [name_of(path) for path in MODULES]
STYLES = (
    "style/main.css",
    "style/base.css",
    "style/pages.css",
    "style/table.css",
    "style/actions.css",
    "style/tiles.svg",
    "style/icon.svg",
    "cards/cards.css",
)


@cache
def text_of(name: str) -> str:
    """Return the code of a module without its comments."""
    text = (FOLDER / name).read_text(encoding="utf-8")
    return re.sub(r"/\*.*?\*/|(?<![:\"'`])//[^\n]*", "", text, flags=re.DOTALL)


def found(pattern: str, names: list[str] = NAMES) -> list[tuple[str, str]]:
    """Return what a pattern finds in the code of modules, with their names."""
    return [(name, one) for name in names for one in re.findall(pattern, text_of(name))]


def test_no_module_makes_markup_or_code_of_text() -> None:
    """No module creates markup or code from text, also for browsers without Trusted Types."""
    ways = (
        r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|createContextualFragment"
        r"|\beval\(|new Function|setAttribute\(\s*\"style"
    )

    assert found(ways) == []


def test_no_module_knows_another_host() -> None:
    """No module refers to another host."""
    addresses = found(r"(?:https?:)?//[a-z][\w.-]+\.[a-z]+[^\"'`\s]*")

    assert {address for _, address in addresses} == {"http://www.w3.org/2000/svg"}


def test_what_a_module_needs_is_there() -> None:
    """Each imported module exists."""
    needed = {other for name in NAMES for other in imports_of(name) | loaded_later_by(name)}

    assert sorted(needed.difference(NAMES)) == []


def test_modules_do_not_need_one_another_in_a_circle() -> None:
    """Imports have no cycles, also not through modules that are loaded later; a ``CycleError`` names one."""
    needed = {name: imports_of(name) | loaded_later_by(name) for name in NAMES}

    assert [*TopologicalSorter(needed).static_order()][-1] == "main.js"


def test_no_folder_is_long() -> None:
    """A folder has at most fifteen modules."""
    assert {folder: count for folder, count in Counter(Path(name).parent for name in NAMES).items() if count > 15} == {}


def test_every_module_is_used() -> None:
    """The main module reaches every module."""
    reached = ["main.js"]
    for name in reached:
        reached += (imports_of(name) | loaded_later_by(name)).difference(reached)

    assert sorted(set(NAMES).difference(reached)) == []


def called_addresses() -> set[tuple[str, str]]:
    """Return the requests of the modules as (method, address), with ``{}`` for variable parts."""
    found = set()
    for name in NAMES:
        calls = r"(?<![.\w])(get|post|patch|postOnce|sendMessage)\(\s*([`\"][^`\"]+[`\"])"
        for method, literal in re.findall(calls, text_of(name)):
            found.add((method if method in ("get", "patch") else "post", _shape(literal)))
        for method, literal in re.findall(r"\bcall\(\s*\"(\w+)\",\s*([`\"][^`\"]+[`\"])", text_of(name)):
            found.add((method.lower(), _shape(literal)))
    return found


def _shape(literal: str) -> str:
    return re.sub(r"\$\{[^}]*\}", "{}", literal[1:-1]).partition("?")[0]


def test_only_the_public_api_is_used() -> None:
    """Each request of a module is in the published schema."""
    schema = yaml.load((ROOT / "openapi" / "schema.yaml").read_bytes(), yaml.CSafeLoader)
    published = {
        (method, re.sub(r"\{\w+\}", "{}", path.removeprefix("/api/v1/")))
        for path, operations in schema["paths"].items()
        for method in operations
    }
    used = called_addresses()
    acts = set(re.findall(r"\bact\(\"(\w+)\"", " ".join(map(text_of, NAMES))))  # these post to matches/{}/NAME

    assert len(used) > 15
    assert sorted(used - {("post", "matches/{}/{}")} - published) == []
    assert acts >= {"start", "bots"}
    assert sorted({("post", f"matches/{{}}/{act}") for act in acts} - published) == []


def test_modules_hold_no_sentences() -> None:
    """Texts for people are in the catalogues; messages of errors for programmers are excepted."""
    names = [name for name in NAMES if not name.startswith(("texts/", "cards/"))]

    assert found(r"\"([A-Z][a-z]+(?: [a-z]+){2,}[^\"]*)\"", names) == []


@pytest.mark.parametrize("style", [name for name in STYLES if name.endswith(".css")])
def test_styles_read_from_right_to_left_too(style: str) -> None:
    """Styles use logical sides, so that they work from right to left, too."""
    text = re.sub(r"/\*.*?\*/", "", (FOLDER / style).read_text(encoding="utf-8"), flags=re.DOTALL)
    physical = (
        r"(?:^|[;{\s])((?:margin|padding|border)-(?:left|right)|left|right|float:\s*(?:left|right)"
        r"|text-align:\s*(?:left|right))\s*[:;]"
    )

    assert re.findall(physical, text) == []
