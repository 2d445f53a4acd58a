"""The admin pages of matches, their logs and players: read-only, and without anything that is hidden from players."""

from __future__ import annotations

import html
import json
import re

import pytest
from django.contrib.admin.models import LogEntry
from django.forms.models import model_to_dict
from django.test import Client as DjangoClient
from django.urls import reverse
from knox.crypto import hash_token

from accounts import services, unique_names
from accounts.models import Alias, EmailAddress, Passkey, Player, Token
from games import log
from games.admin.matches import board
from games.admin.matches.actions import ACTIONS
from games.engine.catalogue import GAMES
from games.models import Match, Move, NotificationChannel, Round, Seat, TableEvent
from games.notifications import player_channels
from games.services import due_matches
from games.services.matchmaking.lobby import match_cancellation
from games.services.turns import playing
from tests.admin.lists import name_of, rows
from tests.helpers.english import english
from tests.helpers.eventually import drain
from tests.helpers.playing import play_first
from tests.helpers.staff import client_of_staff

LOG = [Round, Move, TableEvent]
OF_MATCHES = [Match, Seat, *LOG]
ALL = [*OF_MATCHES, Player]


def page(kind, what="changelist", *arguments):
    """Return the address of a page of the admin."""
    return reverse(f"admin:{name_of(kind)}_{what}", args=arguments)


def of_match(kind, match):
    """Return the rows of a kind that belong to a match."""
    if kind is Match:
        return Match.objects.filter(pk=match.pk)
    if kind is Player:
        return Player.objects.filter(seats__match=match)
    return kind.objects.filter(match=match)


def found(staff, kind, **query):
    """Return the ids of the rows that a list shows."""
    return {row.pk for row in rows(kind, staff, **query)}


def text_of(answer):
    """Return the whole HTML of a page, also its invisible parts, without character references."""
    return html.unescape(answer.content.decode())


def lines_of(answer):
    """Return the lines of the log on the page of a match, each as the texts of its cells."""
    rows = re.findall(r'<tr class="\w+" data-step.*?</tr>', answer.content.decode(), re.DOTALL)
    cells = [re.findall(r"<td>(.*?)</td>", row, re.DOTALL) for row in rows]
    return [[html.unescape(re.sub(r"<[^>]*>", "", cell)).strip() for cell in row] for row in cells]


def play(table, moves, now):
    """Play the first legal move this number of times; return the match."""
    for _ in range(moves):
        play_first(table.match.pk, now)
    return Match.objects.get(pk=table.match.pk)


@pytest.fixture
def played(running, player, now):
    """Return a running match of Amel and Sami with some moves, whose first deal was not void."""
    return play(running(player("Amel"), player("Sami"), options={"cut": False, "redeal": "none"}), 8, now)


@pytest.fixture
def finished(running, player, now):
    """Return a match of Nour and Iyed with some moves, in which one of them resigned."""
    table = running(player("Nour"), player("Iyed"))
    play(table, 3, now)
    return playing.resign(table.match.pk, table.seats[0].player, now).match


# --- looking ----------------------------------------------------------------------------------------------------------


def test_every_list_and_every_row_opens(root, staff, played, finished):
    """A list shows the rows of running and of finished matches; a filter by status keeps those of the finished one."""
    for kind in ALL:
        running, over = (set(of_match(kind, match).values_list("pk", flat=True)) for match in (played, finished))
        assert running
        assert over
        assert running | over <= found(staff, kind), kind
        if kind is not Player:
            status = "status__exact" if kind is Match else "match__status__exact"
            assert found(staff, kind, **{status: "finished"}) == over, kind
        for row in {of_match(kind, finished).first(), of_match(kind, finished).last()}:
            assert root.get(page(kind, "change", row.pk)).status_code == 200


def test_a_match_that_nobody_has_started_opens_too(root, make_match, now):
    """The pages of a lobby and of a cancelled lobby open."""
    table = make_match(bots={1: "easy"})
    assert root.get(page(Match, "change", table.match.pk)).status_code == 200

    match_cancellation.cancel(table.match.pk, table.match.creator, now)
    assert root.get(page(Match, "change", table.match.pk)).status_code == 200


