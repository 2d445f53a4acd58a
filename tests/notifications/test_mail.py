"""Mail to players: confirmed addresses get each notification once, and nothing else."""

from __future__ import annotations

import runpy
from datetime import timedelta

import pytest

from accounts.login.email import account_mails
from accounts.login.email import email_addresses as accounts_mail
from accounts.models import EmailAddress, Player
from accounts.services import leave
from games.models import Delivery, Match, Notification, NotificationChannel, Seat
from games.notifications import PLAYER_SENDERS, player_channels
from games.notifications.mail import ask_to_confirm
from games.notifications.sender import in_use
from games.services.turns import playing
from tests.helpers.api_client import token_of
from tests.helpers.databases import ROOT
from tests.helpers.playing import play_until_turn_of
from tests.helpers.refusals import refused
from tests.helpers.stored import undone
from tests.notifications.mailing import LINKS, mail_server
from tests.notifications.sending import notify_of, send, send_again

MAIL = PLAYER_SENDERS["mail"]
MINUTE = timedelta(minutes=1)
HERE = "amel@home.example"


@pytest.fixture
def receiver(settings):
    """Return a listening mail server; at the end, every mail that it accepted must follow the RFCs."""
    with mail_server(settings) as receiver:
        yield receiver
    assert receiver.faults == []


@pytest.fixture
def confirmed(receiver, now):
    """Return a function that gives a player a confirmed address, without quiet hours by default."""

    def make(player, target=HERE, **wish):
        wish = {"quiet_from": None, "quiet_to": None, **wish}
        channel = player_channels.add(MAIL, player, now, target=target, **wish)
        if channel.confirmed_at is None:
            ask_to_confirm(channel, now, "en")
            account_mails.send_due(now, 10)
            assert accounts_mail.confirm(secret_in(receiver.mails[-1]), now)
            receiver.taken.clear()
            receiver.recipients.clear()
            receiver.asked = receiver.connections = 0
        channel.refresh_from_db()
        player.refresh_from_db()
        return channel

    return make


def text_of(mail):
    """Return the text of a mail."""
    return mail.get_body(("plain",)).get_content()


def secret_in(mail):
    """Return the secret in the link of a mail."""
    (link,) = [link for link in LINKS.findall(text_of(mail)) if "/mail/confirm/" in link]
    return link.rpartition("/")[2]


# --- confirming -------------------------------------------------------------------------------------------------------


def test_nothing_but_the_link_is_sent_to_an_address_that_is_not_confirmed(running, player, amel, receiver, now):
    """An unconfirmed address gets nothing but the link, whatever happens in the player's matches."""
    channel = player_channels.add(MAIL, amel, now, target=HERE, quiet_from=None, quiet_to=None)
    ask_to_confirm(channel, now, "fr")
    running(amel, player("Sami"))
    account_mails.send_due(now, 10)
    send(now)
    send(now + timedelta(days=1))

    (mail,) = receiver.mails
    assert mail["Subject"] == "Chkobba : est-ce votre adresse ?"
    assert mail["Content-Language"] == "fr"
    assert "Amel" not in str(mail)
    assert not Delivery.objects.exists()


def test_a_link_confirms_once_and_for_a_day(amel, receiver, now):
    """A link confirms once and expires after a day; viewing it changes nothing, and guessed links are not found."""
    channel = player_channels.add(MAIL, amel, now, target=HERE)
    ask_to_confirm(channel, now, "en")
    account_mails.send_due(now, 10)
    secret = secret_in(receiver.mails[0])
    assert secret not in str(EmailAddress.objects.values().get())

    assert accounts_mail.asked_with(secret, now + timedelta(hours=23)).player == amel
    assert accounts_mail.confirm(secret, now + timedelta(hours=24)) is None
    assert accounts_mail.confirm(secret[:-1], now) is None
    assert not NotificationChannel.in_use().exists()
    assert accounts_mail.confirm(secret, now + timedelta(hours=23)).player == amel
    assert accounts_mail.confirm(secret, now + timedelta(hours=23)) is None
    amel.refresh_from_db()
    assert (NotificationChannel.in_use().get(), amel.has_channels) == (channel, True)


