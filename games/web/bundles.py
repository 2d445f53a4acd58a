"""The modules and style sheets of the web client, put together for slow lines, where each answer is long to come.

Modules stay what they are, small and plain, and browsers take them so from a try-out server. ``collectstatic`` writes
them into four files, each module as a function that runs when it is first needed, and gives what the module exports:

- ``begin.js``: what asks for more, before all else;
- ``main.js``: what the first page needs, too;
- ``table.js``: what the table of a fishing game needs, too;
- ``rest.js``: all other pages, dialogs and tables.

A module of a bundle needs others of its own and of those before; no file but the first names any that come later, so
that all can have their names by content. What is written in a module means the same in a bundle: ``import`` is
``$need``, ``import()`` is a promise of the module: ``$main``, ``$table`` and ``$rest`` wait for what has to be there.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterable
from typing import Final

STARTS: Final = {
    "begin.js": ("begin.js",),
    "main.js": ("main.js", "pages/home.js"),
    "table.js": ("pages/match.js", "kinds/fishing.js"),
}
"""The modules for which a bundle is made: it has all that they need, and the bundles before have not."""

STYLE: Final = "style/main.css"
WORDS: Final = re.compile(r"texts/(later/)?\w\w\.js")
"""The texts of a language stay files of their own, since a page needs those of one."""

IMPORT: Final = re.compile(r'^import (?:(\{[^}]*\}|\* as \w+) from )?"(\.[^"]+)";$', re.MULTILINE)
LATER: Final = re.compile(r'\bimport\("(\.[^"]+)"\)')
EXPORT: Final = re.compile(r"^export (?=(?:async )?(?:function\*?|class|const) (\w+))", re.MULTILINE)
COMMENT: Final = re.compile(r"^[ \t]*(?:/\*.*?\*/|//[^\n]*)[ \t]*\n", re.MULTILINE | re.DOTALL)
TRAILING: Final = re.compile(r"""(?<=[;,{}()]) // [^"'`\n]*$""", re.MULTILINE)
"""A comment at the end of a line. No text goes over several lines, so what no quotation mark follows is in none."""
STYLE_IMPORT: Final = re.compile(r'^@import "([^"]+)";$', re.MULTILINE)

_BEGIN: Final = """\
const makers = {}, made = {};
let come;
const main = new Promise((resolve) => (come = resolve));
const $need = (name) => (made[name] ??= makers[name]());
const after = (...files) => async (name) => {
for (const file of await Promise.all([main, ...files.map((load) => load())])) add(file.default);
return $need(name);
};
const table = () => import("./table.js");
const rest = () => import("./rest.js");
const ways = { $need, $main: after(), $table: after(table), $rest: after(table, rest) };
const add = (bundle) => Object.assign(makers, bundle(ways));
"""
"""What finds modules and waits for them, the same in every bundle."""

_WAYS: Final = {"begin.js": "$main", "main.js": "$main", "table.js": "$table", "rest.js": "$rest"}
"""How a module of a bundle is waited for."""

_FUNCTION: Final = "({ $need, $main, $table, $rest }) => ({\n%s})"

Read = Callable[[str], str]


def bundles(names: Iterable[str], read: Read) -> dict[str, str]:
    """Return the bundles by their names: of all modules (``table/board.js``), and of the style sheets.

    ``read`` gives the text of a file. Raises ValueError for what a bundle cannot hold.
    """
    modules = {name: read(name) for name in names if name.endswith(".js") and not WORDS.fullmatch(name)}
    chosen: dict[str, list[str]] = {}
    left = set(modules)
    for bundle, starts in STARTS.items():
        chosen[bundle] = sorted(closure(starts, modules) & left)
        left -= set(chosen[bundle])
    chosen["rest.js"] = sorted(left)
    ways = {name: _WAYS[bundle] for bundle, held in chosen.items() for name in held}
    made = {
        bundle: _FUNCTION % "".join(maker(name, modules[name], ways) for name in held)
        for bundle, held in chosen.items()
    }
    return {
        "begin.js": f'{_BEGIN}add({made["begin.js"]});\n$need("begin.js");\nexport {{ come, ways }};\n',
        "main.js": 'import { come, ways } from "./begin.js";\n'
        f'come({{ default: {made["main.js"]} }});\nways.$main("main.js");\n',
        "table.js": f"export default {made['table.js']};\n",
        "rest.js": f"export default {made['rest.js']};\n",
        STYLE: style(STYLE, read),
    }


def closure(names: Iterable[str], modules: dict[str, str]) -> set[str]:
    """Return the modules and all that they need before they run."""
    found: set[str] = set()
    waiting = set(names)
    while waiting:
        name = waiting.pop()
        found.add(name)
        waiting |= {beside(name, url) for _, url in IMPORT.findall(modules[name])} - found
    return found


def beside(name: str, url: str) -> str:
    """Return the name of a file that another one names, as ``./board.js``."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), url))


def maker(name: str, text: str, ways: dict[str, str]) -> str:
    """Return a module as a property of a bundle: a function that runs it. ``ways`` says how modules come."""

    def needed(match: re.Match[str]) -> str:
        what, other = match[1], beside(name, match[2])
        names = "" if what is None else f"const {what.replace('* as ', '').replace(' as ', ': ')} = "
        return f'{names}$need("{other}");'

    def later(match: re.Match[str]) -> str:
        other = beside(name, match[1])
        return f'{ways[other]}("{other}")' if other in ways else f'import("./{other}")'

    text = TRAILING.sub("", COMMENT.sub("", text))
    body = LATER.sub(later, IMPORT.sub(needed, text))
    exported = ", ".join(EXPORT.findall(body))
    body = EXPORT.sub("", body)
    unread = re.findall(
        r"^(?:import|export|await)\b.*|\$(?:need|main|table|rest)\b(?!\()|\bimport\.meta\b", body, re.MULTILINE
    )
    if unread:
        raise ValueError(f"{name}: a bundle cannot hold {unread[0]!r}")
    lines = "\n".join(line.lstrip() for line in body.splitlines() if line.strip())
    return f'"{name}": () => {{\n{lines}\nreturn {{ {exported} }};\n}},\n'


def style(name: str, read: Read) -> str:
    """Return a style sheet with those that it imports in their places, without comments and needless spaces."""

    def imported(match: re.Match[str]) -> str:
        other = beside(name, match[1])
        text = style(other, read)
        if "url(" in text and posixpath.dirname(other) != posixpath.dirname(name):
            raise ValueError(f"{other}: it names files, and would name others in the folder of {name}")
        return text

    text = STYLE_IMPORT.sub(imported, read(name))
    text = re.sub(r"\s+", " ", re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL))
    return re.sub(r" ?([{};]) ?|([:,]) ", r"\1\2", text).replace(";}", "}").strip()
