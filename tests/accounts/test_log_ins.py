"""Login by name and password or by a mailed link; setting, changing and forgetting a password."""

from __future__ import annotations

import re
from datetime import timedelta
from pathlib import Path

import pytest
from django.contrib.auth import hashers
from django.core.cache import cache
from django.utils import timezone

from accounts.login import device_codes, login_limits, password_words
from accounts.login.email import account_mails
from accounts.models import AccountMail, EmailAddress, LoginLink, Player, RecentLogin
from accounts.services import leave
from chkobba_api.errors import DomainError
from games.engine.catalogue import GAMES
from games.row_kinds import clean_up
from games.texts import LANGUAGES, reader
from tests.api.asking import refused
from tests.helpers.api_client import with_token

GOOD, OTHER = "mint tea at nine", "two camels, one well"


@pytest.fixture
def amel(player, client_of):
    """Return the client of a player with a name."""
    client = client_of(player("Amel"))
    client.put("me/name", {"name": "amel_k"})
    return client


@pytest.fixture
def known(amel):
    """Return a client of the player, who has a password, too."""
    assert amel.put("me/password", {"password": GOOD}).status_code == 200
    return amel


def log_in(client_of, name="amel_k", password=GOOD, **more):
    """Log in; return the answer."""
    return client_of().post("auth/log-in", {"name": name, "password": password, **more})


# --- by name and password ---------------------------------------------------------------------------------------------


def test_a_guest_becomes_an_account(amel, client_of):
    """A guest becomes an account as the same player, and logs in on another device."""
    assert amel.get("me/password").data == {"is_set": False, "needs_current": False}
    assert amel.put("me/password", {"password": GOOD}).data == {"is_set": True, "needs_current": True}

    answer = log_in(client_of, device="laptop")

    assert answer.status_code == 201
    assert answer.data["recovery_code"] is None
    assert with_token(answer.data["token"]).get("me").data == amel.get("me").data == answer.data["player"]


def test_the_name_is_taken_as_people_type_it(known, client_of):
    """The name is matched without regard to case, the password exactly."""
    answers = [log_in(client_of, typed).status_code for typed in ("amel_k", "AMEL_K", "Amél-K", "amelk")]
    assert answers == [201] * 4
    refused(log_in(client_of, "amel_k", GOOD.upper()), 403, "wrong_login")


def test_what_is_wrong_is_not_told(known, player, client_of):
    """An unknown name, a wrong password, a player without one and staff all get the same answer."""
    client_of(player("Sami")).put("me/name", {"name": "sami"})
    Player.objects.create_superuser("steward", GOOD)

    answers = [
        refused(log_in(client_of, name, password), 403, "wrong_login")
        for name, password in [("amel_k", OTHER), ("nobody", GOOD), ("sami", GOOD), ("steward", GOOD), ("---", GOOD)]
    ]

    assert all(answer == answers[0] for answer in answers)


def test_whatever_is_wrong_one_password_is_hashed(known, client_of, monkeypatch):
    """Each failed login hashes one password, so that its time reveals nothing."""
    hashed = []
    hasher = type(hashers.get_hasher())
    encode = hasher.encode
    monkeypatch.setattr(hasher, "encode", lambda self, *what: hashed.append(1) or encode(self, *what))
    for name in ("amel_k", "nobody", "---"):
        before = len(hashed)
        refused(log_in(client_of, name, OTHER), 403, "wrong_login")
        assert len(hashed) == before + 1


def log_in_from(client_of, address, name="amel_k", password=GOOD):
    """Log in from an address; return the answer."""
    body = {"name": name, "password": password}
    return client_of().post("auth/log-in", body, **{"X-Forwarded-For": address})


@pytest.fixture
def _proxied(settings):
    """Let tests send requests from any address."""
    settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "NUM_PROXIES": 1}


