"""Data export: everything about the player, nothing about others, and no secrets."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.apps import apps
from django_otp.plugins.otp_totp.models import TOTPDevice

from accounts.devices import networks
from accounts.models import Alias, EmailAddress, Passkey, Player, SecondFactor
from games.models import (
    Abandonment,
    CalendarFeed,
    ClubScore,
    HeadToHead,
    Hint,
    Invitation,
    MatchAnalysis,
    NotificationChannel,
    PlannedMoves,
    PlayerStatistics,
    PuzzleAnswer,
    Rating,
    RatingChange,
    Reliability,
    Sanction,
    Seat,
    SeatSwap,
    VacationEnd,
)
from games.services.clubs.clubs import Founding, found
from games.services.privacy.data_export import SECTIONS
from games.services.turns import playing
from tests.api.asking import counted, refused
from tests.helpers.eventually import attempts
from tests.helpers.playing import play_first
from tests.helpers.puzzle import puzzle

pytestmark = pytest.mark.usefixtures("frozen")

LEFT_OUT = {
    "accounts.AccountMail": "mails about the account on their way",
    "accounts.AuthorizationCode": "codes by which programs get tokens, for a day; the tokens are listed",
    "accounts.AccountDeletion": "work under way for players who leave; when stands in the profile",
    "accounts.LoginLink": "links to log in by, for a quarter of an hour; who has one can use it",
    "accounts.PasskeyChallenge": "what a device is to sign, for some minutes",
    "accounts.SecondFactorCode": "digests of codes that were written down; how many are left, `getSecondFactor` tells",
    "accounts.NameConfusable": "what the name in the profile looks like",
    "admin.LogEntry": "what the staff did in the admin is the host's",
    "games.IdempotentResponse": "answers that were given before, for some days: of what stands elsewhere",
    "games.AvailabilityChange": "work under way at matches, for what stands in the profile",
    "games.NotificationStream": "how many notifications were sent",
}
"""Tables that name a player and are not exported, with the reasons."""


def everything(client, limit=100):
    """Return all rows of the export as (kind, data), read in pages of ``limit`` rows."""
    page = client.get(f"me/data?limit={limit}").data
    rows = list(page["results"])
    for _ in attempts(500, "the export has no last page"):
        if not page["next"]:
            break
        assert 0 < len(page["results"]) <= limit
        page = client.get(page["next"].partition("/api/v1/")[2]).data
        rows += page["results"]
    return [(row["kind"], row["data"]) for row in rows]


def of_kind(rows, kind):
    """Return the data of the rows of a kind."""
    return [data for one, data in rows if one == kind]


@pytest.fixture
def amel(player):
    """Return a player named Amel."""
    return player("Amel")


@pytest.fixture
def sami(player):
    """Return an opponent, who sits in all matches of Amel."""
    return player("Sami")


@pytest.fixture
def full(amel, sami, player, running, client_of, now):
    """Return the client of a player with rows in every table, and the secrets in these rows."""
    client, other = client_of(amel), client_of(sami)
    match, finished = running(amel, sami).match, running(amel, sami, game="scopa").match
    for _ in range(4):  # a cut, and moves of both
        play_first(match.pk, now)
    playing.resign(finished.pk, amel, now)
    client.log_in_lately()
    secrets = [client.post("me/recovery-code").data["code"].replace("-", "")]
    secrets += [client.post("me/devices", {"device": "bot", "scopes": ["read"]}).data["token"]]
    secrets += [client.post("me/calendar-feed").data["address"].rpartition("/")[2]]
    for who, text in ((client, "keeps sevens"), (other, "mine alone")):
        assert who.put(f"matches/{match.pk}/note", {"text": text}).status_code == 200
        said = who.post(f"matches/{match.pk}/chat", {"message": {"type": "phrase", "key": "hello"}})
        assert said.status_code == 201
        about = {"version": 2, "expected": f"{text}?", "happened": "nothing"}
        assert who.post(f"matches/{match.pk}/reports", about).status_code == 201
    assert client.put(f"me/mutes/{sami.pk}", None).status_code == 200
    assert client.put(f"me/follows/{player('Zohra').pk}", None).status_code == 200
    assert client.post("me/seeks", {"game": "scopa"}).status_code == 201
    hook = NotificationChannel.objects.create(
        player=amel, sender="webhook", target="https://example.org/hook", secret="whsec_of_amel", created_at=now
    )
    secrets += [hook.secret]
    SecondFactor.objects.create(player=amel, key="encrypted-key-of-amel", begun_at=now)
    secrets += ["encrypted-key-of-amel"]
    TOTPDevice.objects.create(user=amel, name="phone", key="0123456789abcdef" * 2)
    secrets += ["0123456789abcdef"]
    EmailAddress.objects.create(player=amel, address="amel@example.org", language="en", digest="d" * 64)
    secrets += ["d" * 64]
    Alias.objects.create(player=Player.objects.create_guest("Phone", "cat"), into=amel, at=now)
    networks.note(amel.pk, "192.0.2.1", now)
    secrets += [networks.digest_of("192.0.2.1")]
    belief = {"mu": 25.0, "sigma": 8.0, "pool": "scopa.days"}
    Rating.objects.create(player=amel, matches=1, last_at=now, **belief)
    RatingChange.objects.create(
        player=amel, match=finished, number=1, mu_before=25.0, sigma_before=8.3, at=now, **belief
    )
    PlayerStatistics.objects.create(player=amel, game="scopa")
    HeadToHead.objects.create(player=amel, other=sami, game="scopa")
    Reliability.objects.create(player=amel)
    for guest, by in ((amel, sami), (sami, amel)):
        Invitation.objects.create(match=match, player=guest, by=by, at=now)
    SeatSwap.objects.create(match=match, player=amel, other=sami, at=now)
    club = found(amel, Founding(name="Marsa"), now).club
    ClubScore.objects.create(club=club, player=amel, matches=1)
    Passkey.objects.create(
        player=amel, credential="credential-of-amel", public_key=b"key", sign_count=0, name="phone", created_at=now
    )
    secrets += ["credential-of-amel"]
    told = {"reason": "Why.", "at": now, "until": now, "staff": sami}
    Sanction.objects.create(player=amel, kind=Sanction.Kind.WARNING, **told)
    VacationEnd.objects.create(player=amel, ends_at=now + timedelta(days=1))
    PlannedMoves.objects.create(seat=Seat.objects.get(match=match, player=amel), version=3, when_forced=True)
    Abandonment.objects.create(match=finished, player=amel, seat=0, version=5, at=now)
    Hint.objects.create(match=match, version=5, seat=0, player=amel, asked_at=now)
    MatchAnalysis.objects.create(match=finished, player=amel, asked_at=now)
    PuzzleAnswer.objects.create(puzzle=puzzle(now), player=amel, move="{}", right=True, at=now)
    assert CalendarFeed.objects.filter(player=amel).exists()
    return client, secrets


def test_each_table_that_names_a_player_is_told_or_left_out_for_a_reason():
    """Every model that references a player is exported or listed as left out, so a new one needs a decision."""
    naming = {
        table._meta.label
        for table in apps.get_models()
        if any(field.concrete and field.related_model is Player for field in table._meta.get_fields())
    }
    through_seats = {"games.PlannedMoves"}

    assert {section.table._meta.label for section in SECTIONS.values()} - {"accounts.Player"} == (
        naming | through_seats
    ) - {*LEFT_OUT}
    assert {*LEFT_OUT} <= naming


def test_all_of_it_is_told_in_pages_of_any_length(full):
    """The export has rows of every section, in their order; pages of any length have each row once."""
    client, _ = full
    rows = everything(client)

    assert list(dict.fromkeys(kind for kind, _ in rows)) == list(SECTIONS)
    assert everything(client, 3) == rows


def test_nobody_else_and_no_secret_is_told_of(full, sami, client_of):
    """The export has only the player's own texts and moves, no credentials, and no digests of addresses.

    A finished match has the record of `getRecord`; a running one has none and shows no cards.
    """
    client, secrets = full
    mine, theirs = everything(client), everything(client_of(sami))

    assert [note["text"] for note in of_kind(mine, "note")] == ["keeps sevens"]
    assert [note["text"] for note in of_kind(theirs, "note")] == ["mine alone"]
    assert [report["expected"] for report in of_kind(theirs, "report")] == ["mine alone?"]
    assert {move["seat"] for move in of_kind(mine, "move")} == {0}
    assert {move["seat"] for move in of_kind(theirs, "move")} == {1}
    assert not of_kind(theirs, "mute")
    assert not of_kind(theirs, "plan")
    assert [profile["nickname"] for profile in of_kind(theirs, "profile")] == ["Sami"]
    body = str(mine)
    assert len(secrets) == 9
    assert not [secret for secret in secrets if secret in body]
    assert "amel@example.org" in body
    assert "https://example.org/hook" in body
    running, finished = sorted(of_kind(mine, "match"), key=lambda match: match["status"], reverse=True)
    assert finished["record"] == client.get(f"matches/{finished['match']}/record").data
    assert finished["result"]["reason"] == "resigned"
    assert (running["status"], running["record"], running["result"]) == ("running", None, None)


def test_what_takes_longer_fills_a_page_sooner(amel, sami, running, client_of, now):
    """Ten matches with their records count as a hundred rows; a page has one at least.

    The number of queries does not depend on the number of matches.
    """
    client = client_of(amel)
    for _ in range(11):
        playing.resign(running(amel, sami).match.pk, sami, now)
    costs = []
    for limit, matches in ((1, 1), (10, 1), (100, 10)):
        answer, queries = counted(client.get, "me/data", {"cursor": "match:", "limit": limit})
        assert [row["kind"] for row in answer.data["results"]] == ["match"] * matches
        costs.append(queries)

    assert costs[1] == costs[2]
    following = client.get(answer.data["next"].partition("/api/v1/")[2]).data["results"]
    assert [row["kind"] for row in following[:2]] == ["match", "table_event"]


def test_nobody_takes_it_along_all_day(amel, client_of, settings):
    """Pages are rate limited per player."""
    settings.THROTTLES = {**settings.THROTTLES, "data": "2/hour"}
    client = client_of(amel)
    for _ in range(2):
        assert client.get("me/data").status_code == 200

    assert refused(client.get("me/data"), 429, "throttled")["retry_after"] > 0
    assert client_of(amel).get("me").status_code == 200


def test_a_cursor_that_was_never_given_is_refused(amel, client_of):
    """A cursor that the server never gave is refused."""
    client = client_of(amel)
    for cursor in ("", "nothing:1", "note:abc", "match:12", "device:x", "profile:x", ":", "move:\x00"):
        answer = client.get("me/data", {"cursor": cursor})

        assert "cursor" in refused(answer, 400, "invalid")["errors"], cursor


def test_no_program_takes_it_along(amel, client_of):
    """No scope of a program allows the export, as it has devices and mail addresses."""
    client = client_of(amel)
    token = client.post("me/devices", {"device": "bot", "scopes": ["read", "profile", "channels"]}).data["token"]
    answer = client_of(None).get("me/data", Authorization=f"Bearer {token}")

    assert refused(answer, 403, "insufficient_scope")["scope"] == "account"
