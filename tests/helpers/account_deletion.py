"""Helper that runs the account deletion of workers inside the test."""

from __future__ import annotations

from datetime import datetime

from games.services.privacy import account_deletion
from tests.helpers.eventually import drain


def delete_accounts(now: datetime) -> None:
    """Finish all account deletions that are due."""
    for at in (now, now + account_deletion.IN_FLIGHT):
        for deletion_id in account_deletion.DELETIONS.due_keys(at, 100):
            drain(account_deletion.DELETIONS.go_on, deletion_id, at)
