"""Several cases in one world: each begins where the one before began."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction

from tests.conftest import forget_requests


@contextmanager
def undone() -> Iterator[None]:
    """Undo at the end what a case has written, and forget its requests."""
    forget_requests()
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
    forget_requests()
