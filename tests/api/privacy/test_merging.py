"""Merging a guest into another player of the same person: the player gets all matches, and the log stays as it is."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.apps import apps
from django.utils import timezone

from accounts import aliases, services
from accounts.login.device_codes import PAIRING, RECOVERY, make_code
from accounts.models import Alias, DeviceCode, EmailAddress, Player, RecentLogin, Token
from accounts.services import create_token
from games.models import (
    Abandonment,
    ChatMessage,
    Club,
    HeadToHead,
    Match,
    Membership,
    Move,
    Mute,
    Note,
    Notification,
    NotificationChannel,
    NotificationStream,
    PlayerRelation,
    PlayerStatistics,
    Rating,
    RatingChange,
    Report,
    Sanction,
    Seat,
    Seek,
    TableEvent,
)
from games.services.log import recompute
from games.services.log.verification import faults_now
from games.services.matchmaking.lobby import joining
from games.services.privacy import merge_jobs, merge_rows
from games.services.social import follows_and_blocks
from games.services.social.chat import Wanted, post_message
from games.services.staff import fair_play
from games.services.staff.match_actions import Order
from games.services.turns import playing
from tests.api.asking import refused
from tests.helpers.api_client import with_token
from tests.helpers.eventually import drain
from tests.helpers.playing import play_first
from tests.helpers.rated_matches import follow as follow_up
from tests.helpers.rated_matches import rated, won_by
from tests.helpers.stored import undone

ALIASES = "me/aliases"
TABLES_OF_LOG = (Move, TableEvent)

ELSEWHERE = {
    "accounts.Token.user": "games.services.privacy.merging: devices go on, programs end",
    "accounts.PlayerNetwork.player": "accounts.devices.networks: what both came from is known of one",
    "accounts.DeviceCode.player": "games.services.privacy.merging: codes end",
    "accounts.AuthorizationCode.player": "games.services.privacy.merging: codes end",
    "accounts.LoginLink.player": "games.services.privacy.merging: links end",
    "accounts.AccountMail.player": "games.services.privacy.merging: mails on their way are not sent",
    "accounts.PasskeyChallenge.player": "games.services.privacy.merging: challenges end",
    "games.Seat.player": "at_matches: at one where the other one sits it stays",
    "games.Seat.reserved_for": "at_matches: where the other one sits none is kept",
    "games.Abandonment.player": "at_matches: at one where the other one has lost a seat, too, it stays",
    "games.Note.player": "at_matches: two notes in one match become one",
    "games.NotificationStream.player": "of_player: numbers go on behind those of both",
    "games.VacationEnd.player": "of_player: whoever stays has their own hours",
    "games.AvailabilityChange.player": "games.services.privacy.merging: its turns follow the hours of the other one",
    "games.Membership.player": "games.services.clubs.members",
    "games.PlayerRelation.player": "games.services.social.follows_and_blocks",
    "games.PlayerRelation.other": "games.services.social.follows_and_blocks",
    "games.Sanction.player": "games.services.staff.fair_play",
    "games.Rating.player": "games.services.ratings.ratings",
    "games.RatingChange.player": "games.services.ratings.ratings",
    "games.PlayerStatistics.player": "games.services.ratings.player_statistics",
    "games.HeadToHead.player": "games.services.ratings.player_statistics",
    "games.HeadToHead.other": "games.services.ratings.player_statistics",
    "games.Reliability.player": "games.services.ratings.reliability",
    "games.ClubScore.player": "games.services.clubs.club_boards",
}
"""Columns that other modules or functions pass on."""

STAYS = {
    "games.Move.player": "the log",
    "games.TableEvent.player": "the log",
    "accounts.Alias.player": "says who is an alias",
    "accounts.Alias.into": "of an alias of an alias: says since when each was whom, by which ratings are counted again",
    "accounts.AccountDeletion.player": "nobody is merged who leaves",
    "accounts.NameConfusable.player": "nobody is merged who has a name",
    "accounts.Passkey.player": "nobody is merged who has one",
    "accounts.SecondFactor.player": "nobody is merged who has one",
    "accounts.SecondFactorCode.player": "nobody is merged who has one",
    "otp_totp.TOTPDevice.user": "of the staff",
    "admin.LogEntry.user": "of the staff",
    "games.Report.staff": "of the staff",
    "games.Sanction.staff": "of the staff",
    "games.Sanction.lifted_by": "of the staff",
    "games.Sanction.answered_by": "of the staff",
}
"""Columns that keep their player, with the reasons."""


@pytest.fixture
def amel(player):
    """Return the player who stays."""
    return player("Amel")


@pytest.fixture
def phone(player):
    """Return the guest of the phone."""
    return player("Amel's phone")


@pytest.fixture
def sami(player):
    """Return an opponent of both."""
    return player("Sami")


def token_of(guest, device="phone"):
    """Return a token for a device of a guest."""
    return create_token(guest, device)[1]


def merge(client, guest):
    """Merge a guest into the client's player by a token; return the answer."""
    return client.post(ALIASES, {"token": token_of(guest)})


