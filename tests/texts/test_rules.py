"""Translated rules match the English ones in chapters, tables, numbers and cards."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from games.engine.catalogue import GAMES
from games.texts import LANGUAGES
from games.texts.rules import DIRECTORY, digest_of, translation
from tests.engine.fishing.tables import RULESETS
from tests.helpers.cases import cases

TRANSLATED = [pytest.param(path.parent.name, path.stem, id=str(path.stem)) for path in DIRECTORY.glob("*/*.md")]
EACH = cases(("language", "key"), TRANSLATED)
BY_KEY = {ruleset.key: ruleset for ruleset in RULESETS}
COMPLETE = {"fr": {"chkobba", "scopa", "camba", "haggis"}}
"""The games with complete rules, by language."""


def blocks(text: str) -> list[list[str]]:
    """Return headings, paragraphs, tables and lists of a text, each as its lines; a list item is one line."""
    return [re.sub(r"\n +", " ", block).split("\n") for block in text.strip().split("\n\n")]


def kind(block: list[str]) -> tuple[str, int]:
    """Return the kind and length of a block; the lines of a paragraph may break anywhere, so they do not count."""
    sign = block[0].split(" ")[0]
    if sign == "|":
        return f"table of {block[0].count('|')}", len(block)
    if sign in ("-", "1."):
        return "list", len(block)
    return (sign if sign.startswith("#") else "paragraph"), 1


def facts(text: str) -> Counter[str]:
    """Count the cards and numbers that a text names."""
    return Counter(re.findall(r"(?:\d+|[AJQK])[♦♥♠♣]|\d+", text))


@EACH
def test_a_translation_has_the_form_of_the_english_text(language, key):
    """A translation has the same headings, paragraphs, tables and lists in the same order."""
    translated = translation(language, key)

    assert language in LANGUAGES
    assert translated
    assert list(map(kind, blocks(translated.text))) == list(map(kind, blocks(GAMES[key].text)))
    assert "<" not in translated.text
    assert max(map(len, translated.text.splitlines())) <= 120


@EACH
def test_a_translation_names_the_same_cards_and_numbers(language, key):
    """Each paragraph and table cell names the same cards and numbers.

    As the engine checks English examples, these hold.
    """
    translated = translation(language, key)

    assert translated
    for block, english in zip(blocks(translated.text), blocks(GAMES[key].text), strict=True):
        assert facts(" ".join(block)) == facts(" ".join(english)), english
        if kind(block)[0].startswith("table"):
            for row, english_row in zip(block, english, strict=True):
                assert list(map(facts, row.split("|"))) == list(map(facts, english_row.split("|"))), english_row


@cases(("language", "key"), [case for case in TRANSLATED if case.values[1] in BY_KEY])
def test_what_scores_is_named_as_in_the_game(language, key):
    """Terms of a game are the same in each language: bold in the table of points, and explained in the glossary."""
    translated, ruleset = translation(language, key), BY_KEY[key]

    assert translated
    scoring, glossary = translated.text.casefold().split("\n## ")[3::2]
    for name in (ruleset.sweep_name, *(score.name for score in ruleset.scores)):
        assert f"**{name.casefold()}**" in scoring
        assert f"**{name.casefold()}**" in glossary


@EACH
def test_a_changed_english_text_wants_its_translations_looked_at(language, key):
    """A changed English text fails until its translations are updated and have its new digest."""
    translated = translation(language, key)

    assert translated
    assert translated.of == digest_of(GAMES[key].text), f"begin {language}/{key}.md with the second of these"


def test_the_rules_of_the_main_games_are_translated():
    """The rules of the main games are translated; others are shown in English."""
    for language, keys in COMPLETE.items():
        assert keys <= {key for key in GAMES if translation(language, key)}
    assert translation("fr", "escopa") is None


def test_rules_are_told_in_the_language_of_their_reader(client_of):
    """Rules follow ``Accept-Language``, and the answer names their language."""
    api = client_of(None)
    french = api.get("games/scopa", **{"Accept-Language": "fr-FR, en;q=0.5"})
    english = api.get("games/scopa", **{"Accept-Language": "en"})

    assert french.data["rules"] == translation("fr", "scopa").text
    assert "## Décompte" in french.data["rules"]
    assert (french.data["rules_language"], french.headers["Content-Language"]) == ("fr", "fr")
    assert english.data["rules"] == GAMES["scopa"].text
    assert (english.data["rules_language"], english.headers["Content-Language"]) == ("en", "en")


def test_rules_are_told_in_the_language_of_the_profile(client_of, player):
    """The language of the profile wins over the header."""
    client = client_of(player())
    client.patch("me", {"language": "fr"})

    assert client.get("games/haggis", **{"Accept-Language": "en"}).data["rules_language"] == "fr"


def test_rules_that_nobody_has_translated_are_told_in_english(client_of):
    """Untranslated rules are in English and the rest in the reader's language; the answer names both."""
    answer = client_of(None).get("games/escopa", **{"Accept-Language": "fr"})

    assert answer.data["rules"] == GAMES["escopa"].text
    assert answer.data["summary"].startswith("Les prises")
    assert (answer.data["rules_language"], answer.headers["Content-Language"]) == ("en", "fr, en")
