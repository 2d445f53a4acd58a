"""Secrets that two browsers add to a shuffle: committed, revealed when all seats are sealed, and found in the check."""

from __future__ import annotations

import hashlib

import pytest
from playwright.sync_api import expect

from tests.proofs.browser.table import Player, new_match


@pytest.fixture
def sealed(visitor):
    """Return two players at a table that has not begun, to which each has added a secret."""
    players = visitor(), visitor(name="Sami")
    match = new_match(*(player.api for player in players), autostart=False)
    for player in players:
        player.sit_down(match)
        player.page.locator("summary[data-key='seed']").click()
        player.page.locator("[data-act='seed']").click()
        player.page.locator("[data-zone='secrets']").wait_for()
    return players


def start(host, other):
    """Start a match on the page of its host, and wait until it runs for both."""
    host.page.locator("[data-act='start']").click()
    for player in (host, other):
        player.page.locator(".table-page[data-status='running']").wait_for()


def test_two_browsers_add_secrets_to_a_shuffle(sealed, shoot):
    """Players only press a button: the pages reveal the secrets, and the cards are dealt."""
    first, second = sealed
    api, match = first.api, first.match_id
    shoot(first.page, "secrets")

    start(first, second)

    assert first.view()["you"]["seed"]
    api.post(f"matches/{match}/resign", json={})
    second.page.locator("[data-act='check']").click()
    second.page.locator("[data-zone='check'][data-result='right']").wait_for()
    expect(second.page.locator(".check-list")).to_contain_text("The secret from this browser is part of the shuffle.")
    expect(second.page.locator(".check-list")).to_contain_text("The secret of Amel is the one that was fixed")
    expect(second.page.locator(".check-list")).to_contain_text("every seat had fixed what the record says")

    def exchange(route):
        record = route.fetch().json()
        record["about"]["seats"][0] |= {"seed": "chosen", "seed_commitment": hashlib.sha256(b"chosen").hexdigest()}
        route.fulfill(json=record)

    second.page.route("**/record", exchange)
    second.page.reload()
    second.page.locator("[data-zone='check'][data-result='wrong']").wait_for()
    expect(second.page.locator(".check-list")).to_contain_text("the seats had fixed something other")
    second.page.unroute("**/record")


def test_a_rematch_takes_a_secret_of_each_browser_again(sealed):
    """A player who added one before adds another by requesting or joining the rematch."""
    start(*sealed)
    api, match = sealed[0].api, sealed[0].match_id
    api.post(f"matches/{match}/resign", json={})

    for player in sealed:
        player.page.locator("[data-act='rematch']").click()

    for player in sealed:
        player.page.locator(".table-page[data-status='running']").wait_for()
    again = api.get(f"matches/{match}").json()["rematch"]
    assert all(seat["seed_commitment"] for seat in api.get(f"matches/{again}").json()["seats"])
    assert api.get(f"matches/{again}").json()["you"]["seed"]


def test_a_table_waits_for_who_has_not_looked_in(browsers, two):
    """The page shows whose secret is missing, and until when."""
    amel, sami = two
    player = Player(browsers.open(), sami)

    player.sit_down(new_match(amel, sami, seed_commitment="ab" * 32))

    expect(player.page.locator("[data-zone='secrets']")).to_contain_text("Amel")
