"""Texts of the page: every language has each used text, and none is unused."""

from __future__ import annotations

import gettext
import re

import pytest

from games.texts import DIRECTORY, LANGUAGES, page
from games.texts.catalogue import DOMAIN, catalogue
from games.texts.catalogue import texts_of as compiled_texts_of
from tests.web.files import FOLDER, MODULES, imports_of, loaded_later_by, name_of, run_in_node, texts_of

ENGLISH = texts_of("en")
CODES = {name_of(path): path.read_text(encoding="utf-8") for path in MODULES if not name_of(path).startswith("texts/")}
CODE = "\n".join(code for name, code in CODES.items() if not name.startswith("cards/"))
LITERAL = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
TEMPLATE = re.compile(r"`((?:[^`\\\n]|\\.)*)")
EACH_TRANSLATION = pytest.mark.parametrize("language", sorted(set(LANGUAGES) - {"en"}))


def values(text: str | list[str]) -> set[str]:
    """Return the placeholders of a text except ``count``, which "a card" may leave out."""
    return set(re.findall(r"\{(\w+)\}", "".join(text))) - {"count"}


def test_every_text_that_is_asked_for_is_there() -> None:
    """Each key in a module is in the catalogue; a formatted key matches at least one."""
    asked = set(re.findall(r"\b(?:t|rich)\(\s*\"([\w.]+)\"", CODE))
    begun = set(re.findall(r"\b(?:t|rich)\(\s*`([\w.]+\.)\$\{", CODE))

    assert len(asked) > 100
    assert sorted(asked - ENGLISH.keys()) == []
    assert len(begun) > 5
    assert [start for start in begun if not any(key.startswith(start) for key in ENGLISH)] == []


def test_no_text_is_unused() -> None:
    """Each key is in a module, whole or by its beginning; others need no translation."""
    named = set(LITERAL.findall(CODE))
    put_together = [
        re.sub(r"\\\$\\\{.*?\\\}", r"[\\w.]+", re.escape(one)) for one in TEMPLATE.findall(CODE) if "." in one
    ]
    begun = re.compile("|".join(pattern for pattern in put_together if re.match(r"\w+\\\.", pattern)))

    unused = [key for key in ENGLISH if key not in named and not begun.fullmatch(key)]

    assert [key for key in unused if key.removesuffix(".you") not in named] == []


@EACH_TRANSLATION
def test_a_translation_has_the_same_values(language: str) -> None:
    """A translation has the same placeholders as English, in every plural form."""
    texts = texts_of(language)

    assert texts.keys() == ENGLISH.keys()
    assert {key: values(text) for key, text in texts.items()} == {key: values(text) for key, text in ENGLISH.items()}
    for key, text in texts.items():
        for form in text if isinstance(text, list) else [text]:
            assert values(form) <= values(ENGLISH[key]), key


@EACH_TRANSLATION
def test_a_translation_is_no_english(language: str) -> None:
    """Most texts differ from English, which would show a language that is not loaded."""
    different = [key for key, text in texts_of(language).items() if text != ENGLISH[key]]

    assert len(different) > 0.85 * len(ENGLISH)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_says_what_the_catalogue_says(language: str) -> None:
    """The text modules equal those made from the compiled catalogues, also without gettext tools."""
    english = compiled_texts_of(gettext.translation(DOMAIN, DIRECTORY, ["en"]))
    own = compiled_texts_of(gettext.translation(DOMAIN, DIRECTORY, [language]))

    for folder, later in (("", False), ("later", True)):
        written = (FOLDER / "texts" / folder / f"{language}.js").read_text(encoding="utf-8")
        assert written == page.module(*own, *english, later=later)
    assert (FOLDER / "texts" / "index.js").read_text(encoding="utf-8") == page.index(LANGUAGES)


def test_words_of_later_are_said_where_they_were_loaded() -> None:
    """A module that uses texts loaded later loads them, or is reached only through modules that do.

    The cards of Čamba and Haggis are among these.
    """
    english = compiled_texts_of(gettext.translation(DOMAIN, DIRECTORY, ["en"]))[0]
    later = page.of_page(english, later=True)
    begun = {key[: end.end()] for key in later for end in re.finditer(r"\.", key)}
    names = [name_of(path) for path in MODULES]
    by = {name: {one for one in names if name in imports_of(one) | loaded_later_by(one)} for name in names}

    def are_there_for(name: str) -> bool:
        """Say whether the later texts are loaded before a module is used, on every path to it."""
        return "loadLater()" in CODES[name] or (bool(by[name]) and all(map(are_there_for, by[name])))

    asked = {
        name: set(re.findall(r"\b(?:t|rich)\(\s*[\"`]([\w.]+)", code))
        for name, code in CODES.items()
        if name not in ("language/texts.js", "language/words.js")
    }
    using = [name for name, keys in asked.items() if not keys.isdisjoint({*later, *begun})]
    assert using
    assert [name for name in using if not are_there_for(name)] == []


PICK = """
const { LANGUAGES } = await import("./texts/index.js");
const picked = {};
for (const [code, { load }] of Object.entries(LANGUAGES)) {
  const rules = new Intl.PluralRules(code);
  const forms = (await load()).samples.map((count) => rules.select(count));
  picked[code] = Array.from({ length: 1000 }, (_, count) => forms.indexOf(rules.select(count)));
}
console.log(JSON.stringify(picked));
"""


@pytest.mark.node
def test_browsers_choose_the_form_that_gettext_chooses() -> None:
    """``Intl`` and gettext choose the same plural form, for a thousand numbers."""
    for language, picked in run_in_node(PICK).items():
        assert picked == [catalogue(language).form_for(count) for count in range(1000)]
