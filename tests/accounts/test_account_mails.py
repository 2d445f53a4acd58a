"""The outbox of mails about accounts: one sender for all kinds."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import ClassVar

import pytest
from django.core import mail as outbox
from django.core.mail.backends.base import BaseEmailBackend

from accounts.login.email import account_mails
from accounts.login.email import email_addresses as accounts_mail
from accounts.models import AccountMail, EmailAddress
from accounts.services import create_token
from games.services.dispatch.dispatch import SEND_NOTIFICATIONS

HERE = "amel@home.example"
MINUTE = timedelta(minutes=1)


class Away(BaseEmailBackend):
    """A mail server that accepts no mail."""

    meanwhile: ClassVar[Callable[[], None]]
    """A callback that runs during each attempt to send."""

    def send_messages(self, messages):
        """Fail, after ``meanwhile`` has run."""
        Away.meanwhile()
        raise ConnectionError


@pytest.fixture(autouse=True)
def _mails(settings):
    """Configure the server to send mails into the test's outbox."""
    settings.MAILS, settings.PUBLIC_URL = True, "https://cards.example"
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"


@pytest.fixture
def amel(player):
    """Return a player named Amel."""
    return player("Amel")


def confirm(named):
    """Confirm a mail address, as the button behind the link does."""
    assert accounts_mail.confirm(accounts_mail.secret_to_confirm(named.pk, named.asked_at), named.asked_at)


def waiting():
    """Return the kind and the time of sending of each waiting mail."""
    return list(AccountMail.objects.filter(send_at__isnull=False).values_list("kind", "send_at"))


def test_one_sender_sends_all_kinds_and_a_bad_mail_stops_no_other(amel, player, now, caplog):
    """One sender sends mails of all kinds; a mail that cannot be sent is tried again later and stops no other."""
    bad = {"kind": "password", "address": "sami@home.example\n", "language": "en"}
    AccountMail.objects.create(player=player("Sami"), asked_at=now, send_at=now - MINUTE, **bad)
    EmailAddress.objects.create(player=amel, address=HERE, language="en", confirmed_at=now)
    account_mails.report_new_password(amel, now)
    account_mails.ask_to_confirm(amel, "amel@work.example", now, "en")

    assert account_mails.send_due(now, 10) == 3

    assert sorted(mail.to for mail in outbox.outbox) == [[HERE], ["amel@work.example"]]
    assert waiting() == [("password", now + account_mails.ACCOUNT_MAILS.backoff.first)]
    assert "cannot be sent" in caplog.text
    assert "home.example" not in caplog.text


def test_who_asks_again_while_one_is_on_its_way_gets_one_more(amel, settings, now):
    """A request during an attempt to send replaces the mail that the server did not accept."""
    settings.EMAIL_BACKEND = f"{__name__}.{Away.__name__}"
    account_mails.ask_to_confirm(amel, HERE, now, "en")
    Away.meanwhile = lambda: account_mails.ask_to_confirm(amel, HERE, now + MINUTE, "en")

    account_mails.send_due(now, 10)

    assert waiting() == [("confirm", now + MINUTE)]


def test_an_address_that_is_confirmed_or_deleted_gets_no_link(amel, now):
    """A confirmed or deleted address gets no link, even when one was waiting."""
    for end in (confirm, EmailAddress.delete):
        account_mails.ask_to_confirm(amel, HERE, now, "en")
        end(EmailAddress.objects.get())

        account_mails.send_due(now, 10)

        assert (outbox.outbox, waiting()) == ([], [])
        EmailAddress.objects.all().delete()


def test_a_link_that_waits_outlives_the_guest(amel, player, client_of, now):
    """After a merge the address belongs to the player, and the link that was waiting is still sent."""
    phone = player("Amel's phone")
    account_mails.ask_to_confirm(phone, HERE, now, "en")
    assert client_of(amel).post("me/aliases", {"token": create_token(phone, "phone")[1]}).status_code == 201

    account_mails.send_due(now, 10)

    [sent] = outbox.outbox
    assert sent.to == [HERE]
    assert EmailAddress.objects.get().player == amel


def test_a_worker_is_told_at_once_of_a_new_login_address(
    amel, client_of, sent_tasks, django_capture_on_commit_callbacks
):
    """The API sends the worker a hint when a login address is added, so its link waits for no sweep."""
    client = client_of(amel)
    client.log_in_lately()
    with django_capture_on_commit_callbacks(execute=True):
        assert client.post("me/login-addresses", {"mail": HERE}).status_code == 201

    assert SEND_NOTIFICATIONS in [name for name, _ in sent_tasks]
