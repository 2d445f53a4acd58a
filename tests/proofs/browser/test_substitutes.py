"""The seat of an absent player on the page: agreed on with a new table, offered, listed, taken, and kept."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.proofs.browser.conftest import WCAG
from tests.proofs.browser.table import DETAILS, Player
from tests.proofs.browser.watching import DESKTOP, PHONE

AWAY = """
from uuid import UUID
from django.utils import timezone
from accounts.models import Player
from games.models import Seat
from games.services.matchmaking import substitutes
from games.services.staff import match_actions
staff, _ = Player.objects.get_or_create(username="steward", is_staff=True)
match_actions.set_autopilot(UUID("{match}"), match_actions.Order(staff, "Away.", timezone.now()), 1)
if {offered}:
    Seat.objects.filter(match="{match}", number=1).update(substitute_from=timezone.now())
    substitutes.offer(UUID("{match}"), timezone.now())
"""


@pytest.fixture
def away(server):
    """Return a factory of a match between Amel and the absent Sami: the guests, their clients, and the match."""

    def make(*, offered=True, **wishes):
        guests = [server.new_guest(name) for name in ("Amel", "Sami")]
        apis = [server.client(guest["token"]) for guest in guests]
        wish = {"game": "chkobba", "options": {"cut": False}, "autostart": True, "substitutes_after": 60, **wishes}
        made = apis[0].post("matches", json=wish).json()
        apis[1].post("matches/join", json={"code": made["code"]}).raise_for_status()
        done = server.manage("shell", "-c", AWAY.format(match=made["id"], offered=offered))
        assert done.returncode == 0, done.stderr
        return guests, apis, made

    return make


def test_it_is_agreed_on_where_a_table_is_made(browsers, server):
    """It is off by default."""
    guest = server.new_guest("Amel")
    api = server.client(guest["token"])
    amel = Player(browsers.open(PHONE), api)
    amel.come_back(guest)
    amel.page.goto("/#/make")
    amel.page.locator(DETAILS).wait_for()
    amel.page.locator("#substitutes").select_option("86400")
    amel.page.locator("[data-act='create']").click()
    amel.page.locator(".table-page[data-status='lobby']").wait_for()

    (made,) = api.get("me/matches").json()["results"]
    assert made["substitutes_after"] == 86_400


def test_a_seat_is_found_in_the_list_and_taken(browsers, server, away, accessible, shoot):
    """The newcomer has the cards. The other player reads about it, and the former player watches."""
    (amel_is, sami_is), apis, made = away()
    amel = Player(browsers.open(DESKTOP), apis[0])
    amel.sit_down(amel_is, made["id"])
    expect(amel.page.locator("[data-zone='substitute'] [data-act='invite-substitute']")).to_be_visible()
    accessible(amel.page, WCAG)
    shoot(amel.page, "substitute-wanted")
    zohra_is = server.new_guest("Zohra")
    zohra = Player(browsers.open(PHONE), server.client(zohra_is["token"]))
    zohra.come_back(zohra_is, pace="none")
    zohra.page.goto("/")
    zohra.page.locator("[data-zone='offered']").wait_for()
    accessible(zohra.page, WCAG)
    shoot(zohra.page, "seats-to-be-taken")
    zohra.page.locator(f"[data-act='take-seat'][data-match='{made['id']}']").click()

    zohra.page.locator("[data-zone='hand'] .card").first.wait_for()
    expect(zohra.page.locator("[data-zone='substitute']")).to_have_count(0)
    expect(amel.page.locator("[data-zone='story'] [data-event='substituted']")).to_contain_text("A new player")
    expect(amel.page.locator(".seat[data-seat='1'] .seat-name")).to_have_text("Zohra")
    expect(amel.page.locator(".seat[data-seat='1'] [data-mark='substitute']")).to_have_count(1)
    shoot(amel.page, "substitute-plays")
    sami = Player(browsers.open(PHONE), apis[1])
    sami.sit_down(sami_is, made["id"])
    sami.page.locator(".badge").wait_for()
    expect(sami.page.locator("[data-zone='hand'] .card")).to_have_count(0)


def test_a_seat_is_taken_by_who_watches_or_kept_by_its_player(browsers, server, away):
    """Before the offer, the page says when it begins; the player of the seat returns by a button."""
    (_, sami_is), apis, made = away(offered=False)
    sami = Player(browsers.open(PHONE, timezone_id="UTC"), apis[1])
    sami.sit_down(sami_is, made["id"])
    expect(sami.page.locator("[data-zone='substitute']")).to_contain_text("UTC")
    sami.page.locator("[data-zone='substitute'] [data-act='resume']").click()
    expect(sami.page.locator("[data-zone='substitute']")).to_have_count(0)

    _, _, other = away()
    zohra_is = server.new_guest("Zohra")
    zohra = Player(browsers.open(DESKTOP), server.client(zohra_is["token"]))
    zohra.sit_down(zohra_is, other["id"])
    zohra.page.locator("[data-zone='substitute'] [data-act='take-seat']").click()
    zohra.page.locator("[data-zone='hand'] .card").first.wait_for()


def test_who_has_the_code_of_a_private_match_is_asked_first(browsers, server, away):
    """A player who opens the link reads that the match has begun, and takes the seat by a tap."""
    _, _, made = away(visibility="private")
    browsers.expect(r"409 .*/matches/join")  # the match has begun
    zohra_is = server.new_guest("Zohra")
    zohra = Player(browsers.open(PHONE), server.client(zohra_is["token"]))
    zohra.come_back(zohra_is, pace="none")
    zohra.page.goto(f"/#/join/{made['code']}")
    expect(zohra.page.locator("[role='alert']")).to_contain_text("left this match")
    zohra.page.locator("[data-act='join']").click()

    zohra.page.locator("[data-zone='hand'] .card").first.wait_for()
