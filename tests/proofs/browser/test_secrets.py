"""Secrets that two browsers add to a shuffle: committed, revealed when all seats are sealed, and found in the check."""

from __future__ import annotations

import hashlib

from playwright.sync_api import expect

from tests.proofs.browser.table import Player
from tests.proofs.conftest import SCREENSHOTS


def test_two_browsers_add_secrets_to_a_shuffle(server, browsers):
    """Players only press a button: the pages reveal the secrets, and the cards are dealt."""
    amel, sami = server.new_guest("Amel"), server.new_guest("Sami")
    api = server.client(amel["token"])
    match = api.post("matches", json={"game": "chkobba", "seats": 2, "options": {"cut": False}}).json()
    server.client(sami["token"]).post(f"matches/{match['id']}/join", json={})
    first, second = Player(browsers.open()), Player(browsers.open())
    for player, guest in ((first, amel), (second, sami)):
        player.sit_down(guest, match["id"])
        player.page.locator("summary[data-key='seed']").click()
        player.page.locator("[data-act='seed']").click()
        player.page.locator("[data-zone='secrets']").wait_for()
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    first.page.screenshot(path=SCREENSHOTS / "secrets.png")

    first.page.locator("[data-act='start']").click()

    for player in (first, second):
        player.page.locator(".table-page[data-status='running']").wait_for()
    assert api.get(f"matches/{match['id']}").json()["you"]["seed"]
    api.post(f"matches/{match['id']}/resign", json={})
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


def test_a_rematch_takes_a_secret_of_each_browser_again(server, browsers):
    """A player who added one before adds another by requesting or joining the rematch."""
    amel, sami = server.new_guest("Amel"), server.new_guest("Sami")
    api = server.client(amel["token"])
    match = api.post("matches", json={"game": "chkobba", "seats": 2, "options": {"cut": False}}).json()
    server.client(sami["token"]).post(f"matches/{match['id']}/join", json={})
    first, second = Player(browsers.open()), Player(browsers.open())
    for player, guest in ((first, amel), (second, sami)):
        player.sit_down(guest, match["id"])
        player.page.locator("summary[data-key='seed']").click()
        player.page.locator("[data-act='seed']").click()
        player.page.locator("[data-zone='secrets']").wait_for()
    first.page.locator("[data-act='start']").click()
    for player in (first, second):
        player.page.locator(".table-page[data-status='running']").wait_for()
    api.post(f"matches/{match['id']}/resign", json={})

    for player in (first, second):
        player.page.locator("[data-act='rematch']").click()

    for player in (first, second):
        player.page.locator(".table-page[data-status='running']").wait_for()
    again = api.get(f"matches/{match['id']}").json()["rematch"]
    assert all(seat["seed_commitment"] for seat in api.get(f"matches/{again}").json()["seats"])
    assert api.get(f"matches/{again}").json()["you"]["seed"]


def test_a_table_waits_for_who_has_not_looked_in(server, browsers):
    """The page shows whose secret is missing, and until when."""
    amel, sami = server.new_guest("Amel"), server.new_guest("Sami")
    api = server.client(amel["token"])
    wish = {"game": "chkobba", "seats": 2, "autostart": True, "seed_commitment": "ab" * 32}
    match = api.post("matches", json=wish).json()
    server.client(sami["token"]).post(f"matches/{match['id']}/join", json={})
    player = Player(browsers.open())

    player.sit_down(sami, match["id"])

    expect(player.page.locator("[data-zone='secrets']")).to_contain_text("Amel")