def test_a_link_is_sent_again_when_it_was_not_taken(amel, receiver, now):
    """A mail that failed is sent again unchanged; a new request sends another mail with the same link."""
    receiver.fails_every = 1
    channel = player_channels.add(MAIL, amel, now, target=HERE)
    ask_to_confirm(channel, now, "en")
    at = now
    for _ in range(3):
        account_mails.send_due(at, 10)
        at += timedelta(minutes=5)
    assert (receiver.asked, len(receiver.mails)) == (3, 1)  # the second one was accepted, and its answer lost

    receiver.fails_every = None
    ask_to_confirm(channel, at, "en")
    account_mails.send_due(at, 10)
    account_mails.send_due(at + timedelta(hours=2), 10)
    assert len(receiver.mails) == 2
    assert len({secret_in(mail) for mail in receiver.mails}) == 1
    assert accounts_mail.confirm(secret_in(receiver.mails[0]), at)


def test_a_mailbox_that_there_is_not_is_written_to_once(amel, receiver, now):
    """An unknown mailbox gets one attempt; the player sees it unconfirmed, and can delete it."""
    receiver.refuses = b"550 5.1.1 no such mailbox"
    ask_to_confirm(player_channels.add(MAIL, amel, now, target=HERE), now, "en")
    for hours in range(5):
        account_mails.send_due(now + timedelta(hours=hours), 10)

    assert receiver.asked == 1


def test_what_was_confirmed_once_need_not_be_again(amel, confirmed, receiver, now):
    """A second channel to a confirmed address is confirmed at once; with the last channel the address is removed."""
    one, other = confirmed(amel), confirmed(amel, kinds=["match_finished"])
    assert receiver.mails == []

    player_channels.remove(token_of(amel), one.pk)
    assert EmailAddress.objects.exists()
    player_channels.remove(token_of(amel), other.pk)
    assert not EmailAddress.objects.exists()


def test_two_players_may_have_the_same_address(player, amel, confirmed):
    """Two players may share an address; neither learns of the other, and their channels are independent."""
    mine, theirs = confirmed(amel), confirmed(player("Sami"))
    player_channels.turn_off(mine)

    assert [*NotificationChannel.in_use()] == [theirs]


def test_who_leaves_for_good_is_forgotten(running, player, amel, confirmed, receiver, now):
    """Account deletion removes the address at once; a link that was sent leads nowhere."""
    confirmed(amel)
    ask_to_confirm(player_channels.add(MAIL, amel, now, target="amel@work.example"), now, "en")
    account_mails.send_due(now, 10)
    running(amel, player("Sami"))
    leave(amel, now)
    send(now)

    assert (NotificationChannel.objects.count(), EmailAddress.objects.count(), len(receiver.mails)) == (0, 0, 1)
    assert accounts_mail.confirm(secret_in(receiver.mails[0]), now) is None


IMPOSSIBLE = [
    *("nobody", "@home.example", "a@", "a@localhost", "a b@home.example", '"a b"@home.example', "a@[127.0.0.1]"),
    *("a@home.example\nBcc: b@home.example", "a@home.example\r\nRCPT TO:<b@home.example>", "a@home.example\x00"),
    *("a@home.example,b@home.example", "Amel <a@home.example>", "أمل@home.example", "a@" + "b" * 250 + ".example"),
    *("a@home..example", "a\u200b@home.example"),
]


def test_addresses_that_cannot_be():
    """Impossible addresses are refused before anything is stored."""
    for target in IMPOSSIBLE:
        refused("invalid", MAIL.checked, target)


def test_addresses_are_stored_in_one_form():
    """Addresses are stored in one form, with the domain in ASCII."""
    assert MAIL.checked(" Amel@Home.EXAMPLE ") == "Amel@home.example"
    assert MAIL.checked("amel+cards@home.example") == "amel+cards@home.example"
    assert MAIL.checked("amel@café.example") == "amel@xn--caf-dma.example"


# --- telling ----------------------------------------------------------------------------------------------------------