def done(answer):
    """Return the data of a successful answer."""
    assert answer.status_code == 201, answer.data
    return answer.data


def pass_all_on():
    """Let workers run all merge jobs that are due, until none is left."""
    now = timezone.now()
    for alias in Alias.objects.all():
        for at in (now, now + timedelta(minutes=2)):
            drain(merge_jobs.MERGES.go_on, alias.pk, at)
        alias.refresh_from_db()
        assert (alias.ended_at is not None, alias.wake_at, alias.failures) == (True, None, 0)


def log_of(match):
    """Return the rows of the match's log, as stored."""
    return [list(table.objects.filter(match=match).order_by("version").values()) for table in TABLES_OF_LOG]


def nothing(rows, count):
    """Show no progress; return the rows."""
    return rows


def is_sound(*matches):
    """Say whether the logs agree with the headers of the matches, and stored figures with recomputed ones."""
    return not any(faults_now(match.pk) for match in matches) and not list(recompute.differences(nothing))


# --- proof of the other account ---------------------------------------------------------------------------------------


def test_a_guest_is_merged_by_a_token(amel, phone, client_of):
    """The answer and the list of aliases have the id of the guest; a player with a name keeps the name.

    Repeating the request is refused, also with an idempotency key: requests with a token have no stored answers.
    """
    Player.objects.filter(pk=amel.pk).update(username="amel_k")
    client, body, key = client_of(amel), {"token": token_of(phone)}, {"Idempotency-Key": "once"}

    answer = done(client.post(ALIASES, body, **key))

    assert (answer["player"], answer["status"]) == (str(phone.pk), "under_way")
    refused(client.post(ALIASES, body, **key), 409, "same_player")
    refused(client.post(ALIASES, body), 409, "same_player")
    pass_all_on()
    assert client.get(ALIASES).data == {"aliases": [{**answer, "status": "ended"}]}
    assert client.get("me").data["name"] == "amel_k"


def test_a_guest_is_merged_by_a_code_which_is_used_up(amel, phone, client_of):
    """A pairing or recovery code, however it is typed, merges once."""
    token, client = create_token(phone, "")[0], client_of(amel)
    for kind in (PAIRING, RECOVERY):
        with undone():
            code, _ = make_code(token, kind, timezone.now())

            assert client.post(ALIASES, {"code": f" {code.lower()} "}).status_code == 201
            assert not DeviceCode.objects.exists()


def test_holding_a_device_of_a_guest_is_not_enough_where_they_have_a_way_in(amel, phone, client_of):
    """A guest with a login method must have logged in recently, so that holding their device is not enough."""
    held = client_of(phone)
    code = held.post("me/recovery-code").data["code"]

    refused(merge(client_of(amel), phone), 403, "recent_login_needed")
    assert client_of(amel).post(ALIASES, {"code": code}).status_code == 201


def test_wrong_ones_are_counted(amel, phone, client_of, settings):
    """Wrong codes and tokens count per address; right ones do not."""
    settings.THROTTLES = {**settings.THROTTLES, "device_codes": "2/hour"}
    client = client_of(amel)

    refused(client.post(ALIASES, {"code": "aaaa-aaaa-aa"}), 404, "wrong_code")
    refused(client.post(ALIASES, {"token": "0" * 64}), 404, "wrong_code")
    refused(merge(client, phone), 429, "too_many_wrong_codes")


def test_one_proof_is_sent(amel, client_of):
    """A request needs exactly one proof."""
    client = client_of(amel)
    for proof in ({}, {"token": "a", "code": "aaaa-aaaa-aa"}):
        refused(client.post(ALIASES, proof), 400, "invalid")


