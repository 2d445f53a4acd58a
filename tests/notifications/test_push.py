"""Web Push: each notification arrives once, only its device can read it, and none is out of date."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest

from accounts.models import Token
from accounts.services import leave
from games.models import Delivery, Match, Notification, NotificationChannel
from games.notifications import OWN, player_channels
from games.notifications.push import encryption, payload, renewal, web_push
from games.services.errors import Refusal
from games.services.turns import playing
from tests.client import token_of
from tests.notifications.pushing import Browser, PushService
from tests.notifications.receiving import listening
from tests.notifications.sending import send, send_again
from tests.playing import play_first

KEY = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
MINUTE = timedelta(minutes=1)


@pytest.fixture(autouse=True)
def _our_key(settings):
    """Let the server send."""
    settings.VAPID_PRIVATE_KEY, settings.VAPID_SUBJECT = KEY, "mailto:host@club.example"
    settings.PUBLIC_URL = "https://cards.example"


@pytest.fixture
def service() -> Iterator[PushService]:
    """Return a push service that listens; at the end, nothing was wrong with what it got."""
    service = PushService(encryption.application_server_key(KEY))
    with listening(service.server):
        yield service
    assert service.faults == []


@pytest.fixture
def browser(service):
    """Return a browser that can subscribe."""
    return Browser(service, "amel")


def subscribe(player, browser, now, **wish):
    """Let a browser be told what concerns a player; at any time, if nothing else is said."""
    said = browser.subscription
    wish = {"quiet_from": None, "quiet_to": None, "details": {**said["keys"], "expires": None}, **wish}
    return player_channels.add(OWN["web_push"], player, now, target=said["endpoint"], **wish)


def turn_of_amel(running, amel, player, now, **wish):
    """Return a match in which it is Amel's turn."""
    table = running(amel, player("Sami"), options={"cut": False}, at=now, **wish)
    if Match.objects.get(pk=table.match.pk).to_act == 1:
        play_first(table.match.pk, now)
    return Match.objects.get(pk=table.match.pk)


@pytest.mark.parametrize(("language", "words"), [("en", "it is your turn until"), ("fr", "c’est à vous de jouer")])
def test_a_notification_says_whose_turn_it_is(running, player, amel, browser, now, language, words):
    """In the player's language and hours, with who sits there, where to go, and how many matches wait."""
    amel.language = language
    amel.save()
    subscribe(amel, browser, now, kinds=["your_turn"])
    match = turn_of_amel(running, amel, player, now)
    send(now)

    (told,) = browser.arrived
    shown = told["notification"]
    assert shown["title"] == "Sami"
    assert words in shown["body"]
    assert f"{match.due_at + timedelta(hours=1):%Y-%m-%d %H:%M} (Africa/Tunis)" in shown["body"]
    assert (shown["lang"], shown["dir"], shown["tag"]) == (language, "ltr", str(match.pk))
    assert shown["navigate"] == f"https://cards.example/match/{match.pk}"
    assert told["app_badge"] == 1


def test_it_lives_until_the_deadline_and_replaces_the_one_before(running, player, amel, service, browser, now):
    """Of a match there is one notification: what is still on its way is replaced, by a name that tells nothing."""
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
    """Nothing is sent whose time is over, also where the sweep has not been there yet."""
    subscribe(amel, browser, now, kinds=["time_low"])
    match = turn_of_amel(running, amel, player, now)
    low = match.due_at - timedelta(minutes=30)
    place = {"match_id": match.pk, "version": match.version, "seat": 0, "at": low, "player": amel}
    Notification.objects.create(kind="time_low", facts={"due_at": match.due_at.isoformat()}, to_deliver=True, **place)
    send(match.due_at + timedelta(seconds=1))
    assert service.asked == 0
    assert Delivery.objects.get().outcome == "too_late"

    Delivery.objects.update(send_at=low)
    send(low + MINUTE)

    assert [headers["urgency"] for headers in service.headers] == ["high"]
    assert 0 < int(service.headers[0]["ttl"]) <= 29 * 60