def test_a_match_tells_what_has_happened_line_by_line(root, played, now):
    """The page shows every row of the log, with its player, as a spectator may see it."""
    lines = lines_of(root.get(page(Match, "change", played.pk)))

    assert [int(line[0]) for line in lines] == list(range(1, played.version + 1))
    assert all(line[1] == f"{now:%Y-%m-%d %H:%M:%S}" for line in lines)
    assert lines[0][2:] == ["Amel", "", "Amel creates the match.", ""]
    assert lines[1][2:] == ["Sami", "", "Sami joins.", ""]
    assert re.match(r"(Amel|Sami) (lays|takes) the \w+ of \w+", lines[-1][4])


def test_the_list_of_matches_says_who_sits_there(root, make_match, player):
    """The list shows players by name, bots by level, and free seats by a dash."""
    make_match(player("Amel"), seats=4, bots={2: "easy"})

    assert "Amel · – · (easy) · –" in text_of(root.get(page(Match)))


def test_a_match_is_found(staff, make_match, player):
    """A search finds a match by room code, by its id, and by nickname or id of a seated player."""
    wanted, other = make_match(player("Amel")).match, make_match(player("Sami")).match
    assert found(staff, Match) == {wanted.pk, other.pk}

    for term in (wanted.code, wanted.code.lower(), str(wanted.pk), "amel", str(wanted.creator_id)):
        assert found(staff, Match, q=term) == {wanted.pk}, term


def test_rows_of_matches_are_found(staff, played, finished):
    """A search finds them by the id of their match, and by nickname or id of their player."""
    amel = Player.objects.get(nickname="Amel")
    for kind in (Seat, Move, TableEvent):
        of_amel = kind.objects.filter(player=amel)
        for term, wanted in ((str(played.pk), of_match(kind, played)), ("Amel", of_amel), (str(amel.pk), of_amel)):
            assert wanted.exists()
            assert found(staff, kind, q=term) == set(wanted.values_list("pk", flat=True)), (kind, term)
    assert found(staff, Round, q=str(played.pk)) == set(of_match(Round, played).values_list("pk", flat=True))


def test_players_are_found(staff, amel, player):
    """A search finds players by nickname, login name and id."""
    player("Sami")

    assert found(staff, Player, q="ame") == found(staff, Player, q=str(amel.pk)) == {amel.pk}
    assert found(staff, Player, q="root") == {staff.pk}


def test_a_player_who_has_left_is_called_so(root, played, now):
    """Every list calls a player who deleted their account a former player."""
    services.leave(Player.objects.get(nickname="Amel"), now)

    for kind in (Match, Seat, Player):
        assert "former player" in text_of(root.get(page(kind)))


# --- nothing can be changed -------------------------------------------------------------------------------------------


def everything():
    """Return all rows of matches in the database."""
    return [list(kind.objects.order_by("pk").values()) for kind in OF_MATCHES]


def test_nothing_can_be_added_or_changed(root, played):
    """The admin refuses the form for a new row, and direct POSTs; a page shows no field to edit."""
    before = everything()
    for kind in OF_MATCHES:
        row = of_match(kind, played).last()
        change = page(kind, "change", row.pk)
        form = {name: value for name, value in model_to_dict(row).items() if value is not None}

        shown = root.get(change).content.decode()
        shown = re.sub(r'<form class="slider"[^>]*method="get".*?</form>', "", shown, flags=re.DOTALL)
        assert re.findall(r"""<(?:input|select|textarea)(?![^>]*type="hidden")[^>]*name=""", shown) == []
        assert 'name="_save"' not in shown
        assert root.post(change, {**form, "_save": "Save"}).status_code == 403
        assert root.get(page(kind, "add")).status_code == 403
        assert root.post(page(kind, "add"), {"_save": "Save"}).status_code == 403
    assert everything() == before