@pytest.mark.usefixtures("_proxied")
def test_each_password_is_counted_by_address(known, client_of, settings):
    """Logins count per address, right or wrong; other addresses are unaffected."""
    settings.THROTTLES = {**settings.THROTTLES, "log_ins": "4/hour"}
    assert [log_in_from(client_of, "192.0.2.1").status_code for _ in range(2)] == [201, 201]
    for number in range(2):
        refused(log_in_from(client_of, "192.0.2.1", f"nobody{number}"), 403, "wrong_login")
    refused(log_in_from(client_of, "192.0.2.1"), 429, "too_many_wrong_logins")
    assert log_in_from(client_of, "192.0.2.2").status_code == 201


@pytest.mark.usefixtures("_proxied")
def test_right_passwords_are_counted_by_player(known, client_of, settings):
    """Successful logins count per player over all addresses; failed ones do not."""
    settings.THROTTLES = {**settings.THROTTLES, "log_ins": "3/hour"}
    for number in range(5):
        refused(log_in_from(client_of, f"192.0.2.{number}", password=OTHER), 403, "wrong_login")
    assert [log_in_from(client_of, f"198.51.100.{number}").status_code for number in range(3)] == [201] * 3
    refused(log_in_from(client_of, "198.51.100.9"), 429, "too_many_wrong_logins")


@pytest.mark.usefixtures("_proxied")
def test_nobody_keeps_another_out(known, client_of, settings):
    """Wrong guesses at a name count per address, so that a guesser does not lock the player out."""
    settings.THROTTLES = {**settings.THROTTLES, "log_ins_at_name": "4/hour"}
    for address in ("192.0.2.1", "192.0.2.2"):
        said = [log_in_from(client_of, address, "Amel_K", OTHER).data["code"] for _ in range(5)]
        assert said == ["wrong_login"] * 4 + ["too_many_wrong_logins"]
    assert log_in_from(client_of, "192.0.2.3").status_code == 201


@pytest.fixture
def comes(settings):
    """Return a function that says whether an address that arrives now gets its turn."""
    settings.LOG_INS_ONE_BY_ONE = True

    def come(address, line=login_limits.PLAYERS):
        try:
            with login_limits.turn_to_hash(line, address):
                return True
        except DomainError:
            return False

    return come


@pytest.mark.usefixtures("_proxied")
def test_addresses_stand_in_line(known, client_of, settings):
    """An address that arrives while a password is hashed queues, gets ``retry_after``, and is not charged."""
    settings.LOG_INS_ONE_BY_ONE = True
    settings.THROTTLES = {**settings.THROTTLES, "log_ins": "1/hour"}
    with login_limits.turn_to_hash(login_limits.PLAYERS, "192.0.2.9"):
        assert refused(log_in_from(client_of, "192.0.2.1"), 429, "throttled")["retry_after"] == 1
    refused(log_in_from(client_of, "192.0.2.9"), 429, "throttled")  # at the end of the queue, even if it is faster
    assert log_in_from(client_of, "192.0.2.1").status_code == 201


def test_who_does_as_asked_keeps_the_place(comes, frozen):
    """An address that retries when told keeps its place; one that retries early or stays away loses it."""
    with login_limits.turn_to_hash(login_limits.PLAYERS, "somebody"):
        assert not any(comes(address) for address in ("hasty", "patient", "away", "hasty"))
    frozen.shift(1)
    assert not comes("hasty")
    assert comes("patient")
    assert not comes("hasty")  # behind "away"
    frozen.shift(1)
    assert comes("hasty")
    with login_limits.turn_to_hash(login_limits.PLAYERS, "somebody"):
        assert not comes("late")
    assert comes("away")  # still before "late"


def test_a_line_is_short(comes):
    """The queue is short: further addresses are refused without a place. Staff has a queue of its own."""
    with login_limits.turn_to_hash(login_limits.PLAYERS, "0"):
        assert not any(comes(str(number)) for number in range(1, login_limits.PLACES + 20))
        assert comes("0", login_limits.STAFF)
    assert [comes(str(number)) for number in range(1, login_limits.PLACES + 1)] == [True] * login_limits.PLACES
    assert comes("0")


