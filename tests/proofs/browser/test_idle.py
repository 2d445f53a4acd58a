"""A table at which nothing happens uses almost no processor time in the browser."""

from __future__ import annotations

import pytest

from tests.helpers.eventually import pause
from tests.proofs.browser.table import Player, new_match
from tests.proofs.browser.watching import DESKTOP, PHONE

SPAN = 20.0
"""Seconds over which CPU time is taken. They cover all timers of the page, except the long poll."""
MOST = 0.02
"""Share of a core that renderers and the GPU process may use together."""
MOST_STYLES = 10
"""Times that styles may be computed: the label changes once or twice in this time, and the page checks for messages."""


@pytest.fixture
def waiting(two):
    """Return a guest and their match, in which the other player has a day for the move."""
    match = new_match(*two, turn_seconds=86_400)
    return two[1 - two[0].get(f"matches/{match}").json()["to_act"]], match


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_waiting_for_a_move_costs_nothing(browsers, waiting, size):
    """Chromium spends less than 2 % of a core on a table that waits for the other player."""
    guest, match = waiting
    player = Player(browsers.open(size, reduced_motion="no-preference"), guest)
    player.sit_down(match)
    player.page.locator(".table-page[data-status='running'] .ring-time").wait_for(state="attached")
    player.page.locator("[data-zone='talk']").wait_for(state="attached")
    player.page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    pause(2, "the page comes to rest")
    chromium = browsers.browser.browser.new_browser_cdp_session()
    tab = player.page.context.new_cdp_session(player.page)
    tab.send("Performance.enable")

    before, styles = cpu_seconds(chromium), styles_computed(tab)
    pause(SPAN, "CPU time is measured over a span")
    used, styles = cpu_seconds(chromium) - before, styles_computed(tab) - styles
    print(f"{used / SPAN:.2%} of a core, styles computed {styles} times in {SPAN:.0f} s")

    assert used / SPAN < MOST
    assert styles <= MOST_STYLES


LOOK_AWAY = """(away) => {
  Object.defineProperty(document, "hidden", {value: away, configurable: true});
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def test_a_hidden_table_stands_still(browsers, waiting):
    """A hidden page does not update the remaining time, and updates it at once when it shows again."""
    guest, match = waiting
    player = Player(browsers.open(PHONE), guest)
    player.page.clock.install()
    player.sit_down(match)
    left = player.page.locator(".left[data-due]")
    left.wait_for()

    player.page.evaluate(LOOK_AWAY, True)
    left.evaluate("(label) => label.textContent = 'old'")
    player.page.clock.run_for(5000)
    assert left.inner_text() == "old"
    player.page.evaluate(LOOK_AWAY, False)
    assert left.inner_text() != "old"


def cpu_seconds(chromium):
    """Return the CPU time that all renderers and the GPU process have used."""
    processes = chromium.send("SystemInfo.getProcessInfo")["processInfo"]
    return sum(process["cpuTime"] for process in processes if process["type"] in ("renderer", "GPU"))


def styles_computed(tab):
    """Return how often a page has computed styles: each frame of an animation does."""
    metrics = tab.send("Performance.getMetrics")["metrics"]
    return next(metric["value"] for metric in metrics if metric["name"] == "RecalcStyleCount")
