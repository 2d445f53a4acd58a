"""What watches over the pages finds a script that fails; it takes one only for given up whose page was left."""

from __future__ import annotations

import pytest

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
    for _ in range(100):
        if browsers.unexpected():
            break
        page.wait_for_timeout(100)

    found = browsers.unexpected()
    assert found
    assert not any(text.startswith("failed: ") for text in found), "told by the page, not as a request"
    browsers.complaints.clear()
