"""Web Push: each notification arrives once, only its device can read it, and outdated ones are not sent."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest

from accounts.models import Token
from games.models import Delivery, Match, Notification, NotificationChannel
from games.notifications import PLAYER_SENDERS, player_channels
from games.notifications.push import encryption, payload, renewal, web_push
from games.services.turns import playing
from tests.helpers.api_client import token_of
from tests.helpers.playing import play_until_turn_of
from tests.helpers.refusals import refused
from tests.notifications.pushing import Browser, PushService
from tests.notifications.receiving import listening
from tests.notifications.sending import notify_of, send

KEY = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
MINUTE = timedelta(minutes=1)


@pytest.fixture(autouse=True)
def _our_key(settings):
    """Configure the keys of the server."""
    settings.VAPID_PRIVATE_KEY, settings.VAPID_SUBJECT = KEY, "mailto:host@club.example"
    settings.PUBLIC_URL = "https://cards.example"


@pytest.fixture
def service() -> Iterator[PushService]:
    """Return a listening push service; at the end, it must have found no faults."""
    service = PushService(encryption.application_server_key(KEY))
    with listening(service.server):
        yield service
    assert service.faults == []


@pytest.fixture
def browser(service):
    """Return a browser that can subscribe."""
    return Browser(service, "amel")


def subscribe(player, browser, now, **wish):
    """Add a push channel of a browser, without quiet hours by default."""
    said = browser.subscription
    wish = {"quiet_from": None, "quiet_to": None, "details": {**said["keys"], "expires": None}, **wish}
    return player_channels.add(PLAYER_SENDERS["web_push"], player, now, target=said["endpoint"], **wish)


def turn_of_amel(running, amel, player, now, **wish):
    """Return a match in which it is Amel's turn."""
    table = running(amel, player("Sami"), options={"cut": False}, at=now, **wish)
    play_until_turn_of(0, table.match.pk, now)
    return Match.objects.get(pk=table.match.pk)


def test_a_notification_says_whose_turn_it_is(running, player, amel, browser, now):
    """A push has texts in the player's language and time zone, opponents, target and the number of waiting matches."""
    amel.language = "fr"
    amel.save()
    subscribe(amel, browser, now, kinds=["your_turn"])
    match = turn_of_amel(running, amel, player, now)
    send(now)

    (told,) = browser.arrived
    shown = told["notification"]
    assert shown["title"] == "Sami"
    assert "c’est à vous de jouer" in shown["body"]
    assert f"{match.due_at + timedelta(hours=1):%Y-%m-%d %H:%M} (Africa/Tunis)" in shown["body"]
    assert (shown["lang"], shown["dir"], shown["tag"]) == ("fr", "ltr", str(match.pk))
    assert shown["navigate"] == f"https://cards.example/match/{match.pk}"
    assert told["app_badge"] == 1


def test_a_push_about_no_match_names_and_replaces_none(running, player, amel, browser, now):
    """A push about a sanction names no other player, leads to the sanctions, and replaces no push about a match."""
    subscribe(amel, browser, now, kinds=["sanctioned"])
    match = running(amel, player("Sami")).match
    notify_of("sanctioned", match, amel, now)
    send(now)

    (told,) = browser.arrived
    shown = told["notification"]
    assert (shown["title"], shown["navigate"]) == ("Chkobba", "https://cards.example/#/sanctions")
    assert shown["tag"] != str(match.pk)


def test_it_lives_until_the_deadline_and_replaces_the_one_before(running, player, amel, service, browser, now):
    """A push expires at the deadline. A newer push about the match replaces it, by a topic that reveals nothing."""
    subscribe(amel, browser, now, kinds=["match_started", "your_turn", "match_finished"])
    match = turn_of_amel(running, amel, player, now)
    send(now + MINUTE)
    playing.resign(match.pk, Match.objects.get().seats.get(number=1).player, now + 2 * MINUTE)
    send(now + 2 * MINUTE)

    first, last = service.headers
    assert int(first["ttl"]) == (match.due_at - now - MINUTE).total_seconds()
    assert first["topic"] == last["topic"]
    assert str(match.pk.hex) != last["topic"]
    assert (first["urgency"], last["urgency"]) == ("normal", "low")
    assert len(browser.arrived) == 2
    assert len(browser.undelivered) == 1
    assert len(service.lengths) == 1