def test_a_mail_says_what_where_and_until_when(running, player, amel, confirmed, receiver, now):
    """A mail is in the player's language and time zone, links to the match, and can be unsubscribed with one click."""
    amel.language = "fr"
    amel.save()
    channel = confirmed(amel, kinds=["your_turn"])
    table = running(amel, player("Sami"), options={"cut": False})
    play_until_turn_of(0, table.match.pk, now)
    send(now)

    (mail,) = receiver.mails
    due_at = f"{Match.objects.get().due_at + timedelta(hours=1):%Y-%m-%d %H:%M} (Africa/Tunis)"
    assert receiver.recipients == [HERE]
    for said in (mail["Subject"], text_of(mail), mail.get_body(("html",)).get_content()):
        assert "c’est à vous de jouer" in said
        assert due_at in said
        assert "Avec \u2068Sami\u2069" in said
    assert f"https://cards.example/match/{table.match.pk}" in text_of(mail)
    assert mail["From"] == "Chkobba <cards@cards.example>"
    assert mail["List-Id"] == "<matches.cards.example>"
    assert mail["List-Unsubscribe"].strip() == f"<https://cards.example/mail/unsubscribe/{channel.pk}.{channel.secret}>"
    assert mail["References"] == mail["In-Reply-To"] == f"<match.{table.match.pk}@cards.example>"
    assert mail["Message-ID"] == f"<{Delivery.objects.get().message}@cards.example>"


@pytest.mark.parametrize(
    ("kind", "path"),
    [
        ("sanctioned", "/#/sanctions"),
        ("appeal_answered", "/#/sanctions"),
        ("channel_off", "/#/notifications"),
        ("vacation_ends", "/"),
    ],
)
def test_a_mail_about_no_match_names_none(running, player, amel, confirmed, receiver, now, kind, path):
    """A mail about the player alone names no match and no other player, leads elsewhere, and is in no thread."""
    confirmed(amel, kinds=[kind])
    notify_of(kind, running(amel, player("Sami")).match, amel, now)
    send(now)

    (mail,) = receiver.mails
    assert f"https://cards.example{path}" in text_of(mail).splitlines()
    for said in (mail["Subject"], text_of(mail), mail.get_body(("html",)).get_content()):
        assert "Sami" not in said
        assert "/match/" not in said
        assert "Open the match" not in said
    assert mail["References"] is None


@pytest.mark.parametrize("kind", ["rematch", "terms_accepted"])
def test_a_mail_about_the_next_match_leads_there(table, make_match, amel, sami, confirmed, receiver, now, kind):
    """A mail about a match that follows another one leads to the new one."""
    confirmed(amel, kinds=[kind])
    again = make_match(sami).match
    Seat.objects.filter(match=again, player=None).update(reserved_for=amel)
    notify_of(kind, table.match, amel, now, rematch=str(again.pk))
    send(now)

    (mail,) = receiver.mails
    assert f"https://cards.example/match/{again.pk}" in text_of(mail)
    assert str(table.match.pk) not in text_of(mail)


def test_names_are_names_and_nothing_else(running, player, amel, confirmed, receiver, now, subtests):
    """Names in mails are plain text in any script; line breaks, which could add headers, are refused."""
    confirmed(amel, kinds=["match_started"])
    sami = player("Sami")
    running(amel, sami)
    for name in ("Zoë 猫 🦊", "أمل", "Bcc: x@y.example", "<b>Sami</b> & co", "a" * 17):
        with subtests.test(name=name), undone():
            Player.objects.filter(pk=sami.pk).update(nickname=name + "\r\nB: c")
            receiver.taken.clear()
            receiver.recipients.clear()
            send(now)

            (mail,) = receiver.mails
            assert mail["B"] is None
            assert receiver.recipients == [HERE]
            assert name in mail["Subject"]
            assert name in text_of(mail)
            assert "<b>" not in mail.get_body(("html",)).get_content()


def test_each_notification_is_told_once_though_every_third_mail_fails(running, player, amel, confirmed, receiver, now):
    """Mails whose answer was lost are sent again with the same Message-ID, and the receiver drops the duplicate."""
    confirmed(amel, kinds=["match_finished", "match_cancelled"])
    receiver.fails_every = 3
    sami, at = player("Sami"), now
    for _ in range(5):
        table = running(amel, sami, at=at)
        playing.resign(table.match.pk, sami, at)
        send(at)
        at += MINUTE
    send_again(at)

    told = [link for mail in receiver.mails for link in LINKS.findall(text_of(mail)) if "/match/" in link]
    assert sorted(told) == sorted(f"https://cards.example/match/{match.pk}" for match in Match.objects.all())
    assert receiver.asked > len(receiver.recipients) > len(receiver.mails)
    assert not Delivery.waiting().exists()


