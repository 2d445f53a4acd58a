"""The sentences of one language, read from its compiled catalogue, ready to be filled in."""

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
    """A place in a sentence where a value stands: ``{cards:the|comma}``."""

    name: str
    form: str
    """How cards are named: nothing for the bare name, ``the`` with the article, ``code`` as moves write it."""
    joined: str
    """How several values are joined: ``list.and``, say."""


class Template(NamedTuple):
    """A sentence."""

    text: str
    """With ``%s`` for each field."""
    fields: tuple[Field, ...]


class Catalogue(NamedTuple):
    """Every sentence of a language, by its id, in as many forms as its numbers ask for."""

    sentences: dict[str, tuple[Template, ...]]
    form_for: Callable[[int], int]
    """Which of the forms a number takes."""


@cache
def catalogue(language: str) -> Catalogue:
    """Return the sentences that a language has."""
    texts, form_for = texts_of(gettext.translation(DOMAIN, DIRECTORY, [language]))
    return Catalogue({id: tuple(map(template, forms)) for id, forms in texts.items()}, form_for)


def texts_of(compiled: gettext.NullTranslations) -> tuple[dict[str, tuple[str, ...]], Callable[[int], int]]:
    """Return the sentences of a compiled catalogue as they were written, by id, and which form a number takes."""
    forms: dict[str, dict[int, str]] = {}
    # Sentences are looked up by their ids alone, which gettext has no public way for: Django's catalogue for JavaScript
    # reads this attribute, too.
    for key, text in compiled._catalog.items():  # type: ignore[attr-defined]
        whole, number = key if isinstance(key, tuple) else (key, 0)
        id, there, _ = whole.partition("\x04")
        if there:
            forms.setdefault(id, {})[number] = text
    texts = {id: tuple(numbered[number] for number in sorted(numbered)) for id, numbered in forms.items()}
    return texts, compiled.plural  # type: ignore[attr-defined]


def template(text: str) -> Template:
    """Return a sentence as it stands in a catalogue, ready to be filled in."""
    fields = tuple(Field(name, form or "", f"list.{joined or 'and'}") for name, form, joined in _FIELD.findall(text))
    return Template(_FIELD.sub("%s", text.replace("%", "%%")), fields)
