"""Account deletion: the name is removed at once, and seats are given up step by step, despite failures."""

from __future__ import annotations

import json
from datetime import timedelta
from uuid import uuid4

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts import services as accounts
from accounts.avatars import AVATARS
from accounts.models import FORMER_PLAYER, AccountDeletion, Player
from games import row_kinds, tasks
from games.engine.catalogue import VERSIONS
from games.models import IdempotentResponse, Match, Seat
from games.services.log.verification import faults_of
from games.services.matchmaking import rematch
from games.services.matchmaking.lobby import joining
from games.services.privacy import account_deletion
from games.services.turns import playing
from tests.accounts.test_players import stored
from tests.helpers.account_deletion import delete_accounts
from tests.helpers.eventually import drain


@pytest.fixture
def many(running, player):
    """Return a player with five running matches against another one."""
    amel, sami = player("Amel-of-old"), player("Sami")
    return amel, [running(amel, sami).match.pk for _ in range(5)]


def open_seats(player):
    """Return the number of a player's seats that are not given up."""
    return Seat.objects.filter(player=player, resigned=False, match__status__in=("lobby", "running")).count()


def test_the_answer_does_not_wait_for_the_seats(many, running, player, client_of, now, django_assert_max_num_queries):
    """Deletion takes the same number of queries for any number of matches, and its progress can be requested.

    The name is removed from all matches at once.
    """
    amel, matches = many
    sami = Player.objects.get(nickname="Sami")
    client, viewer, bey = client_of(amel), client_of(sami), player("Bey")
    running(bey, sami)
    client_of(player("Nobody yet")).delete("me")  # queries that a process makes once
    with CaptureQueriesContext(connection) as at_one_table:
        client_of(bey).delete("me")

    with django_assert_max_num_queries(len(at_one_table)):
        answer = client.delete("me")

    assert open_seats(amel) == 5
    assert "Amel-of-old" not in stored()
    for match in matches[:2]:
        assert viewer.get(f"matches/{match}").data["seats"][0]["name"] == FORMER_PLAYER
    path = answer.headers["Location"].removeprefix("/api/v1/")
    begun = client_of().get(path).data
    assert (begun["status"], begun["seats_given_up"], begun["ended_at"]) == ("under_way", 0, None)
    delete_accounts(AccountDeletion.objects.get(player=amel).left_at)
    ended = client_of().get(path).data
    assert (ended["status"], ended["seats_given_up"], open_seats(amel)) == ("ended", 5, 0)
    assert client_of().get(f"account-deletions/{uuid4()}").status_code == 404


@pytest.mark.parametrize(("budget", "most", "expected"), [("MATCHES_A_STEP", 2, [3, 1]), ("STEP", -1, [4, 3, 2, 1, 0])])
def test_a_step_takes_little_and_the_next_one_goes_on(many, now, monkeypatch, sent_tasks, budget, most, expected):
    """A step is limited, so that others have their turn; the sweep finds the next one without any queue."""
    amel, _ = many
    monkeypatch.setattr(account_deletion, budget, most)
    deletion = accounts.leave(amel, now)

    left = []
    for _ in expected:
        assert account_deletion.DELETIONS.go_on(deletion.pk, now)
        left.append(open_seats(amel))
        tasks.sweep()

    assert not account_deletion.DELETIONS.go_on(deletion.pk, now)
    assert left == expected
    told = [about for name, about in sent_tasks if name == account_deletion.DELETIONS.task]
    assert told == [(str(deletion.pk),)] * len(expected)
    assert open_seats(amel) == 0
    delete_accounts(now)
    assert AccountDeletion.objects.get().phase == "ended"


