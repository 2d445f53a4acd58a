"""Helpers for calls that the server refuses, and for moves that break a rule of a game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from chkobba_api.errors import DomainError
from games.engine.violations import RuleViolation


def refused(code: str, call: Callable[..., Any], *arguments: Any, **named: Any) -> DomainError:
    """Assert that the server refuses a call with this code; return the error."""
    with pytest.raises(DomainError) as refusal:
        call(*arguments, **named)
    assert refusal.value.code == code
    return refusal.value


def violates(code: str, call: Callable[..., Any], *arguments: Any, **named: Any) -> RuleViolation:
    """Assert that a call breaks the rule with this code; return the error."""
    with pytest.raises(RuleViolation) as violation:
        call(*arguments, **named)
    assert violation.value.code == code
    return violation.value