def test_a_program_neither_merges_nor_proves_anything(amel, phone, client_of):
    """A program cannot merge its player, nor does its token prove a guest, whatever its scopes."""
    scopes = {"scopes": ["read", "play"]}
    of_amel = with_token(client_of(amel).post("me/devices", {"device": "bot", **scopes}).data["token"])
    of_phone = client_of(phone).post("me/devices", {"device": "bot", **scopes}).data["token"]

    refused(of_amel.post(ALIASES, {"token": token_of(phone)}), 403, "insufficient_scope")
    refused(client_of(amel).post(ALIASES, {"token": of_phone}), 404, "wrong_code")


# --- players who cannot be merged -------------------------------------------------------------------------------------


def test_only_guests_are_merged(amel, phone, client_of):
    """A player with a name, a password, staff rights or a bot account is no guest, so cannot be merged into another."""
    client, token = client_of(amel), token_of(phone)
    for more in ({"username": "amel_k"}, {"is_staff": True, "username": "root"}, {"is_bot": True}, {"password": "a$b"}):
        with undone():
            Player.objects.filter(pk=phone.pk).update(**more)

            refused(client.post(ALIASES, {"token": token}), 409, "not_a_guest")


def test_bot_accounts_and_staff_take_nobody_in(amel, phone, player, client_of):
    """Bot accounts and staff cannot merge guests into themselves."""
    Player.objects.filter(pk=amel.pk).update(is_bot=True)

    refused(merge(client_of(Player.objects.create_superuser("root", None)), phone), 403, "staff_account")
    refused(merge(client_of(amel), phone), 409, "bots_not_allowed")


def test_nobody_is_merged_while_leaving(amel, phone, client_of):
    """Neither player may have a scheduled deletion."""
    for leaver in (amel, phone):
        with undone():
            client_of(leaver).put("me/deletion", None)

            refused(merge(client_of(amel), phone), 409, "deletion_scheduled")


def test_two_at_one_match_stay_two_until_it_is_over(amel, phone, client_of, running, now):
    """Two players of one match cannot be merged until it has ended and was counted; the error names the match."""
    match = running(amel, phone).match
    client = client_of(amel)

    assert refused(merge(client, phone), 409, "both_at_a_match")["match"] == str(match.pk)
    playing.resign(match.pk, phone, now)
    refused(merge(client, phone), 409, "both_at_a_match")
    follow_up(match, now)
    done(merge(client, phone))
    pass_all_on()

    assert Seat.objects.filter(match=match, player=phone).count() == 1
    assert is_sound(match)
    assert len(client.get("me/matches").data["results"]) == 1


def test_a_seat_that_waits_or_was_lost_prevents_it(amel, phone, sami, client_of, make_match, running, now):
    """A seat reserved for one player in a match of the other prevents the merge; so does a seat lost to the player."""
    with undone():
        match = make_match(amel).match
        Seat.objects.filter(match=match, number=1).update(reserved_for=phone)
        refused(merge(client_of(amel), phone), 409, "both_at_a_match")
    match = running(phone, sami, substitutes_after=60).match
    Seat.objects.filter(match=match, number=0).update(player=amel)
    Abandonment.objects.create(match=match, player=phone, seat=0, version=9, at=now)

    refused(merge(client_of(amel), phone), 409, "both_at_a_match")


# --- matches ------------------------------------------------------------------------------------------------------


def test_matches_that_go_on_are_the_player_s_at_once(amel, phone, sami, client_of, running, now):
    """Running matches of the guest are the player's at once; the log stays unchanged.

    The data export includes the guest's moves, which the log lists under the guest's id.
    """
    match = running(phone, sami, options={"cut": False}).match
    play_first(match.pk, now)
    play_first(match.pk, now)
    before, client = log_of(match), client_of(amel)

    done(merge(client, phone))

    view = client.get(f"matches/{match.pk}").data
    assert [one["id"] for one in client.get("me/matches").data["results"]] == [str(match.pk)]
    assert view["seats"][view["you"]["seat"]]["player"] == str(amel.pk)
    assert view["seats"][view["you"]["seat"]]["name"] == "Amel"
    assert log_of(match) == before
    rows = client.get("me/data", {"limit": 100}).data["results"]
    assert [one["data"]["player"] for one in rows if one["kind"] == "alias"] == [str(phone.pk)]
    assert [one["kind"] for one in rows if one["kind"] in ("match", "move")] == ["match", "move"]
    for _ in range(2):
        play_first(match.pk, now)
    playing.resign(match.pk, amel, now)
    assert is_sound(match)