def test_little_time_is_urgent_and_not_told_when_it_is_over(running, player, amel, service, browser, now):
    """A push about low time is urgent, and is not sent after the deadline, even before the sweep."""
    subscribe(amel, browser, now, kinds=["time_low"])
    match = turn_of_amel(running, amel, player, now)
    low = match.due_at - timedelta(minutes=30)
    notify_of("time_low", match, amel, low, due_at=match.due_at.isoformat())
    send(match.due_at + timedelta(seconds=1))
    assert service.asked == 0
    assert Delivery.objects.get().outcome == "too_late"

    Delivery.objects.update(send_at=low)
    send(low + MINUTE)

    assert [headers["urgency"] for headers in service.headers] == ["high"]
    assert 0 < int(service.headers[0]["ttl"]) <= 29 * 60


def test_as_long_as_the_push_service_wants_nothing_is_sent(running, player, amel, service, browser, now):
    """The server waits as long as ``Retry-After`` says: two minutes, while its own first wait is five seconds."""
    subscribe(amel, browser, now, kinds=["match_started"])
    service.fails_every, service.failures = 1, [(429, {"retry-after": "120"})]
    running(amel, player("Sami"), at=now)
    send(now)
    service.fails_every = None
    send(now + timedelta(seconds=119))
    assert browser.arrived == []

    send(now + timedelta(seconds=120))

    assert len(browser.arrived) == 1


def test_dead_subscriptions_are_dropped_and_their_player_told(running, player, amel, service, browser, now):
    """Dead subscriptions are removed, and their player told of each by stream and other channels, to miss no match."""
    dead = [subscribe(amel, one, now) for one in (browser, Browser(service, "second"))]
    other = Browser(service, "other")
    subscribe(amel, other, now, kinds=["channel_off"])
    service.dead |= {"/push/amel", "/push/second"}
    running(amel, player("Sami"), at=now)
    send(now)
    send(now + MINUTE)

    assert not NotificationChannel.objects.filter(pk__in=[channel.pk for channel in dead]).exists()
    facts = Notification.objects.filter(kind="channel_off").values_list("facts", flat=True)
    assert {one["channel"] for one in facts} == {str(channel.pk) for channel in dead}
    assert {one["notification"]["navigate"] for one in other.arrived} == {"https://cards.example/#/notifications"}
    assert service.asked == 3


def test_a_push_that_is_not_wanted_is_not_sent_again(running, player, amel, service, browser, now):
    """A push refused with 400 or 413 is given up, as its content is at fault; later ones are sent."""
    subscribe(amel, browser, now, kinds=["match_started", "match_finished"])
    service.fails_every, service.failures = 1, [(413, {})]
    table = running(amel, player("Sami"), at=now)
    send(now)
    assert Delivery.objects.get().state == Delivery.State.GIVEN_UP
    service.fails_every = None
    playing.resign(table.match.pk, table.seats[1].player, now + MINUTE)
    send(now + MINUTE)

    assert len(browser.arrived) == 1


def test_a_subscription_that_has_ended_by_itself_is_dropped(running, player, amel, service, browser, now):
    """A subscription is removed without a request once its own expiry has passed."""
    ends = (now + MINUTE).timestamp() * 1000
    subscribe(amel, browser, now, details={**browser.subscription["keys"], "expires": ends})
    running(amel, player("Sami"), at=now + 2 * MINUTE)
    send(now + 2 * MINUTE)

    assert service.asked == 0
    assert not NotificationChannel.objects.exists()


def test_an_expiry_beyond_all_calendars_is_none(running, player, amel, service, browser, now):
    """JavaScript's last moment is in the year 275760: the subscription is as good as one without an expiry."""
    subscribe(amel, browser, now, details={**browser.subscription["keys"], "expires": 8.64e15})
    running(amel, player("Sami"), at=now)
    send(now)

    assert service.asked == 1


