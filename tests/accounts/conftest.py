"""Fixtures shared by the tests of accounts: those of the API, and the mails that the server sends."""

from __future__ import annotations

import pytest
from django.core import mail as outbox
from django.utils import timezone

from accounts.login.email import account_mails
from tests.api.conftest import amel, people, sami  # noqa: F401  (fixtures)


@pytest.fixture
def mails(settings):
    """Return a function that sends the waiting mails and returns them."""
    settings.PUBLIC_URL, settings.DEFAULT_FROM_EMAIL = "https://cards.example", "Chkobba <cards@cards.example>"
    settings.EMAIL_BACKEND, settings.MAILS = "django.core.mail.backends.locmem.EmailBackend", True

    def sent():
        before = len(outbox.outbox)
        account_mails.send_due(timezone.now(), 50)
        return outbox.outbox[before:]

    return sent
