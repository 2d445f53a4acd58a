"""Machines without Node.js: the checks of JavaScript are left out there, and the output says so."""

from __future__ import annotations

import pytest

from scripts import dev


def test_the_reason_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """The reason is printed at the end of the checks, after all others have run."""
    monkeypatch.setenv("PATH", "")

    assert dev.set_up_node() == "there is no Node.js with npm"
