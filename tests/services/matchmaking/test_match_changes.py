"""Changed terms: after the creator changes a lobby, the match waits until its players agree or leave."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest

from games.clock.controls.move import MoveControl
from games.clock.lobby import LateBots
from games.models import Notification, TableEvent
from games.services import due_matches
from games.services.matchmaking import seat_swaps
from games.services.matchmaking.lobby import joining, match_changes, match_start
from tests.helpers.refusals import refused
from tests.helpers.stored import verified

HOUR = timedelta(hours=1)


@pytest.fixture
def table(make_match, player, now):
    """Return a lobby of four that starts by itself, with one player missing."""
    table = make_match(player("Amel"), game="chkobba-cafe", seats=4, autostart=True)
    for name in ("Sami", "Nour"):
        table = joining.join(table.match.pk, player(name), now)
    return table


def undecided(table):
    """Return the seats whose players have not agreed."""
    match = verified(table)
    return [seat.number for seat in match.seats.order_by("number") if not seat.agrees_to(match)]


def hears_of_changes():
    """Return the seats that got notifications of changed terms, in order."""
    return sorted(Notification.objects.filter(kind="terms_changed").values_list("seat", flat=True))


def change(table, at, **wishes):
    """Let the creator change the match; return the version of the terms."""
    return match_changes.change_match(table.match.pk, table.match.creator, at, **wishes).match.terms_version


def test_the_match_waits_until_all_agree_or_leave(table, player, now):
    """A later player joins on the new terms; of those asked one agrees and another leaves."""
    match, (amel, sami, nour) = table.match.pk, [seat.player for seat in table.seats[:3]]
    terms = change(table, now, control=MoveControl(60))
    assert (undecided(table), hears_of_changes()) == ([1, 2], [1, 2])

    joining.join(match, player("Iyed"), now, terms_version=terms)

    assert (verified(table).status, undecided(table)) == ("lobby", [1, 2])
    assert refused("terms_not_agreed", match_start.start, match, amel, now).fields == {"seats": [1, 2]}
    seat_swaps.change_seat(match, sami, 2, now)
    seat_swaps.change_seat(match, nour, 1, now)
    joining.agree_to_terms(match, sami, now, terms)
    joining.agree_to_terms(match, sami, now, terms)
    assert undecided(table) == [1]
    joining.leave(match, nour, now)
    assert (verified(table).status, undecided(table)) == ("lobby", [])
    joining.join(match, player("Zohra"), now)
    assert verified(table).status == "running"


def test_the_last_one_who_agrees_lets_it_start(table, player, now):
    """The last agreement starts the match, as the last joining does."""
    terms = change(table, now, options={"target": 31})
    joining.join(table.match.pk, player("Iyed"), now)
    joining.agree_to_terms(table.match.pk, table.seats[1].player, now, terms)
    assert verified(table).status == "lobby"

    joining.agree_to_terms(table.match.pk, table.seats[2].player, now, terms)

    assert verified(table).status == "running"


def test_only_the_terms_that_were_read_are_agreed_to(table, player, now):
    """Players agree to the version that they read, also when joining with or without a code."""
    match, sami, iyed = table.match, table.seats[1].player, player("Iyed")
    first = change(table, now, substitutes_after=86400)
    second = change(table, now, bot_accounts=True)
    late = {"terms_version": second}
    assert refused("terms_changed", joining.agree_to_terms, match.pk, sami, now, first).fields == late
    assert refused("terms_changed", joining.join, match.pk, iyed, now, terms_version=0).fields == late
    assert refused("terms_changed", joining.join_by_code, match.code, iyed, now, terms_version=first).fields == late
    refused("not_seated", joining.agree_to_terms, match.pk, iyed, now, second)
    assert undecided(table) == [1, 2]


def test_what_is_no_term_asks_nobody_again(table, now):
    """Visibility, start, seeds and unchanged values need no agreement; nor does the creator's own."""
    same = {"options": {"cut": True}, "control": MoveControl(86400), "bot_accounts": False}
    asked = {"visibility": "private", "autostart": False, "late_bots": LateBots(now + HOUR, "easy"), "seed": "mint"}
    assert change(table, now, **asked) == 0
    control = {"control": table.clock.control}
    assert change(table, now, **{**same, **control, "options": dict(table.match.options)}) == 0
    assert (undecided(table), hears_of_changes()) == ([], [])


def test_a_change_that_changes_nothing_is_not_noted(make_match, player, now):
    """Wishes that are the case already, or none, leave the version as it is; of others only the new ones are noted."""
    bots = LateBots(at=now + HOUR, level="easy")
    same = {"options": {}, "control": MoveControl(86_400), "visibility": "public", "autostart": False}
    same |= {"late_bots": bots, "substitutes_after": None, "bot_accounts": False, "seed": "lucky"}
    table = make_match(player("Amel"))
    before = match_changes.change_match(table.match.pk, table.match.creator, now, late_bots=bots, seed="lucky")

    for wishes in ({}, same):
        after = match_changes.change_match(table.match.pk, table.match.creator, now, **wishes)
        assert after.match.version == before.match.version
    match_changes.change_match(table.match.pk, table.match.creator, now, **same | {"visibility": "private"})

    rows = TableEvent.objects.filter(match=verified(table), type="changed").order_by("-version")
    assert json.loads(rows[0].data) == {"visibility": "private"}


def test_bots_do_not_come_at_their_hour_before_all_agree(table, now):
    """Bots whose time has come join only after the last agreement."""
    change(table, now, late_bots=LateBots(now + HOUR, "easy"))
    terms = change(table, now, control=MoveControl(60))
    due_matches.wake(table.match.pk, now + HOUR)
    match = verified(table)
    assert (match.status, match.wake_at > now + HOUR) == ("lobby", True)
    for seat in table.seats[1:3]:
        joining.agree_to_terms(table.match.pk, seat.player, now + 2 * HOUR, terms)

    due_matches.wake(table.match.pk, now + 2 * HOUR)

    assert verified(table).status == "running"


def test_a_creator_who_changes_much_is_heard_of_now_and_then(table, now):
    """Notifications of changed terms are limited to five an hour."""
    for seconds in range(60, 67):
        change(table, now, control=MoveControl(seconds))

    assert hears_of_changes() == [1] * 5 + [2] * 5