def test_nothing_can_be_deleted(root, played):
    """The admin deletes no row, neither alone nor with the bulk action; players delete their accounts themselves."""
    before = everything()
    for kind in ALL:
        row = of_match(kind, played).last()
        bulk = {"action": "delete_selected", "_selected_action": [str(row.pk)], "post": "yes"}
        assert root.get(page(kind, "delete", row.pk)).status_code == 403
        assert root.post(page(kind, "delete", row.pk), {"post": "yes"}).status_code == 403
        assert b"delete_selected" not in root.post(page(kind), bulk, follow=True).content
        assert kind.objects.filter(pk=row.pk).exists()
    assert everything() == before


def test_who_turned_out_to_be_one_is_shown(root, player, now):
    """The page of a player names each account merged into theirs; the page of a merged account names the player."""
    amel, phone = player("Amel"), player("Phone")
    Alias.objects.create(player=phone, into=amel, at=now)

    shown = [root.get(f"/admin/accounts/player/{one.pk}/change/").content.decode() for one in (amel, phone)]

    assert f"{phone.pk} merged on {now:%Y-%m-%d}" in shown[0]
    assert f"merged into {amel.pk} on {now:%Y-%m-%d}" in shown[1]


# --- players can be shut out ------------------------------------------------------------------------------------------


def filled_in(answer):
    """Return the fields of the form on an admin page, with its inline rows, as a browser would send them."""
    data = {}
    for form in (answer.context["adminform"].form, *(set_.formset for set_ in answer.context["inline_admin_formsets"])):
        forms = [form] if hasattr(form, "fields") else [form.management_form, *form.initial_forms]
        for one in forms:
            for bound in one:
                value = bound.value()
                if value is not None and value is not False:
                    data[bound.html_name] = value
    return data


@pytest.mark.parametrize("registered", [False, True])
def test_the_staff_shuts_a_player_out(root, player, client_of, registered):
    """An admin deactivates a guest or a player with a login name; their devices are signed out."""
    amel = Player.objects.create_user("amel") if registered else player("Amel")
    device = client_of(amel)
    form = filled_in(root.get(page(Player, "change", amel.pk)))
    assert form.pop("is_active") is True

    answer = root.post(page(Player, "change", amel.pk), form)

    assert answer.status_code == 302
    amel.refresh_from_db()
    assert (amel.is_active, amel.is_guest) == (False, not registered)
    assert device.get("me").status_code == 401


def test_the_staff_signs_a_device_out(root, client_of):
    """An admin signs a device out by deleting its row; the other devices stay signed in."""
    amel = Player.objects.create_user("amel")
    devices = [client_of(amel), client_of(amel)]
    form = filled_in(root.get(page(Player, "change", amel.pk)))
    token = devices[1].http.defaults["HTTP_AUTHORIZATION"].split()[1]
    gone = next(name for name, value in form.items() if value == hash_token(token))

    answer = root.post(page(Player, "change", amel.pk), {**form, gone.replace("-digest", "-DELETE"): "on"})

    assert answer.status_code == 302
    assert [device.get("me").status_code for device in devices] == [200, 401]


def test_a_member_of_the_staff_is_made(root):
    """An admin creates a staff member with a login name and a password."""
    form = filled_in(root.get(page(Player, "add"))) | {
        "username": "helper",
        "nickname": "Helper",
        "usable_password": "true",
        "password1": "mint-tea-9817",
        "password2": "mint-tea-9817",
    }

    answer = root.post(page(Player, "add"), form)

    assert answer.status_code == 302
    assert DjangoClient().login(username="helper", password="mint-tea-9817")


def test_staff_have_no_password_about_this_server(root):
    """The admin refuses passwords of words about this server, as it does for players, and explains the rule."""
    assert "do not count towards" in root.get(page(Player, "add")).content.decode()
    words = {"usable_password": "true", "password1": "scopa-scopa-2026", "password2": "scopa-scopa-2026"}
    answer = root.post(page(Player, "add"), {"username": "helper", "nickname": "Helper", **words})
    assert "A password has at least 10 other characters." in text_of(answer)
    assert not Player.objects.filter(username="helper").exists()


# --- what is hidden ---------------------------------------------------------------------------------------------------


