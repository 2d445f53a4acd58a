"""Reports of problems with a step of a match: only their author and the staff read them."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType

from accounts.models import Player
from accounts.services import leave
from chkobba_api.errors import DomainError
from games import row_kinds
from games.models import Match, Report
from games.services.privacy import retention
from games.services.staff import reports
from games.services.staff.match_actions import Order
from games.services.staff.reports import LONGEST
from games.services.turns import playing
from tests.api.asking import refused

SAID = {"version": 1, "expected": "The seven takes the seven.", "happened": "It had to take three cards.\nWhy?"}


@pytest.fixture
def table(running, player):
    """Return a private match of Amel and Sami."""
    return running(player("Amel"), player("Sami"), visibility="private")


@pytest.fixture
def amel(table, client_of):
    """Return the client of Amel."""
    return client_of(table.seats[0].player)


def address(table):
    """Return the path of a match's reports."""
    return f"matches/{table.match.pk}/reports"


def listed(client, table):
    """Return a player's reports about a match, as the API shows them."""
    answer = client.get(address(table))
    assert answer.status_code == 200
    return answer.json()["reports"]


def order(now, text="It is so in the rules."):
    """Return an order of a staff member."""
    return Order(Player.objects.create_superuser(f"staff {Player.objects.count()}", None), text, now)


def test_a_report_is_kept_as_it_was_written(table, amel):
    """A report keeps its text, step and time; its author sees reports newest first."""
    first = amel.post(address(table), SAID)
    second = amel.post(address(table), {**SAID, "version": table.match.version, "happened": "ما هذا؟ 🦊"})

    assert (first.status_code, second.status_code) == (201, 201)
    assert first.json() | SAID == first.json()
    assert (first.json()["state"], first.json()["answer"], first.json()["settled_at"]) == ("open", None, None)
    assert listed(amel, table) == [second.json(), first.json()]


def test_nobody_else_sees_a_report(table, amel, client_of):
    """Reports appear to no other player, in no list, match or feed, and not in the log."""
    marked = {**SAID, "expected": "a word that nobody says otherwise: xyzzy"}
    before = Match.objects.get(pk=table.match.pk)
    assert amel.post(address(table), marked).status_code == 201
    sami = client_of(table.seats[1].player)

    assert listed(sami, table) == []
    for path in ("", "/events", "/rounds"):
        assert "xyzzy" not in sami.get(f"matches/{table.match.pk}{path}").content.decode()
    after = Match.objects.get(pk=table.match.pk)
    assert (after.version, after.digest, after.touched) == (before.version, before.digest, before.touched)


def test_a_spectator_may_report_what_they_see(running, client_of, player):
    """A spectator of a public match may report; an anonymous client may not."""
    table = running()

    assert client_of(player("Spectator")).post(address(table), SAID).status_code == 201
    assert client_of(None).post(address(table), SAID).status_code == 401


INVALID = [
    {"version": 0},
    {"version": 2**31},
    {"version": "1"},
    {"expected": ""},
    {"happened": " \n\t "},
    {"happened": "x" * (LONGEST + 1)},
    {"expected": "a\0b"},
    {"expected": "turned \u202e around"},
    {"happened": "\ufdd0"},
    {"happened": "z\u0301\u0301\u0301\u0301\u0301\u0301"},
    {"happened": None},
    {"state": "closed"},
]
"""Fields of a report that cannot be."""


def test_what_cannot_be_a_report_is_refused(table, amel):
    """The error names the invalid field, and nothing is stored; for an unknown step it has the current version."""
    for changed in INVALID:
        answer = amel.post(address(table), {**SAID, **changed})
        assert list(refused(answer, 400, "invalid")["errors"]) == list(changed), changed
    for version in (99_999, 2**31 - 1):
        answer = amel.post(address(table), {**SAID, "version": version})
        assert refused(answer, 400, "no_such_step")["version"] == table.match.version
    assert not Report.objects.exists()


def test_the_longest_texts_fit(table, amel):
    """The longest texts are accepted, also with four-byte characters."""
    answer = amel.post(address(table), {**SAID, "expected": "🦊" * LONGEST, "happened": "é" * LONGEST})

    assert answer.status_code == 201
    assert listed(amel, table)[0]["expected"] == "🦊" * LONGEST


