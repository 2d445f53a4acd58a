"""Sentences of a language from its compiled catalogue, as templates with fields."""

from __future__ import annotations

import gettext
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

DIRECTORY: Final = Path(__file__).parent / "locale"
DOMAIN: Final = "chkobba"

_FIELD: Final = re.compile(r"\{(\w+)(?::(\w+))?(?:\|(\w+))?\}")


class Field(NamedTuple):
    """A placeholder of a sentence for a value, such as ``{cards:the|comma}``."""

    name: str
    form: str
    """The form of card names: empty for the bare name, ``the`` with the article, ``code`` as moves write it."""
    joined: str
    """The id of the separator between several values, such as ``list.and``."""


class Template(NamedTuple):
    """A sentence with its fields."""

    text: str
    """The sentence with ``%s`` for each field."""
    fields: tuple[Field, ...]


class Catalogue(NamedTuple):
    """Every sentence of a language by its id, in all its plural forms."""

    sentences: dict[str, tuple[Template, ...]]
    form_for: Callable[[int], int]
    """A function that returns the place of the plural form for a number, from 0."""


@cache
def catalogue(language: str) -> Catalogue:
    """Return the compiled catalogue of a language."""
    texts, form_for = texts_of(gettext.translation(DOMAIN, DIRECTORY, [language]))
    return Catalogue({id: tuple(map(template, forms)) for id, forms in texts.items()}, form_for)


def texts_of(compiled: gettext.NullTranslations) -> tuple[dict[str, tuple[str, ...]], Callable[[int], int]]:
    """Return the sentences of a compiled catalogue by id, as written, and the function for plural forms."""
    forms: dict[str, dict[int, str]] = {}
    # gettext has no public way to look up sentences by their ids alone. Django's catalogue for JavaScript reads this
    # attribute, too.
    for key, text in compiled._catalog.items():  # type: ignore[attr-defined]
        whole, number = key if isinstance(key, tuple) else (key, 0)
        id, there, _ = whole.partition("\x04")
        if there:
            forms.setdefault(id, {})[number] = text
    texts = {id: tuple(numbered[number] for number in sorted(numbered)) for id, numbered in forms.items()}
    return texts, compiled.plural  # type: ignore[attr-defined]


def template(text: str) -> Template:
    """Parse a sentence of a catalogue into a template."""
    fields = tuple(Field(name, form or "", f"list.{joined or 'and'}") for name, form, joined in _FIELD.findall(text))
    return Template(_FIELD.sub("%s", text.replace("%", "%%")), fields)
