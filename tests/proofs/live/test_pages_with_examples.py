"""The examples of the pages in docs, run from their own text against a real server."""

from __future__ import annotations

import re
import subprocess

import pytest

from tests.proofs.live.server import ROOT

PAGES = {page.name: page.read_text() for page in sorted((ROOT / "docs").glob("*.md")) if "```sh" in page.read_text()}
BLOCK = re.compile(r"^```sh\n(.*?)^```", re.DOTALL | re.MULTILINE)
HERE = "http://127.0.0.1:8000"
"""The address of the server in the pages."""


def test_there_are_such_pages():
    """Else the tests below would check nothing."""
    assert {"accounts.md", "seeks.md", "chat.md"} <= PAGES.keys()


@pytest.mark.parametrize("name", PAGES)
def test_what_is_pasted_runs(server, name, tmp_path):
    """The blocks of a page run one after the other; only the refusals that the page names occur."""
    script = "".join(BLOCK.findall(PAGES[name]))
    assert HERE in script
    command = ["bash", "-euo", "pipefail", "-c", script.replace(HERE, server.url.rstrip("/"))]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False)

    assert (done.returncode, done.stderr) == (0, "")
    assert re.findall(r'"status": ?(4\d\d|5\d\d)', done.stdout) == re.findall(r"# (4\d\d|5\d\d) ", script)
