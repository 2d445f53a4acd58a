"""The README's match with curl, as a shell script."""

from __future__ import annotations

import re
from typing import Final

from tests.helpers.databases import ROOT

BLOCKS: Final = 8


def script(url: str) -> str:
    """Return the blocks of the section, pasted one after the other, for a server at this address."""
    section = (ROOT / "README.md").read_text().partition("## A match with curl")[2].partition("\n## ")[0]
    blocks = re.findall(r"```bash\n(.*?)```", section, re.DOTALL)
    assert len(blocks) == BLOCKS
    return "".join(blocks).replace("http://127.0.0.1:8000", url)


def check(output: str) -> None:
    """Compare the output of the walk with the text around it. Raises AssertionError."""
    said = output.splitlines()
    assert said[:2] == ["Sami", "running"], output
    assert said[5] in ("played", "capture", "lay down"), output
    assert '"reason": "played"' in said[6], output
    assert any(re.match(r"\d+ Karta \[[01], [01]\] \d+ cards", line) for line in said), output
    assert "the commitment is the one that we saw" in said, output
    assert any(line.startswith("all right: ") for line in said), output
