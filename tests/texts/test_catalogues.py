"""Translations: each language has every message with the same values, and none that is unused."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from games.engine.catalogue import GAMES
from games.engine.messages import Cards, Message, say
from games.texts import DIRECTORY, LANGUAGES, TRADITIONS, Reader, reader
from games.texts.catalogue import catalogue, template
from games.texts.page import LATER, PREFIX
from tests.helpers.cases import cases
from tests.texts.pseudo import Pseudo, outside
from tests.texts.sentences import lines

ROOT = Path(__file__).parent.parent.parent
CODE = [path for app in ("accounts", "chkobba_api", "games") for path in (ROOT / app).rglob("*.py")]
EACH_LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)
EACH_TRANSLATION = pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
ENGLISH = catalogue("en").sentences


@EACH_TRANSLATION
def test_a_language_lacks_no_message_and_has_none_too_many(language):
    """Each language has the messages of the template, with its plural forms and the same values."""
    translated, form_for = catalogue(language)

    assert translated.keys() == ENGLISH.keys()
    forms = len({form_for(count) for count in range(1000)})
    for id, sentences in translated.items():
        assert len(sentences) == (1 if len(ENGLISH[id]) == 1 else forms), id
        for sentence in sentences:
            values = {field.name for field in sentence.fields} | {"count"}
            assert values == {field.name for field in ENGLISH[id][-1].fields} | {"count"}, id


@EACH_LANGUAGE
def test_errors_are_sentences(language):
    """An error of a field is a sentence, and so are its parts that begin one."""
    for id, sentences in catalogue(language).sentences.items():
        for sentence in sentences if id.startswith(("invalid.", "name.what.")) else ():
            assert sentence.text[-1] == "." or id.startswith("name.what."), id
            assert not sentence.text[0].islower() or "_" in sentence.text.partition(" ")[0], id


NAMES = re.compile(
    r"(game|family)\.[\w-]+(\.name)?|camba\.(call|class)\.\w+|page\.call\.\w+|fishing\.(combination|table)\.\w+"
)
"""Names of games and of calls at the table, which stay in the game's language in every translation."""
ALIKE = {
    "fr": {
        *("%s h", "%s min", "%s minute", "%s minutes", "%s point", "%s points", "%s s", "Bonus", "Clubs", "Code"),
        *("Condition %s", "Format", "Notifications", "Pause", "Place %s", "Secret", "Total", "Vibration"),
        *("expert", "orange", "six"),
        *("Amel", "C", "Chkobba", "D", "Discord", "Fennec", "R", "Slack", "Webhook", "null", "z"),
    },
}
"""Words by language that equal the English ones, and names."""


@EACH_TRANSLATION
def test_a_language_that_is_offered_is_complete(language):
    """No translation is a copy of the English text, except names, symbols and listed words."""
    translated = catalogue(language).sentences

    copied = {
        sentence.text
        for id, sentences in translated.items()
        for sentence in sentences
        if sentence.text in {english.text for english in ENGLISH[id]} and not NAMES.fullmatch(id)
    }

    assert {text for text in copied if re.search(r"[^\W\d_]", text.replace("%s", ""))} == ALIKE[language]


def test_catalogues_are_those_of_the_languages_that_are_offered():
    """Only offered, thus complete, languages have catalogues."""
    assert {folder.name for folder in DIRECTORY.iterdir() if folder.is_dir()} == LANGUAGES.keys()


@EACH_LANGUAGE
def test_every_message_of_a_match_is_said(language):
    """Moves, events, scores, options and refusals of every game are translated, with all values.

    No message id is left.
    """
    said = "".join(lines(reader(language).text))

    begins = "|".join({id.partition(".")[0] for id in ENGLISH if "." in id})
    assert not re.findall(rf'"(?:{begins})\.[a-z._]+"', said)


def test_no_sentence_escapes():
    """In the pseudo-language, every text of a game is in brackets."""
    pseudo = Pseudo("en", "french")

    for line in lines(pseudo.text):
        if "## " in line:
            continue  # the rules are texts of their own
        assert not re.search(r"[a-z]{2,} (?:the|of|is|with|on) [a-z]{2,}", outside(line)), line


def lists_in(value: Any) -> Iterator[Any]:
    """Yield the lists in a message: cards and tuples, at any depth."""
    if isinstance(value, Cards):
        yield value.names
    elif isinstance(value, Message):
        for one in value.args.values():
            yield from lists_in(one)
    elif isinstance(value, tuple):
        yield value
        for one in value:
            yield from lists_in(one)


def test_no_sentence_lists_nothing():
    """A message without cards replaces one whose list of cards would be empty."""
    empty = []

    def look(value: Any) -> str:
        if not all(lists_in(value)):
            empty.append(value)
        return reader().text(value)

    assert list(lines(look))
    assert empty == []


def test_a_bonus_for_cards_that_stay_names_none():
    """In Báciga the dealer scores for a flower on the first table and leaves the cards there, so none are listed."""
    seen = {"type": "table_bonus", "seat": 1, "capture": [], "points": 3, "name": say("fishing.table.flor")}

    words = GAMES["baciga"].tell(seen, ["Amel", "Sami"], ["Amel", "Sami"])

    assert reader().say(words) == "Sami scores for the first cards of the table: flor en la mesa, 3 points."
    french = "Sami marque pour les premières cartes de la table\u00a0: flor en la mesa, 3 points."
    assert reader("fr").say(words) == french