def test_without_a_cache_there_is_no_line(known, client_of, settings):
    """While the cache is away, each address is first, and nothing fails at the end of its turn."""
    settings.LOG_INS_ONE_BY_ONE = True
    settings.CACHES = {
        "default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": "redis://127.0.0.1:1"}
    }

    assert log_in(client_of).status_code == 201


@pytest.fixture
def in_turn(settings, monkeypatch):
    """Return a list that says of each hashed password whether it waited for its turn."""
    settings.LOG_INS_ONE_BY_ONE = True
    in_turn = []
    hasher = type(hashers.get_hasher())
    encode = hasher.encode

    def watched(self, *what):
        in_turn.append(bool(cache.get(f"{login_limits.PLAYERS}.turn")))
        return encode(self, *what)

    monkeypatch.setattr(hasher, "encode", watched)
    return in_turn


def test_every_password_is_hashed_in_its_turn(known, in_turn, client_of):
    """Every use of a password waits for its turn to hash, whatever it is checked for."""
    assert log_in(client_of).status_code == 201
    refused(log_in(client_of, password=OTHER), 403, "wrong_login")
    assert known.put("me/password", {"password": OTHER, "current": GOOD}).status_code == 200
    assert known.post("me/second-factor", {"current": OTHER}).status_code == 201

    assert len(in_turn) >= 5
    assert all(in_turn)


def test_who_has_left_or_was_shut_out_does_not_log_in(known, client_of, now):
    """A deleted or deactivated account cannot log in; deletion removes the name and the password."""
    amel = Player.objects.get()
    Player.objects.update(is_active=False)
    refused(log_in(client_of), 403, "wrong_login")
    Player.objects.update(is_active=True)
    leave(amel, now)
    refused(log_in(client_of), 403, "wrong_login")
    amel.refresh_from_db()
    assert (amel.username, amel.has_usable_password(), amel.looks.count()) == (None, False, 0)


def test_all_others_are_signed_out(known, client_of):
    """A login may sign out all other devices; it then replaces the recovery code."""
    known.log_in_lately()
    known.post("me/recovery-code")
    came = log_in(client_of, sign_out_others=True).data

    refused(known.get("me"), 401, "unauthenticated")
    assert client_of().post("auth/device-codes/redeem", {"code": came["recovery_code"]}).status_code == 201


# --- the password -----------------------------------------------------------------------------------------------------


ABOUT_SERVER = (
    "Words such as the name of this server or of a game do not count. A password has at least 10 other characters."
)
TOO_EASY = {
    "short": ["A password has at least 10 characters."],
    "1234567890": ["This password is too common. Choose another one."],
    "amel_k1234": ["This password is too much like your name."],
    "scopa-scopa": [ABOUT_SERVER],
}


def test_passwords_that_are_too_easy(amel):
    """The error says in the reader's language why a password is too easy."""

    def said():
        answers = {password: amel.put("me/password", {"password": password}) for password in TOO_EASY}
        return {password: refused(one, 400, "invalid")["errors"]["password"] for password, one in answers.items()}

    assert said() == TOO_EASY
    amel.patch("me", {"language": "fr"})
    french = said()
    assert not any(french[password] == english for password, english in TOO_EASY.items())


SERVER_WORDS = {
    "names of games": ["chkobba2026!", "Scopa-Scopa-Scopa", "scopone scientifico", "Čamba Café 12"],
    "with signs for letters": ["5c0pa 2026", "b@c1ga-b@c1ga"],
    "of the field": ["cards & players", "admin1234567", "shkobba-5678"],
    "the host": ["tarneeb 2026", "tarneeb.club.example"],
}


@pytest.mark.parametrize("about", SERVER_WORDS)
def test_passwords_about_this_server_are_refused(amel, settings, about):
    """Words about this server do not count towards the ten characters of a password."""
    settings.PUBLIC_URL = "https://tarneeb.club.example:8443"
    for password in SERVER_WORDS[about]:
        answer = amel.put("me/password", {"password": password})
        assert refused(answer, 400, "invalid")["errors"]["password"] == [ABOUT_SERVER]


