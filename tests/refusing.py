"""Helper for calls that the server or a game refuses."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from chkobba_api.errors import DomainError
from games.engine.violations import RuleViolation


def refused(code: str, call: Callable[..., Any], *arguments: Any, **named: Any) -> Any:
    """Assert that a call is refused with this code; return the error."""
    with pytest.raises((DomainError, RuleViolation)) as refusal:
        call(*arguments, **named)
    assert refusal.value.code == code
    return refusal.value
