"""Chat in a match: who reads a message and for how long. Messages are hidden from others and no part of the match."""

from __future__ import annotations

import json
import uuid
from datetime import timedelta

import pytest
from django.db.models.signals import post_save

from accounts.models import FORMER_PLAYER, Player
from accounts.services import leave
from games import row_kinds
from games.models import ChatMessage, Match, Mute, Note, Notification, Report
from games.services.matchmaking import rematch, substitutes
from games.services.matchmaking.lobby import joining, match_cancellation
from games.services.social.chat import LONGEST, PHRASES, REACTIONS
from games.services.staff import reports
from games.services.staff.match_actions import Order
from games.services.turns import playing
from tests.api.asking import BELOW_A_MATCH, READING, UNKNOWN, ask, counted, refused
from tests.conftest import NOW

PHRASE = {"message": {"type": "phrase", "key": "well_played"}}
SECRET = "zanzibar-7731"
"""A text that appears nowhere else."""


def text(said=SECRET):
    """Return a request to send free text."""
    return {"message": {"type": "text", "text": said}}


def reaction(about=1, key="clap"):
    """Return a request to react to a step."""
    return {"message": {"type": "reaction", "key": key, "about": about}}


def allow(*people, free_text=True):
    """Let players allow free text, or not."""
    Player.objects.filter(pk__in=[one.pk for one in people]).update(free_text=free_text)


@pytest.fixture(autouse=True)
def _one_after_the_other(frozen):
    """Let a millisecond pass after each message: messages of the same moment have no order."""

    def pass_by(**saved):
        frozen.shift(0.001)

    post_save.connect(pass_by, sender=ChatMessage, weak=False)
    yield
    post_save.disconnect(pass_by, sender=ChatMessage)


@pytest.fixture
def people(player):
    """Return Amel and Sami, who allow free text."""
    both = player("Amel"), player("Sami")
    allow(*both)
    return both


@pytest.fixture
def table(running, people):
    """Return a private match of Amel and Sami that was made with free text."""
    return running(*people, visibility="private", free_text=True)


@pytest.fixture
def place(table):
    """Return the address of the chat."""
    return f"matches/{table.match.pk}/chat"


def told(client, place, **headers):
    """Return the messages that a client reads, newest first."""
    answer = client.get(place, **headers)
    assert answer.status_code == 200
    return [message["text"] for message in answer.data["results"]]


# --- saying and hearing -----------------------------------------------------------------------------------------------


def test_a_phrase_is_read_by_everybody_in_their_own_language(place, amel, sami):
    """The server stores the key of a phrase, and each player reads it in their own language."""
    said = amel.post(place, PHRASE)

    assert said.status_code == 201
    expected = {"type": "phrase", "key": "well_played", "mine": True, "name": "Amel", "seat": 0, "removed": False}
    assert said.data | expected == said.data
    assert told(sami, place) == ["Well played!"]
    assert told(sami, place, **{"Accept-Language": "fr"}) == ["Bien joué\u202f!"]
    assert sami.get(place).data["results"] == [{**said.data, "mine": False}]
    assert ChatMessage.objects.get().text == ""


def test_everything_canned_has_words_in_every_language(client_of):
    """The list has all keys of phrases and reactions, with sentences in every language."""
    for language in ("en", "fr"):
        canned = client_of().get("phrases", **{"Accept-Language": language}).data
        assert [one["key"] for one in canned["phrases"]] == list(PHRASES)
        assert {one["key"]: one["symbol"] for one in canned["reactions"]} == REACTIONS
        assert not any("." in one["text"].rstrip(".") for kind in canned.values() for one in kind)


def test_a_reaction_is_to_a_step_and_counts_once(table, place, amel, sami):
    """A player can react once with each reaction to a step; the step must exist."""
    first = amel.post(place, reaction())

    assert (first.status_code, first.data["symbol"], first.data["about"], first.data["text"]) == (
        201,
        "👏",
        1,
        "Applause",
    )
    refused(amel.post(place, reaction()), 409, "already_reacted")
    assert amel.post(place, reaction(key="wow")).status_code == 201
    assert amel.post(place, reaction(about=2)).status_code == 201
    assert sami.post(place, reaction()).status_code == 201
    assert refused(amel.post(place, reaction(about=999)), 400, "no_such_step")["version"] == table.match.version