def test_a_worker_that_dies_loses_nothing(many, now, monkeypatch):
    """After a worker dies and its lease ends, the next one continues; each seat is given up once."""
    amel, matches = many
    deletion = accounts.leave(amel, now)
    resign = playing.resign
    done = []

    def die(match_id, *arguments):
        if len(done) == 3:
            raise KeyboardInterrupt
        done.append(match_id)
        return resign(match_id, *arguments)

    monkeypatch.setattr(playing, "resign", die)
    with pytest.raises(KeyboardInterrupt):
        account_deletion.DELETIONS.go_on(deletion.pk, now)
    monkeypatch.setattr(playing, "resign", resign)

    assert open_seats(amel) == 2
    assert not account_deletion.DELETIONS.go_on(deletion.pk, now + account_deletion.DELETIONS.lease / 2)
    assert open_seats(amel) == 2
    assert account_deletion.DELETIONS.due_keys(now + account_deletion.DELETIONS.lease, 10) == [deletion.pk]
    account_deletion.DELETIONS.go_on(deletion.pk, now + account_deletion.DELETIONS.lease)
    assert open_seats(amel) == 0
    assert all(list(faults_of(Match.objects.get(pk=match))) == [] for match in matches)


def test_a_match_that_cannot_be_left_keeps_nobody_at_the_others(many, now, monkeypatch, caplog):
    """A failure in one match is logged and tried again later, with growing waits; the others are not affected."""
    amel, matches = many
    deletion = accounts.leave(amel, now)
    resign = playing.resign
    broken = sorted(matches)[2]

    def fail(match_id, *arguments):
        if match_id == broken:
            raise RuntimeError("broken")
        return resign(match_id, *arguments)

    monkeypatch.setattr(playing, "resign", fail)
    delete_accounts(now)
    assert open_seats(amel) == 1
    deletion.refresh_from_db()
    assert (deletion.phase, deletion.failures, deletion.ended_at) == ("seats", 1, None)
    assert deletion.wake_at > now + account_deletion.IN_FLIGHT

    monkeypatch.setattr(playing, "resign", resign)
    delete_accounts(deletion.wake_at)
    assert open_seats(amel) == 0
    assert AccountDeletion.objects.get().phase == "ended"


def test_matches_without_rules_stop_nobody(many, now, monkeypatch):
    """Deletion also gives up seats in matches without rules."""
    amel, matches = many
    Match.objects.filter(pk__in=matches[:3]).update(rules_version=99)
    assert ("chkobba", 99) not in VERSIONS

    accounts.leave(amel, now)
    delete_accounts(now)

    assert open_seats(amel) == 0
    assert AccountDeletion.objects.get().failures == 0


def test_no_seat_waits_for_who_left_while_it_was_kept(running, player, now):
    """A seat that is reserved for a deleted player, even after the last step, is open to others."""
    amel, sami, late = player("Amel"), player("Sami"), player("Late")
    old = running(amel, sami)
    playing.resign(old.match.pk, sami, now)
    again = rematch.rematch(old.match.pk, amel, now)
    accounts.leave(sami, now)
    delete_accounts(now)
    assert again.match.seats.filter(reserved_for=sami).count() == 0
    Seat.objects.filter(match=again.match, player=None).update(reserved_for=sami)

    assert joining.join(again.match.pk, late, now).match.status == "running"


@pytest.fixture
def answered(running, player, client_of):
    """Return the opponent of a player who moved with a key, a function that repeats the request, and its answer."""
    sami, amel = player("Sami"), player("Amel-of-old")
    table = running(sami, amel, options={"cut": False})
    mover = table.seats[table.match.to_act].player
    other = next(seat.player for seat in table.seats if seat.player != mover)
    Player.objects.filter(pk=other.pk).update(nickname="Leaver-of-old")
    move = table.game.write_move(table.game.legal_moves(table.state)[0])
    asked = {"move": move, "expected_version": table.match.version}
    client = client_of(mover)
    path = f"matches/{table.match.pk}/moves"
    first = client.post(path, asked, **{"Idempotency-Key": "once"})
    assert first.status_code == 201
    return other, lambda: client.post(path, asked, **{"Idempotency-Key": "once"}), first