def test_several_matches_at_once_are_one_notification(running, player, amel, service, browser, now):
    """Several notifications at once are one push, which leads to the front page with all matches."""
    subscribe(amel, browser, now, kinds=["match_started"])
    sami = player("Sami")
    for _ in range(payload.LINES + 1):
        running(amel, sami, at=now)
    send(now)

    (told,) = browser.arrived
    shown = told["notification"]
    assert shown["title"] == f"{payload.LINES + 1} events in your matches"
    assert shown["body"].count("the match has begun") == payload.LINES
    assert (shown["tag"], shown["navigate"]) == ("several", "https://cards.example/")


def test_long_words_are_cut_until_they_fit():
    """Long texts are cut so that the push fits its maximum length."""
    said = {"title": "🂡" * 200, "body": '\\"' * 3000, "navigate": "/", "tag": "x"}

    assert len(web_push.written({"web_push": 8030, "notification": said})) < encryption.LENGTH


def test_the_same_browser_is_the_same_channel_and_tells_one_player_alone(player, amel, service, browser, now):
    """Subscribing again keeps the channel and its settings; another player at the same browser takes it over."""
    first = subscribe(amel, browser, now, kinds=["your_turn"])
    again = subscribe(amel, browser, now + MINUTE, kinds=["your_turn"])
    assert (again.pk, NotificationChannel.objects.count()) == (first.pk, 1)

    sami = player("Sami")
    subscribe(sami, browser, now + 2 * MINUTE)

    assert list(NotificationChannel.objects.values_list("player", flat=True)) == [sami.pk]


def test_a_browser_that_is_elsewhere_by_now_keeps_its_settings(amel, service, browser, now):
    """A channel is known by its token, so it keeps its settings when the endpoint moves; signing out removes it."""
    token = Token.objects.create(user=amel)[0]
    first = subscribe(amel, browser, now, token=token, kinds=["your_turn"])
    moved = subscribe(amel, Browser(service, "moved"), now + MINUTE, token=token)
    assert (moved.pk, moved.kinds, NotificationChannel.objects.count()) == (first.pk, ["your_turn"], 1)

    token.delete()

    assert not NotificationChannel.objects.exists()


def replaced(secret, browser, now):
    """Renew the subscription of a browser with a secret."""
    said = browser.subscription
    return renewal.renew(secret, now, target=said["endpoint"], details={**said["keys"], "expires": None})


def test_a_worker_says_where_its_browser_is_by_now(running, player, amel, service, browser, now):
    """A renewal by secret keeps the channel and its settings, and pushes go to the new endpoint."""
    token = Token.objects.create(user=amel)[0]
    first = subscribe(amel, browser, now, token=token, kinds=["your_turn"])
    moved = Browser(service, "moved")
    renewed = replaced(renewal.secret_of(first), moved, now)
    assert (renewed.pk, renewed.kinds, renewed.token) == (first.pk, ["your_turn"], token)

    turn_of_amel(running, amel, player, now)
    send(now)

    assert len(moved.arrived) == 1
    assert browser.arrived == []
    token.delete()
    refused("not_found", replaced, renewal.secret_of(renewed), browser, now)


def test_a_secret_is_good_for_one_subscription(player, amel, service, browser, now):
    """A secret renews to one subscription, any number of times. Altered, foreign and old secrets are refused."""
    first, moved = subscribe(amel, browser, now), Browser(service, "moved")
    of_first = renewal.secret_of(first)
    renewed = replaced(of_first, moved, now)
    assert renewal.secret_of(replaced(of_first, moved, now)) == renewal.secret_of(renewed) != of_first
    elsewhere = Browser(service, "elsewhere")
    webhook = player_channels.add(PLAYER_SENDERS["webhook"], amel, now, target="https://club.example/", format="raw")
    assert renewal.secret_of(webhook) is None

    of_renewed = renewal.secret_of(renewed)
    other = subscribe(player("Sami"), Browser(service, "sami"), now)
    swapped = f"{other.pk.hex}{of_renewed[32:]}"
    for wrong in (of_first, of_renewed[:-1], swapped, "", "x.y:z"):
        refused("not_found", replaced, wrong, elsewhere, now)
    player_channels.remove(token_of(amel), renewed.pk)
    refused("not_found", replaced, of_renewed, elsewhere, now)

    assert not NotificationChannel.objects.filter(target=elsewhere.endpoint).exists()
