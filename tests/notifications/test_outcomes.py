"""The reasons for which a message did not arrive, in the words of the page."""

from __future__ import annotations

import re
from pathlib import Path

from games.texts.catalogue import catalogue

FOLDERS = [Path(__file__).parents[2] / folder for folder in ("games/notifications", "chkobba_api/email")]


def test_each_reason_that_is_given_has_a_text_on_the_page():
    """The page has a sentence for each reason that a channel may give, besides the statuses of receivers."""
    code = "".join(path.read_text() for folder in FOLDERS for path in folder.rglob("*.py"))
    texts = catalogue("en").sentences

    given = set(re.findall(r'said="([a-z_]+)"', code))

    assert {"no_answer", "too_slow", "not_public"} <= given
    assert {reason for reason in given if f"page.notifications.outcome.{reason}" not in texts} == set()
