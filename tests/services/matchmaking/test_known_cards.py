"""Reproducible cards on test servers, derived from the name of the running test."""

from __future__ import annotations

import runpy

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import transaction

from games import log
from tests.helpers.databases import ROOT


@pytest.fixture
def cards(tmp_path, settings, player, running):
    """Return a function that deals two matches under a name, deletes them, and returns their first states."""
    amel, settings.TEST_SEED_FILE = player("Amel"), str(tmp_path / "test")

    def deal(name):
        (tmp_path / "test").write_text(name)
        with transaction.atomic():
            tables = [running(amel, bots={1: "easy"}, options={"cut": False}) for _ in range(2)]
            states = [log.first_state(table.match) for table in tables]
            transaction.set_rollback(True)
        return [(table.match.pk, table.state.hands) for table in tables] + states

    return deal


def test_cards_follow_from_the_name_of_the_test(cards):
    """The same name gives the same cards, another name others; the matches of one test differ."""
    first, second, *_ = once = cards("test_a")

    assert cards("test_a") == once
    assert first != second
    assert not {id_ for id_, _ in cards("test_b")[:2]} & {first[0], second[0]}


def test_production_refuses_to_start_with_known_cards(monkeypatch, tmp_path):
    """Production refuses to start with the setting; a try-out starts with it, and production without it."""
    for name, value in {
        "CHKOBBA_VAR": str(tmp_path),
        "SECRET_KEY": "x",
        "DATABASE_URL": "sqlite:///:memory:",
        "CELERY_BROKER_URL": "redis://127.0.0.1",
        "TEST_SEED_FILE": str(tmp_path / "test"),
    }.items():
        monkeypatch.setenv(name, value)
    settings = ROOT / "chkobba_api" / "settings.py"
    monkeypatch.setenv("CHKOBBA_TRYOUT", "1")
    assert runpy.run_path(str(settings))["TEST_SEED_FILE"]

    monkeypatch.setenv("CHKOBBA_TRYOUT", "0")
    with pytest.raises(ImproperlyConfigured, match="TEST_SEED_FILE"):
        runpy.run_path(str(settings))
    monkeypatch.delenv("TEST_SEED_FILE")
    assert runpy.run_path(str(settings))["TEST_SEED_FILE"] == ""
