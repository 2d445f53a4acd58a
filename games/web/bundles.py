"""Bundles of the modules and style sheets of the web client, for connections with a high latency.

The source modules are small and plain, and a try-out server serves them as they are. ``collectstatic`` writes them into
four files. There each module is a function that runs when it is first needed and returns the exports:

- ``begin.js``: the module that runs first and requests data and files;
- ``main.js``: the other modules of the first page;
- ``table.js``: the other modules of the table of a fishing game;
- ``rest.js``: all other pages, dialogs and tables.

A module may import modules of its own bundle and of earlier ones. Only the first file names later files, so the name of
every file can contain the digest of its content. The semantics of modules stay: ``import`` becomes ``$need``, and
``import()`` becomes ``$main``, ``$table`` or ``$rest``, which wait for the needed files and return a promise.
"""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Final

STARTS: Final = {
    "begin.js": ("begin.js",),
    "main.js": ("main.js", "pages/home.js"),
    "table.js": ("pages/matches/match.js", "kinds/fishing.js"),
}
"""The entry modules of each bundle. It holds all modules that they import and that are in no earlier bundle."""

STYLE: Final = "style/main.css"
WORDS: Final = re.compile(r"texts/(later/)?\w\w\.js")
"""The texts stay separate files, since a page needs only one language."""

IMPORT: Final = re.compile(r'^import (?:(\{[^}]*\}|\* as \w+) from )?"(\.[^"]+)";$', re.MULTILINE)
LATER: Final = re.compile(r'\bimport\("(\.[^"]+)"\)')
EXPORT: Final = re.compile(r"^export (?=(?:async )?(?:function\*?|class|const) (\w+))", re.MULTILINE)
COMMENT: Final = re.compile(r"^[ \t]*(?:/\*.*?\*/|//[^\n]*)[ \t]*\n", re.MULTILINE | re.DOTALL)
TRAILING: Final = re.compile(r"""(?<=[;,{}()]) // [^"'`\n]*$""", re.MULTILINE)
"""A comment at the end of a line. No string spans lines, so a comment without quotation marks is not in a string."""
WRAPPED_TIGHTLY: Final = re.compile(r",?(?<!\0)\n(?=[)\]])|(?<=[(\[])\n|(?<!\0)\n(?=\??\.(?!\.))")
"""A line break after ``(``, with the comma before ``)``, and before a property."""
WRAPPED: Final = re.compile(r",?(?<!\0)\n(?=})|(?<=[{,=])\n|(?<==>)\n|(?<!\0)\n(?=[?:]|&&|\|\|)")
"""A line break in braces, after a comma or ``=``, and before an operator."""
IN_BRACES: Final = re.compile(r"""("(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`)|(?<={) | (?=})""")
"""A string, or a space beside a brace."""
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
"""The loader of modules, at the start of ``begin.js``. The other bundles use its functions."""

_WAYS: Final = {"begin.js": "$main", "main.js": "$main", "table.js": "$table", "rest.js": "$rest"}
"""For each bundle, the function that replaces ``import()`` of the modules in that bundle."""

_FUNCTION: Final = "({ $need, $main, $table, $rest }) => ({\n%s})"

Read = Callable[[str], str]


def bundles(names: Iterable[str], read: Read) -> dict[str, str]:
    """Return the bundles of all modules and style sheets by their file names.

    ``names`` has the names of all files, such as ``table/board/board.js``; ``read`` returns the text of one. Raises
    ValueError for code that a bundle cannot hold.
    """
    modules = {name: read(name) for name in names if name.endswith(".js") and not WORDS.fullmatch(name)}
    chosen: dict[str, list[str]] = {}
    left = set(modules)
    for bundle, starts in STARTS.items():
        chosen[bundle] = sorted(closure(starts, modules) & left)
        left -= set(chosen[bundle])
    chosen["rest.js"] = sorted(left)
    ways = {name: _WAYS[bundle] for bundle, held in chosen.items() for name in held}
    short = short_names(modules)
    made = {
        bundle: _FUNCTION % "".join(maker(name, modules[name], ways, short) for name in held)
        for bundle, held in chosen.items()
    }
    return {
        "begin.js": f'{_BEGIN}add({made["begin.js"]});\n$need("begin");\nexport {{ come, ways }};\n',
        "main.js": 'import { come, ways } from "./begin.js";\n'
        f'come({{ default: {made["main.js"]} }});\nways.$main("main");\n',
        "table.js": f"export default {made['table.js']};\n",
        "rest.js": f"export default {made['rest.js']};\n",
        STYLE: style(STYLE, read),
    }