@pytest.mark.parametrize("game", GAMES)
def test_passwords_with_the_words_of_any_game_are_refused(amel, game):
    """So are the key, the name and the family of each game of the catalogue, also in French."""
    rules = GAMES[game]
    names = [reader(language).text(name) for name in (rules.name, rules.family_name) for language in LANGUAGES]
    for words in (rules.key, rules.family, *names):
        errors = refused(amel.put("me/password", {"password": f"{words} 2026"}), 400, "invalid")["errors"]
        assert errors["password"] == [ABOUT_SERVER]


@pytest.mark.parametrize("password", ["scopa every sunday", "a discarded seven", "tarneeb 2026"])
def test_enough_other_characters_make_a_password(amel, password):
    """A password may contain words about the server beside ten other characters; those of other hosts count."""
    assert amel.put("me/password", {"password": password}).status_code == 200


def test_the_words_are_documented():
    """docs/accounts.md lists the words of the field."""
    page = (Path(__file__).parent.parent.parent / "docs" / "accounts.md").read_text(encoding="utf-8")
    (listed,) = re.findall(r"common words of the field \(([^)]+)\)", page)
    assert re.findall(r"\w+", listed) == password_words.FIELD.split()


def test_a_password_needs_a_name(player, client_of):
    """Setting a password needs a name to log in with."""
    refused(client_of(player("Sami")).put("me/password", {"password": GOOD}), 409, "no_name")


def test_the_present_password_is_needed(known, client_of):
    """Changing or removing a password needs the current one."""
    for wish in (OTHER, None):
        refused(known.put("me/password", {"password": wish}), 403, "current_password_needed")
        refused(known.put("me/password", {"password": wish, "current": OTHER}), 403, "wrong_password")
    assert known.put("me/password", {"password": OTHER, "current": GOOD}).status_code == 200
    refused(log_in(client_of), 403, "wrong_login")
    assert log_in(client_of, password=OTHER).status_code == 201
    assert known.put("me/password", {"password": None, "current": OTHER}).data["is_set"] is False
    refused(log_in(client_of, password=OTHER), 403, "wrong_login")


def test_wrong_present_passwords_are_counted(known, settings):
    """Wrong current passwords count per player, so that a thief of the device cannot guess."""
    settings.THROTTLES = {**settings.THROTTLES, "passwords": "2/hour"}
    for _ in range(2):
        refused(known.put("me/password", {"password": OTHER, "current": OTHER}), 403, "wrong_password")
    answer = known.put("me/password", {"password": OTHER, "current": GOOD})
    assert refused(answer, 429, "too_many_wrong_logins")["retry_after"] > 0


def test_who_has_just_come_in_by_the_code_for_recovery_needs_none(known, client_of, frozen):
    """A recovery login needs no current password for fifteen minutes; a paired device does."""
    known.log_in_lately()
    codes = [known.post(f"me/{kind}-code").data["code"] for kind in (device_codes.RECOVERY, device_codes.PAIRING)]
    answers = [client_of().post("auth/device-codes/redeem", {"code": code}) for code in codes]
    devices = [with_token(answer.data["token"]) for answer in answers]
    assert [device.get("me/password").data["needs_current"] for device in devices] == [False, True]
    frozen.shift(timedelta(minutes=15))

    assert [device.get("me/password").data["needs_current"] for device in devices] == [True, True]
    frozen.shift(1)
    clean_up(timezone.now())
    assert not RecentLogin.objects.exists()


@pytest.mark.parametrize("then", [GOOD, None], ids=["changed", "removed"])
def test_a_changed_password_ends_other_devices_where_that_is_asked_for(known, client_of, then):
    """Changing or removing a password can sign out all other devices; the current one stays."""
    other = with_token(log_in(client_of).data["token"])
    body = {"password": OTHER, "current": GOOD}
    assert known.put("me/password", body).status_code == 200
    assert other.get("me").status_code == 200
    body = {"password": then, "current": OTHER, "sign_out_others": True}
    assert known.put("me/password", body).status_code == 200
    refused(other.get("me"), 401, "unauthenticated")
    assert known.get("me").status_code == 200


