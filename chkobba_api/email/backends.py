"""Where mails go on servers that have no server for mail: into a folder in the try-out, nowhere in production."""

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
"""Mails that the page of the try-out lists."""


class Keeping(BaseEmailBackend):
    """Keeps mails in a folder, a file each."""

    def send_messages(self, email_messages: Sequence[Mail]) -> int:
        """Write them; return how many that are."""
        settings.MAILBOX.mkdir(parents=True, exist_ok=True)
        for mail in email_messages:
            half = settings.MAILBOX / f"{new_id()}.part"
            half.write_bytes(mail.message().as_bytes())
            half.rename(half.with_suffix(".eml"))  # nobody reads half a mail
        return len(email_messages)


class Dropping(BaseEmailBackend):
    """Takes nothing: the host has named no server for mail."""

    def send_messages(self, email_messages: Sequence[Mail]) -> int:
        """Raise ConnectionError."""
        raise ConnectionError("EMAIL_URL is not set")


def is_open() -> bool:
    """Say whether this is a try-out that keeps its mails, so that anybody may read them."""
    return bool(settings.TRYOUT) and f"{__name__}.{Keeping.__name__}" == settings.EMAIL_BACKEND


def kept() -> Iterator[tuple[str, EmailMessage]]:
    """Yield the mails in the folder, each by the name of its file, the newest first."""
    paths = sorted(Path(settings.MAILBOX).glob("*.eml"), key=lambda path: path.stat().st_mtime_ns, reverse=True)
    for path in paths[:SHOWN]:
        yield path.stem, email.message_from_bytes(path.read_bytes(), policy=as_written)