def test_a_lobby_of_the_guest_is_the_player_s(amel, phone, sami, client_of, make_match, now):
    """The player may start a lobby that the guest made. Account deletion removes both names; the log stays valid."""
    match = make_match(phone).match
    joining.join_by_code(match.code, sami, timezone.now())

    done(merge(client := client_of(amel), phone))

    assert client.post(f"matches/{match.pk}/start").status_code == 200
    assert is_sound(match)
    services.leave(Player.objects.get(pk=amel.pk), now)
    assert not Player.objects.filter(nickname__startswith="Amel").exists()
    assert client_of(sami).get(f"matches/{match.pk}").data["seats"][0]["name"] == "former player"
    assert not faults_now(match.pk)


def test_matches_that_are_over_pass_on_in_steps(amel, phone, sami, client_of, running, now, monkeypatch):
    """Workers move finished matches in steps, and a merge survives a worker that dies between them."""
    monkeypatch.setattr(merge_jobs, "AT_ONCE", 1)
    monkeypatch.setattr(merge_jobs, "STEP", 0)
    matches = [running(phone, sami).match for _ in range(3)]
    for match in matches:
        playing.resign(match.pk, phone, now)
        follow_up(match, now)
    client = client_of(amel)

    done(merge(client, phone))
    assert merge_jobs.MERGES.due_keys(timezone.now(), 10) == [Alias.objects.get().pk]
    assert client.get("me/matches").data["results"] == []
    pass_all_on()

    assert len(client.get("me/matches").data["results"]) == 3
    assert is_sound(*matches)


def test_a_worker_that_fails_comes_again(amel, phone, sami, client_of, running, now, monkeypatch):
    """A failed merge job runs again later and completes, also for a row that a concurrent request wrote meanwhile."""
    match = running(phone, sami).match
    playing.resign(match.pk, phone, now)
    follow_up(match, now)
    done(merge(client_of(amel), phone))
    Notification.objects.create(kind="your_turn", player=phone, match=match, version=99, seat=0, at=now)
    alias = Alias.objects.get()
    with monkeypatch.context() as broken:
        broken.setattr(merge_rows, "at_matches", None)
        assert not merge_jobs.MERGES.go_on(alias.pk, timezone.now())

    alias.refresh_from_db()
    assert (alias.failures, alias.ended_at) == (1, None)
    Alias.objects.update(failures=0)
    later = timezone.now() + timedelta(hours=1)
    drain(merge_jobs.MERGES.go_on, alias.pk, later)
    assert Seat.objects.filter(player=amel).count() == 1
    assert Notification.objects.get(version=99).player == amel


def test_an_alias_of_an_alias(amel, phone, sami, player, client_of, running, now):
    """After two merges in a row all matches belong to the last player, and the log is valid."""
    tablet = player("Tablet")
    over, open_one = running(tablet, sami).match, running(tablet, sami).match
    playing.resign(over.pk, tablet, now)
    follow_up(over, now)

    done(merge(client_of(phone), tablet))
    done(merge(client_of(amel), phone))
    pass_all_on()

    assert Seat.objects.filter(player=amel).count() == 2
    assert aliases.names_of(amel.pk) == [amel.pk, phone.pk, tablet.pk]
    assert is_sound(over, open_one)


# --- devices ------------------------------------------------------------------------------------------------------


def test_the_phone_goes_on_as_the_player(amel, phone, sami, client_of, running):
    """The phone's token belongs to the player from now on, and no token of the guest remains.

    A move whose request was authenticated as the guest gets ``player_merged``, so that the client retries it. The ETag
    changes for all viewers, even if both players have the same nickname and avatar.
    """
    Player.objects.filter(pk=phone.pk).update(nickname=amel.nickname)
    path = f"matches/{running(phone, sami, options={'cut': False}).match.pk}"
    on_phone, opponent = client_of(phone), client_of(sami)
    move = {"move": {"type": "safe"}, "expected_version": 1}
    on_phone.post(f"{path}/moves", move)
    tag = opponent.get(path).headers["ETag"]

    done(merge(client_of(amel), phone))

    refused(on_phone.post(f"{path}/moves", move), 409, "player_merged")
    assert on_phone.get("me").data["id"] == str(amel.pk)
    assert on_phone.get(path).data["you"]["seat"] == 0
    assert not Token.objects.filter(user=phone).exists()
    assert client_of(amel).get(f"players/{phone.pk}").status_code == 404
    assert opponent.get(path, **{"If-None-Match": tag}).status_code == 200