def test_the_staff_changes_its_password_in_the_admin(db, client_of):
    """Staff changes its password in the admin, which asks for the second factor."""
    steward = client_of(Player.objects.create_superuser("steward", GOOD))
    for wish in (OTHER, None):
        refused(steward.put("me/password", {"password": wish, "current": GOOD}), 403, "staff_account")


def test_passwords_are_kept_as_scrypt_has_them(settings):
    """Passwords are stored with scrypt; older hashes remain valid."""
    from chkobba_api import settings as written  # noqa: PLC0415

    settings.PASSWORD_HASHERS = written.PASSWORD_HASHERS
    assert hashers.make_password(GOOD).startswith("scrypt$16384$")
    assert hashers.check_password(GOOD, hashers.get_hasher("pbkdf2_sha256").encode(GOOD, "salt", iterations=1))


# --- passwords that an earlier hasher has hashed ----------------------------------------------------------------------


class Present(hashers.PBKDF2PasswordHasher):
    """The present hasher, with a work factor that is quick enough for tests."""

    iterations = 2


@pytest.fixture(params=["work factor", "hasher"])
def outdated(request, known, settings):
    """Return the client of a player whose password was hashed with another work factor, or by another hasher."""
    settings.PASSWORD_HASHERS = [f"{__name__}.Present", *settings.PASSWORD_HASHERS]
    if request.param == "work factor":
        Player.objects.update(password=Present().encode(GOOD, "salt", iterations=1))
    return known


def stored():
    """Return the stored password of the only player."""
    return Player.objects.get().password


def test_a_log_in_hashes_an_outdated_password_anew(outdated, client_of):
    """The first log-in with the right password hashes it anew; a wrong one, and later log-ins, do not."""
    before = stored()
    refused(log_in(client_of, password=OTHER), 403, "wrong_login")
    assert stored() == before

    assert log_in(client_of).status_code == 201
    renewed = stored()
    assert renewed.startswith("pbkdf2_sha256$2$")
    assert log_in(client_of).status_code == 201
    assert stored() == renewed


def test_so_does_a_proof_of_a_recent_log_in(outdated):
    """A device that stays signed in hashes the password anew when its player proves it."""
    before = stored()
    refused(outdated.put("me/recent-login", {"password": OTHER}), 403, "wrong_password")
    assert stored() == before
    assert outdated.put("me/recent-login", {"password": GOOD}).status_code == 200
    assert stored().startswith("pbkdf2_sha256$2$")


def test_a_newer_password_is_not_overwritten(outdated, client_of, monkeypatch):
    """A password that was changed while the old one was hashed anew stays, and the log-in is refused."""
    newer = Present().encode(OTHER, "salt")
    encode = Present.encode

    def change_meanwhile(self, password, salt, iterations=None):
        if iterations is None:  # a new hash, and no check of the stored one
            Player.objects.update(password=newer)
        return encode(self, password, salt, iterations)

    monkeypatch.setattr(Present, "encode", change_meanwhile)
    refused(log_in(client_of), 403, "wrong_login")

    assert stored() == newer


def test_an_outdated_password_is_hashed_anew_in_its_turn(outdated, in_turn, client_of):
    """The check and the new hash are one turn in the queue."""
    assert log_in(client_of).status_code == 201

    assert stored().startswith("pbkdf2_sha256$2$")
    assert in_turn
    assert all(in_turn)


# --- links in mails ---------------------------------------------------------------------------------------------------


def confirmed(player, address="amel@home.example"):
    """Give a player a confirmed address."""
    EmailAddress.objects.create(
        player=player, address=address, confirmed_at=timezone.now(), language="fr", logs_in=True
    )


def ask(client_of, address="amel@home.example", **headers):
    """Request a link; return the answer."""
    return client_of().post("auth/login-links", {"mail": address}, **headers)


