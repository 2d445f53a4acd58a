"""The code of docs/adding-an-operation.md works: this test adds its operation to the server."""

from __future__ import annotations

import re
import sys
from importlib import import_module
from types import ModuleType
from typing import Final

import pytest
import yaml
from django.test import Client as DjangoClient
from django.urls import include, path
from drf_spectacular.generators import SchemaGenerator

from accounts.models import Token
from accounts.services import create_token
from chkobba_api.rest.openapi.operation import ADDITIONAL_HEADERS, PUBLISHED_STRUCTS, examples_of_app
from chkobba_api.scopes import Scope
from games.api import social
from tests.helpers.api_client import listed
from tests.helpers.databases import ROOT

PAGE: Final = (ROOT / "docs" / "adding-an-operation.md").read_text(encoding="utf-8")
URL: Final = "/api/v1/me/waiting-matches"


@pytest.fixture
def added(settings, monkeypatch, tmp_path):
    """Import the file of the page, put its line before the URL patterns of the server, and add its examples."""
    (code,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    (examples,) = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)
    (line,) = re.findall(r"`(path\(.*\),)`", PAGE)
    structs, headers = [*PUBLISHED_STRUCTS], {**ADDITIONAL_HEADERS}
    (tmp_path / "waiting_matches.py").write_text(code, encoding="utf-8")
    for name, shown in yaml.safe_load(examples).items():
        monkeypatch.setitem(examples_of_app("games"), name, shown)
    monkeypatch.setattr(social, "__path__", [*social.__path__, str(tmp_path)])
    module, urls = import_module("games.api.social.waiting_matches"), ModuleType("urls_with_one_more")
    monkeypatch.setitem(sys.modules, urls.__name__, urls)
    (pattern,) = eval(f"[{line}]", {"path": path, "waiting_matches": module})  # noqa: S307  (our own page)
    urls.urlpatterns = [path("api/v1/", include([pattern])), path("", include(settings.ROOT_URLCONF))]
    settings.ROOT_URLCONF = urls.__name__
    yield pattern
    del sys.modules[module.__name__]
    PUBLISHED_STRUCTS[:] = structs
    ADDITIONAL_HEADERS.clear()
    ADDITIONAL_HEADERS.update(headers)


def asked(player, scope):
    """Return the answer to a player with a token of one scope."""
    row, token = create_token(player, "badge")
    Token.objects.filter(pk=row.pk).update(scopes=[scope.value])
    return DjangoClient(headers={"Authorization": f"Bearer {token}"}).get(URL)


@pytest.mark.usefixtures("added")
def test_it_answers_the_player_and_refuses_other_tokens(running, player):
    """The base class checks the token, its scope and the rate limit."""
    amel, sami = player("Amel"), player("Sami")
    match = running(amel, sami).match
    counts = {one.pk: asked(one, Scope.READ).json()["count"] for one in (amel, sami)}

    assert sorted(counts.values()) == [0, 1]
    assert counts[match.seats.get(number=match.to_act).player_id] == 1
    assert asked(amel, Scope.CHAT).json()["code"] == "insufficient_scope"
    assert DjangoClient().get(URL).status_code == 401
    assert "RateLimit-Remaining" in asked(amel, Scope.READ).headers


def test_it_is_in_the_schema(added):
    """Docstrings become descriptions, and the example and the codes of all operations are there."""
    schema = SchemaGenerator(patterns=[path("api/v1/", include([added]))]).get_schema(request=None, public=True)
    operation = schema["paths"][URL]["get"]

    assert operation["operationId"] == "countWaitingMatches"
    assert operation["tags"] == ["social"]
    assert operation["responses"]["200"]["content"]["application/json"]["example"] == {"count": 3}
    assert {"200", "401", "403", "429"} <= listed(operation["responses"], schema["components"]["responses"]).keys()
    assert schema["components"]["schemas"]["WaitingMatches"]["description"].startswith("The number of matches")