def test_words_are_no_part_of_the_match(table, place, amel, sami):
    """Messages change neither the version nor the ETag of a match, so they make no move stale."""
    where = f"matches/{table.match.pk}"

    def told_of_it():
        return [amel.get(f"{where}{what}").data for what in ("/events", "/rounds")], amel.get(where).headers["ETag"]

    before = told_of_it()
    header = Match.objects.filter(pk=table.match.pk).values().get()

    for body in (PHRASE, text(), reaction()):
        assert sami.post(place, body).status_code == 201

    assert before == told_of_it()
    assert Match.objects.filter(pk=table.match.pk).values().get() == header


def test_the_stream_tells_that_there_are_new_words_each_time(table, place, amel, sami, settings):
    """The stream announces each message, also at the same version.

    The sender is not notified, and no channel sends it.
    """
    settings.WEBHOOK_URL = "https://host.example/"
    last = sami.get("me/events").data["last"], amel.get("me/events").data["last"]

    for body in (PHRASE, PHRASE, reaction()):
        amel.post(place, body)

    events = sami.get(f"me/events?after={last[0]}").data["events"]
    assert [(one["type"], one["match"], one["version"]) for one in events] == [
        ("chat", str(table.match.pk), table.match.version)
    ] * 3
    assert [one["id"] for one in events] == list(range(last[0] + 1, last[0] + 4))
    assert amel.get(f"me/events?after={last[1]}").data["events"] == []
    assert not Notification.objects.filter(kind="chat", to_deliver=True).exists()


def test_pages_and_etag(place, amel, sami):
    """Pages are newest first, by cursor; an unchanged page answers 304, a changed one does not."""
    for number in range(5):
        amel.post(place, text(f"Number {number}"))
    first = sami.get(f"{place}?limit=2")
    assert [message["text"] for message in first.data["results"]] == ["Number 4", "Number 3"]
    following = sami.get(first.data["next"].partition("/api/v1/")[2]).data
    assert [message["text"] for message in following["results"]] == ["Number 2", "Number 1"]
    refused(sami.get(f"{place}?cursor=nonsense"), 400, "invalid")
    refused(sami.get(f"{place}?limit=0"), 400, "invalid")

    tag = {"If-None-Match": first.headers["ETag"]}
    assert sami.get(f"{place}?limit=2", **tag).status_code == 304
    amel.post(place, PHRASE)
    assert sami.get(f"{place}?limit=2", **tag).status_code == 200


def test_the_list_costs_as_many_queries_however_many_words_there_are(place, amel, sami):
    """The number of queries depends neither on the number of messages nor on that of senders."""
    amel.post(place, PHRASE)
    sami.get(place)
    _, few = counted(sami.get, f"{place}?limit=100")
    for number in range(4):
        (amel if number % 2 else sami).post(place, text(f"Number {number}"))

    assert counted(sami.get, f"{place}?limit=100")[1] == few


# --- free text --------------------------------------------------------------------------------------------------------


FREE_TEXT = [
    (True, (), "allowed"),
    (False, (), "not_agreed"),
    (False, (0, 1), "not_agreed"),
    (True, (0,), "off_for_you"),
    (True, (0, 1), "off_for_you"),
    (True, (1,), "off_for_others"),
]
"""For each case: the setting of the match, the players who forbid free text, and the state that Amel sees."""


def test_free_text_takes_the_table_and_everybody_who_sits_there(running, people, client_of):
    """Free text needs the match and every seated player; the refusal says which is missing, and phrases still work."""
    amel = client_of(people[0])
    places = {agreed: f"matches/{running(*people, free_text=agreed).match.pk}/chat" for agreed in (True, False)}
    for agreed, off, why in FREE_TEXT:
        allow(*people)
        allow(*[people[number] for number in off], free_text=False)

        answer = amel.post(places[agreed], text())

        assert amel.get(places[agreed]).data["free_text"] == why
        if why == "allowed":
            assert answer.status_code == 201
        else:
            assert refused(answer, 409, "free_text_off")["free_text"] == why
        assert amel.post(places[agreed], PHRASE).status_code == 201


