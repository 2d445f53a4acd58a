"""docs/architecture.md shows the packages and imports of the code, and the modules that a call really crosses."""

from __future__ import annotations

import re
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from graphlib import TopologicalSorter
from types import FrameType
from typing import Final

import grimp
import pytest
from django.utils import timezone

from games import tasks
from games.models import Match
from tests.helpers.databases import ROOT
from tests.helpers.playing import play_first
from tests.notifications.receiving import SECRET

PAGE: Final = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
DIAGRAMS: Final = dict(re.findall(r"(?m)^### `([\w.]+)`\n\n```mermaid\nflowchart TD\n((?:    .*\n)+)```$", PAGE))
COUNTED: Final = {
    name: (int(parts), int(imports))
    for name, parts, imports in re.findall(r"^\| `([\w.]+)` \| (\d+) \| (\d+) \|$", PAGE, re.MULTILINE)
}

Edges = set[tuple[str, str]]


@cache
def graph() -> grimp.ImportGraph:
    """Return the imports of the whole server."""
    return grimp.build_graph("accounts", "chkobba_api", "games", cache_dir=None)


def parts_of(package: str) -> dict[str, str]:
    """Return the part of a package that each module below it belongs to, by module."""
    parts = graph().find_children(package)
    return {module: part for part in parts for module in (part, *graph().find_descendants(part))}


def imports_between(package: str) -> Edges:
    """Return the imports between the parts of a package, by their names within it."""
    part_of, found = parts_of(package), set()
    for module, part in part_of.items():
        for imported in graph().find_modules_directly_imported_by(module):
            if (other := part_of.get(imported, part)) != part:
                found.add((part.rpartition(".")[2], other.rpartition(".")[2]))
    return found


def direct_imports(edges: Edges) -> dict[str, set[str]]:
    """Return the parts that each part imports, by its name."""
    return {name: {b for a, b in edges if a == name} for edge in edges for name in edge}


def reduced(edges: Edges) -> Edges:
    """Return the imports that do not follow from others. Raises CycleError if there is a cycle."""
    direct = direct_imports(edges)
    below: dict[str, set[str]] = {}
    for name in TopologicalSorter(direct).static_order():
        below[name] = direct[name].union(*(below[other] for other in direct[name]))
    return {(a, b) for a, b in edges if not any(b in below[other] for other in direct[a])}


def drawn(edges: Edges) -> str:
    """Return the lines of a diagram, one for each importing part."""
    direct = {name: sorted(b for a, b in edges if a == name) for name, _ in sorted(edges)}
    return "".join(f"    {name} --> {' & '.join(others)}\n" for name, others in direct.items())


@pytest.mark.parametrize("package", ["games", "games.services"])
def test_a_diagram_has_the_imports_of_the_code(package):
    """It leaves out an import that follows from others; paste the expected lines into the page after a change."""
    assert DIAGRAMS[package] == drawn(reduced(imports_between(package)))


def test_the_table_counts_parts_and_imports():
    """Parts are the modules and packages directly in a package; imports are counted once for each pair of parts."""
    assert len(COUNTED) == 10
    assert {
        package: (len(graph().find_children(package)), len(imports_between(package))) for package in COUNTED
    } == COUNTED


def test_no_imports_between_parts_of_a_package_go_in_a_circle():
    """Not only of those that the page counts: of every package of the server."""
    packages = {name for name in graph().modules if graph().find_children(name)}
    assert set(COUNTED) | {"accounts.login", "accounts.devices", "games.api.matches"} <= packages
    for package in packages:
        TopologicalSorter(direct_imports(imports_between(package))).prepare()  # CycleError names the parts


def test_imports_go_from_level_to_level_downward():
    """A module belongs to the level that lists it, or the nearest package above it."""
    levels = PAGE.partition("```text\n")[2].partition("```")[0].splitlines()
    level_of = {}
    for level, line in enumerate(levels):
        package, _, names = re.split(r"\s{2,}", line)[1].partition(": ")
        level_of |= {f"{package}.{name}" if names else package: level for name in names.split() or [""]}
    assert {name for name in level_of if name not in graph().modules} == set()

    def level_for(module: str) -> int | None:
        places = (module.rsplit(".", up)[0] for up in range(module.count(".") + 1))
        return next((level_of[place] for place in places if place in level_of), None)

    upward = [
        (module, imported)
        for module in graph().modules
        for imported in graph().find_modules_directly_imported_by(module)
        if (above := level_for(imported)) is not None and (level_for(module) or 0) > above
    ]
    assert upward == []