def test_programs_codes_and_recent_logins_of_the_guest_end(amel, phone, client_of):
    """Tokens of programs and codes of the guest end: they were given for less than the player's account.

    A recent login of the guest ends, too, so that it cannot change the player's password.
    """
    ask = client_of(phone)
    program = with_token(ask.post("me/devices", {"device": "bot", "scopes": ["read"]}).data["token"])
    pairing, recovery = (ask.post(f"me/{kind}-code").data["code"] for kind in (PAIRING, RECOVERY))
    token = client_of().post("auth/device-codes/redeem", {"code": recovery}).data["token"]
    assert RecentLogin.objects.exists()

    done(client_of(amel).post(ALIASES, {"token": token}))

    assert program.get("me").status_code == 401
    refused(client_of().post("auth/device-codes/redeem", {"code": pairing}), 404, "wrong_code")
    assert not RecentLogin.objects.exists()


def test_channels_clubs_and_seeks_go_on(amel, phone, client_of, now):
    """The guest's channels and seeks become the player's; of two equal ones only one stays.

    The stronger of two standings in one club stays.
    """
    client, theirs = client_of(amel), client_of(phone)
    for one, targets in ((amel, "a"), (phone, "ab")):
        for target in targets:
            NotificationChannel.objects.create(
                player=one, sender="player_webhook", target=target, created_at=now, confirmed_at=now
            )
    club = theirs.post("clubs", {"name": "Marsa", "joining": "open"}).data
    client.post(f"clubs/{club['id']}/join")
    for one, game in ((client, "scopa"), (theirs, "scopa"), (theirs, "escoba")):
        one.post("me/seeks", {"game": game})

    done(merge(client, phone))

    assert sorted(one.target for one in NotificationChannel.objects.filter(player=amel)) == ["a", "b"]
    assert Player.objects.get(pk=amel.pk).has_channels
    assert [(one.player, one.standing) for one in Membership.objects.all()] == [(amel, "organizer")]
    assert sorted(Seek.objects.filter(player=amel, ended_at=None).values_list("game", flat=True)) == ["escoba", "scopa"]


def seek(client, now):
    """Create a seek, which is for another game than those of other players."""
    game = "scopa" if client.player.nickname == "Amel" else "escoba"
    assert client.post("me/seeks", {"game": game}).status_code == 201


def channel(client, now):
    """Create a confirmed notification channel."""
    there = {"sender": "player_webhook", "target": str(client.player.pk)}
    NotificationChannel.objects.create(player=client.player, created_at=now, confirmed_at=now, **there)


def login_address(client, now):
    """Create a login address that is not confirmed."""
    EmailAddress.objects.create(player=client.player, address=f"{client.player.pk}@home.example", logs_in=True)


def mute(client, now):
    """Mute a new guest for the player."""
    Mute.objects.create(player=client.player, muted=Player.objects.create_guest("Loud", "cat"), at=now)


def follow_one(client, now):
    """The player follows a new guest."""
    follow(client.player, Player.objects.create_guest("Sami", "cat"), now)


def block(client, now):
    """The player blocks a new guest."""
    follows_and_blocks.block(client.player, Player.objects.create_guest("Zohra", "cat").pk, now)


def club(client, now):
    """Become a member of a club."""
    made = Club.objects.create(name="Marsa", joining="open", founded_at=now)
    Membership.objects.create(club=made, player=client.player, standing="member", since=now)


def organized(client, now):
    """Found a club with the nickname of the player."""
    assert client.post("clubs", {"name": f"Club of {client.player.nickname}", "joining": "open"}).status_code == 201


KEPT = {
    channel: ("channels", "too_many_channels"),
    login_address: ("login_addresses", "too_many_login_addresses"),
    seek: ("seeks", "too_many_seeks"),
    mute: ("mutes", "too_many_mutes"),
    follow_one: ("follows", "too_many_follows"),
    block: ("blocks", "too_many_blocks"),
    club: ("clubs", "too_many_clubs"),
    organized: ("organized_clubs", "too_many_clubs"),
}
"""Functions that create a row of a player, with the limit and the code of its refusal."""


