"""The lint of English finds what CONTRIBUTING.md forbids, and accepts plain sentences."""

from __future__ import annotations

from scripts import lint_english
from scripts.lint_english import AVOIDED, OPENING, RELATIVE, SHORT
from tests.helpers.cases import cases

WRONG = {
    "The name.": SHORT,
    "Whether it is open.": OPENING,
    "Whose turn it is.": OPENING,
    "Of each game, its name.": OPENING,
    "Return the seats. Who has left is not among them.": RELATIVE,
    "Return a seat that nobody has taken.": f"'nobody': {AVOIDED['nobody']}",
    "Return the matches of oneself and of friends.": f"'oneself': {AVOIDED['oneself']}",
    "Return what anybody may watch.": f"'anybody': {AVOIDED['anybody']}",
    "Return the matches that everybody sees.": f"'everybody': {AVOIDED['everybody']}",
    "Take back what cannot be taken back.": f"'what cannot be': {AVOIDED['what cannot be']}",
}
RIGHT = [
    "Return the seats that may still act.",
    "True while the match waits for players.",
    "Return whether the player may join.",
    "The player whose turn it is, or None in a lobby.",
    'Return the setting of a player: `nobody`, or "everybody".',
]


@cases("text", WRONG)
def test_a_docstring_that_must_be_read_twice_is_found(text):
    """Each rule has a sentence that breaks it alone."""
    source = f'"""The module of a test."""\n\n\ndef f():\n    """{text}"""\n'

    assert list(lint_english.in_python(source)) == [lint_english.Finding(5, WRONG[text])]


@cases("text", RIGHT)
def test_a_plain_docstring_is_accepted(text):
    """An imperative, a noun phrase, and a question within a sentence."""
    assert list(lint_english.in_python(f'"""{text}"""\n')) == []


def test_a_comment_is_read_too():
    """Only avoided words are looked for there."""
    assert list(lint_english.in_python("x = 1  # whom it concerns\n")) == [
        lint_english.Finding(1, f"'whom': {AVOIDED['whom']}")
    ]


def test_a_document_is_read_line_by_line():
    """The finding has the line, and the word as it is written."""
    assert list(lint_english.in_document("# Title\n\nSomebody comes.\n")) == [
        lint_english.Finding(3, f"'Somebody': {AVOIDED['somebody']}")
    ]


def test_comments_of_javascript_are_read():
    """Both kinds of comments; a text in the code, such as an address, is none."""
    source = '/**\n * Tell nobody.\n */\nconst a = "https://nobody.example";\nlet b; // for anybody\n'
    assert list(lint_english.in_script(source)) == [
        lint_english.Finding(2, f"'nobody': {AVOIDED['nobody']}"),
        lint_english.Finding(5, f"'anybody': {AVOIDED['anybody']}"),
    ]


def test_the_command_names_file_and_line(tmp_path, monkeypatch, capsys):
    """It returns 1 when it has found something, and reads neither migrations nor other files."""
    monkeypatch.setattr(lint_english, "ROOT", tmp_path)
    (tmp_path / "migrations").mkdir()
    (tmp_path / "migrations" / "first.py").write_text('"""Short."""\n')
    (tmp_path / "page.html").write_text("nobody\n")
    assert lint_english.main([str(tmp_path)]) == 0

    (tmp_path / "page.md").write_text("nobody\n")
    assert lint_english.main([str(tmp_path)]) == 1
    assert capsys.readouterr().out == f"page.md:1: 'nobody': {AVOIDED['nobody']}\n"