def test_free_text_is_off_by_default(player, client_of):
    """Free text is off by default, in a match and in a profile; both are shown."""
    amel = client_of(player("Amel"))
    made = amel.post("matches", {"game": "chkobba"}).data

    assert amel.get(f"matches/{made['id']}/chat").data["free_text"] == "not_agreed"
    assert amel.get("me").data["free_text"] is False
    made = amel.post("matches", {"game": "chkobba", "free_text": True}).data
    assert amel.get(f"matches/{made['id']}/chat").data["free_text"] == "off_for_you"
    assert amel.patch("me", {"free_text": True}).data["free_text"] is True
    assert amel.get(f"matches/{made['id']}/chat").data["free_text"] == "allowed"  # Bots and free seats need not agree.


def test_who_turns_free_text_off_ends_it_at_once_and_leaves_what_was_written(place, amel, sami):
    """Turning free text off takes effect at once; messages already written stay. Turning it on works the same way."""
    amel.post(place, text("Before"))
    sami.patch("me", {"free_text": False})

    refused(amel.post(place, text("Meanwhile")), 409, "free_text_off")
    sami.patch("me", {"free_text": True})
    assert amel.post(place, text("After")).status_code == 201
    assert told(sami, place) == ["After", "Before"]


def test_a_rematch_has_free_text_where_the_match_had_it(running, people, client_of, now):
    """A rematch has free text if the match had it, like its other settings."""
    for agreed in (True, False):
        table = running(*people, free_text=agreed)
        playing.resign(table.match.pk, people[0], now)
        again = rematch.rematch(table.match.pk, people[0], now)
        told_there = client_of(people[0]).get(f"matches/{again.match.pk}/chat").data["free_text"]
        assert told_there == ("allowed" if agreed else "not_agreed")


IMPOSSIBLE = [
    "",
    " ",
    "\n",
    "a\0b",
    "\u202eabc",
    "a\u2066b",
    "a\u200bb",
    "\x07",
    "x" * (LONGEST + 1),
    "\u0344" * LONGEST,
]
"""Empty and overlong texts, also in normal form, and those with control or bidirectional characters."""
NO_MESSAGES = [
    {"type": "phrase", "key": "clap"},
    {"type": "reaction", "key": "hello", "about": 1},
    {"type": "reaction", "key": "clap"},
    {"type": "reaction", "key": "clap", "about": 10**30},
    {"type": "reaction", "key": "clap", "about": 0},
    {"type": "phrase", "key": "x\0"},
    {"type": "shout", "text": "Hey"},
    {"type": "phrase", "key": "hello", "text": SECRET},
    None,
    [],
]


def test_what_is_no_message_is_refused(table, place, amel):
    """Impossible texts and messages of the wrong form are refused; a note is validated like a message."""
    for message in (*NO_MESSAGES, *(text(said)["message"] for said in IMPOSSIBLE)):
        refused(amel.post(place, {"message": message}), 400, "invalid")
    for said in ("", " ", "a\0b", "\u202e", "x" * 2_001):
        refused(amel.put(f"matches/{table.match.pk}/note", {"text": said}), 400, "invalid")


def test_a_text_is_kept_in_its_normal_form(place, amel):
    """A text keeps its lines and any script, in Unicode normal form."""
    assert amel.post(place, text(" Cafe\u0301\nقهوة 🦊 ")).data["text"] == "Café\nقهوة 🦊"


# --- readers ----------------------------------------------------------------------------------------------------------


