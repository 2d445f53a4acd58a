"""The page at the root: its content and its protection."""

from __future__ import annotations

import re

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from games.web.views import POLICY


@pytest.fixture
def page() -> str:
    """Return the HTML of the page."""
    return Client().get("/").content.decode()


def test_the_page_is_served_at_the_root() -> None:
    """The server's address shows the page without a redirect."""
    answer = Client().get("/")

    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
    assert "<title>Chkobba</title>" in answer.content.decode()


def test_the_policy_allows_the_files_of_the_page_and_nothing_else() -> None:
    """The policy allows no inline code, nonce or other host. Trusted Types keep text from becoming markup."""
    policy = Client().get("/").headers["Content-Security-Policy"]
    rules = {rule.split()[0]: rule.split()[1:] for rule in policy.split("; ")}

    assert rules == {name: [str(value) for value in values] for name, values in POLICY.items()}
    assert rules["default-src"] == ["'none'"]
    assert rules["script-src"] == rules["style-src"] == rules["connect-src"] == ["'self'"]
    assert rules["require-trusted-types-for"] == ["'script'"]
    assert "unsafe" not in policy
    assert "nonce" not in policy


def test_the_page_has_the_headers_of_every_answer() -> None:
    """The page has the common headers against sniffing, framing and use of devices."""
    headers = Client().get("/").headers

    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert "camera=()" in headers["Permissions-Policy"]


def test_the_page_holds_no_code_and_no_style(page: str) -> None:
    """The page has no inline script or style."""
    assert re.findall(r"<script(?![^>]*\bsrc=)", page) == []
    assert "<style" not in page
    assert re.findall(r"\s(?:on\w+|style)=", page) == []


def test_every_file_that_the_page_names_is_there(page: str) -> None:
    """Each style sheet, icon and script of the page exists."""
    named = re.findall(r'(?:href|src)="/static/([^"]+)"', page)

    assert len(named) >= 4
    assert [name for name in named if finders.find(name) is None] == []


def test_the_page_is_asked_for_each_time_and_sent_when_it_has_changed() -> None:
    """The page is revalidated each time, since it names the files of a release."""
    answer = Client().get("/")
    again = Client().get("/", headers={"If-None-Match": answer.headers["ETag"]})

    assert "no-cache" in answer.headers["Cache-Control"]
    assert again.status_code == 304
    assert again.content == b""


def test_the_page_sets_no_cookie_and_asks_no_database() -> None:
    """The page is the same for everyone, without cookies; this test has no database."""
    assert not Client().get("/").cookies


def test_nothing_can_be_sent_to_the_page() -> None:
    """The page accepts no POST."""
    assert Client().post("/", {}).status_code == 405


def test_the_documentation_can_be_reached(page: str) -> None:
    """The pages of the API's documentation still exist."""
    assert 'href="/api/docs/"' in page


@pytest.mark.parametrize(
    ("accepted", "language", "words"),
    [("fr-TN,fr;q=0.9", "fr", "Cette page a besoin de JavaScript."), ("xx", "en", "This page needs JavaScript.")],
)
def test_the_page_is_in_the_language_of_the_browser(accepted: str, language: str, words: str) -> None:
    """The text in the HTML before the modules load is in the browser's language."""
    answer = Client().get("/", headers={"Accept-Language": accepted})

    assert f'<html lang="{language}" dir="ltr">' in answer.content.decode()
    assert words in answer.content.decode()
    assert answer.headers["Content-Language"] == language
    assert "Accept-Language" in answer.headers["Vary"]


def test_what_is_needed_first_is_asked_for_at_once(page: str) -> None:
    """The page preloads the files and texts of its first view, the first of them without waiting for any other."""
    named = re.findall(r'<link rel="modulepreload" href="/static/web/([^"]+)">', page)

    assert named == ["begin.js", "main.js", "texts/en.js"]
    assert re.findall(r'<script type="module" src="/static/web/([^"]+)"(.*?)></script>', page) == [
        ("begin.js", " async"),
        ("main.js", ""),
    ]
    assert re.findall(r'<link rel="stylesheet" href="/static/web/([^"]+)">', page) == ["style/main.css"]


def test_something_is_there_before_the_scripts(page: str) -> None:
    """Before the scripts run, the page shows that it is loading."""
    assert '<main class="skeleton" aria-busy="true">' in page