def test_what_waits_is_one_mail_and_a_batch_is_one_connection(running, player, amel, confirmed, receiver, now):
    """A digest of several matches is one mail without a thread; mails to two players share a connection."""
    confirmed(amel, kinds=["match_started"])
    sami = player("Sami")
    confirmed(sami, "sami@home.example", kinds=["match_started"])
    for _ in range(2):
        running(amel, sami)
        running(sami, amel)
    send(now)

    assert receiver.connections == 1
    assert sorted(receiver.recipients) == [HERE, "sami@home.example"]
    for mail in receiver.mails:
        assert "2 messages" in mail["Subject"]
        assert mail["References"] is None
        assert text_of(mail).count("/match/") == 2


def test_a_mailbox_that_is_gone_is_turned_off(running, player, amel, confirmed, receiver, now):
    """A channel to a mailbox that no longer exists is switched off at once, and its player notified elsewhere."""
    channel = confirmed(amel, kinds=["match_started"])
    receiver.refuses = b"550 5.1.1 no such mailbox"
    running(amel, player("Sami"))
    send(now)

    channel.refresh_from_db()
    assert (channel.is_on, channel.given_up_at) == (False, now)
    assert Notification.objects.filter(kind="channel_off", player=amel).exists()
    assert Delivery.objects.get().outcome == "550"


def test_other_refusals_are_tried_again(running, player, amel, confirmed, receiver, now, subtests):
    """Other refusals are tried again, even permanent ones that are not about the mailbox."""
    channel = confirmed(amel, kinds=["match_started"])
    running(amel, player("Sami"))
    for words in (b"451 4.7.1 greylisted", b"554 5.7.1 relay access denied", b"552 5.2.2 full"):
        with subtests.test(words=words), undone():
            receiver.refuses = words
            receiver.taken.clear()
            send(now)
            receiver.refuses = None
            send(now + MINUTE)

            channel.refresh_from_db()
            assert (channel.is_on, channel.failures, len(receiver.mails)) == (True, 0, 1)


def test_a_server_for_mail_that_is_away_turns_nobody_off(running, player, amel, confirmed, receiver, settings, now):
    """An unavailable mail server switches no channel off; notifications that are still relevant are sent later."""
    channel = confirmed(amel, kinds=["match_finished"])
    table = running(amel, player("Sami"))
    playing.resign(table.match.pk, table.seats[1].player, now)
    port, settings.EMAIL_PORT = settings.EMAIL_PORT, 9
    for hours in range(0, 33, 3):  # more than a day, and more often than a channel may fail
        send(now + timedelta(hours=hours))
    channel.refresh_from_db()
    assert (channel.is_on, channel.failures) == (True, 0)

    settings.EMAIL_PORT = port
    send(now + timedelta(hours=31))
    assert len(receiver.mails) == 1


def test_no_line_of_the_log_tells_an_address(running, player, amel, confirmed, receiver, now, caplog):
    """Logs contain no mail address, although mail servers repeat it in refusals."""
    caplog.set_level("DEBUG")
    confirmed(amel, kinds=["match_started"])
    receiver.refuses = b"451 4.2.1 <amel@home.example> not now"
    running(amel, player("Sami"))
    send(now)
    receiver.refuses = b"550 5.1.1 <amel@home.example> never"
    send(now + MINUTE)

    assert receiver.asked == 2
    assert "home.example" not in caplog.text


@pytest.mark.parametrize(
    ("server", "address", "is_offered"),
    [
        ("smtp://mail.example", "https://cards.example", True),
        ("smtp://mail.example", "", False),
        ("", "https://cards.example", False),
    ],
)
def test_a_host_without_a_server_for_mail_sends_none(server, address, is_offered, settings, monkeypatch):
    """Without a mail server or a public address, which links need, the host offers no mail."""
    for name, value in {
        "CHKOBBA_TRYOUT": "0",
        "SECRET_KEY": "x",
        "DATABASE_URL": "sqlite:///:memory:",
        "CELERY_BROKER_URL": "redis://127.0.0.1",
        "EMAIL_URL": server,
        "PUBLIC_URL": address,
    }.items():
        monkeypatch.setenv(name, value)
    settings.MAILS = runpy.run_path(str(ROOT / "chkobba_api" / "settings.py"))["MAILS"]

    assert in_use(MAIL) == is_offered
