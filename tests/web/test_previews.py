"""Addresses of matches and invitations: the page, and the preview when a link is shared."""

from __future__ import annotations

import re
from html import unescape
from uuid import UUID

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from qrcode import QRCode

from games.services.matchmaking.lobby import joining


def read(address: str, language: str = "en") -> str:
    """Return the page at an address."""
    answer = Client().get(address, headers={"Accept-Language": language})
    assert answer.status_code == 200
    return answer.content.decode()


def told(page: str) -> tuple[str, str]:
    """Return title and text of a preview."""
    [title], [text] = (
        re.findall(rf'<meta property="og:{name}" content="(.*)">', page) for name in ("title", "description")
    )
    return unescape(title), unescape(text)


def test_the_address_of_a_public_table_tells_what_one_joins(make_match):
    """A public lobby's preview has game, seats and pace in the reader's language."""
    match = make_match(seats=4, bots={1: "easy"}, turn_seconds=60).match

    assert told(read(f"/match/{match.pk}")) == (
        "Chkobba",
        "Waiting for players: 4 seats, 2 free, 1 minute per move.",
    )
    assert "4 places, 2 libres" in told(read(f"/match/{match.pk}", "fr"))[1]


def test_an_invitation_to_a_public_table_tells_the_same(make_match):
    """An invitation's preview is that of its match, in any case of its code."""
    match = make_match().match

    assert (
        told(read(f"/join/{match.code}"))
        == told(read(f"/join/{match.code.lower()}"))
        == told(read(f"/match/{match.pk}"))
    )


def test_a_match_that_is_played_tells_its_game_alone(running):
    """A running match's preview has neither cards, names nor scores."""
    match = running(bots={1: "easy"}).match

    assert told(read(f"/match/{match.pk}")) == ("Chkobba", "Watch this match.")


@pytest.mark.parametrize("wrong", ["nothing", "019d3c5e-7c1c-4f3a-8a51-6b0c2d9e4f80", f"{UUID(int=0)}"])
def test_a_private_match_is_as_if_there_were_none(make_match, wrong):
    """The page of a private match equals that of an unknown address."""
    match = make_match(visibility="private").match

    assert read(f"/match/{match.pk}") == read(f"/match/{wrong}")
    assert told(read(f"/match/{wrong}"))[0] == "Chkobba"


@pytest.mark.parametrize("wrong", ["AAAABBBB", "a", "%00", "%zz", "é" * 30, "A" * 500, "⟦'\"<>"])
def test_no_invitation_tells_whether_its_code_is_right(make_match, running, db, wrong):
    """Codes of private and started matches give the same page as wrong ones."""
    private = make_match(visibility="private").match
    begun = running(bots={1: "easy"}).match

    pages = {read(f"/join/{code}") for code in (private.code, begun.code, wrong)}

    assert len(pages) == 1
    assert told(pages.pop())[0] == "An invitation to a card table"


def test_a_preview_costs_one_query(make_match):
    """A preview takes one query for any number of players, and none for an impossible id."""
    match = make_match(seats=4, bots={1: "easy", 2: "easy"}).match

    for address, queries in ((f"/match/{match.pk}", 1), (f"/join/{match.code}", 1), ("/match/nothing", 0)):
        with CaptureQueriesContext(connection) as asked:
            read(address)
        assert len(asked) == queries, address


def test_the_page_is_there_without_its_database(make_match):
    """The page works without a database, and shows the failure when it requests the match."""
    match = make_match().match
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE games_match RENAME TO elsewhere")

    assert told(read(f"/match/{match.pk}"))[0] == "Chkobba"


def test_such_a_page_is_asked_for_each_time_and_sent_when_it_has_changed(make_match, player, now):
    """The page is revalidated each time; a taken seat changes it."""
    table = make_match()
    address = f"/match/{table.match.pk}"
    etag = Client().get(address).headers["ETag"]
    again = Client().get(address, headers={"If-None-Match": etag})
    joining.join(table.match.pk, player("Sami"), now)

    assert again.status_code == 304
    assert "no-cache" in again.headers["Cache-Control"]
    assert Client().get(address, headers={"If-None-Match": etag}).status_code == 200


def test_searchers_do_not_list_tables_and_invitations(make_match):
    """Search engines may list the front page only."""
    match = make_match().match

    assert ["noindex" in read(address) for address in ("/", f"/match/{match.pk}", f"/join/{match.code}")] == [
        False,
        True,
        True,
    ]


def test_an_invitation_is_drawn_for_cameras():
    """The QR code of an invitation is drawn without looking up its code; this test has no database."""
    answer = Client().get("/join/AAAABBBB/qr.svg")
    code = QRCode(border=2)
    code.add_data("http://testserver/join/AAAABBBB")
    code.make()
    dark = {(x, y) for y, row in enumerate(code.get_matrix()) for x, module in enumerate(row) if module}
    drawn = {(int(x), int(y)) for x, y in re.findall(r"M(\d+),(\d+)H", answer.content.decode())}

    assert answer.headers["Content-Type"] == "image/svg+xml; charset=utf-8"
    assert drawn == dark
    assert len(drawn) > 100


@pytest.mark.parametrize("code", ["A" * 41, "A-B", "%00", "<x>"])
def test_nothing_else_is_drawn(code):
    """An impossible code has no QR code."""
    assert Client().get(f"/join/{code}/qr.svg").status_code == 404