def test_no_word_reaches_who_does_not_sit_there(running, people, player, client_of, frozen):
    """The match, lists and events show outsiders no message, not even that there is one; they write none, either."""
    table = running(*people, free_text=True)
    where = f"matches/{table.match.pk}"
    watcher, amel = client_of(player("Watcher")), client_of(people[0])
    paths = [where, f"{where}/events?tables=true&limit=200", "matches?watch=true", "me/events?after=0", "me/matches"]
    clients = (watcher, client_of(None))
    for who, status, code in zip(clients, (403, 401), ("not_seated", "unauthenticated"), strict=True):
        refused(who.get(f"{where}/chat"), status, code)
        refused(who.post(f"{where}/chat", PHRASE), status, code)
    before = [client.get(path).data for client in clients for path in paths]

    message = amel.post(f"{where}/chat", text()).data["id"]
    frozen.move_to(NOW)  # Answers contain the time.

    after = [client.get(path).data for client in clients for path in paths]
    assert after == before
    for method, template in BELOW_A_MATCH:
        for client in clients if template in READING else (watcher,):
            if "{message_id}" not in template:
                assert SECRET not in json.dumps(ask(client, method, template, table.match.pk).data or {})
    refused(watcher.post(f"{where}/chat/{message}/report", {"happened": "This."}), 403, "not_seated")
    playing.resign(table.match.pk, people[0], table.now)
    assert SECRET not in json.dumps(watcher.get(f"{where}/record").data)


def test_who_sits_down_later_reads_what_is_said_from_then_on(make_match, people, player, client_of, now):
    """A player reads messages from joining until leaving; those sent in between stay hidden after joining again."""
    amel, sami = people
    match = make_match(amel, seats=4, game="chkobba-cafe", free_text=True).match
    place, at_home, newcomer = f"matches/{match.pk}/chat", client_of(amel), client_of(sami)
    at_home.post(place, text("To myself"))
    joining.join(match.pk, sami, now)
    at_home.post(place, text("To Sami"))

    assert told(newcomer, place) == ["To Sami"]
    joining.leave(match.pk, sami, now)
    refused(newcomer.get(place), 403, "not_seated")
    at_home.post(place, text("Behind Sami"))
    joining.join(match.pk, sami, now)
    assert told(newcomer, place) == []
    assert told(at_home, place) == ["Behind Sami", "To Sami", "To myself"]


def test_a_substitute_reads_nothing_of_before_and_who_lost_the_seat_nothing_of_after(
    running, people, player, client_of, now
):
    """A substitute reads no earlier message, the replaced player no later one.

    Free text depends on the seated players.
    """
    amel, sami = people
    table = running(amel, sami, options={"cut": False}, substitutes_after=60, free_text=True)
    place, newcomer = f"matches/{table.match.pk}/chat", player("Newcomer")
    client_of(amel).post(place, text("To Sami"))
    seat = table.match.seats.get(player=sami)
    seat.autopilot, seat.substitute_wanted = True, True
    seat.save()
    substitutes.take_seat(table.match.pk, newcomer, now)

    assert told(client_of(newcomer), place) == []
    refused(client_of(sami).get(place), 403, "not_seated")
    assert refused(client_of(amel).post(place, text()), 409, "free_text_off")["free_text"] == "off_for_others"
    client_of(amel).post(place, PHRASE)
    assert told(client_of(newcomer), place) == ["Well played!"]


# --- muting -----------------------------------------------------------------------------------------------------------


def test_what_a_muted_player_says_is_neither_shown_nor_told(running, people, place, amel, sami):
    """Muting hides a player's messages at every table, also earlier ones.

    The muted player sees no difference. It can end.
    """
    muted = people[0].pk
    amel.post(place, text("Before"))
    last = sami.get("me/events").data["last"]

    answer, again = (sami.put(f"me/mutes/{muted}", {}) for _ in range(2))

    assert (answer.status_code, answer.data["name"]) == (200, "Amel")
    assert again.data == answer.data
    assert Mute.objects.count() == 1
    elsewhere = f"matches/{running(*people).match.pk}/chat"
    said = [amel.post(place, text("After")), amel.post(elsewhere, PHRASE)]
    assert {one.status_code for one in said} == {201}
    assert told(sami, place) == told(sami, elsewhere) == []
    assert [one["type"] for one in sami.get(f"me/events?after={last}").data["events"] if one["type"] == "chat"] == []
    assert told(amel, place) == ["After", "Before"]
    listed = sami.get("me/mutes")
    assert [one["player"] for one in listed.data["players"]] == [str(muted)]
    assert sami.get("me/mutes", **{"If-None-Match": listed.headers["ETag"]}).status_code == 304
    assert amel.get("me/mutes").data["players"] == []
    assert sami.delete(f"me/mutes/{muted}").status_code == 204
    assert told(sami, place) == ["After", "Before"]