def test_a_merge_gives_no_player_more_than_the_limits(amel, phone, client_of, settings, now, subtests):
    """A merge is refused if both together have too many; it is not if the guest adds none."""
    client, theirs = client_of(amel), client_of(phone)
    usual = settings.LIMITS
    for make, (limit, code) in KEPT.items():
        with subtests.test(limit=limit):
            settings.LIMITS = usual
            with undone():
                for each in (client, theirs):
                    make(each, now)
                settings.LIMITS = {**usual, limit: 1}
                problem = refused(merge(client, phone), 409, code)
                assert (problem["limit"], "Together" in problem["detail"]) == (1, True)
                settings.LIMITS = {**usual, limit: 2}
                assert merge(client, phone).status_code == 201
            settings.LIMITS = usual
            with undone():
                make(client, now)
                settings.LIMITS = {**usual, limit: 0}
                assert merge(client, phone).status_code == 201


def test_devices_over_the_limit_are_signed_out(amel, phone, client_of, settings):
    """A merge leaves a player with no more devices than the limit; the one that sends the request stays."""
    client = client_of(amel)
    settings.LIMITS = {**settings.LIMITS, "devices": 2}
    for _ in range(3):
        create_token(phone, "tablet")

    done(merge(client, phone))

    assert Token.objects.filter(user=amel).count() == 2
    assert client.get("me").status_code == 200


def test_streams_go_on_behind_both(amel, phone, sami, client_of, running):
    """A client that resumes the stream from the guest's position misses no new event."""
    running(phone, sami)
    running(phone, sami)
    reached = client_of(phone).get("me/events").data["last"]

    done(merge(client_of(amel), phone))
    running(amel, sami)

    assert NotificationStream.objects.get(player=amel).last >= reached > 0
    assert client_of(amel).get("me/events", {"after": reached}).data["events"]


# --- what else is theirs ------------------------------------------------------------------------------------------


def test_each_column_that_names_a_player_is_decided():
    """Each column that references a player is moved, or documents why it stays."""
    passed = {f"{one.table._meta.label}.{one.column}" for one in (*merge_rows.OF_PLAYER, *merge_rows.AT_MATCHES)}
    there = {
        f"{table._meta.label}.{column.name}"
        for table in apps.get_models()
        for column in table._meta.concrete_fields
        if column.related_model is Player
    }

    assert there == passed | ELSEWHERE.keys() | STAYS.keys()
    assert not passed & STAYS.keys()


def test_sanctions_and_kid_mode_bind_the_player(staff, amel, phone, client_of, now):
    """Sanctions and kid mode of the guest apply to the player after the merge."""
    fair_play.impose(phone.pk, Order(staff, "Cheating.", now), Sanction.Kind.BAN, timezone.now() + timedelta(days=3))
    Player.objects.filter(pk=phone.pk).update(kid_mode=True)
    client = client_of(amel)

    done(merge(client, phone))

    refused(client.post("matches", {"game": "scopa"}), 403, "suspended")
    assert client.get("me").data["kid_mode"] is True
    assert len(client.get("me/sanctions").data["sanctions"]) == 1


def test_a_block_goes_before_a_friendship(amel, phone, sami, player, client_of, now):
    """A block of one outweighs a follow of the other, and the player follows neither themselves nor twice."""
    zohra = player("Zohra")
    follow(amel, sami, now)
    follow(sami, amel, now)
    follows_and_blocks.block(phone, sami.pk, now)
    follow(amel, phone, now)
    follow(phone, zohra, now)
    follow(zohra, phone, now)

    done(merge(client_of(amel), phone))

    assert {(one.player_id, one.other_id, one.kind) for one in PlayerRelation.objects.all()} == {
        (amel.pk, sami.pk, "block"),
        (amel.pk, zohra.pk, "follow"),
        (zohra.pk, amel.pk, "follow"),
    }


def follow(one, other, now):
    """Let one player follow another, without any checks."""
    PlayerRelation.objects.create(player=one, other=other, kind=PlayerRelation.Kind.FOLLOW, at=now)


def test_who_blocked_the_guest_has_blocked_the_player(amel, phone, sami, client_of, now):
    """A block of the guest becomes a block of the player, and ends follows of the player."""
    follows_and_blocks.block(sami, phone.pk, now)
    follow(sami, amel, now)
    follow(amel, sami, now)

    done(merge(client_of(amel), phone))

    assert [(one.player, one.other, one.kind) for one in PlayerRelation.objects.all()] == [(sami, amel, "block")]


