"""The code of docs/adding-a-limit.md works: this test adds its limits to the server."""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import Any, Final

import environ
import pytest
from rest_framework.test import APIRequestFactory

from chkobba_api import limits
from chkobba_api.errors import DomainError
from chkobba_api.limits import CountLimit, RateLimit
from games.api.matches.base import count_by_player
from tests.helpers.databases import ROOT
from tests.helpers.refusals import refused

PAGE: Final = (ROOT / "docs" / "adding-a-limit.md").read_text(encoding="utf-8")
CODE: Final = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


@pytest.fixture
def added(settings, monkeypatch):
    """Add the lines of the page to the tables, and make the settings anew, with a variable of the host."""
    env = environ.Env()
    page: dict[str, Any] = {"Final": Final, "RateLimit": RateLimit, "CountLimit": CountLimit}
    for code in (CODE[0], CODE[2]):
        exec(code, page)  # noqa: S102  (our own page)
    for table in ("RATE_LIMITS", "COUNT_LIMITS"):
        monkeypatch.setattr(
            limits, table, (*getattr(limits, table), *[line for line in page[table] if line is not ...])
        )
    monkeypatch.setenv("THROTTLE_POKES_ADDRESS", "12/hour")
    settings.THROTTLES = limits.throttles(env, tryout=False)
    settings.LIMITS = limits.limits(env, tryout=False)
    return settings


@pytest.mark.usefixtures("added")
def test_the_eleventh_poke_is_too_many_and_an_address_has_its_own_limit(amel, sami):
    """A player has ten; the address of two players has the number of the host, twelve."""
    request = APIRequestFactory().get("/", REMOTE_ADDR="192.0.2.7")

    def poke(one):
        view = SimpleNamespace(me=one)
        exec(CODE[1], {"count_by_player": count_by_player, "request": request, "self": view})  # noqa: S102

    for _ in range(10):
        poke(amel)
    refused("throttled", poke, amel)
    poke(sami)
    poke(sami)
    refused("throttled", poke, sami)


def test_a_sixth_mascot_is_too_many(added, player):
    """The check counts rows of the player and reads the setting."""
    rows = SimpleNamespace(count=lambda: 4)
    mascots = SimpleNamespace(objects=SimpleNamespace(filter=lambda player: rows))
    names: dict[str, Any] = {"Mascot": mascots, "settings": added, "DomainError": DomainError}
    names |= {"say": lambda *_, **__: "", "Player": object}
    exec(CODE[3], names)  # noqa: S102
    names["must_have_room_for_mascot"](player("Amel"))

    rows.count = lambda: 5
    refusal = refused("too_many_mascots", names["must_have_room_for_mascot"], player("Amel"))

    assert refusal.fields == {"limit": 5}


def test_the_tables_have_each_name_once():
    """A second line with a name would replace the first one in silence."""
    for table in (limits.RATE_LIMITS, limits.COUNT_LIMITS):
        names = [limit.name for limit in table]
        assert len(names) == len(set(names))