def short_names(names: Iterable[str]) -> dict[str, str]:
    """Return for each file its name without folders, or the whole one if another file has the same."""
    stems = {name: posixpath.basename(name).removesuffix(".js") for name in names}
    count = Counter(stems.values())
    return {name: stem if count[stem] == 1 else name for name, stem in stems.items()}


def closure(names: Iterable[str], modules: dict[str, str]) -> set[str]:
    """Return the modules with all their static imports, direct and indirect."""
    found: set[str] = set()
    waiting = set(names)
    while waiting:
        name = waiting.pop()
        found.add(name)
        waiting |= {beside(name, url) for _, url in IMPORT.findall(modules[name])} - found
    return found


def beside(name: str, url: str) -> str:
    """Resolve a relative URL in a file, such as ``./board.js``, to the name of the other file."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), url))


def maker(name: str, text: str, ways: dict[str, str], short: dict[str, str]) -> str:
    """Return a module as a property of a bundle: a function that runs it.

    ``ways`` has the function for the dynamic import of each module, and ``short`` its name in the bundles.
    """

    def needed(match: re.Match[str]) -> str:
        what, other = match[1], beside(name, match[2])
        names = "" if what is None else f"const {what.replace('* as ', '').replace(' as ', ': ')} = "
        return f'{names}$need("{short[other]}");'

    def later(match: re.Match[str]) -> str:
        other = beside(name, match[1])
        return f'{ways[other]}("{short[other]}")' if other in ways else f'import("./{other}")'

    text = TRAILING.sub("", COMMENT.sub("", text))
    body = LATER.sub(later, IMPORT.sub(needed, text))
    exported = ", ".join(EXPORT.findall(body))
    body = EXPORT.sub("", body)
    unread = re.findall(
        r"^(?:import|export|await)\b.*|\$(?:need|main|table|rest)\b(?!\()|\bimport\.meta\b", body, re.MULTILINE
    )
    if unread:
        raise ValueError(f"{name}: a bundle cannot hold {unread[0]!r}")
    return f'"{short[name]}": () => {{\n{unwrapped(body)}\nreturn {{ {exported} }};\n}},\n'


def unwrapped(code: str) -> str:
    """Return code without indentation, spaces in braces, and line breaks inside of a statement.

    So the way in which a source is wrapped does not change the size of a bundle. A line with ``//`` may end in a
    comment, and keeps its break.
    """
    lines = filter(None, map(str.strip, code.splitlines()))
    text = "\n".join(f"{line}\0" if "//" in line else line for line in lines)
    text = WRAPPED.sub(" ", WRAPPED_TIGHTLY.sub("", text)).replace("\0", "")
    return IN_BRACES.sub(lambda found: found[1] or "", text)


def style(name: str, read: Read) -> str:
    """Return a style sheet with its imports inlined, without comments and needless spaces."""

    def imported(match: re.Match[str]) -> str:
        other = beside(name, match[1])
        text = style(other, read)
        if "url(" in text and posixpath.dirname(other) != posixpath.dirname(name):
            raise ValueError(f"{other}: it names files, and would name others in the folder of {name}")
        return text

    text = STYLE_IMPORT.sub(imported, read(name))
    text = re.sub(r"\s+", " ", re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL))
    return re.sub(r" ?([{};]) ?|([:,]) ", r"\1\2", text).replace(";}", "}").strip()