# --- calls ------------------------------------------------------------------------------------------------------------


class Crossed:
    """The modules of the server that calls enter, in this thread and in those that they start."""

    def __init__(self) -> None:
        self.modules: list[str] = []

    def _note(self, frame: FrameType, event: str, argument: object) -> None:
        module = frame.f_globals.get("__name__", "")
        if (
            event == "call"
            and module.startswith(("accounts.", "chkobba_api.", "games."))
            and module not in self.modules
        ):
            self.modules.append(module)

    @contextmanager
    def noted(self) -> Iterator[None]:
        """Note the modules of the calls within."""
        threading.setprofile(self._note)
        sys.setprofile(self._note)
        try:
            yield
        finally:
            sys.setprofile(None)
            threading.setprofile(None)  # type: ignore[arg-type]  # None turns it off


@pytest.fixture
def crossed():
    """Return the modules of the calls that a test notes."""
    return Crossed()


def listed(heading: str) -> list[str]:
    """Return the modules that the page lists for a call."""
    section = PAGE.partition(f"\n### {heading}\n")[2].partition("\n### ")[0]
    return re.findall(r"^\| `([\w.]+)` \|", section, re.MULTILINE)


def missing(heading: str, crossed: Crossed) -> set[str]:
    """Return the modules that the page lists and the call does not cross."""
    assert len(listed(heading)) > 3
    return set(listed(heading)) - set(crossed.modules)


def test_a_move(running, amel, sami, client_of, crossed):
    """The move of a player over the API."""
    match = running(amel, sami, options={"cut": False}, at=timezone.now()).match
    mover = client_of(next(one for one in (amel, sami) if one.pk == match.seats.get(number=match.to_act).player_id))
    view = mover.get(f"matches/{match.pk}").data
    body = {"move": view["legal_moves"]["moves"][0]["move"], "expected_version": view["version"]}

    with crossed.noted():
        answer = mover.post(f"matches/{match.pk}/moves", body)

    assert (answer.status_code, missing("A move", crossed)) == (201, set())


def test_a_log_in(player, client_of, crossed):
    """The log-in of an account by its password."""
    amel = client_of(player("Amel"))
    assert amel.put("me/name", {"name": "amel_k"}).status_code == 200
    assert amel.put("me/password", {"password": "mint tea at nine"}).status_code == 200

    with crossed.noted():
        answer = client_of().post("auth/log-in", {"name": "amel_k", "password": "mint tea at nine"})

    assert (answer.status_code, missing("A log-in", crossed)) == (201, set())


def test_a_seek(player, client_of, crossed):
    """The request of a second player, and the task that seats both."""
    for name in ("Amel", "Sami"):
        seeker = client_of(player(name))
        with crossed.noted():
            seek = seeker.post("me/seeks", {"game": "chkobba", "seats": 2}).data
            tasks.match_seek(seek["id"])

    assert Match.objects.get().status == "running"
    assert missing("A seek", crossed) == set()


def test_a_bot_turn(running, player, crossed):
    """The task in a match where a bot has to act."""
    match = running(player("Amel"), bots={1: "easy"}, options={"cut": False}, at=timezone.now()).match
    tasks.run_due_match(str(match.pk))
    play_first(match.pk, timezone.now())

    with crossed.noted():
        tasks.run_due_match(str(match.pk))

    assert Match.objects.get(pk=match.pk).to_act == 0
    assert missing("A bot turn", crossed) == set()


def test_a_notification(running, settings, crossed):
    """The task with a turn that the host's webhook is to get; the receiver is away."""
    settings.WEBHOOK_URL, settings.WEBHOOK_SECRET = "http://127.0.0.1:9/", SECRET
    match = running(options={"cut": False}, at=timezone.now()).match
    tasks.send_notifications()
    play_first(match.pk, timezone.now())

    with crossed.noted():
        tasks.send_notifications()

    assert missing("A notification", crossed) == set()
