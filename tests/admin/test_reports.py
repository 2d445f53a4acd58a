"""Reported problems in the admin: a list, each report beside its step, and forms to answer and to close."""

from __future__ import annotations

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth import get_user
from django.urls import reverse

from games.models import ChatMessage, Report
from games.services.social.chat import Wanted, post_message
from games.services.staff import reports
from tests.admin.lists import rows
from tests.admin.test_match import address, page, plain
from tests.helpers.staff import client_of_staff

STEP = 2


@pytest.fixture
def match(running, player):
    """Return a match of Amel and Sami."""
    return running(player("Amel"), player("Sami")).match


@pytest.fixture
def report(match, now):
    """Return Amel's report about the second step."""
    said = {"expected": "A <b>xyzzy</b>", "happened": "No point.\nNone at all."}
    return reports.report(match.pk, match.creator, now, version=STEP, **said)


@pytest.fixture
def steward(db):
    """Return a client of a staff account that may answer."""
    return client_of_staff("steward", "view_match", "view_report", "change_report")


@pytest.fixture
def reader(db):
    """Return a client of a staff account that may only look."""
    return client_of_staff("reader", "view_match", "view_report")


def found(client, **query):
    """Return the reports in the list."""
    return rows(Report, get_user(client), **query)


def settle(client, report, key, text="So it is in the rules."):
    """Send the form of an answer or of a closing."""
    return client.post(reverse("admin:games_report_do", args=[report.pk, key]), {"reason": text})


def test_a_report_stands_beside_its_step(reader, watcher, match, report):
    """It shows on the page and in the step alone, and nowhere else, as escaped text; the log marks the step."""
    whole = page(reader, match, step=STEP)

    for text in (whole, reader.get(address("step", match, STEP)).content.decode()):
        assert "A &lt;b&gt;xyzzy&lt;/b&gt;" in text
        assert "No point.<br>None at all." in text
        assert reverse("admin:games_report_change", args=[report.pk]) in text
    assert "xyzzy" not in reader.get(address("step", match, STEP - 1)).content.decode()
    assert whole.count('class="by reported"') == 1
    for text in (page(watcher, match, step=STEP), watcher.get(address("step", match, STEP)).content.decode()):
        assert "xyzzy" not in text
        assert "reported" not in text


def test_the_list_filters_by_state_and_finds_matches_and_people(reader, match, report, running, now, frozen):
    """The list can be filtered by game, too; it leads to the board at the step."""
    shown = reader.get(reverse("admin:games_report_changelist")).content.decode()
    assert f"{address('change', match)}?step={STEP}#slider" in shown
    frozen.shift(1)
    other = running(game="scopa").match
    closed = reports.report(other.pk, other.creator, now, version=1, expected="This", happened="That")
    Report.objects.filter(pk=closed.pk).update(state="closed")

    assert found(reader) == [closed, report]
    assert found(reader, state__exact="open") == [report]
    assert found(reader, state__exact="closed") == [closed]
    assert found(reader, match__game="scopa") == [closed]
    assert found(reader, q=match.code) == [report]
    assert found(reader, q="ame") == [report]
    assert found(reader, q=str(other.pk)) == [closed]


def test_the_staff_answers(steward, report):
    """The player reads it; the admin log has the staff account and the answer."""
    answer = settle(steward, report, "answer")

    assert (answer.status_code, answer.headers["Location"]) == (
        302,
        reverse("admin:games_report_change", args=[report.pk]),
    )
    report.refresh_from_db()
    assert (report.state, report.answer, report.staff.nickname) == ("answered", "So it is in the rules.", "Steward")
    noted = LogEntry.objects.get(object_id=str(report.pk))
    assert (noted.user, noted.change_message) == (report.staff, "Answer: So it is in the rules.")
    assert "Answered by Steward So it is in the rules." in plain(
        steward.get(address("step", report.match, STEP)).content.decode()
    )


def test_the_staff_closes(steward, report):
    """Only the first of two closings counts: an older page says that it is closed, and logs nothing."""
    assert settle(steward, report, "close").status_code == 302

    late = settle(steward, report, "close")

    assert late.status_code == 200
    assert "The report is closed." in plain(late.content.decode())
    assert LogEntry.objects.count() == 1
    offered = steward.get(reverse("admin:games_report_change", args=[report.pk])).content.decode()
    assert "/do/answer/" in offered
    assert "/do/close/" not in offered


def test_an_answer_is_a_text(steward, report):
    """The form refuses any other value."""
    for text in ("", "  ", "x" * (reports.LONGEST + 1), "turned \u202e around", "a\0b"):
        assert settle(steward, report, "answer", text).status_code == 200, text
    report.refresh_from_db()
    assert report.state == "open"


def test_who_may_only_look_cannot_answer(reader, watcher, report):
    """They see no form either; staff who may only see matches see no reports."""
    change = reverse("admin:games_report_change", args=[report.pk])

    assert settle(reader, report, "answer").status_code == 403
    assert settle(watcher, report, "answer").status_code == 403
    assert "/do/" not in reader.get(change).content.decode()
    assert watcher.get(change).status_code == 403
    assert watcher.get(reverse("admin:games_report_changelist")).status_code == 403


def test_nobody_writes_or_deletes_a_report_in_the_admin(steward, report):
    """Only the player writes its text."""
    change = reverse("admin:games_report_change", args=[report.pk])

    assert steward.post(change, {"happened": "Nothing."}).status_code == 403
    assert steward.post(change.replace("change", "delete"), {"post": "yes"}).status_code == 403
    assert steward.get(reverse("admin:games_report_changelist") + "add/").status_code == 403
    assert settle(steward, report, "burn").status_code == 404


def test_the_first_page_says_how_many_wait(reader, watcher, report):
    """Only staff who may read reports see the number."""
    tiles = {tile.label: tile for tile in reader.get("/admin/").context["tiles"]}

    assert tiles["Open reports"].shown == "1"
    assert found(reader, state__exact="open") == [report]
    assert tiles["Open reports"].link.endswith("?state__exact=open")
    assert "Open reports" not in {tile.label for tile in watcher.get("/admin/").context["tiles"]}


def test_a_reported_word_is_shown_among_those_around_it_and_hidden(steward, match, now):
    """A form hides it and answers the report. Then only the staff reads it, and it cannot be hidden twice."""
    said = [
        post_message(match.pk, match.creator, now, Wanted(ChatMessage.Kind.PHRASE, key=key))
        for key in ("hello", "sorry", "thanks")
    ]
    report = reports.report_chat_message(match.pk, said[1].pk, match.creator, now, happened="A <b>xyzzy</b>")
    where = reverse("admin:games_report_change", args=[report.pk])

    shown = steward.get(where).content.decode()

    assert [shown.count(text) for text in ("Hello!", "Sorry!", "Thank you!", "Hide the message")] == [1, 1, 1, 1]
    assert settle(steward, report, "hide").status_code == 302
    report.refresh_from_db()
    assert (report.state, report.answer) == ("answered", "So it is in the rules.")
    assert ChatMessage.objects.get(pk=said[1].pk).hidden_at is not None
    shown = steward.get(where).content.decode()
    assert "Sorry!" in shown
    assert reverse("admin:games_report_do", args=[report.pk, "hide"]) not in shown


def test_only_words_are_hidden(steward, report):
    """A report of the game has no message to hide."""
    assert (
        "Hide the message" not in steward.get(reverse("admin:games_report_change", args=[report.pk])).content.decode()
    )
    assert settle(steward, report, "hide").status_code == 200
