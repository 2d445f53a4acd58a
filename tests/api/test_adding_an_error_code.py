"""The code of docs/adding-an-error-code.md works: this test adds its error code to the server."""

from __future__ import annotations

import re
import sys
from datetime import timedelta
from importlib import import_module
from typing import Final

import pytest
from django.utils import timezone

from chkobba_api import errors
from chkobba_api.errors import CODES, Code, DomainError
from chkobba_api.rest import problems
from chkobba_api.rest.openapi.operation import answers_of
from chkobba_api.rest.openapi.refusals import codes_of
from chkobba_api.rest.views import View
from tests.helpers.databases import ROOT

PAGE: Final = (ROOT / "docs" / "adding-an-error-code.md").read_text(encoding="utf-8")
LINE, *FUNCTIONS = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
VIEWS: Final = """
class Waking(View):
    def put(self, request):
        wake_mascot(self.me.wakes_at, timezone.now())

    def post(self, request):
        create_mascot(timezone.now())

    put.responses, put.known, put.operation_id = {204: (None, "Awake.")}, set(), "wakeMascot"
"""


@pytest.fixture
def added(monkeypatch, tmp_path):
    """Add the line of the page to the table, and import its functions with two views that call them."""
    (code,) = eval(f"[{LINE}]", {"Code": Code})  # noqa: S307  (our own page)
    monkeypatch.setitem(CODES, code.name, code)
    head = "from datetime import datetime\nfrom django.utils import timezone\n"
    head += f"from {errors.__name__} import DomainError, never_raises\nfrom {View.__module__} import View\n"
    (tmp_path / "games_mascots.py").write_text("\n\n".join([head, *FUNCTIONS, VIEWS]), encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr("chkobba_api.rest.openapi.refusals.values.PACKAGES", ("games_mascots", "chkobba_api"))
    yield import_module("games_mascots")
    del sys.modules["games_mascots"]


def test_the_problem_document_follows_from_the_line(added):
    """The status, the title and the field come from the table and the place that raises the error."""
    now = timezone.now()

    with pytest.raises(DomainError) as refused:
        added.wake_mascot(now + timedelta(hours=1), now)
    document = problems.document(refused.value)

    assert (document["status"], document["code"]) == (409, "mascot_asleep")
    assert document["type"] == "/api/problems/#mascot_asleep"
    assert document["until"] == now + timedelta(hours=1)
    assert document["detail"].args["title"] == document["title"] == CODES["mascot_asleep"].title
    assert problems.plain(refused.value).status_code == 409


def test_the_operations_that_can_return_it_follow_from_the_code(added):
    """The schema of an operation has the code if its view can raise it, unless a function excludes it."""
    assert codes_of(added.Waking, added.Waking.put) == {"mascot_asleep"}
    assert codes_of(added.Waking, added.Waking.post) == set()
    assert "`mascot_asleep`" in answers_of(added.Waking, added.Waking.put)[409, problems.CONTENT_TYPE].description


@pytest.mark.usefixtures("added")
def test_the_template_gets_the_title(monkeypatch):
    """``make texts`` writes the title between those of the other codes."""
    monkeypatch.syspath_prepend(ROOT / "scripts")
    template = import_module("texts").template().decode()

    assert 'msgctxt "problem.mascot_asleep"\nmsgid "Your mascot sleeps until `until`"\nmsgstr ""\n' in template
    assert template.index("problem.match_over") > template.index("problem.mascot_asleep")
