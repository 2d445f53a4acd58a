"""Mail backends without a mail server: the try-out keeps mails in a folder, production refuses them."""

from __future__ import annotations

import email
from collections.abc import Iterator, Sequence
from email.message import EmailMessage
from email.policy import default as as_written
from pathlib import Path

from django.conf import settings
from django.core.mail.backends.base import BaseEmailBackend
from django.core.mail.message import EmailMessage as Mail

from chkobba_api.ids import new_id

SHOWN = 50
"""The most mails that the page of the try-out lists."""


class Keeping(BaseEmailBackend):
    """A backend that stores mails in a folder, one file for each."""

    def send_messages(self, email_messages: Sequence[Mail]) -> int:
        """Store the mails; return their number."""
        settings.MAILBOX.mkdir(parents=True, exist_ok=True)
        for mail in email_messages:
            half = settings.MAILBOX / f"{new_id()}.part"
            half.write_bytes(mail.message().as_bytes())
            half.rename(half.with_suffix(".eml"))  # a reader never sees half a mail
        return len(email_messages)


class Dropping(BaseEmailBackend):
    """A backend that accepts no mail: the host has set no mail server."""

    def send_messages(self, email_messages: Sequence[Mail]) -> int:
        """Raise ConnectionError, since EMAIL_URL is not set."""
        raise ConnectionError("EMAIL_URL is not set")


def is_open() -> bool:
    """Return whether this is a try-out that keeps its mails, so that anyone may read them."""
    return bool(settings.TRYOUT) and f"{__name__}.{Keeping.__name__}" == settings.EMAIL_BACKEND


def stored_mails() -> Iterator[tuple[str, EmailMessage]]:
    """Yield the mails in the folder with the names of their files, the newest first."""
    paths = sorted(Path(settings.MAILBOX).glob("*.eml"), key=lambda path: path.stat().st_mtime_ns, reverse=True)
    for path in paths[:SHOWN]:
        yield path.stem, email.message_from_bytes(path.read_bytes(), policy=as_written)
