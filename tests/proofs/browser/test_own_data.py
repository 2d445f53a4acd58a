"""The data about a player: exported as a file; a deletion scheduled in three days, and cancelled."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from tests.proofs.browser.conftest import WCAG
from tests.proofs.browser.table import new_match
from tests.proofs.browser.watching import DESKTOP, PHONE


@pytest.fixture(params=[PHONE, DESKTOP], ids=["phone", "desktop"])
def amel(visitor, request):
    """Return a guest at a browser, with a finished match and a running one."""
    player = visitor(request.param)
    for _ in range(2):
        match = new_match(player.api, game="scopa", bots={"1": "easy"})
    player.api.post(f"matches/{match}/resign").raise_for_status()
    return player


def test_everything_is_taken_along(amel, shoot, accessible):
    """One file has all pages of the data, and the records of finished matches."""
    page = amel.page
    page.goto("/#/you/data")
    page.locator("[data-act='take-data']").wait_for()
    accessible(page, WCAG)
    with page.expect_download() as download:
        page.locator("[data-act='take-data']").click()
    expect(page.locator("[data-zone='data'] output")).to_have_text("The file is in your downloads.")
    page.locator("[data-zone='data']").scroll_into_view_if_needed()
    shoot(page, "your-data")

    file = json.loads(download.value.path().read_text())
    assert download.value.suggested_filename == f"chkobba-{file['made_at'][:10]}.json"
    rows = [(row["kind"], row["data"]) for row in file["results"]]
    assert [data["nickname"] for kind, data in rows if kind == "profile"] == ["Amel"]
    records = [bool(data["record"]) for kind, data in rows if kind == "match"]
    assert sorted(records) == [False, True]


def test_leaving_in_three_days_and_staying(look_at, amel):
    """The first page shows the date, and has a button to stay."""
    page = amel.page
    page.goto("/#/you/data")
    page.locator("[data-act='delete-me']").click()
    look_at(page, "leaving-when")
    page.locator("dialog [data-act='soon']").click()
    page.locator("[data-act='stay']").wait_for()
    assert amel.api.get("me").json()["leaves_at"]

    page.goto("/#/")
    banner = page.locator("[data-zone='leaving']")
    expect(banner.locator("[data-until]")).to_be_visible()
    look_at(page, "leaving-soon")
    banner.locator("[data-act='stay']").click()

    expect(banner).to_have_count(0)
    assert amel.api.get("me").json()["leaves_at"] is None
