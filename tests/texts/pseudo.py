"""A pseudo-language: English with brackets around each text of a catalogue.

``uvicorn tests.texts.pseudo_server:application`` serves it; its page takes ``page_module``.
"""

from __future__ import annotations

import gettext
import re
from typing import Final

from games.texts import DIRECTORY, Reader, page
from games.texts.catalogue import DOMAIN, Catalogue, catalogue, texts_of

_BRACKETS: Final = re.compile(r"⟦[^⟦⟧]*⟧")


class Pseudo(Reader):
    """Translates to English with brackets around each text of a catalogue."""

    def catalogue_of(self, language: str) -> Catalogue:
        """Return the English catalogue with brackets."""
        sentences, form_for = catalogue("en")
        marked = {
            id: tuple(form if id.startswith("list.") else form._replace(text=f"⟦{form.text}⟧") for form in forms)
            for id, forms in sentences.items()
        }
        return Catalogue(marked, form_for)


def page_module(*, later: bool = False) -> str:
    """Return the module with the page's texts in this language: the initial ones, or those loaded later."""
    texts, form_for = texts_of(gettext.translation(DOMAIN, DIRECTORY, ["en"]))
    marked = {id: tuple(f"⟦{form}⟧" for form in forms) for id, forms in texts.items()}
    return page.module(marked, form_for, marked, form_for, later=later)


def outside(text: str) -> str:
    """Return the parts of a text that are outside of brackets."""
    rest = _BRACKETS.sub("", text)
    return text if rest == text else outside(rest)
