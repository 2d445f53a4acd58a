"""The settings that a server reads from its environment."""

from __future__ import annotations

import os
import runpy
from pathlib import Path
from typing import Any

import environ
import pytest

from tests.helpers.databases import ROOT

PRODUCTION = {
    "SECRET_KEY": "k" * 60,
    "DATABASE_URL": "postgres://u:p@localhost/d",
    "CELERY_BROKER_URL": "redis://localhost/0",
    "ALLOWED_HOSTS": "play.example.org",
}
"""The variables that production needs, and no others."""

TRYOUT = {"CHKOBBA_TRYOUT": "1"}


def settings_of(folder: Path, monkeypatch: pytest.MonkeyPatch, variables: dict[str, str]) -> dict[str, Any]:
    """Return all settings of a server with these variables alone."""
    environment = {"CHKOBBA_VAR": str(folder), **variables}
    monkeypatch.setattr(os, "environ", environment)
    monkeypatch.setattr(environ.Env, "ENVIRON", environment)
    return runpy.run_path(str(ROOT / "chkobba_api" / "settings.py"))
