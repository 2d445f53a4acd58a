"""A schema with which a client has not played does not pass ``make check``; prose changes nothing."""

from __future__ import annotations

import json

import pytest

from scripts import played
from tests.helpers.cases import cases

SCHEMA = """
openapi: 3.1.0
info: {title: Cards, description: Cards over HTTP.}
paths: {/moves: {post: {operationId: play, summary: Play a card, responses: {"200": {description: Played.}}}}}
components:
  schemas: {Move: {type: object, properties: {description: {type: string, example: A move}}}}
  securitySchemes: {oauth: {type: oauth2, flows: {authorizationCode: {scopes: {play: Act in a match}}}}}
"""


@pytest.fixture
def schema(tmp_path, monkeypatch):
    """Return a file with a schema with which all clients have played."""
    monkeypatch.setattr(played, "SCHEMA", tmp_path / "schema.yaml")
    monkeypatch.setattr(played, "PLAYED", tmp_path / "played.json")
    played.SCHEMA.write_text(SCHEMA, encoding="utf-8")
    for client in played.CLIENTS:
        played.note(client)
    return played.SCHEMA


@cases(
    ("before", "after"),
    [
        ("Play a card", "Play it"),
        ("Cards over HTTP.", "More."),
        ("example: A move", "example: Another"),
        ("Played.", "Done."),
        ("Act in a match", "Play"),
    ],
)
def test_other_prose_needs_no_proof(schema, before, after):
    """Titles, descriptions, summaries and examples change no generated code."""
    assert before in SCHEMA
    schema.write_text(SCHEMA.replace(before, after), encoding="utf-8")

    assert played.main() == 0


@cases(
    ("before", "after"),
    [
        ("operationId: play", "operationId: move"),
        ("properties: {description", "properties: {text"),
        ("/moves", "/plays"),
        ("scopes: {play", "scopes: {move"),
    ],
)
def test_another_schema_needs_one(schema, before, after, capsys):
    """A property may have the name of a prose field; the message names the clients and the command."""
    assert before in SCHEMA
    schema.write_text(SCHEMA.replace(before, after), encoding="utf-8")
    played.note("go")

    assert played.main() == 1

    said = capsys.readouterr().out
    assert "clients-java" in said
    assert "clients-go" not in said


def test_a_client_that_has_never_played_is_named(schema, capsys):
    """So is a client whose line was removed."""
    played.PLAYED.write_text(json.dumps({**played.read(), "swift": ""}), encoding="utf-8")

    assert played.main() == 1

    assert "swift" in capsys.readouterr().out