def secrets_in(mail):
    """Return the secrets of the links in a mail."""
    return re.findall(r"https://cards\.example/#/device/log-in/(\S+)", mail.body)


def use(client_of, secret, **more):
    """Redeem a link; return the answer."""
    return client_of().post("auth/login-links/redeem", {"link": secret, **more})


def test_a_forgotten_password(known, client_of, mails):
    """A link logs in once; the player sets a new password without the old one, and is notified by mail."""
    confirmed(Player.objects.get())
    assert (ask(client_of, "AMEL@Home.example").status_code, ask(client_of).data) == (202, {"lasts": 900})
    [first, second] = sorted(mails(), key=lambda mail: mail.to)  # both are due at the same moment
    assert first.to == ["AMEL@home.example"]
    [secret] = secrets_in(first)
    came = use(client_of, secret, device="laptop")
    assert came.status_code == 201
    refused(use(client_of, secret), 404, "wrong_code")
    device = with_token(came.data["token"])
    assert device.get("me").data["name"] == "amel_k"
    assert use(client_of, *secrets_in(second)).status_code == 201

    assert device.put("me/password", {"password": OTHER}).status_code == 200
    [told] = mails()
    assert "amel_k" in told.body
    assert told.subject == "Votre mot de passe Chkobba a changé"
    assert log_in(client_of, password=OTHER).status_code == 201


def test_the_answer_is_the_same_for_nobody(db, client_of, mails):
    """The answer is the same for an unknown address, which gets a row and no mail."""
    answer = ask(client_of, "nobody@home.example")
    assert (answer.status_code, answer.data) == (202, {"lasts": 900})
    assert mails() == []
    assert (AccountMail.objects.get().send_at, LoginLink.objects.count()) == (None, 0)


def test_an_address_that_is_not_confirmed_gets_nothing(amel, client_of, mails):
    """An unconfirmed address gets no link, as anyone can enter one."""
    account_mails.ask_to_confirm(Player.objects.get(), "amel@home.example", timezone.now(), "en")
    ask(client_of)
    [sent] = mails()  # the mail that asks for confirmation
    assert secrets_in(sent) == []


def test_several_players_of_one_address(known, player, client_of, mails):
    """Each player of an address gets a link with their name, in one mail."""
    sami = player("Sami")
    for one in (Player.objects.get(username="amel_k"), sami):
        confirmed(one)
    ask(client_of, **{"Accept-Language": "fr"})
    [sent] = mails()

    assert sent.subject == "Se connecter à Chkobba"
    assert "\u2068@amel_k\u2069" in sent.body
    assert "\u2068Sami\u2069" in sent.body
    came = {use(client_of, secret).data["player"]["nickname"] for secret in secrets_in(sent)}
    assert came == {"Amel", "Sami"}


def test_players_of_one_nickname_look_different_in_a_mail(known, player, client_of, mails, frozen):
    """A mail tells players of one nickname apart by name, avatar and date of joining, to the second if needed."""
    account = Player.objects.get()
    there = [account, player(account.nickname), player(account.username), player(f"@{account.username}")]
    frozen.shift(timedelta(seconds=1))
    there.append(player(account.nickname))
    frozen.shift(timedelta(days=1))
    there += [player(account.nickname), Player.objects.create_guest(account.nickname, "owl")]
    for one in there:
        confirmed(one)
    ask(client_of)
    [sent] = mails()

    said = re.findall(r"^.*\u2068.*$", sent.body, re.MULTILINE)
    assert len(said) == len(set(said)) == len(there)
    assert sum("@amel_k\u2069" in line and "guest" not in line for line in said) == 1
    assert sum("2026-11-02 09:00:01 UTC" in line for line in said) == 1
    assert sum("UTC" in line for line in said) == 2


def test_a_link_is_good_for_a_quarter_of_an_hour(amel, client_of, mails, frozen):
    """A link works for fifteen minutes, and is deleted after a day."""
    confirmed(Player.objects.get())
    ask(client_of)
    [sent] = mails()
    frozen.shift(timedelta(minutes=15))
    refused(use(client_of, *secrets_in(sent)), 404, "wrong_code")
    frozen.shift(timedelta(days=1))
    clean_up(timezone.now())
    assert not AccountMail.objects.exists()
    assert not LoginLink.objects.exists()


