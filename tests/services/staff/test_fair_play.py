"""Warnings, limits and bans: what each prevents, how it ends, and appeals."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from accounts.models import AccountDeletion, Player
from accounts.services import create_token, leave, plan_to_leave, stay_after_all
from games import log, row_kinds
from games.clock.controls.move import MoveControl
from games.models import ChatMessage, IdempotentResponse, Match, Notification, Sanction, Seek, TableEvent
from games.services.clubs import club_chat, clubs
from games.services.matches import shuffle_seeds
from games.services.matches.entry_requirements import Asked
from games.services.matchmaking import rematch, seeks
from games.services.matchmaking.lobby import joining, match_changes
from games.services.privacy import retention
from games.services.social.chat import Wanted, post_message
from games.services.staff import fair_play
from games.services.staff.match_actions import Order
from games.services.turns import playing
from games.shuffle import seat_commitment_to
from games.table_events import KINDS
from tests.helpers.account_deletion import delete_accounts
from tests.helpers.playing import play_first
from tests.helpers.rated_matches import opt_in, rated
from tests.helpers.refusals import refused
from tests.helpers.stored import verified

DAY = timedelta(days=1)
WHY = "You have called others names."
Kind = Sanction.Kind
SOUGHT = seeks.SeekSettings(game="scopa", seats=2, options={}, control=MoveControl(86_400), lasts=DAY)


@pytest.fixture
def staff(db):
    """Return a member of the staff."""
    return Player.objects.create_user("steward", "mint tea at nine", is_staff=True)


@pytest.fixture
def impose(staff, now):
    """Return a function that imposes a sanction on a player for a day."""

    def impose(player, kind, at=now):
        return fair_play.impose(player.pk, Order(staff, WHY, at), kind, at + DAY)

    return impose


def leave_tables(now):
    """Do the due work of bans, as a worker does after the sweep has found it."""
    for ban in fair_play.SANCTIONS.due_keys(now, 10):
        fair_play.SANCTIONS.go_on(ban, now)


def test_each_limit_keeps_from_its_own_and_ends_by_itself(impose, make_match, running, amel, sami, now):
    """Each limit prevents its own actions until it ends: chat, rated matches, or public matches and seeks."""
    opt_in(amel, sami)
    table = running(amel, sami)
    theirs = {
        Kind.PUBLIC: make_match(sami, game="scopa", visibility="public"),
        Kind.RATED: make_match(sami, game="scopa", visibility="private", asked=Asked(rated=True)),
    }
    hello = Wanted(ChatMessage.Kind.PHRASE, "hello")
    club = clubs.found(amel, clubs.Founding(name="Café de la Marsa"), now).club

    def does(kind, at):
        if kind is Kind.CHAT:
            post_message(table.match.pk, amel, at, hello)
            club_chat.post_message(club.pk, amel, at, hello)
        elif kind is Kind.RATED:
            make_match(amel, game="scopa", visibility="private", asked=Asked(rated=True), at=at)
        else:
            make_match(amel, game="scopa", visibility="public", at=at)

    for kind in (Kind.CHAT, Kind.RATED, Kind.PUBLIC):
        made = impose(amel, kind)
        tried = [lambda kind=kind: does(kind, now)]
        if kind is Kind.CHAT:
            tried.append(lambda: club_chat.post_message(club.pk, amel, now, hello))
        if kind in theirs:
            tried.append(lambda kind=kind: joining.join_by_code(theirs[kind].match.code, amel, now))
            wish = replace(SOUGHT, asked=Asked(rated=kind is Kind.RATED))
            tried.append(lambda wish=wish: seeks.seek(amel, wish, now))
        for one in tried:
            error = refused("limited", one)
            assert (error.fields["reason"], error.fields["sanction"]) == (WHY, str(made.pk))
        for other in {Kind.CHAT, Kind.RATED, Kind.PUBLIC} - {kind}:
            does(other, now)
        does(kind, now + DAY)
        play_first(table.match.pk, now)
        Sanction.objects.all().delete()


def test_a_rated_match_is_not_played_again_by_who_may_not(impose, running, amel, sami, now):
    """A player with a limit to unrated matches makes no rated rematch, and joins none."""
    old = rated(running, amel, sami, at=now).pk
    playing.resign(old, sami, now)
    impose(amel, Kind.RATED)

    refused("limited", rematch.rematch, old, amel, now)
    rematch.rematch(old, sami, now)
    refused("limited", rematch.rematch, old, amel, now)


def test_a_ban_reaches_a_sealed_lobby_and_survives_a_crash(impose, make_match, running, amel, sami, now):
    """The server plays for the banned player from the start of the sealed match on. Due work finds tables later."""
    secret, other = "the secret of Amel", "the secret of Sami"
    table = make_match(amel, autostart=True, seed_commitment=seat_commitment_to(secret))
    joining.join(table.match.pk, sami, now, seed_commitment=seat_commitment_to(other))
    running_match = running(amel, sami).match
    impose(amel, Kind.BAN)
    later = now + timedelta(minutes=5)
    assert not log.seats_of(running_match)[0].autopilot  # the message to a worker was lost

    leave_tables(later)
    assert log.seats_of(running_match)[0].autopilot
    assert not fair_play.SANCTIONS.due_keys(later + DAY, 10)
    shuffle_seeds.add_seed(table.match.pk, amel, later, seed=secret)
    begun = shuffle_seeds.add_seed(table.match.pk, sami, later, seed=other)

    assert (begun.match.status, [seat.autopilot for seat in begun.seats]) == ("running", [True, False])
    verified(begun)


def test_a_table_that_fails_is_tried_again(impose, running, amel, sami, now, monkeypatch):
    """An error at one table keeps the server from no other, and the ban stays due."""
    first, second = (running(amel, sami).match for _ in range(2))
    impose(amel, Kind.BAN)
    autopilot = playing.leave_to_autopilot

    def fails(match_id, *others, **more):
        if match_id == first.pk:
            raise ArithmeticError("an unexpected error")
        autopilot(match_id, *others, **more)

    with monkeypatch.context() as patched:
        patched.setattr(playing, "leave_to_autopilot", fails)
        leave_tables(now)
    assert [log.seats_of(match)[0].autopilot for match in (first, second)] == [False, True]

    leave_tables(now + timedelta(minutes=1))
    assert log.seats_of(first)[0].autopilot


def test_a_ban_does_not_depend_on_earlier_autopilots(impose, running, amel, sami, now):
    """The server plays for a banned player also where the player can cause no further autopilot."""
    match = running(amel, sami).match
    for _ in range(KINDS["autopilot_on"].most):
        playing.leave_to_autopilot(match.pk, amel, now)
        playing.resume(match.pk, amel, now)
    refused("too_often_here", playing.leave_to_autopilot, match.pk, amel, now)
    impose(amel, Kind.BAN)

    leave_tables(now)

    assert log.seats_of(match)[0].autopilot
    verified(match)


def test_a_cancelled_deletion_gives_a_banned_player_no_seat_back(impose, running, amel, sami, now):
    """A banned player who cancels a scheduled deletion stays on autopilot until the end of the ban."""
    match = running(amel, sami).match
    impose(amel, Kind.BAN)
    leave_tables(now)
    plan_to_leave(create_token(amel, "phone")[0], now)
    delete_accounts(now)
    stay_after_all(amel, now)
    delete_accounts(now)

    assert not AccountDeletion.objects.exists()
    assert log.seats_of(match)[0].autopilot
    assert not TableEvent.objects.filter(match=match, type="autopilot_off").exists()
    verified(match)
    playing.resume(match.pk, amel, now + DAY)
    assert not log.seats_of(match)[0].autopilot


def test_a_remembered_token_takes_no_seat_back(impose, running, amel, sami, client_of, now, frozen):
    """A process that has not learned of the ban yet refuses a move of a seat that the server plays."""
    table = running(amel, sami, options={"cut": False})
    mover = table.seats[table.match.to_act]
    client = client_of(mover.player)
    view = client.get(f"matches/{table.match.pk}").data
    stale = {"move": view["legal_moves"]["moves"][0]["move"], "expected_version": 0}
    assert client.post(f"matches/{table.match.pk}/moves", stale).status_code == 409  # the process remembers the token
    ban = impose(mover.player, Kind.BAN)
    leave_tables(now)
    move = stale | {"expected_version": Match.objects.get(pk=table.match.pk).version}

    answer = client.post(f"matches/{table.match.pk}/moves", move, **{"Idempotency-Key": "once"})

    assert (answer.status_code, answer.data.get("code"), answer.data.get("sanction")) == (403, "suspended", str(ban.pk))
    assert log.seats_of(table.match)[mover.number].autopilot
    assert verified(table).version == move["expected_version"]
    assert not IdempotentResponse.objects.exists()


def test_an_open_table_is_not_made_public_by_who_may_not(impose, make_match, amel, now):
    """A limited player cannot make a private lobby public, and their open seeks end."""
    table = make_match(amel, visibility="private")
    seeks.seek(amel, SOUGHT, now)
    impose(amel, Kind.PUBLIC)
    refused("limited", match_changes.change_match, table.match.pk, amel, now, visibility="public")
    match_changes.change_match(table.match.pk, amel, now, visibility="private")
    assert Seek.objects.get().ending == Seek.Ending.WITHDRAWN


def test_a_ban_leaves_reading_appealing_and_leaving(impose, running, make_match, amel, sami, client_of, now, frozen):
    """A banned player may read, appeal and delete the account; lobbies are left, and the server plays running matches.

    Each refusal has the reason, the end, and the id of the ban.
    """
    table, lobby_of_amel = running(amel, sami), make_match(amel)
    mine, theirs = client_of(amel), client_of(sami)
    ban = impose(amel, Kind.BAN)
    leave_tables(now)

    assert log.seats_of(Match.objects.get(pk=table.match.pk))[0].autopilot
    assert Match.objects.get(pk=lobby_of_amel.match.pk).status == "cancelled"
    place = f"matches/{table.match.pk}"
    told = {"sanction": str(ban.pk), "reason": WHY, "code": "suspended", "status": 403}
    answers = [
        mine.delete(f"{place}/autopilot"),
        mine.post(f"{place}/resign"),
        mine.post("matches", {"game": "scopa"}),
        mine.post(f"{place}/chat", {"message": {"type": "phrase", "key": "hello"}}),
        mine.patch("me", {"nickname": "Other"}),
        mine.post("me/seeks", {"game": "scopa"}),
        mine.post("clubs", {"name": "Café de la Marsa"}),
    ]
    for answer in answers:
        assert answer.data.items() >= told.items()
        assert WHY in answer.data["detail"]
    assert mine.get(place).status_code == mine.get("me/data").status_code == 200
    assert mine.get("me/sanctions").data["sanctions"][0]["kind"] == "ban"
    appealed = mine.post(f"me/sanctions/{ban.pk}/appeal", {"text": "It was my brother."})
    assert (appealed.status_code, appealed.data["appeal"]) == (200, "It was my brother.")
    assert theirs.get("me/sanctions").data == {"sanctions": []}
    assert theirs.post(f"me/sanctions/{ban.pk}/appeal", {"text": "Mine."}).status_code == 404

    frozen.shift(DAY)
    assert mine.delete(f"{place}/autopilot").status_code == 200


def test_moves_are_refused_too(impose, running, amel, sami, client_of, now, frozen):
    """A ban refuses moves, too, some seconds later in a process that remembers the token."""
    from accounts.devices.authentication import remembered  # noqa: PLC0415

    table = running(amel, sami, options={"cut": False})
    clients = [client_of(amel), client_of(sami)]
    seat = Match.objects.get(pk=table.match.pk).to_act
    impose(log.seats_of(table.match)[seat].player, Kind.BAN)
    remembered.clear()
    view = clients[seat].get(f"matches/{table.match.pk}").data
    move = {"move": view["legal_moves"]["moves"][0]["move"], "expected_version": view["version"]}
    assert clients[seat].post(f"matches/{table.match.pk}/moves", move).data["code"] == "suspended"


def test_the_longest_ban_holds_and_lifting_shows_the_next(impose, staff, amel, now):
    """The longest ban applies; lifting it restores access unless another one remains."""
    first, second = impose(amel, Kind.BAN), impose(amel, Kind.BAN, now + timedelta(hours=1))
    assert Player.objects.get(pk=amel.pk).ban["sanction"] == str(second.pk)
    fair_play.lift(second.pk, Order(staff, "A mistake.", now + timedelta(hours=2)))
    assert Player.objects.get(pk=amel.pk).ban["sanction"] == str(first.pk)
    fair_play.lift(first.pk, Order(staff, "A mistake.", now + timedelta(hours=2)))
    assert Player.objects.get(pk=amel.pk).ban is None
    refused("sanction_over", fair_play.lift, first.pk, Order(staff, "A mistake.", now + timedelta(hours=2)))
    assert Sanction.objects.get(pk=first.pk).lifted_by == staff


@pytest.mark.parametrize("decide", [fair_play.uphold, fair_play.grant])
def test_an_appeal_is_made_and_answered_once(impose, staff, running, amel, player, now, decide):
    """An appeal can be made and answered once; the player is notified either way, with their last match."""
    running(amel, player("Sami"))
    made = impose(amel, Kind.CHAT)
    order = Order(staff, "We have looked again.", now)
    refused("no_appeal", decide, made.pk, order)
    refused("invalid", fair_play.appeal, amel, made.pk, now, "  \n ")
    fair_play.appeal(amel, made.pk, now, "It was my brother.")
    refused("already_appealed", fair_play.appeal, amel, made.pk, now, "Indeed.")
    decide(made.pk, order)
    refused("no_appeal", decide, made.pk, order)

    found = Sanction.objects.get()
    assert (found.answer, found.answered_by, found.until <= now) == (order.reason, staff, decide is fair_play.grant)
    assert set(Notification.objects.filter(player=amel).values_list("kind", flat=True)) >= {
        "sanctioned",
        "appeal_answered",
    }


def test_a_warning_keeps_from_nothing(impose, make_match, amel, now):
    """A warning is shown and restricts nothing."""
    impose(amel, Kind.WARNING)
    make_match(amel)
    assert [one.until for one in fair_play.sanctions_of(amel)] == [now]


def test_the_staff_and_who_has_left_are_not_limited(impose, staff, player, now):
    """Staff and deleted accounts cannot be sanctioned."""
    gone = player("Gone")
    leave(gone, now)
    for one in (staff, gone):
        refused("not_found", impose, one, Kind.BAN)


def test_what_is_over_is_forgotten_in_time_and_with_its_player(impose, amel, sami, now):
    """A sanction is deleted a year after its end, and on account deletion."""
    impose(amel, Kind.CHAT)
    impose(sami, Kind.BAN)
    row_kinds.clean_up(now + DAY + retention.SANCTIONS_LAST)
    assert Sanction.objects.count() == 2
    leave(sami, now)
    assert (Sanction.objects.get().player, Player.objects.get(pk=sami.pk).ban) == (amel, None)
    row_kinds.clean_up(now + DAY + retention.SANCTIONS_LAST + timedelta(seconds=1))
    assert not Sanction.objects.exists()


def test_a_table_goes_on_for_who_is_limited(impose, running, amel, sami, now):
    """A limited player keeps their seats, so that no partner is harmed."""
    table = running(amel, sami, options={"cut": False})
    for kind in (Kind.CHAT, Kind.RATED, Kind.PUBLIC):
        impose(amel, kind)
    play_first(table.match.pk, now)
    play_first(table.match.pk, now)
    playing.resign(table.match.pk, amel, now)
