"""Sentences of the web page as JavaScript modules: two files for each language, and an index of languages.

``python scripts/texts.py`` writes them to ``games/web/static/web/texts``. The first page does not load the files in
``later``, with the sentences of rarely opened parts. The ids are those of the catalogue. There the ids of sentences
that only the page uses begin with ``page.``; the modules leave this prefix out.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Final

PREFIX: Final = "page."

SHARED: Final = re.compile(
    r"card\.(french|italian)(\.(rank|suit)\.\w)?|card\.camba(\.colour\.\w)?"
    r"|card\.haggis(\.suit\.\w|\.[JQK])?|camba\.(class\.\d|colour\.\w)|list\.comma"
)
"""Ids that both the page and the server use: the names of cards."""

TOPICS_LATER: Final = (
    *("analysis", "app", "authorize", "availability", "call", "camba", "check", "choice", "club", "device", "end"),
    *("guide", "haggis", "hint", "invite", "join", "learn", "look", "make", "messages", "next", "notifications"),
    *("offline", "outcome", "pause", "people", "plan", "proposal", "push", "puzzle", "ratings", "recent", "recovery"),
    *("refused", "replay", "report", "resign", "room", "rules", "sanctions", "scores", "seek", "share", "since"),
    *("stored", "substitute", "unknown", "you"),
)
"""Topics of texts that the page loads when it needs them: dialogs, and pages that few players open."""

EVENTS_LATER: Final = (
    *("autopilot", "bot_left", "cancelled", "changed", "end_", "hint_", "invit", "left", "moved", "pause"),
    *("rematch", "resigned", "resumed", "sealed", "seat_", "seed", "substitut", "terms", "undo", "undone"),
)
"""Beginnings of the names of table events that few matches have."""

LATER: Final = (
    *(rf"page\.{topic}\." for topic in TOPICS_LATER),
    *(rf"page\.say\.{event}" for event in EVENTS_LATER),
    r"page\.say\.\w+\.staff$",
    r"page\.problem\.(already_resigned|not_finished|not_in_lobby|seats_open|too_many_\w+)$",
    r"page\.fishing\.say\.(bonus|declared)\.",
    r"page\.(match\.none\.|seat\.kept$|zone\.play$)",
    r"page\.menu\.(?!label$|resume$)",
    r"(page\.|card\.)?(camba|haggis)\b",
)
"""Ids that neither the first page nor the table of a fishing game uses. The page loads them when it needs them."""

_IS_LATER: Final = re.compile("|".join(LATER))

RIGHT_TO_LEFT: Final = {"ar", "fa", "he", "ur"}

Texts = Mapping[str, tuple[str, ...]]
Forms = Callable[[int], int]

_WRITTEN: Final = "Written by `make texts` from games/texts; sentences are changed there."


def of_page(texts: Texts, *, later: bool = False) -> dict[str, tuple[str, ...]]:
    """Return the sentences of the page by their ids in the modules: those of the first load, or those for ``later``."""
    return {
        id.removeprefix(PREFIX): forms
        for id, forms in sorted(texts.items())
        if (id.startswith(PREFIX) or SHARED.fullmatch(id)) and bool(_IS_LATER.match(id)) == later
    }


def direction(language: str) -> str:
    """Return the value of the HTML attribute ``dir`` for a language."""
    return "rtl" if language in RIGHT_TO_LEFT else "ltr"


def module(texts: Texts, form_for: Forms, english: Texts, english_form_for: Forms, *, later: bool = False) -> str:
    """Return the source of the module of a language, with English for sentences without a translation.

    ``samples`` has a number for each plural form. From them the page finds the order of the forms, since a browser has
    other names for plural forms than gettext.
    """
    samples = sample_numbers(form_for)
    said = of_page(texts, later=later)
    lines = [f"/** {_WRITTEN} */", "", f"export const samples = {json.dumps(samples)};", "", "export default {"]
    for id, forms in of_page(english, later=later).items():
        here = said.get(id)
        if here is None:
            here = tuple(forms[english_form_for(number)] for number in samples) if len(forms) > 1 else forms
        value = here[0] if len(set(here)) == 1 else list(here)
        lines.append(f"{json.dumps(id)}:{json.dumps(value, ensure_ascii=False, separators=(',', ':'))},")
    return "\n".join([*lines, "};", ""])


def sample_numbers(form_for: Forms) -> list[int]:
    """Return the smallest number for each plural form."""
    smallest: dict[int, int] = {}
    for number in range(1000):
        smallest.setdefault(form_for(number), number)
    return [smallest[form] for form in sorted(smallest)]


def index(languages: Mapping[str, str]) -> str:
    """Return the source of the module that lists the languages."""
    lines = [f"/** {_WRITTEN} */", "", "export const LANGUAGES = {"]
    for language, name in languages.items():
        entry = f'name: {json.dumps(name, ensure_ascii=False)}, direction: "{direction(language)}", '
        entry += f'load: () => import("./{language}.js"), '
        entry += f'later: () => import("./later/{language}.js")'
        lines.append(f"  {language}: {{ {entry} }},")
    return "\n".join([*lines, "};", ""])
