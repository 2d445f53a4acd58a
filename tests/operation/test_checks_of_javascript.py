"""Machines without Node.js: the checks of JavaScript are left out there, but never in CI."""

from __future__ import annotations

import pytest

from scripts import dev


@pytest.fixture(autouse=True)
def _without_node(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.delenv("BROWSERS_REQUIRED", raising=False)


def test_the_reason_is_said() -> None:
    """The reason is printed at the end of the checks."""
    assert dev.why_without_node() == "there is no Node.js with npm"


def test_ci_requires_the_checks(monkeypatch: pytest.MonkeyPatch) -> None:
    """CI requires Node.js, as it requires browsers."""
    monkeypatch.setenv("BROWSERS_REQUIRED", "1")

    with pytest.raises(dev.Stop, match=r"no Node\.js with npm"):
        dev.why_without_node()
