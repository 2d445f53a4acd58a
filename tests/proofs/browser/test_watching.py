"""What watches over the pages finds a script that fails; it takes one only for given up whose page was left."""

from __future__ import annotations

import pytest

from tests.eventually import eventually

LATER = "void import('/static/games/later.js')"
"""A module that the page wants when it is there already."""


@pytest.mark.parametrize(("fails", "then"), [("**/*.js", ""), ("**/later.js", LATER)])
def test_a_script_that_fails_while_its_page_is_there_is_found(browsers, fails, then):
    """The page's own, or one that it imports later."""
    page = browsers.open()
    page.route(fails, lambda route: route.abort("failed"))
    page.goto("/")
    if then:
        page.evaluate(then)

    # To ask the page lets Playwright take what it has said meanwhile.
    found = eventually(lambda: page.evaluate("true") and browsers.unexpected())

    assert not any(text.startswith("failed: ") for text in found), "told by the page, not as a request"
    browsers.expect("")  # whatever comes later
