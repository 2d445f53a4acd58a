"""Bundles of the web client: complete, and in a valid order."""

from __future__ import annotations

import re

import pytest

from games.web.bundles import STYLE, WORDS, bundles, short_names
from tests.web.files import FOLDER, MODULES, closure, imports_of, loaded_later_by, name_of

NAMES = [name_of(path) for path in MODULES]
OURS = [name for name in NAMES if not WORDS.fullmatch(name)]
SHORT = short_names(OURS)
ORDER = ["begin.js", "main.js", "table.js", "rest.js"]


def read(name: str) -> str:
    """Return the text of a file of the web client."""
    return (FOLDER / name).read_text(encoding="utf-8")


def bundled(text: str) -> str:
    """Return the code to which a module in the first bundle is converted."""
    texts = {
        "begin.js": "",
        "main.js": 'import "./one.js";\n',
        "one.js": text,
        "two.js": "",
        "pages/home.js": "",
        "pages/matches/match.js": "",
        "kinds/fishing.js": "",
        "texts/en.js": "",
        STYLE: "",
    }
    made = bundles(texts, texts.__getitem__)["main.js"]
    return made.partition('"one": () => {\n')[2].partition("\n},\n")[0]


def test_names_are_short_and_differ() -> None:
    """In a bundle a module has its name without folders, unless another one has the same."""
    names = ["main.js", "parts/dom.js", "table/lobby/invitations.js", "pages/matches/invitations.js"]

    assert list(short_names(names).values()) == ["main", "dom", *names[2:]]
    assert len(set(SHORT.values())) == len(OURS)


@pytest.fixture(scope="module")
def made() -> dict[str, str]:
    """Return the bundles by name."""
    return bundles([*NAMES, STYLE], read)


@pytest.fixture(scope="module")
def places(made: dict[str, str]) -> dict[str, int]:
    """Return the number of each module's bundle."""
    whole = {short: name for name, short in SHORT.items()}
    held = [
        (whole[name], place)
        for place, file in enumerate(ORDER)
        for name in re.findall(r'^"([^"]+)": \(\) =>', made[file], re.M)
    ]
    assert len(held) == len(dict(held)), "a module would run twice"
    return dict(held)


def test_every_module_is_in_a_bundle(places: dict[str, int]) -> None:
    """Each module is in a bundle, except the texts, of which a page needs one language."""
    assert sorted(places) == sorted(OURS)


def test_what_a_module_needs_is_there_before_it(places: dict[str, int], made: dict[str, str]) -> None:
    """The imports of a module are in its own bundle or an earlier one; a dynamic import waits for its bundle.

    Texts are loaded as files.
    """
    late = [(name, other) for name in OURS for other in imports_of(name) if places[other] > places[name]]
    assert late == []
    for name in OURS:
        for other in loaded_later_by(name):
            call = "import" if WORDS.fullmatch(other) else ["$main", "$main", "$table", "$rest"][places[other]]
            way = f'{call}("./{other}")' if call == "import" else f'{call}("{SHORT[other]}")'
            assert way in made[ORDER[places[name]]], name


def test_files_name_only_those_that_come_later_than_the_first(made: dict[str, str]) -> None:
    """Bundles refer only to later files, as a cycle would make names by content impossible."""
    named = {file: set(re.findall(r'(?:from |import\()"\./([\w.]+)"', made[file])) for file in ORDER}

    assert named == {"begin.js": {"table.js", "rest.js"}, "main.js": {"begin.js"}, "table.js": set(), "rest.js": set()}


def test_the_first_page_waits_for_nothing_of_the_table(places: dict[str, int]) -> None:
    """The first page needs the first two bundles only, and the table the first three."""
    assert max(places[name] for name in closure("main.js", "pages/home.js")) == 1
    assert max(places[name] for name in closure("pages/matches/match.js", "kinds/fishing.js")) == 2


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ('import { a, b as c } from "./two.js";', 'const {a, b: c} = $need("two");\nreturn {  };'),
        ('import * as two from "./two.js";', 'const two = $need("two");\nreturn {  };'),
        ('import "./two.js";', '$need("two");\nreturn {  };'),
        ('const texts = () => import("./texts/en.js");', 'const texts = () => import("./texts/en.js");\nreturn {  };'),
        ("export const a = 1;\nexport async function b() {}", "const a = 1;\nasync function b() {}\nreturn { a, b };"),
        ("export class A {}\nexport function* b() {}", "class A {}\nfunction* b() {}\nreturn { A, b };"),
        ("/** Says\n * much. */\n  // And more.\nf(1); // one", "f(1);\nreturn {  };"),
        ('f("a; // b"); // one\ng(`; // ${c}`);', 'f("a; // b");\ng(`; // ${c}`);\nreturn {  };'),
        ("f(1); // one's", "f(1); // one's\nreturn {  };"),
        ("f(\n  a,\n  [\n    b,\n  ],\n);", "f(a, [b]);\nreturn {  };"),
        ("const a = {\n  b,\n};\ng(a);", "const a = {b};\ng(a);\nreturn {  };"),
        ("const a =\n  b\n    ? c\n    : d\n        .e()\n        ?.f;", "const a = b ? c : d.e()?.f;\nreturn {  };"),
        ('f("{ a }", `{ ${{ b }.b} }`, { c });', 'f("{ a }", `{ ${{ b }.b} }`, {c});\nreturn {  };'),
        ("f(\n  () =>\n    a &&\n    b, // it's\n);", "f(() => a &&\nb, // it's\n);\nreturn {  };"),
    ],
)
def test_what_is_written_means_the_same(written: str, meant: str) -> None:
    """Imports, exports and comments are converted without changing the meaning."""
    assert bundled(written) == meant


@pytest.mark.parametrize(
    "written",
    [
        "export let a = 1;",
        "export default 1;",
        'export * from "./two.js";',
        "await a();",
        "const $need = 1;",
        "f(import.meta)",
    ],
)
def test_what_a_bundle_cannot_hold_is_refused(written: str) -> None:
    """Code that a bundle cannot express is refused, so that no meaning changes silently."""
    with pytest.raises(ValueError, match=r"one\.js: a bundle cannot hold"):
        bundled(written)


def test_no_text_goes_over_several_lines() -> None:
    """No string spans several lines, as the conversion would change their indentation."""
    comments = re.compile(r"\[\^`\]|/\*.*?\*/|^\s*//.*$", re.DOTALL | re.MULTILINE)
    lines = [(name, line) for name in OURS for line in comments.sub("", read(name)).splitlines()]

    assert [(name, line) for name, line in lines if line.count("`") % 2] == []


def test_style_sheets_are_one(made: dict[str, str]) -> None:
    """The style sheets are joined in order with all rules, and keep significant spaces."""
    sheets = ["style/base.css", "style/pages.css", "style/table.css", "style/actions.css", "cards/cards.css"]
    rules = re.sub(r"/\*.*?\*/", "", "".join(map(read, sheets)), flags=re.DOTALL)

    assert made[STYLE].replace(" ", "") == "".join(rules.split()).replace(";}", "}")
    assert ".actions:has(> .sum){" in made[STYLE]
    assert "calc(100dvh - var(--above))" in made[STYLE]
