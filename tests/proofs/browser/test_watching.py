"""The watcher of pages finds a failing script; a script counts as aborted only when the player left its page."""

from __future__ import annotations

import pytest

from tests.helpers.eventually import eventually

LATER = "void import('/static/games/later.js')"
"""A module that the page imports later."""


@pytest.mark.parametrize(("fails", "then"), [("**/*.js", ""), ("**/later.js", LATER)])
def test_a_script_that_fails_while_its_page_is_there_is_found(browsers, fails, then):
    """The same holds for scripts of the page and for later imports."""
    page = browsers.open()
    page.route(fails, lambda route: route.abort("failed"))
    page.goto("/")
    if then:
        page.evaluate(then)

    # Each call to the page lets Playwright process its earlier events.
    found = eventually(lambda: page.evaluate("true") and browsers.unexpected())

    assert not any(text.startswith("failed: ") for text in found), "the page reports it, not a request"
    browsers.expect("")  # any later complaint