def test_links_that_could_not_be_sent_in_time_are_not_sent(amel, client_of, mails, frozen):
    """A link that expired before it could be sent is not sent."""
    confirmed(Player.objects.get())
    ask(client_of)
    frozen.shift(timedelta(minutes=15))
    assert mails() == []


def test_a_mail_that_was_not_taken_is_sent_again(amel, client_of, mails, frozen, settings):
    """A mail that the server did not accept is sent again with the same link."""
    confirmed(Player.objects.get())
    ask(client_of)
    settings.EMAIL_BACKEND = "chkobba_api.email.backends.Dropping"
    assert mails() == []
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    assert mails() == []
    frozen.shift(timedelta(seconds=31))
    [sent] = mails()
    assert use(client_of, *secrets_in(sent)).status_code == 201


def test_whoever_has_lost_the_address_does_not_come_in(amel, client_of, mails, now):
    """A link fails when the address was removed, or the account deleted, after the mail was sent."""
    amel = Player.objects.get()
    confirmed(amel)
    ask(client_of)
    ask(client_of)
    [first, second] = [secrets_in(sent)[0] for sent in mails()]
    EmailAddress.objects.filter(player=amel).delete()
    refused(use(client_of, first), 404, "wrong_code")
    confirmed(amel)
    leave(amel, now)
    refused(use(client_of, second), 404, "wrong_code")
    assert not LoginLink.objects.exists()


def test_so_many_links_and_no_more(amel, client_of, mails, settings):
    """Links are limited per mailbox, without showing it, and per address."""
    confirmed(Player.objects.get())
    settings.THROTTLES = {**settings.THROTTLES, "links_to": "2/hour", "links": "4/hour"}
    for address in ("amel@home.example", "Amel@home.example", "amel+1@home.example", "a.mel@home.example"):
        assert ask(client_of, address).status_code == 202
    assert len(mails()) == 2
    refused(ask(client_of, "other@home.example"), 429, "throttled")


def test_requests_for_nobody_s_address_take_no_mail_from_its_neighbour(amel, client_of, mails, settings):
    """A stranger who asks for a variant of an address, which no player has, does not silence the mailbox."""
    confirmed(Player.objects.get())
    settings.THROTTLES = {**settings.THROTTLES, "links_to": "1/hour"}
    for number in range(3):
        assert ask(client_of, f"amel+{number}@home.example").status_code == 202
    assert mails() == []

    assert ask(client_of).status_code == 202
    assert len(mails()) == 1


def test_what_is_no_address(db, client_of, mails):
    """The error names the field of an invalid address."""
    for text in ("amel", "a@b", "é@home.example", ""):
        assert list(refused(ask(client_of, text), 400, "invalid")["errors"]) == ["mail"]


def test_a_server_without_mails_says_so(db, client_of, settings):
    """A server without mail settings says so and sends nothing."""
    settings.MAILS = False
    refused(ask(client_of), 409, "login_method_unavailable")


def test_links_are_stored_as_digests(amel, client_of, mails):
    """The database holds only the digest of a link, so a reader of the database cannot log in."""
    confirmed(Player.objects.get())
    ask(client_of)
    [secret] = secrets_in(mails()[0])
    assert secret not in str(LoginLink.objects.get().__dict__)


def test_a_typed_name_of_any_length_makes_little_work(db):
    """The key by which a name is counted is short, also for letters that stand for a sentence each."""
    long = login_limits.at_name("2001:db8::1", "\ufdfa" * 20_000)
    assert len(long[1]) < 100
    assert long == login_limits.at_name("2001:db8::1", "\ufdfa" * 150)
    assert login_limits.at_name("::1", "SAMI") == login_limits.at_name("::1", "sami")
    assert login_limits.at_name("::1", "sami") != login_limits.at_name("::1", "amel")