def test_notes_words_and_reports(amel, phone, sami, client_of, running, now):
    """Notes, messages and reports of the guest become the player's; those of finished matches follow later."""
    match = running(phone, sami).match
    ask = client_of(phone)
    ask.put(f"matches/{match.pk}/note", {"text": "He bluffs."})
    ask.post(f"matches/{match.pk}/reports", {"version": 1, "expected": "A sweep.", "happened": "None."})
    post_message(match.pk, phone, now, Wanted(ChatMessage.Kind.PHRASE, key="hello"))
    Note.objects.create(match=match, player=amel, text="I watch.", changed_at=now)
    playing.resign(match.pk, phone, now)
    follow_up(match, now)
    client = client_of(amel)

    done(merge(client, phone))
    pass_all_on()

    assert client.get(f"matches/{match.pk}/note").data["text"] == "I watch.\n\nHe bluffs."
    assert ChatMessage.objects.get().player == amel
    assert Report.objects.get().player == amel


def test_a_player_reads_no_message_from_before_the_merged_account_came(amel, phone, sami, client_of, running, now):
    """The log still names the merged account, so its seat shows the messages since that account joined."""
    table = running(sami, phone, bots={2: "easy"}, game="scopa", seats=3)
    version = table.match.version
    said = {"match": table.match, "player": sami, "kind": ChatMessage.Kind.PHRASE, "key": "hello", "seat": 0, "at": now}
    joined = TableEvent.objects.get(match=table.match, type="joined", player=phone).version
    ChatMessage.objects.create(**said, version=joined - 1)
    heard = ChatMessage.objects.create(**said, version=version)

    done(merge(client_of(amel), phone))

    messages = client_of(amel).get(f"matches/{table.match.pk}/chat").data["results"]
    assert [one["id"] for one in messages] == [str(heard.pk)]


# --- figures ------------------------------------------------------------------------------------------------------


def test_figures_of_both_are_one_and_can_be_counted_again(amel, phone, sami, client_of, running, now):
    """Merged ratings, statistics and reliability equal those recomputed from the logs, also after further matches."""
    for hours, (one, winner) in enumerate([(amel, amel), (phone, sami)]):
        won_by(rated(running, one, sami, at=now + timedelta(hours=hours)), winner, now + timedelta(hours=hours))
    before = Rating.objects.get(player=sami)

    done(merge(client_of(amel), phone))
    pass_all_on()

    assert not list(recompute.differences(nothing))
    assert Rating.objects.get(player=sami).mu == before.mu
    assert Rating.objects.get(player=amel).matches == 2
    assert RatingChange.objects.filter(player=amel).count() == 2
    assert PlayerStatistics.objects.get(player=amel).matches == 2
    assert HeadToHead.objects.get(player=sami).against == 2
    won_by(rated(running, amel, sami, at=now + timedelta(hours=9)), amel, now + timedelta(hours=9))
    stored = list(Rating.objects.order_by("player").values_list("player", "mu", "sigma", "matches"))
    recompute.write(nothing)
    assert list(Rating.objects.order_by("player").values_list("player", "mu", "sigma", "matches")) == stored
    assert not list(recompute.differences(nothing))


def test_a_match_that_goes_on_counts_for_the_player(amel, phone, sami, client_of, running, now):
    """A running match of the guest counts for the player when it ends."""
    match = rated(running, phone, sami, at=now)
    won_by(rated(running, phone, sami, at=now), phone, now)

    done(merge(client_of(amel), phone))
    won_by(Match.objects.get(pk=match.pk), amel, now + timedelta(hours=1))

    assert Rating.objects.get(player=amel).matches == 2
    assert not Rating.objects.filter(player=phone).exists()
    assert not list(recompute.differences(nothing))


def test_two_who_have_played_each_other(amel, phone, sami, client_of, running, now):
    """Matches between the two stay counted for others, but the player has no head-to-head with themselves."""
    won_by(rated(running, amel, phone, at=now), amel, now)
    three = {"game": "scopa", "at": now}
    won_by(rated(running, amel, phone, sami, **three), sami, now)

    done(merge(client_of(amel), phone))
    pass_all_on()

    assert not list(recompute.differences(nothing))
    assert {(one.player, one.other) for one in HeadToHead.objects.all()} == {(amel, sami), (sami, amel)}
    assert is_sound(*Match.objects.all())