def test_an_answer_is_the_same_to_the_byte_until_somebody_leaves(answered, now):
    """A replayed answer stays the same until the opponent deletes the account.

    Then it shows a former player, and soon the name is in no table.
    """
    leaver, again, first = answered
    assert again().content == first.content
    accounts.change_player(leaver, nickname="Renamed")
    assert again().content == first.content
    assert "Leaver-of-old" in stored()

    accounts.leave(leaver, now)
    shown = again()
    assert shown.status_code == 201
    assert b"Leaver-of-old" not in shown.content
    expected = json.loads(first.content)
    for seat in expected["view"]["seats"]:
        if seat["player"] == str(leaver.pk):
            seat["name"], seat["avatar"] = FORMER_PLAYER, AVATARS[0].key
    assert shown.data == expected

    delete_accounts(now)
    assert "Leaver-of-old" not in stored()
    assert "Renamed" not in stored()
    assert IdempotentResponse.objects.count() == 1
    assert again().content == shown.content


def test_an_answer_that_was_under_way_is_cleaned_too(answered, now):
    """An answer that was written with the old name during the deletion is cleaned in a later, last step."""
    leaver = answered[0]
    body = IdempotentResponse.objects.get().body
    deletion = accounts.leave(leaver, now)
    drain(account_deletion.DELETIONS.go_on, deletion.pk, now)
    assert not account_deletion.DELETIONS.go_on(deletion.pk, now + account_deletion.IN_FLIGHT / 2)
    IdempotentResponse.objects.update(body=body)

    account_deletion.DELETIONS.go_on(deletion.pk, now + account_deletion.IN_FLIGHT)

    assert "Leaver-of-old" not in stored()


def test_responses_to_the_player_go_with_the_first_step(many, now, sent_tasks):
    """A stored response may hold a text of the player, such as that of a report. It does not wait a minute."""
    amel, _ = many
    IdempotentResponse.objects.create(player=amel, key="a", request="", body='{"happened":"Cards"}', created_at=now)
    deletion = accounts.leave(amel, now)

    account_deletion.DELETIONS.go_on(deletion.pk, now)

    assert not IdempotentResponse.objects.filter(player=amel).exists()


def test_the_admin_forgets_the_name_too(root, client_of, player, now):
    """The admin log loses the player's old names, also those in changes of devices."""
    amel = player("Amel-of-old")
    client_of(amel)
    page = reverse("admin:accounts_player_change", args=[amel.pk])
    form = root.get(page).context["adminform"].form.initial | {"nickname": "Amel-since", "_save": "Save"}
    token = amel.auth_token_set.get()
    inline = {"auth_token_set-TOTAL_FORMS": "1", "auth_token_set-INITIAL_FORMS": "1"}
    inline |= {"email_addresses-TOTAL_FORMS": "0", "email_addresses-INITIAL_FORMS": "0"}
    inline |= {"auth_token_set-0-digest": token.digest, "auth_token_set-0-user": str(amel.pk)}
    inline["auth_token_set-0-DELETE"] = "on"
    data = {name: value for name, value in (form | inline).items() if value not in (None, [], False)}
    assert root.post(page, data).status_code == 302
    assert "Amel" in LogEntry.objects.get().object_repr
    assert "of Amel" in LogEntry.objects.get().change_message

    accounts.leave(Player.objects.get(pk=amel.pk), now)

    entry = LogEntry.objects.get(content_type=ContentType.objects.get_for_model(Player))
    assert (entry.object_repr, "Amel" in entry.change_message) == (FORMER_PLAYER, False)
    assert "Amel" not in stored()


def test_deletions_are_forgotten_after_a_while(player, now):
    """Finished account deletions are removed after some time, those under way are not."""
    gone, going = accounts.leave(player(), now), accounts.leave(player(), now)
    AccountDeletion.objects.filter(pk=gone.pk).update(ended_at=now)

    row_kinds.clean_up(now + account_deletion.DELETIONS_LAST)
    assert AccountDeletion.objects.count() == 2
    row_kinds.clean_up(now + account_deletion.DELETIONS_LAST + timedelta(seconds=1))
    assert AccountDeletion.objects.get() == going