def hidden_cards(match):
    """Return the names of all cards that no spectator has seen."""
    loaded = log.load(match)
    truth = loaded.game.truth(loaded.state)
    deck = json.loads(Round.objects.filter(match=match).latest("version").deck)
    return {card for hand in truth["hands"] for card in hand} | set(deck[len(deck) - truth["stock"] :])


def raw(match):
    """Return the values that must stay secret while a match runs.

    Digests are among them, since they confirm a guess of the values that they hide.
    """
    rows = log.rows_after(match)
    shuffles = [text for row in rows if isinstance(row, Round) for text in (row.deck, row.events)]
    return [match.seed, match.snapshot, match.digest, *(row.digest for row in rows), *shuffles]


def pages_of(client, match, kinds):
    """Yield the admin pages about a match as text, with those of the first and the last row of each kind."""
    addresses = [page(Match, "step", match.pk, step) for step in (1, match.version // 2, match.version)]
    for kind in kinds:
        first, last = of_match(kind, match).order_by("pk").first(), of_match(kind, match).order_by("pk").last()
        addresses += [f"{page(kind)}?q={match.pk}", page(kind, "history", last.pk)]
        addresses += [page(kind, "change", row.pk) for row in {first, last}]
    addresses.append(f"{page(Match, 'change', match.pk)}?check=")
    for one in addresses:
        answer = client.get(one)
        assert answer.status_code == 200, one
        yield text_of(answer)


def test_no_page_tells_what_is_hidden_in_a_running_match(root, played):
    """No page shows the seed, a deck, a state or a hidden card, not even to a superuser."""
    secrets, cards = raw(played), hidden_cards(played)
    game = log.game_of(played)
    assert len(cards) > 20
    said = {english(game.card_in_words(game.read_card(card))) for card in cards}
    drawn = {board.card_of(game, game.read_card(card)).text for card in cards}
    assert {len(said), len(drawn)} == {len(cards)}

    seen = list(pages_of(root, played, ALL))
    seen += [text_of(root.get(page(Match, "do", played.pk, key))) for key in ACTIONS]
    seen.append(text_of(root.get("/admin/")))

    assert len(seen) > 30
    for shown in seen:
        assert not [secret for secret in secrets if secret in shown]
        assert not cards & set(re.findall(r"\w+", re.sub(r"<[^>]*>", " ", shown)))
        assert not [card for card in said | drawn if card in shown]


def test_hidden_cards_stay_hidden_in_every_game(root, running, now):
    """Secrets stay hidden also in games where players draw cards or lay combinations on the table."""
    for key in ("camba", "haggis"):
        game = GAMES[key]
        table = running(game=key, seats=game.seats[0], bots={1: "easy"})
        drain(due_matches.wake, table.match.pk, now)
        match = Match.objects.get(pk=table.match.pk)
        secrets = raw(match)
        for shown in pages_of(root, match, (Match, Round, Move)):
            assert not [secret for secret in secrets if secret in shown]


def test_everything_is_told_when_the_match_is_over(root, finished):
    """The match shows its seed and digest; rounds and moves show their decks, events and digests."""
    first = Round.objects.filter(match=finished).earliest("version")
    move = Move.objects.filter(match=finished).earliest("version")

    for row, fields in ((finished, ("seed", "digest")), (first, ("deck", "events")), (move, ("digest", "move"))):
        shown = text_of(root.get(page(type(row), "change", row.pk)))
        assert [field for field in fields if getattr(row, field) not in shown] == []


# --- who may look -----------------------------------------------------------------------------------------------------


def test_players_get_no_admin(played, client_of):
    """The admin sends anonymous clients, guests with a token and players with a login name to its login page."""
    registered = DjangoClient()
    registered.force_login(Player.objects.create_user("amel"))

    for client in (DjangoClient(), client_of(Player.objects.get(nickname="Amel")).http, registered):
        for kind in ALL:
            row = of_match(kind, played).first()
            for address in (page(kind), page(kind, "change", row.pk), page(kind, "add")):
                answer = client.get(address)
                assert (answer.status_code, answer.headers["Location"].partition("?")[0]) == (302, "/admin/login/")


def test_the_staff_sees_what_it_has_the_right_to(played):
    """A staff member without the permission for a page gets 403."""
    helper = client_of_staff("helper")

    assert helper.get("/admin/").status_code == 200
    for kind in ALL:
        row = of_match(kind, played).first()
        statuses = [helper.get(one).status_code for one in (page(kind), page(kind, "change", row.pk))]
        assert statuses == [403, 403], kind


def test_a_guest_cannot_log_in(played):
    """Guests have no password, and an empty password does not work."""
    amel = Player.objects.get(nickname="Amel")
    Player.objects.filter(pk=amel.pk).update(is_staff=True, is_superuser=True)
    client = DjangoClient()

    for name in ("", "Amel", str(amel.pk), "None"):
        answer = client.post("/admin/login/", {"username": name, "password": ""})
        assert answer.status_code == 200
        assert "_auth_user_id" not in client.session


def test_all_ways_into_an_account_are_ended(root, client_of, amel):
    """Every device is signed out and no login method works any more.

    The page named these methods before, and the admin log has the change.
    """
    client = client_of(amel)
    client.put("me/name", {"name": "amel_k"})
    client.put("me/password", {"password": "mint tea at nine"})
    code = client.post("me/recovery-code").data["code"]
    Passkey.objects.create(player=amel, credential="x", public_key=b"", sign_count=0, created_at=amel.created_at)
    assert "a password, passkeys: 1, login addresses: 0" in text_of(root.get(page(Player, "change", amel.pk)))

    answer = root.post(page(Player), {"action": "end_ways_in", "_selected_action": [amel.pk]}, follow=True)

    assert "signed out" in text_of(answer)
    assert client.get("me").status_code == 401
    assert client_of().post("auth/device-codes/redeem", {"code": code}).status_code == 404
    body = {"name": "amel_k", "password": "mint tea at nine"}
    assert client_of().post("auth/log-in", body).status_code == 403
    assert not Passkey.objects.exists()
    assert LogEntry.objects.filter(object_id=str(amel.pk)).exists()


def test_accounts_that_are_not_active_are_locked_unless_they_are_deleted(root, player, client_of, now):
    """A deactivated account is locked like any other, and a deleted one in the selection stops nothing."""
    gone, locked, amel = (player(name) for name in ("Gone", "Locked", "Amel"))
    clients = [client_of(one) for one in (locked, amel)]
    services.leave(gone, now)
    Player.objects.filter(pk=locked.pk).update(is_active=False)
    chosen = {"action": "end_ways_in", "_selected_action": [one.pk for one in (gone, locked, amel)]}

    answer = root.post(page(Player), chosen, follow=True)

    assert "the account is deleted" in text_of(answer)
    assert not Token.objects.exists()
    Player.objects.filter(pk=locked.pk).update(is_active=True)
    assert [client.get("me").status_code for client in clients] == [401, 401]
    assert {entry.object_id for entry in LogEntry.objects.all()} == {str(locked.pk), str(amel.pk)}

    answer = root.post(page(Player), {**chosen, "_selected_action": [gone.pk]}, follow=True)
    assert not any("signed out" in str(message) for message in answer.context["messages"])


@pytest.mark.parametrize("nickname", ["Support Team", "www.spam.example", "a\u200bb"])
def test_a_nickname_that_players_may_not_have(root, amel, nickname):
    """A nickname that the rules for players forbid is refused in the form, with the reason."""
    address = page(Player, "change", amel.pk)
    form = filled_in(root.get(address))

    answer = root.post(address, {**form, "nickname": nickname})

    assert answer.status_code == 200
    assert answer.context["adminform"].form.errors["nickname"]
    assert Player.objects.get(pk=amel.pk).nickname == "Amel"


def test_the_staff_removes_a_login_address_and_adds_one(root, amel, now):
    """A removed login address no longer logs in; a new one does at once, in its normalized form."""
    stolen = EmailAddress.objects.create(
        player=amel, address="thief@elsewhere.example", language="en", confirmed_at=now, logs_in=True
    )
    address = page(Player, "change", amel.pk)
    form = {key: "" if value is None else value for key, value in model_to_dict(amel).items()}
    form |= {f"auth_token_set-{name}": 0 for name in ("TOTAL_FORMS", "INITIAL_FORMS")}
    form |= {"email_addresses-TOTAL_FORMS": 2, "email_addresses-INITIAL_FORMS": 1, "email_addresses-0-DELETE": "on"}
    form |= {"email_addresses-0-id": str(stolen.pk), "email_addresses-1-address": "amel@HOME.example"}

    answer = root.post(address, form)

    assert answer.status_code == 302, answer.context["errors"]
    [named] = amel.email_addresses.all()
    assert (named.address, named.logs_in, named.confirmed_at) == ("amel@home.example", True, now)


def test_a_name_that_looks_like_another_one(root):
    """The admin warns and saves the name all the same: admins may choose any name."""
    first, second = Player.objects.create_user("amel"), Player.objects.create_user("Sami")
    form = {key: "" if value is None else value for key, value in model_to_dict(second).items()}
    form |= {"username": "A-mél", "nickname": "Sami"}
    inlines = ("auth_token_set", "email_addresses")
    form |= {f"{inline}-{name}": 0 for inline in inlines for name in ("TOTAL_FORMS", "INITIAL_FORMS")}
    answer = root.post(page(Player, "change", second.pk), form, follow=True)

    assert "looks like the name of another player" in text_of(answer)
    assert unique_names.find("amel") == first


def test_whoever_may_change_players_gives_no_rights_and_changes_no_staff(staff, amel):
    """Rights, and accounts of the staff with their passwords and addresses, are for superusers alone."""
    helper = client_of_staff("helper", "view_player", "change_player", "view_emailaddress", "add_emailaddress")
    form = filled_in(helper.get(page(Player, "change", amel.pk)))
    rights = {"is_superuser": "on", "is_staff": "on", "user_permissions": ["1", "2"]}
    assert helper.post(page(Player, "change", amel.pk), {**form, **rights, "nickname": "Amal"}).status_code == 302
    amel.refresh_from_db()
    assert (amel.nickname, amel.is_superuser, amel.is_staff) == ("Amal", False, False)
    assert not amel.user_permissions.exists()

    own = Player.objects.get(username="helper")
    for member in (staff, own):
        assert helper.post(page(Player, "change", member.pk), {**form, **rights}).status_code == 403
        password = {"password1": "mint tea at nine", "password2": "mint tea at nine"}
        address = reverse("admin:auth_user_password_change", args=[member.pk])
        assert helper.post(address, password).status_code == 403
    answer = helper.post(page(Player), {"action": "end_ways_in", "_selected_action": [staff.pk, amel.pk]}, follow=True)
    assert "only a superuser" in text_of(answer)
    assert LogEntry.objects.filter(object_id=str(staff.pk)).count() == 0
    assert LogEntry.objects.filter(object_id=str(amel.pk), change_message__contains="login methods").exists()


def test_a_removed_address_gets_no_more_notifications(root, amel, now):
    """With an email address the admin removes the channel to it; other channels stay."""
    kept, stolen = (
        EmailAddress.objects.create(player=amel, address=address, language="en", confirmed_at=now)
        for address in ("amel@home.example", "thief@elsewhere.example")
    )
    for one in (kept, stolen):
        NotificationChannel.objects.create(
            player=amel, sender="mail", target=one.address, created_at=now, confirmed_at=now
        )
    form = filled_in(root.get(page(Player, "change", amel.pk)))
    gone = next(name for name, value in form.items() if str(value) == str(stolen.pk) and name.endswith("-id"))

    answer = root.post(page(Player, "change", amel.pk), {**form, gone.replace("-id", "-DELETE"): "on"})

    assert answer.status_code == 302
    assert [one.target for one in NotificationChannel.objects.all()] == [kept.address]


def test_a_locked_account_gets_no_notifications(root, amel, now):
    """While an account is not active, none of its channels is used."""
    channel = NotificationChannel.objects.create(
        player=amel, sender="mail", target="amel@home.example", created_at=now, confirmed_at=now
    )
    for is_active in (False, True):
        Player.objects.filter(pk=amel.pk).update(is_active=is_active)
        assert list(player_channels.in_use_at(now)) == [channel] * is_active
