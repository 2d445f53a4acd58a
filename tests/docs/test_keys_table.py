"""The table of keys in docs/deployment.md: every secret of the settings has its row."""

from __future__ import annotations

import re
from typing import Final

from tests.helpers.databases import ROOT

PAGE: Final = (ROOT / "docs" / "deployment.md").read_text(encoding="utf-8")
SECTION: Final = PAGE.partition("### Keys and passwords\n")[2].partition("\n### ")[0]
ROWS: Final = [line.strip("| ").split(" | ") for line in SECTION.splitlines() if line.startswith("| ")]
SETTINGS: Final = "".join(
    (ROOT / "chkobba_api" / name).read_text(encoding="utf-8") for name in ("settings.py", "database_and_cache.py")
)

WITHOUT_SECRET: Final = {"CONTACT_URL", "PRIVACY_URL", "PUBLIC_URL", "WEBHOOK_URL", "PUSH_GATEWAY_URL"}
"""The addresses without a password: links, and receivers to which the server proves itself by a signature."""


def test_every_secret_of_the_settings_has_its_row():
    """A variable is a secret by its name, or an address, which may hold a password."""
    read = set(re.findall(r'env\.\w+\(\s*"(\w+)"', SETTINGS))
    secrets = {name for name in read if re.search(r"SECRET|PASSWORD|_KEY|TOKEN$|_URL$", name)} - WITHOUT_SECRET

    assert {"SECRET_KEY_FALLBACKS", "DATABASE_URL", "METRICS_TOKEN"} < secrets
    assert {name for row in ROWS for name in re.findall(r"`([A-Z_]+)`", row[0])} == secrets


def test_every_row_is_complete():
    """Each secret has its purpose, its making or storage, and its end."""
    assert len(ROWS) > 15
    assert [row for row in ROWS if len(row) != 4 or not all(row)] == []
