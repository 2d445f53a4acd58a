"""Step by step, a page shows the tables of the server: to a spectator of a match, and in its replay."""

from __future__ import annotations

import json
from itertools import groupby

import pytest
from playwright.sync_api import expect

from tests.helpers.eventually import attempts
from tests.proofs.browser.table import Player
from tests.proofs.live.server import view_when

KINDS = {
    "chkobba": {"game": "chkobba", "seats": 2, "bots": {"1": "easy"}, "options": {"cut": False}},
    # Two seats: when bots alone finish a round, many events may come at once, and a page skips some.
    "camba": {"game": "camba", "seats": 2, "bots": {"1": "easy"}, "options": {"games": 20}},
    "haggis": {"game": "haggis", "seats": 2, "bots": {"1": "easy"}},
}
MOVES = 20
"""The moves of the player before resigning; the bots make as many, or twice as many."""

DRAWN = """() => {
  const all = (selector) => [...document.querySelectorAll(selector)].map(({dataset}) => dataset);
  const cards = (...zones) => zones.flatMap((zone) => all(`${zone} [data-card]`)).map(({card}) => card).sort();
  return JSON.stringify({
    hands: all("[data-anchor^=seat-]").map(({anchor, count}) => [anchor, Number(count)]).sort(),
    own: cards("[data-zone=hand]"),
    middle: cards("[data-zone=table]", "[data-zone=pile]", ".combination"),
  });
}"""
"""Returns the table on the page as JSON."""

RECORD = f"""() => {{
  const drawn = {DRAWN};
  window.seen = [drawn()];
  const observer = new MutationObserver(() => window.seen.push(drawn()));
  observer.observe(document.querySelector("main"), {{childList: true, subtree: true}});
}}"""


@pytest.mark.parametrize("kind", KINDS)
def test_each_step_shows_the_table_of_the_server(browsers, server, kind):
    """A spectator watches a match while it is played; its player replays it afterwards."""
    api = server.guest("Amel")
    match = api.post("matches", json={**KINDS[kind], "visibility": "public", "autostart": True}).json()
    watching = Player(browsers.open())
    watching.remember(pace="none")
    watching.page.goto(f"/#/match/{match['id']}")
    watching.page.locator("[data-anchor='seat-0']").wait_for()
    first = wait_for_turn(api, match)
    expect(watching.table).to_have_attribute("data-version", str(first["version"]))
    expect(watching.table).to_have_attribute("data-stepping", "false")
    watching.page.evaluate(RECORD)
    for _ in range(MOVES):
        view = wait_for_turn(api, match)
        expect(watching.table).to_have_attribute("data-version", str(view["version"]))
        move = min((legal["move"] for legal in legal_moves(api, match)), key=lambda one: one["type"] != "play")
        assert api.post(
            f"matches/{match['id']}/moves", json={"move": move, "expected_version": view["version"]}
        ).is_success
    wait_for_turn(api, match)
    view = api.post(f"matches/{match['id']}/resign").json()
    expect(watching.table).to_have_attribute("data-status", "finished")
    expect(watching.table).to_have_attribute("data-stepping", "false")

    tables = feed(server.client(), match)
    later = [as_drawn(shown) for version, shown in tables if version > first["version"] and shown]
    before = next(as_drawn(shown) for version, shown in reversed(tables) if version <= first["version"] and shown)
    assert steps_of(map(json.loads, watching.page.evaluate("window.seen"))) == steps_of([before, *later])
    assert len(later) > MOVES

    playing = Player(browsers.open(), api)
    playing.sit_down(match["id"])
    playing.page.locator("[data-act='replay']").click()
    slider = playing.page.locator("[data-act='slider']")
    slider.wait_for()
    seen = [json.loads(playing.page.evaluate(DRAWN))]
    for _ in range(int(slider.get_attribute("max"))):
        playing.page.locator("[data-act='replay-on']").click()
        seen.append(json.loads(playing.page.evaluate(DRAWN)))
    assert playing.version == view["version"]
    assert steps_of(seen) == steps_of(as_drawn(shown) for _, shown in feed(api, match) if shown)


def wait_for_turn(api, match):
    """Wait until it is the player's turn; return the view."""
    return view_when(api, match["id"], lambda view: view["legal_moves"])


def legal_moves(api, match):
    """Return the legal moves, as many as a page of the API has."""
    return api.get(f"matches/{match['id']}/legal-moves", params={"limit": 100}).json()["moves"]


def feed(api, match):
    """Return pairs of version and table, one for each event of the match."""
    tables, after = [], 0
    for _ in attempts(100, "the feed has an end"):
        page = api.get(f"matches/{match['id']}/events", params={"after": after, "limit": 200, "tables": "true"}).json()
        tables += [(entry["version"], shown) for entry in page["entries"] for shown in entry["tables"]]
        after = page["version"]
        if not page["more"]:
            break
    return tables


def as_drawn(table):
    """Return the table in the form of the page."""
    if table["kind"] == "fishing":
        middle = table["table"]
    elif table["kind"] == "camba":
        middle = {table["top"], table["effective"]} - {None}
    else:
        middle = table["to_beat"]["cards"] if table["to_beat"] else []
    return {
        "hands": [[f"seat-{seat}", count] for seat, count in enumerate(table["hand_counts"])],
        "own": sorted(table["hand"] or []),
        "middle": sorted(middle),
    }


def steps_of(tables):
    """Return tables without those that look like the one before."""
    return [one for one, _ in groupby(tables)]
