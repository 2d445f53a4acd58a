"""The seat of an absent player on the page: agreed on with a new table, offered, listed, taken, and kept."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.proofs.browser.table import DETAILS, Player, new_match
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
def away(server, two):
    """Return a factory of a match between Amel and the absent Sami."""

    def make(*, offered=True, **wishes):
        match = new_match(*two, substitutes_after=60, **wishes)
        server.manage("shell", "-c", AWAY.format(match=match, offered=offered))
        return match

    return make


def test_it_is_agreed_on_where_a_table_is_made(visitor):
    """It is off by default."""
    amel = visitor(PHONE)
    amel.page.goto("/#/make")
    amel.page.locator(DETAILS).wait_for()
    amel.page.locator("#substitutes").select_option("86400")
    amel.page.locator("[data-act='create']").click()
    amel.page.locator(".table-page[data-status='lobby']").wait_for()

    (made,) = amel.api.get("me/matches").json()["results"]
    assert made["substitutes_after"] == 86_400


def test_a_seat_is_found_in_the_list_and_taken(two, visitor, browsers, away, shoot, look_at):
    """The newcomer has the cards. The other player reads about it, and the former player watches."""
    match = away()
    amel = Player(browsers.open(DESKTOP), two[0])
    amel.sit_down(match)
    expect(amel.page.locator("[data-zone='substitute'] [data-act='invite-substitute']")).to_be_visible()
    look_at(amel.page, "substitute-wanted")
    zohra = visitor(PHONE, "Zohra")
    zohra.remember(pace="none")
    zohra.page.goto("/")
    zohra.page.locator("[data-zone='offered']").wait_for()
    look_at(zohra.page, "seats-to-be-taken")
    zohra.page.locator(f"[data-act='take-seat'][data-match='{match}']").click()

    zohra.page.locator("[data-zone='hand'] .card").first.wait_for()
    expect(zohra.page.locator("[data-zone='substitute']")).to_have_count(0)
    expect(amel.page.locator("[data-zone='story'] [data-event='substituted']")).to_contain_text("A new player")
    expect(amel.page.locator(".seat[data-seat='1'] .seat-name")).to_have_text("Zohra")
    expect(amel.page.locator(".seat[data-seat='1'] [data-mark='substitute']")).to_have_count(1)
    shoot(amel.page, "substitute-plays")
    sami = Player(browsers.open(PHONE), two[1])
    sami.sit_down(match)
    sami.page.locator(".badge").wait_for()
    expect(sami.page.locator("[data-zone='hand'] .card")).to_have_count(0)


def test_a_seat_is_taken_by_who_watches_or_kept_by_its_player(two, visitor, browsers, away):
    """Before the offer, the page says when it begins; the player of the seat returns by a button."""
    sami = Player(browsers.open(PHONE, timezone_id="UTC"), two[1])
    sami.sit_down(away(offered=False))
    expect(sami.page.locator("[data-zone='substitute']")).to_contain_text("UTC")
    sami.page.locator("[data-zone='substitute'] [data-act='resume']").click()
    expect(sami.page.locator("[data-zone='substitute']")).to_have_count(0)

    zohra = visitor(DESKTOP, "Zohra")
    zohra.sit_down(away())
    zohra.page.locator("[data-zone='substitute'] [data-act='take-seat']").click()
    zohra.page.locator("[data-zone='hand'] .card").first.wait_for()


def test_who_has_the_code_of_a_private_match_is_asked_first(two, visitor, browsers, away):
    """A player who opens the link reads that the match has begun, and takes the seat by a tap."""
    match = two[0].get(f"matches/{away(visibility='private')}").json()
    browsers.expect(r"409 .*/matches/join")  # the match has begun
    zohra = visitor(PHONE, "Zohra")
    zohra.remember(pace="none")
    zohra.page.goto(f"/#/join/{match['code']}")
    expect(zohra.page.locator("[role='alert']")).to_contain_text("left this match")
    zohra.page.locator("[data-act='join']").click()

    zohra.page.locator("[data-zone='hand'] .card").first.wait_for()