@cache
def nodes_of_code() -> list[tuple[Path, ast.AST]]:
    """Return every string and every call in the code, with its file."""
    return [
        (path, node)
        for path in CODE
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Constant | ast.JoinedStr | ast.Call)
    ]


def texts_in_code() -> set[str]:
    """Return each complete string in the code."""
    return {node.value for _, node in nodes_of_code() if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def patterns_in_code() -> set[str]:
    """Return a pattern for each string that the code formats after a constant beginning."""
    found = set()
    for _, node in nodes_of_code():
        if isinstance(node, ast.JoinedStr):
            parts = [re.escape(part.value) if isinstance(part, ast.Constant) else r"[\w.-]+" for part in node.values]
            if not parts[0].startswith("["):
                found.add("".join(parts))
    return found


def _without_form(id: str) -> str:
    for form in (".the", ".last", *(f".{tradition}" for tradition in TRADITIONS)):
        id = id.removesuffix(form) if id.removesuffix(form) in ENGLISH else id
    return id


def test_every_message_is_said_somewhere():
    """Each message id is in the code, whole or by its beginning; others need no translation."""
    texts, patterns = texts_in_code(), patterns_in_code()
    together = re.compile("|".join(sorted(pattern for pattern in patterns if "." in pattern)))
    of_server = [id for id in ENGLISH if not id.startswith(PREFIX)]  # tests/web/test_texts.py checks those of the page

    unsaid = [id for id in map(_without_form, of_server) if id not in texts and not together.fullmatch(id)]

    assert unsaid == []


def test_every_message_that_is_said_is_in_the_template():
    """Each id in the code is in the template; a formatted one matches at least one id."""
    for path, node in nodes_of_code():
        if isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", "")) == "say":
            (id, *_) = [*node.args, None]
            if isinstance(id, ast.Constant):
                assert id.value in ENGLISH, (path.name, id.value)


def test_a_sentence_that_nobody_has_is_its_id():
    """A message without a translation shows its id, and nothing fails."""
    assert reader("fr").say(say("nobody.says.this", count=2)) == "nobody.says.this"


@pytest.mark.parametrize(
    ("language", "cards", "words"),
    [
        ("en", "french", "Take the ace of diamonds and jack of spades with the queen of hearts."),
        ("en", "italian", "Take the ace of coins and knave of swords with the knight of cups."),
        ("fr", "french", "Prendre l’as de carreau et le valet de pique avec la dame de cœur."),
        ("fr", "italian", "Prendre l’as de denier et le valet d’épée avec le cavalier de coupe."),
    ],
)
def test_cards_are_named_as_their_readers_know_them(language, cards, words):
    """Names of ranks and suits depend on language and tradition, and have the right articles."""
    take = say("fishing.move.take", cards=Cards("fishing", ["AD", "JS"]), card=Cards("fishing", ["QH"]))

    assert reader(language, cards).say(take) == words


def texts_in(value: Any) -> Iterator[str]:
    """Yield every string in a JSON value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | dict):
        for one in value.values() if isinstance(value, dict) else value:
            yield from texts_in(one)


def sentences_of_matches(hearer: Reader) -> Iterator[str]:
    """Yield texts of matches of the Scopa family that contain spaces, except those about the games themselves."""
    for key, *_, one in map(json.loads, lines(hearer.text)):
        if key != "haggis" and not isinstance(one, str) and "summary" not in one:
            yield from (text for text in texts_in(one) if " " in text)


@pytest.mark.parametrize(
    ("language", "french"),
    [
        ("en", r"\b(?:jack|queen|diamonds?|hearts?|clubs?|spades?)\b"),
        ("fr", r"\b(?:dame|carreaux?|cœur|trèfle|pique)\b"),
    ],
)
def test_one_tradition_has_no_words_of_the_other(language, french):
    """With Italian card names no text of the Scopa family has French ones, whether of moves, scores or refusals."""
    said = {cards: set(sentences_of_matches(reader(language, cards))) for cards in TRADITIONS}

    assert any(re.search(french, sentence) for sentence in said["french"])
    assert not [sentence for sentence in said["italian"] if re.search(french, sentence)]


@pytest.mark.parametrize(
    ("language", "count", "words"),
    [("en", 0, "0 points"), ("en", 1, "1 point"), ("en", 2, "2 points"), ("fr", 0, "0 point"), ("fr", 2, "2 points")],
)
def test_numbers_choose_their_form(language, count, words):
    """Each language chooses its plural forms by its own rules."""
    assert reader(language).say(say("points", count=count)) == words


def test_a_percent_sign_is_a_percent_sign():
    """Messages are formatted by name, so percent signs are not special."""
    assert template("100% of {what}").text % ("it",) == "100% of it"
    assert isinstance(say("x", a=1), Message)


@cases("pattern", LATER)
def test_each_kind_of_sentence_that_is_loaded_later_exists(pattern):
    """A topic that was renamed in the catalogue alone would be loaded with the first page."""
    assert any(re.match(pattern, id) for id in ENGLISH)