def test_only_whom_one_has_met_can_be_muted(place, people, player, sami, settings):
    """A player can mute only players they have met, so the API reveals no one; and the number of mutes is limited."""
    stranger = player("Stranger")
    for nobody in (stranger.pk, people[1].pk, UNKNOWN, uuid.UUID(int=0)):
        refused(sami.put(f"me/mutes/{nobody}", {}), 404, "not_found")
    settings.LIMITS = {**settings.LIMITS, "mutes": 0}
    assert refused(sami.put(f"me/mutes/{people[0].pk}", {}), 409, "too_many_mutes")["limit"] == 0


# --- limits -----------------------------------------------------------------------------------------------------------


def test_one_player_says_so_much_at_one_match(running, people, place, amel, sami, settings):
    """Messages per player and match are rate limited; the answer says when to retry. Other matches are unaffected.

    The server stores a limited number of messages of one player in one match.
    """
    settings.THROTTLES = {**settings.THROTTLES, "chat": "2/hour"}
    assert [amel.post(place, PHRASE).status_code for _ in range(2)] == [201, 201]
    late = amel.post(place, PHRASE)
    assert refused(late, 429, "throttled")["retry_after"] == int(late.headers["Retry-After"])
    elsewhere = f"matches/{running(*people).match.pk}/chat"
    assert amel.post(elsewhere, PHRASE).status_code == 201

    settings.LIMITS = {**settings.LIMITS, "chat_messages": 1}
    assert refused(amel.post(elsewhere, PHRASE), 409, "too_many_messages")["limit"] == 1
    assert sami.post(elsewhere, PHRASE).status_code == 201


# --- reports ----------------------------------------------------------------------------------------------------------


def test_a_word_is_reported_among_the_reports_of_the_match(table, place, amel, sami):
    """A report about a message is one of the match, also for a muted sender; only its author sees it."""
    message = amel.post(place, text()).data
    sami.put(f"me/mutes/{message['player']}", {})

    answer = sami.post(f"{place}/{message['id']}/report", {"happened": "Not nice."})

    assert answer.status_code == 201
    assert (answer.data["message"], answer.data["happened"], answer.data["state"]) == (
        message["id"],
        "Not nice.",
        "open",
    )
    where = f"matches/{table.match.pk}/reports"
    assert (sami.get(where).data["reports"], amel.get(where).data["reports"]) == ([answer.data], [])
    refused(sami.post(f"{place}/{UNKNOWN}/report", {"happened": "What?"}), 404, "not_found")


def test_a_word_that_was_not_said_to_one_cannot_be_reported(running, people, player, client_of, place, amel):
    """A report is refused for a message of another match, and from a player who has no seat."""
    message = amel.post(place, text()).data["id"]
    elsewhere = running(people[0], player("Other")).match.pk

    refused(amel.post(f"matches/{elsewhere}/chat/{message}/report", {"happened": "x"}), 404, "not_found")
    stranger = client_of(player("Stranger"))
    refused(stranger.post(f"{place}/{message}/report", {"happened": "x"}), 404, "not_found")


def test_the_staff_hides_a_word_and_answers(staff, table, place, amel, sami, now):
    """A hidden message is shown as removed to everyone; the server keeps its text for the staff."""
    message = amel.post(place, text()).data["id"]
    report = sami.post(f"{place}/{message}/report", {"happened": "Not nice."}).data["id"]

    reports.hide_message(report, Order(staff, "It is gone.", now))

    for client in (amel, sami):
        (shown_message,) = client.get(place).data["results"]
        assert (shown_message["removed"], shown_message["text"], shown_message["id"]) == (True, None, message)
    (answered,) = sami.get(f"matches/{table.match.pk}/reports").data["reports"]
    assert (answered["state"], answered["answer"]) == ("answered", "It is gone.")
    assert ChatMessage.objects.get(pk=message).text == SECRET


