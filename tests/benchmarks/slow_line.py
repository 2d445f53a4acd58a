"""The time until the first card shows on a slow line: 400 kbit/s each way, 400 ms until an answer begins.

Chromium has an empty cache and a phone's screen, and slows its line itself. The server has the settings of production
(compressed files, HTTP/1.1). There are two ways to a card. A new visitor presses "Play" as soon as the button shows. A
player opens the address of a running match. Prints medians, and for the last try what went over the line and when. The
browser's slow line leaves out the lookup of the server and the connection to it (DNS, TCP, TLS). They add two or three
round trips before the first of these.

    .venv/bin/python -m tests.benchmarks.slow_line [--times 5]
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import tempfile
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Page, sync_playwright

from tests.helpers.eventually import eventually
from tests.proofs.live.server import Server, production

LATENCY = 400
"""Milliseconds until an answer begins."""
BYTES = 50_000
"""Bytes per second: 400 kbit/s."""

WATCH = """(() => {
  const wanted = {button: "[data-act=play-now]:enabled", card: ".board [data-card]"};
  window.seen = {};
  const look = () => {
    for (const [name, selector] of Object.entries(wanted)) {
      if (!seen[name] && document.querySelector(selector)?.getBoundingClientRect().height) {
        seen[name] = -1;
        requestAnimationFrame(() => setTimeout(() => (seen[name] = performance.now())));
      }
    }
  };
  new MutationObserver(look).observe(document, {childList: true, subtree: true, attributes: true});
})()"""
"""Notes when the browser painted the button and the first card, in milliseconds since it opened the address."""

WAIT = "async (name) => { while (!(seen[name] > 0)) await new Promise((resolve) => setTimeout(resolve, 10)); }"

LINE = """() => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
  .map(({name, startTime, responseStart, responseEnd, transferSize}) =>
    ({name, startTime, responseStart, responseEnd, transferSize}))"""


def main() -> None:
    """Read the command line, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=5)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, production(Path(folder)) as server, sync_playwright() as playwright:
        program = os.environ.get("CHROMIUM") or shutil.which("chromium")
        root = ["--no-sandbox"] if os.geteuid() == 0 else []
        chromium = playwright.chromium.launch(executable_path=program, args=root)
        for way in (play_now, open_match):
            way(chromium, server)  # a new server answers its first requests late
            tries = [way(chromium, server) for _ in range(options.times)]
            print(f"\n{way.__doc__}")
            for name in dict.fromkeys(name for times, _ in tries for name in times):
                times = [times[name] for times, _ in tries if name in times]
                median = statistics.median(times)
                print(f"  {name:52} median {median:6.0f} ms   worst {max(times):6.0f} ms   of {len(times)}")
            times, files = tries[-1]
            print_line(files, until=times["first card"])
        chromium.close()


def play_now(chromium: Browser, server: Server) -> tuple[dict[str, float], list[dict[str, Any]]]:
    """Press "Play" as a new visitor, as soon as the button shows."""
    page = slow_page(chromium)
    page.goto(server.url, wait_until="commit")
    page.evaluate(WAIT, "button")
    page.evaluate("document.querySelector('[data-act=play-now]').click(), (seen.press = performance.now())")
    page.evaluate(WAIT, "card")
    seen = page.evaluate("seen")
    cut = (
        "cut by the player" if page.evaluate("document.querySelector('[data-zone=cut]') !== null") else "cut by the bot"
    )
    files = page.evaluate(LINE)
    page.context.close()
    card = seen["card"] - seen["press"]
    times = {"button": seen["button"], f"from the press to the first card, {cut}": card}
    return {**times, f"both, {cut}": seen["button"] + card, "first card": seen["card"]}, files


def open_match(chromium: Browser, server: Server) -> tuple[dict[str, float], list[dict[str, Any]]]:
    """Open the address of a running match as a player."""
    player = server.guest("Amel")
    wish = {"game": "chkobba", "visibility": "private", "bots": {"1": "medium"}, "autostart": True}
    match = player.post("matches", json=wish).json()
    eventually(lambda: player.get(f"matches/{match['id']}").json()["to_act"] == 0, every=0.05)
    page = slow_page(chromium)
    for name, value in (("token", player.token), ("me", player.me)):
        page.add_init_script(f"localStorage.setItem('chkobba.{name}', {json.dumps(json.dumps(value))})")
    page.goto(f"{server.url}/match/{match['id']}", wait_until="commit")
    page.evaluate(WAIT, "card")
    times = {"first card": page.evaluate("seen.card")}
    files = page.evaluate(LINE)
    page.context.close()
    return times, files


def slow_page(chromium: Browser) -> Page:
    """Open a browser with an empty cache, behind a slow line."""
    page = chromium.new_context(viewport={"width": 360, "height": 740}, locale="fr-FR").new_page()
    page.add_init_script(WATCH)
    line = page.context.new_cdp_session(page)
    line.send("Network.enable")
    conditions = {"offline": False, "latency": LATENCY, "downloadThroughput": BYTES, "uploadThroughput": BYTES}
    line.send("Network.emulateNetworkConditions", conditions)
    return page


def print_line(files: list[dict[str, Any]], until: float) -> None:
    """Print the transfers up to a moment: when each was requested, began, and ended."""
    come = [file for file in files if 0 < file["responseEnd"] <= until]
    print(f"  until then {len(come)} answers, {sum(file['transferSize'] for file in come) / 1000:.1f} kB:")
    for file in sorted(come, key=lambda file: file["startTime"]):
        times = "".join(f"{file[name]:7.0f}" for name in ("startTime", "responseStart", "responseEnd"))
        address = urlsplit(file["name"])
        print(f"  {times} {file['transferSize'] / 1000:7.1f} kB  {address.path} {address.query}")


if __name__ == "__main__":
    main()