def test_a_turn_that_is_over_is_not_told(running, player, amel, service, browser, now):
    """It was played before anything was sent."""
    subscribe(amel, browser, now, kinds=["your_turn"])
    match = turn_of_amel(running, amel, player, now)
    play_first(match.pk, now + MINUTE)
    send(now + MINUTE)

    assert service.asked == 0
    assert Delivery.objects.get().state == Delivery.State.OUTDATED


def test_each_notification_arrives_once_though_every_third_push_fails(running, player, amel, service, browser, now):
    """503 and 429 by turns; how long the push service wants to be left alone is respected."""
    subscribe(amel, browser, now, kinds=["match_started", "match_finished"])
    service.fails_every = 3
    sami, at = player("Sami"), now
    for _ in range(6):
        table = running(amel, sami, at=at)
        send(at)
        at += MINUTE
        playing.resign(table.match.pk, sami, at)
        send(at)
        at += MINUTE
    send_again(at)

    assert not Delivery.waiting().exists()
    told = [one["notification"]["tag"] for one in browser.arrived]
    states = list(Delivery.objects.values_list("state", flat=True))
    assert len(told) == states.count("taken") == service.asked - service.asked // 3
    finished = [one for one in browser.arrived if "over" in one["notification"]["body"]]
    assert len({one["notification"]["tag"] for one in finished}) == len(finished) == 6


def test_as_long_as_the_push_service_wants_nothing_is_sent(running, player, amel, service, browser, now):
    """It says 429 and two minutes; the first pause of our own would be five seconds."""
    subscribe(amel, browser, now, kinds=["match_started"])
    service.fails_every, service.failures = 1, [(429, {"retry-after": "120"})]
    running(amel, player("Sami"), at=now)
    send(now)
    service.fails_every = None
    send(now + timedelta(seconds=119))
    assert browser.arrived == []

    send(now + timedelta(seconds=120))

    assert len(browser.arrived) == 1


def test_two_dead_subscriptions_are_told_of_both(running, player, amel, service, browser, now):
    """They were given up over the same event: each is a channel that the player has lost."""
    addresses = [subscribe(amel, one, now) for one in (browser, Browser(service, "other"))]
    service.dead |= {"/push/amel", "/push/other"}
    running(amel, player("Sami"), at=now)

    send(now)

    facts = Notification.objects.filter(kind="channel_off").values_list("facts", flat=True)
    assert {one["channel"] for one in facts} == {str(address.pk) for address in addresses}


def test_a_dead_subscription_is_dropped_and_its_player_told(running, player, amel, service, browser, now):
    """By the stream, and the ways that are left: silence would lose matches."""
    address = subscribe(amel, browser, now)
    other = Browser(service, "other")
    subscribe(amel, other, now, kinds=["channel_off"])
    service.dead.add("/push/amel")
    running(amel, player("Sami"), at=now)
    send(now)
    send(now + MINUTE)

    assert not NotificationChannel.objects.filter(pk=address.pk).exists()
    assert Notification.objects.get(kind="channel_off").facts == {"channel": str(address.pk)}
    assert [one["notification"]["navigate"] for one in other.arrived] == ["https://cards.example/#/told"]
    assert service.asked == 2


def test_a_push_that_is_not_wanted_is_not_sent_again(running, player, amel, service, browser, now):
    """400 and 413 are about the message: the next one goes out as ever."""
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
    """Nobody is asked for that: the browser has said when."""
    ends = (now + MINUTE).timestamp() * 1000
    subscribe(amel, browser, now, details={**browser.subscription["keys"], "expires": ends})
    running(amel, player("Sami"), at=now + 2 * MINUTE)
    send(now + 2 * MINUTE)

    assert service.asked == 0
    assert not NotificationChannel.objects.exists()