def test_reports_that_wait_for_an_answer_are_limited(table, amel, settings, now):
    """The limit counts open reports only."""
    settings.LIMITS = {**settings.LIMITS, "reports": 2}
    for _ in range(2):
        assert amel.post(address(table), SAID).status_code == 201

    assert refused(amel.post(address(table), SAID), 409, "too_many_reports")["limit"] == 2
    reports.answer(Report.objects.earliest("pk").pk, order(now))
    assert amel.post(address(table), SAID).status_code == 201


@pytest.mark.parametrize("scope", ["reports", "reports_address"])
def test_reports_are_counted_by_player_and_by_address(table, amel, settings, scope):
    """Reports are rate limited by player and by address, with the time to retry."""
    settings.THROTTLES = {**settings.THROTTLES, scope: "1/hour"}
    assert amel.post(address(table), SAID).status_code == 201

    late = amel.post(address(table), SAID)

    refused(late, 429, "throttled")
    assert 0 < int(late.headers["Retry-After"]) <= 3600


def test_a_match_that_is_over_or_has_no_rules_can_be_reported(table, amel, now):
    """A finished match can be reported at any step, and one without its rules, which is a reason to report."""
    playing.resign(table.match.pk, table.seats[1].player, now)
    assert amel.post(address(table), {**SAID, "version": 2}).status_code == 201
    Match.objects.filter(pk=table.match.pk).update(rules_version=99)

    assert amel.post(address(table), SAID).status_code == 201
    assert len(listed(amel, table)) == 2


def test_the_player_reads_what_was_answered(table, amel, now):
    """The author reads the answer, or why the report was closed.

    A closed report can be answered, but not closed again.
    """
    report = amel.post(address(table), SAID).json()["id"]

    reports.answer(report, order(now, "We look at it."))
    shown = listed(amel, table)[0]
    assert (shown["state"], shown["answer"]) == ("answered", "We look at it.")
    assert shown["settled_at"] is not None
    reports.close(report, order(now, "It was so."))
    shown = listed(amel, table)[0]
    assert (shown["state"], shown["answer"]) == ("closed", "It was so.")
    with pytest.raises(DomainError, match="report_closed"):
        reports.close(report, order(now))
    reports.answer(report, order(now, "It was not."))
    assert listed(amel, table)[0]["state"] == "answered"


def test_who_leaves_takes_their_reports_along(table, amel, client_of, now):
    """Account deletion removes the player's reports, also from the admin log; reports of others stay."""
    sami = client_of(table.seats[1].player)
    mine, other = (client.post(address(table), SAID).json()["id"] for client in (amel, sami))
    kind, staff = ContentType.objects.get_for_model(Report), order(now).staff
    for report in (mine, other):
        LogEntry.objects.create(
            user=staff, content_type=kind, object_id=report, action_flag=2, change_message="Answer: Dear Amel"
        )

    leave(table.seats[0].player, now)

    assert [str(pk) for pk in Report.objects.values_list("pk", flat=True)] == [other]
    assert LogEntry.objects.get(object_id=mine).change_message == ""
    assert LogEntry.objects.get(object_id=other).change_message == "Answer: Dear Amel"


def test_reports_are_forgotten_some_time_after_they_were_settled(table, amel, now):
    """Settled reports are deleted after some time; open ones stay."""
    settled, fresh, waiting = (amel.post(address(table), SAID).json()["id"] for _ in range(3))
    reports.close(settled, order(now))
    reports.close(fresh, order(now + timedelta(days=1)))

    row_kinds.clean_up(now + retention.REPORTS_LAST + timedelta(seconds=1))

    assert {str(pk) for pk in Report.objects.values_list("pk", flat=True)} == {fresh, waiting}


def test_who_got_up_from_a_private_table_reports_no_more(make_match, player, client_of, now):
    """A player who left a private match cannot report it, as it does not exist for them."""
    table = make_match(player("Creator"), visibility="private")
    guest = player("Guest")

    assert client_of(guest).post(address(table), SAID).json()["code"] == "not_found"
