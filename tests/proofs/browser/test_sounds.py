"""Sounds and vibration, only for players who have chosen them."""

from __future__ import annotations

import pytest

from tests.proofs.browser.table import new_match

NOTE = """
  window.heard = 0;
  window.felt = 0;
  const { start } = AudioScheduledSourceNode.prototype;
  AudioScheduledSourceNode.prototype.start = function (...at) { heard += 1; return start.apply(this, at); };
  const { vibrate } = Navigator.prototype;
  Navigator.prototype.vibrate = function (...pattern) { felt += 1; return vibrate.apply(this, pattern); };
"""
"""Counts sounds and vibrations that start; both happen as usual."""
HEARD_AND_FELT = "import('/static/web/table/board/sounds.js').then(() => [heard > 0, felt > 0])"
"""Returns whether there was a sound, and a vibration. It waits for the module by which the table makes them."""


@pytest.mark.parametrize(("sounds", "vibration"), [("off", "off"), ("on", "off"), ("off", "on")])
def test_the_table_is_heard_and_felt_as_was_chosen(visitor, sounds, vibration):
    """The settings of the page decide; by default it is silent and still."""
    player = visitor()
    player.page.add_init_script(NOTE)
    player.sit_down(new_match(player.api, game="scopa", visibility="private", bots={"1": "easy"}))
    assert player.wait_for_turn()
    player.page.locator("[data-act='menu']").click()
    player.page.locator("[data-act='look']").click()
    for name, chosen in (("sounds", sounds), ("vibration", vibration)):
        if chosen == "on":
            player.page.locator(f"dialog input[name='{name}'][value='on']").check(force=True)
        assert player.page.locator(f"dialog input[name='{name}'][value='{chosen}']").is_checked()
    player.page.locator("dialog [data-act='close']").click()
    for _ in range(2):
        player.make_a_move()
        assert player.wait_for_turn()

    assert player.page.evaluate(HEARD_AND_FELT) == [sounds == "on", vibration == "on"]