def test_several_matches_at_once_are_one_notification(running, player, amel, service, browser, now):
    """It leads to the first page, where all of them are."""
    subscribe(amel, browser, now, kinds=["match_started"])
    for _ in range(7):
        running(amel, player("Sami"), at=now)
    send(now)

    (told,) = browser.arrived
    shown = told["notification"]
    assert shown["title"] == "7 events in your matches"
    assert shown["body"].count("the match has begun") == payload.LINES
    assert (shown["tag"], shown["navigate"]) == ("several", "https://cards.example/")


def test_long_words_are_cut_until_they_fit():
    """A push is never refused for its length."""
    said = {"title": "🂡" * 200, "body": '\\"' * 3000, "navigate": "/", "tag": "x"}

    assert len(web_push.written({"web_push": 8030, "notification": said})) < encryption.LENGTH


def test_the_same_browser_is_the_same_channel_and_tells_one_player_alone(player, amel, service, browser, now):
    """Settings stay when it says again where it is; whoever comes after at that browser takes it over."""
    first = subscribe(amel, browser, now, kinds=["your_turn"])
    again = subscribe(amel, browser, now + MINUTE, kinds=["your_turn"])
    assert (again.pk, NotificationChannel.objects.count()) == (first.pk, 1)

    sami = player("Sami")
    subscribe(sami, browser, now + 2 * MINUTE)

    assert list(NotificationChannel.objects.values_list("player", flat=True)) == [sami.pk]


def test_a_browser_that_is_elsewhere_by_now_keeps_its_settings(amel, service, browser, now):
    """It is known by the token that it is signed in with; signing out ends both."""
    token = Token.objects.create(user=amel)[0]
    first = subscribe(amel, browser, now, token=token, kinds=["your_turn"])
    moved = subscribe(amel, Browser(service, "moved"), now + MINUTE, token=token)
    assert (moved.pk, moved.kinds, NotificationChannel.objects.count()) == (first.pk, ["your_turn"], 1)

    token.delete()

    assert not NotificationChannel.objects.exists()


def replaced(secret, browser, now):
    """Let a browser say by a secret where it is by now."""
    said = browser.subscription
    return renewal.renew(secret, now, target=said["endpoint"], details={**said["keys"], "expires": None})


def test_a_worker_says_where_its_browser_is_by_now(running, player, amel, service, browser, now):
    """By a secret for that alone: the channel stays what it was, and what concerns its player arrives there."""
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
    with pytest.raises(Refusal):
        replaced(renewal.secret_of(renewed), browser, now)


def test_a_secret_is_good_for_one_subscription(player, amel, service, browser, now):
    """Said again it is the same; for another one, changed, of another channel or of one that is gone it is nothing."""
    first, moved = subscribe(amel, browser, now), Browser(service, "moved")
    of_first = renewal.secret_of(first)
    renewed = replaced(of_first, moved, now)
    assert renewal.secret_of(replaced(of_first, moved, now)) == renewal.secret_of(renewed) != of_first
    elsewhere = Browser(service, "elsewhere")
    webhook = player_channels.add(OWN["webhook"], amel, now, target="https://club.example/", format="raw")
    assert renewal.secret_of(webhook) is None

    of_renewed = renewal.secret_of(renewed)
    other = subscribe(player("Sami"), Browser(service, "sami"), now)
    swapped = f"{other.pk.hex}{of_renewed[32:]}"
    for wrong in (of_first, of_renewed[:-1], swapped, "", "x.y:z"):
        with pytest.raises(Refusal):
            replaced(wrong, elsewhere, now)
    player_channels.remove(token_of(amel), renewed.pk)
    with pytest.raises(Refusal):
        replaced(of_renewed, elsewhere, now)

    assert not NotificationChannel.objects.filter(target=elsewhere.endpoint).exists()


def test_who_leaves_for_good_is_told_nothing_more(running, player, amel, service, browser, now):
    """Where they were told is forgotten at once."""
    subscribe(amel, browser, now)
    running(amel, player("Sami"), at=now)
    leave(amel, now)
    send(now)

    assert service.asked == 0
    assert not NotificationChannel.objects.exists()
