"""Pages behind the links in mails, and the mails of a try-out."""

from __future__ import annotations

import re

import pytest
from django.test import Client as Browser

from accounts.login.email import account_mails
from accounts.models import EmailAddress
from games.models import NotificationChannel
from games.notifications import PLAYER_SENDERS, mail, player_channels
from tests.api.asking import refused
from tests.notifications.mailing import LINKS

HERE = "amel@home.example"


@pytest.fixture
def kept(settings, tmp_path):
    """Return a function that reads the mails of a try-out, newest first."""
    settings.TRYOUT = settings.MAILS = True
    settings.MAILBOX = tmp_path
    settings.EMAIL_BACKEND = "chkobba_api.email.backends.Keeping"
    settings.PUBLIC_URL = "http://testserver"

    def read():
        from chkobba_api.email.backends import stored_mails  # noqa: PLC0415  (the settings are those of now)

        return [one for _, one in stored_mails()]

    return read


def added(client, now, target=HERE):
    """Return a new mail channel, after sending its link."""
    answer = client.post("me/channels", {"type": "mail", "target": target, "quiet_hours": None})
    assert answer.status_code == 201, answer.data
    account_mails.send_due(now, 10)
    return answer.data


def link_in(message, part):
    """Return the link in a part of a mail."""
    (link,) = {link for link in LINKS.findall(message.get_body(("plain",)).get_content()) if f"/mail/{part}/" in link}
    return link.removeprefix("http://testserver")


@pytest.fixture
def unsubscribed(amel, settings, now):
    """Return a confirmed mail channel, and the link to unsubscribe it."""
    settings.MAILS, settings.PUBLIC_URL = True, "http://testserver"
    channel = player_channels.add(PLAYER_SENDERS["mail"], amel, now, target=HERE)
    player_channels.confirm(amel, "mail", HERE, now)
    return channel, mail.off_url(channel).removeprefix("http://testserver")


def test_an_address_is_confirmed_by_the_button_behind_the_link(amel, client_of, kept, frozen, now):
    """Only a press of the button confirms, not following the link; no login is needed, and it can be done once."""
    api = client_of(amel)
    channel = added(api, now)
    assert (channel["confirmed"], channel["secret"], channel["format"]) == (False, None, None)
    link = link_in(kept()[0], "confirm")
    for _ in range(3):
        page = Browser().get(link, headers={"Accept-Language": "fr"})
        assert (page.status_code, page.headers["Content-Language"]) == (200, "fr")
        assert b"Amel" in page.content
    assert api.get(f"me/channels/{channel['id']}").data["confirmed"] is False

    pressed = Browser(enforce_csrf_checks=True).post(link)

    assert (pressed.status_code, b"is confirmed" in pressed.content) == (200, True)
    assert api.get(f"me/channels/{channel['id']}").data["confirmed"] is True
    for method in ("get", "post"):
        assert getattr(Browser(), method)(link).status_code == 404
    refused(api.post(f"me/channels/{channel['id']}/confirmation"), 409, "already_confirmed")


def test_a_channel_that_is_not_confirmed_cannot_be_tried(amel, client_of, kept, frozen, now):
    """An unconfirmed channel cannot be tested; otherwise players could send mails with their name to anyone."""
    api = client_of(amel)
    path = f"me/channels/{added(api, now)['id']}"
    refused(api.post(f"{path}/test"), 409, "not_confirmed")
    assert len(kept()) == 1

    Browser().post(link_in(kept()[0], "confirm"))

    assert api.post(f"{path}/test").data == {"taken": True, "outcome": "250"}
    assert "Amel" in str(kept()[0].get_body(("plain",)).get_content())


def test_nobody_is_bombed_with_mails(player, client_of, kept, settings, frozen, now):
    """A mailbox gets three links a day, in any spelling and from any player; answers do not show the limit."""
    spellings = [HERE, "a.m.e.l@home.example", "AMEL@HOME.example", "amel+1@home.example", "amel+2@home.example"]
    answers = []
    for number, target in enumerate(spellings):
        api = client_of(player(f"Player {number}"))
        answers.append(added(api, now, target))
        answers[-1]["status"] = api.post(f"me/channels/{answers[-1]['id']}/confirmation").status_code
        account_mails.send_due(now, 10)

    assert len(kept()) == 3
    told = [{**one, "id": "", "target": ""} for one in answers]
    assert all(one == told[0] for one in told)


def test_one_player_and_one_address_ask_for_so_many_mails_a_day(player, client_of, kept, settings, frozen, now):
    """Requested mails are limited per player and per address each day, for any number of mailboxes."""
    settings.THROTTLES = {**settings.THROTTLES, "mails": "2/day", "mails_address": "3/day"}
    amel, sami = client_of(player("Amel")), client_of(player("Sami"))
    channel = added(amel, now, "a@home.example")
    assert amel.post(f"me/channels/{channel['id']}/confirmation").status_code == 200
    third = {"type": "mail", "target": "c@home.example"}
    refused(amel.post("me/channels", third), 429, "throttled")
    refused(amel.post(f"me/channels/{channel['id']}/confirmation"), 429, "throttled")
    assert sami.post("me/channels", third).status_code == 201
    refused(sami.post("me/channels", third), 429, "throttled")  # the fourth from this address


