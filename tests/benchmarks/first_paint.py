"""The time until the first page is painted, and its bytes: Chromium against its own server.

Opens the page many times, each in a new browser with an empty cache. It uses this machine's processor at full speed and
four times slower, as phones are. Prints medians, the worst time, and the bytes by kind of file.

    .venv/bin/python -m tests.benchmarks.first_paint [--times 10] [--url http://127.0.0.1:8000]
"""

from __future__ import annotations

import argparse
import contextlib
import os
import shutil
import statistics
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, sync_playwright

from tests.proofs.live.server import Server

SEEN = """() => {
  const [page] = performance.getEntriesByType("navigation");
  const paint = Object.fromEntries(performance.getEntriesByType("paint").map(({name, startTime}) => [name, startTime]));
  const files = [page, ...performance.getEntriesByType("resource")].map(({name, transferSize}) => [name, transferSize]);
  return {paint, files, ready: page.domContentLoadedEventEnd};
}"""


def main() -> None:
    """Read the command line, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=10)
    parser.add_argument("--url", help="URL of a running server; without it, one is started")
    options = parser.parse_args()
    with address(options.url) as url, sync_playwright() as playwright:
        program = os.environ.get("CHROMIUM") or shutil.which("chromium")
        root = ["--no-sandbox"] if os.geteuid() == 0 else []
        chromium = playwright.chromium.launch(executable_path=program, args=root)
        for slower in (1, 4):
            opened = [open_page(chromium, url, slower) for _ in range(options.times)]
            print(f"\nprocessor {slower} × slower" if slower > 1 else "\nthis processor")
            for name in ("first-paint", "first-contentful-paint"):
                report(name, [seen["paint"][name] for seen in opened])
            report("ready", [seen["ready"] for seen in opened])
        print_bytes(opened[-1]["files"])
        chromium.close()


@contextlib.contextmanager
def address(url: str | None) -> Iterator[str]:
    """Yield the address of the server."""
    if url:
        yield url
        return
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder)) as server:
        yield server.url


def open_page(chromium: Browser, url: str, slower: int) -> dict[str, Any]:
    """Open the first page in a new browser; return the times that the page measured."""
    context = chromium.new_context(viewport={"width": 360, "height": 780})
    page = context.new_page()
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
    page.goto(url, wait_until="networkidle")
    seen: dict[str, Any] = page.evaluate(SEEN)
    context.close()
    return seen


def report(name: str, times: list[float]) -> None:
    """Print the median and the worst of these times in milliseconds."""
    print(f"  {name:24} median {statistics.median(times):6.0f} ms   worst {max(times):6.0f} ms")


def print_bytes(files: list[tuple[str, int]]) -> None:
    """Print the bytes that went over the line, by kind of file."""
    kinds: Counter[str] = Counter()
    for name, size in files:
        path = urlsplit(name).path
        kinds["API" if path.startswith("/api/") else Path(path).suffix or "page"] += size
    print(f"\n{len(files)} files, {sum(kinds.values()) / 1000:.1f} kB")
    for kind, size in kinds.most_common():
        print(f"  {kind:6} {size / 1000:8.1f} kB")


if __name__ == "__main__":
    main()