# --- how long ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("end", ["resign", "cancel"])
def test_words_go_so_many_days_after_the_match(make_match, running, people, client_of, frozen, now, settings, end):
    """Messages disappear at the announced time, even before the sweep deletes them."""
    amel = client_of(people[0])
    match = (running(*people) if end == "resign" else make_match(people[0])).match
    place = f"matches/{match.pk}/chat"
    amel.post(place, PHRASE)
    assert amel.get(place).data["kept_until"] is None
    playing.resign(match.pk, people[0], now) if end == "resign" else match_cancellation.cancel(match.pk, people[0], now)
    assert amel.post(place, PHRASE).status_code == 201  # The chat stays open after the end, for goodbyes.
    kept = amel.get(place).data
    assert (kept["kept_days"], kept["kept_until"]) == (
        30,
        (now + timedelta(days=30)).isoformat().replace("+00:00", "Z"),
    )

    row_kinds.clean_up(now + timedelta(days=30))
    assert ChatMessage.objects.count() == 2
    frozen.move_to(now + timedelta(days=30))
    assert told(amel, place) == []
    refused(amel.post(place, PHRASE), 409, "chat_closed")
    row_kinds.clean_up(now + timedelta(days=30, seconds=1))
    assert not ChatMessage.objects.exists()


def delete_old_messages(now):
    """Run the cleanup of messages alone: by then the tokens of the test have expired, too."""
    for kind in row_kinds.ROW_KINDS:
        if kind.model is ChatMessage:
            kind.delete_old(now)


def test_words_stay_as_long_as_the_match_goes_on_or_a_report_waits(table, place, people, amel, sami, now):
    """While the match runs or a report is open, all messages stay; a report outlives its message."""
    message = amel.post(place, text()).data["id"]
    amel.post(place, PHRASE)
    later = now + timedelta(days=400)
    delete_old_messages(later)
    assert ChatMessage.objects.count() == 2
    report = sami.post(f"{place}/{message}/report", {"happened": "Not nice."}).data["id"]
    playing.resign(table.match.pk, people[0], now)
    delete_old_messages(later)
    assert ChatMessage.objects.count() == 2

    reports.close(report, Order(Player.objects.create_superuser("root", None), "No.", now))
    delete_old_messages(later)

    assert not ChatMessage.objects.exists()
    assert Report.objects.get().message is None


def test_who_leaves_for_good_takes_their_text_along(table, place, people, amel, sami, now):
    """Deletion removes free text, notes and mutes in both directions; phrases stay under "former player"."""
    amel.post(place, text())
    amel.post(place, PHRASE)
    amel.put(f"matches/{table.match.pk}/note", {"text": SECRET})
    amel.put(f"me/mutes/{people[1].pk}", {})
    sami.put(f"me/mutes/{people[0].pk}", {})
    sami.delete(f"me/mutes/{people[0].pk}")
    sami.put(f"me/mutes/{people[0].pk}", {})

    leave(people[0], now)

    assert not Mute.objects.exists()
    assert not Note.objects.exists()
    assert not ChatMessage.objects.exclude(text="").exists()
    canned, written = sami.get(place).data["results"]
    assert (canned["name"], canned["text"]) == (FORMER_PLAYER, "Well played!")
    assert (written["name"], written["text"], written["removed"]) == (FORMER_PLAYER, None, True)
    assert sami.get(place).data["free_text"] == "allowed"  # a former player need not agree


# --- notes ------------------------------------------------------------------------------------------------------------


def test_a_note_is_for_oneself(table, people, amel, sami):
    """A note is written, read, replaced and deleted; only its author sees it."""
    where = f"matches/{table.match.pk}/note"
    assert amel.get(where).data == {"text": "", "changed_at": None}

    written = amel.put(where, {"text": f"{SECRET}\nWatch the sevens."})

    assert written.status_code == 200
    assert amel.get(where).data == written.data
    assert sami.get(where).data["text"] == ""
    assert amel.put(where, {"text": "Another"}).data["text"] == amel.get(where).data["text"] == "Another"
    assert Note.objects.count() == 1
    assert [amel.delete(where).status_code for _ in range(2)] == [204, 204]
    assert amel.get(where).data["text"] == ""