def test_secrets_cannot_be_guessed(amel, client_of, kept, frozen, now):
    """A secret close to the right one is refused like any other."""
    added(client_of(amel), now)
    secret = link_in(kept()[0], "confirm").rpartition("/")[2]
    assert len(secret) == 43

    pages = {Browser().post(f"/mail/confirm/{guess}").content for guess in (secret[:-1], secret[::-1], "x", "é")}

    assert len(pages) == 1
    assert not EmailAddress.objects.filter(confirmed_at__isnull=False).exists()


def test_one_press_of_a_program_for_mail_ends_it(unsubscribed):
    """A POST without cookie or token unsubscribes without a redirect (RFC 8058); repeating it does no harm."""
    channel, off = unsubscribed
    for _ in range(2):
        answer = Browser(enforce_csrf_checks=True).post(off, {"List-Unsubscribe": "One-Click"})
        assert (answer.status_code, answer.cookies) == (200, {})
        channel.refresh_from_db()
        assert not channel.is_on
    channel.player.refresh_from_db()
    assert not channel.player.has_channels


def test_looking_at_the_page_unsubscribes_nobody(unsubscribed):
    """Viewing the page changes nothing; it has a button, in the player's language."""
    channel, off = unsubscribed
    channel.player.language = "fr"
    channel.player.save()
    page = Browser().get(off)

    assert (page.status_code, b"Se d\xc3\xa9sinscrire" in page.content) == (200, True)
    assert b"noindex" in page.content
    assert "no-store" in page.headers["Cache-Control"]
    assert NotificationChannel.in_use().exists()


def test_nobody_unsubscribes_somebody_else(unsubscribed, sami, now):
    """Another channel's secret, a part of one, and a webhook's secret do not turn the channel off."""
    channel, _ = unsubscribed
    own = player_channels.add(PLAYER_SENDERS["mail"], sami, now, target="sami@home.example")
    hook = player_channels.add(PLAYER_SENDERS["webhook"], sami, now, target="http://127.0.0.1:9/")
    for name, secret in ((channel.pk, own.secret), (channel.pk, channel.secret[:-1]), (hook.pk, hook.secret)):
        assert Browser().post(f"/mail/unsubscribe/{name}.{secret}").status_code == 404

    assert NotificationChannel.in_use().filter(pk=channel.pk).exists()
    assert NotificationChannel.objects.filter(is_on=True).count() == 3


def test_the_link_works_as_long_as_the_channel_is_there(unsubscribed, client_of, frozen):
    """The link works again after the channel was switched on; for a deleted channel it is not found."""
    channel, off = unsubscribed
    api = client_of(channel.player)
    Browser().post(off)
    api.patch(f"me/channels/{channel.pk}", {"on": True})
    assert NotificationChannel.in_use().exists()
    assert Browser().post(off).status_code == 200
    api.delete(f"me/channels/{channel.pk}")
    assert Browser().post(off).status_code == 404


@pytest.mark.parametrize("nickname", ["<script>alert()</script>", "أمل"])
def test_a_name_on_a_page_is_text(unsubscribed, nickname):
    """A name on a page is escaped, so that it runs nothing."""
    channel, off = unsubscribed
    channel.player.nickname = nickname
    channel.player.save()
    page = Browser().get(off)

    assert b"<script" not in page.content
    assert "script-src" not in page.headers["Content-Security-Policy"]
    assert "default-src 'none'" in page.headers["Content-Security-Policy"]


def test_a_try_out_shows_its_mails_and_says_where(amel, client_of, kept, frozen, now):
    """A try-out shows its mails as text with links, and as a mail program would."""
    api = client_of(amel)
    added(api, now)
    (offer,) = [one for one in api.get("me/channels").data["offered"] if one["type"] == "mail"]
    page = Browser().get(offer["mailbox"]).content.decode()

    assert HERE in page
    assert f'href="http://testserver{link_in(kept()[0], "confirm")}"' in page
    one = Browser().get(re.search(r"/mail/box/[-0-9a-f]+", page)[0])
    assert (one.status_code, one.headers["Content-Type"]) == (200, "text/html; charset=utf-8")
    assert link_in(kept()[0], "confirm").encode() in one.content


@pytest.mark.parametrize(
    "change", [{"TRYOUT": False}, {"EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend"}]
)
def test_nowhere_else_are_mails_to_be_read(amel, client_of, kept, settings, frozen, now, change):
    """Production, and a try-out that really sends mail, show no mails, whatever the folder contains."""
    added(client_of(amel), now)
    name = next(settings.MAILBOX.glob("*.eml")).stem
    for setting, value in change.items():
        setattr(settings, setting, value)

    assert Browser().get("/mail/box").status_code == 404
    assert Browser().get(f"/mail/box/{name}").status_code == 404
    assert {one.get("mailbox") for one in client_of(amel).get("me/channels").data["offered"]} == {None}
