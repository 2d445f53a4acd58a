"""Clubs: founding, joining, organizing, and what happens when organizers leave."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import transaction

from accounts.services import leave as leave_server
from games import row_kinds
from games.clock.controls.move import MoveControl
from games.models import ChatMessage, Club, ClubConfusable, Membership, Preset
from games.services.clubs import club_chat, clubs, members, presets
from games.services.clubs.clubs import Founding
from games.services.clubs.presets import Agreement
from games.services.social import follows_and_blocks
from games.services.social.chat import Wanted
from games.texts import reader
from tests.helpers.refusals import refused
from tests.helpers.threads import InAnotherThread, concurrent

MEMBER, ORGANIZER = "member", "organizer"


@pytest.fixture
def people(player):
    """Return Amel, who founds clubs, and three others."""
    return [player(name) for name in ("Amel", "Sami", "Ines", "Zohra")]


@pytest.fixture
def club(people, now):
    """Return a function that makes clubs of Amel: ``club("open", member, another)``."""

    def make(joining="invitation", *others, name="Café de la Marsa"):
        made = clubs.found(people[0], Founding(name=name, joining=joining), now).club
        for other in others:
            members.join_by_code(other, made.code, now)
        return made

    return make


def agreement(name, **more):
    """Return the settings of a preset with this name."""
    return Agreement(name=name, game="scopa", seats=2, options={}, control=MoveControl(3600), **more)


def standings(club):
    """Return each player's standing in a club, by nickname."""
    return dict(Membership.objects.filter(club=club).values_list("player__nickname", "standing"))


# --- names ------------------------------------------------------------------------------------------------------------


def test_no_two_clubs_look_alike(people, club, now):
    """Names that differ in case, accents, spaces or look-alike letters are the same; an ended club frees its name."""
    first = club()

    for name in ("cafe-de-la-marsa", "CAFÉ DE LA MARSA", "Cafe de la Marsa"):
        error = refused("name_taken", clubs.found, people[1], Founding(name=name), now)
        assert reader().text(error.message).startswith("Another club has this name")
    other = clubs.found(people[1], Founding(name="L'As de Tunis"), now).club
    refused("name_taken", clubs.change, people[1], other.pk, name="cafe de la marsa")
    clubs.change(people[0], first.pk, name="Café de Sfax")
    clubs.change(people[1], other.pk, name="Cafe de la Marsa")
    members.leave(people[1], other.pk, now)
    assert set(ClubConfusable.objects.values_list("club", flat=True)) == {first.pk}


def test_a_name_that_cannot_be(people, now):
    """Names are refused if too short or too long, with other signs, of two scripts, without letters, or reserved."""
    for name in ("ab", "x" * 41, "Café  de", "Café!", "Саfé", "\u202eevil", "12345"):
        error = refused("invalid", clubs.found, people[0], Founding(name=name), now)
        said = reader().text(error.message)
        assert len(name) in (2, 41) or said.endswith("single spaces, apostrophes, dashes or underscores between them.")
    refused("name_reserved", clubs.found, people[0], Founding(name="The Admin Club"), now)


# --- founding ---------------------------------------------------------------------------------------------------------


def test_the_staff_alone_may_found_where_the_host_wants_it(people, settings, now):
    """A setting lets only staff found clubs, by the same operation."""
    settings.CLUBS_BY_PLAYERS = False
    refused("not_a_founder", clubs.found, people[0], Founding(name="Marsa"), now)

    people[0].is_staff = True
    people[0].save()
    assert clubs.found(people[0], Founding(name="Marsa"), now).standing == ORGANIZER


def test_a_player_in_kid_mode_founds_none_and_finds_none(people, club, now):
    """A player in kid mode can only join, by code, a club that is by invitation only and thus hidden from others."""
    hidden, seen = club(), club("open", name="Sfax")
    people[1].kid_mode = True
    people[1].save()

    refused("kid_mode", clubs.found, people[1], Founding(name="Tunis"), now)
    assert not clubs.listed(people[1]).exists()
    refused("not_found", members.join, people[1], seen.pk, now)
    refused("join_refused", members.join_by_code, people[1], seen.code, now)
    assert members.join_by_code(people[1], hidden.code, now).standing == MEMBER


@pytest.mark.parametrize("rule", [False, True], ids=["wished", "rule"])
def test_an_organizer_in_kid_mode_writes_no_free_text(people, club, now, settings, rule):
    """Such an organizer names no presets and gives no reasons, but changes other terms and removes members.

    Staff in kid mode may write.
    """
    amel, sami, ines, _ = people
    there = club("invitation", sami, ines)
    preset = presets.add(amel, there.pk, agreement("Fridays"), now)
    settings.KID_MODE, amel.kid_mode = rule, not rule
    amel.save()

    refused("kid_mode", presets.add, amel, there.pk, agreement("Come to my house"), now)
    refused("kid_mode", presets.change, amel, there.pk, preset.pk, agreement("Come to my house"), now)
    assert presets.change(amel, there.pk, preset.pk, agreement("Fridays", rated=True), now).rated
    assert members.put(amel, there.pk, sami.pk, "banned", now, reason="Come to my house.").reason == ""
    assert members.put(amel, there.pk, ines.pk, "removed", now).standing == "removed"
    assert set(Membership.objects.values_list("reason", flat=True)) == {""}
    amel.is_staff = True
    amel.save()
    assert members.put(amel, there.pk, sami.pk, "removed", now, reason="A month away.").reason == "A month away."
    assert presets.change(amel, there.pk, preset.pk, agreement("Mondays"), now).name == "Mondays"


def test_how_many_clubs_one_may_have(people, club, settings, now):
    """The numbers of memberships and of organized clubs are limited; requests count."""
    settings.LIMITS = {**settings.LIMITS, "clubs": 1, "organized_clubs": 1, "club_members": 2}
    asked, other = club("request"), clubs.found(people[1], Founding(name="Sfax"), now).club

    members.join(people[2], asked.pk, now)
    refused("too_many_clubs", members.join_by_code, people[2], other.code, now)
    refused("too_many_clubs", clubs.found, people[0], Founding(name="Tunis"), now)
    members.join_by_code(people[3], asked.code, now)
    assert refused("club_full", members.put, people[0], asked.pk, people[2].pk, MEMBER, now).fields == {"limit": 2}


# --- joining ----------------------------------------------------------------------------------------------------------


def test_three_ways_in(people, club, now):
    """A player joins at once, by admission, or by code only; repeating it changes nothing."""
    free, asking, hidden = club("open"), club("request", name="Sfax"), club(name="Tunis")

    assert [members.join(people[1], free.pk, now).standing for _ in range(2)] == [MEMBER] * 2
    assert [members.join(people[1], asking.pk, now).standing for _ in range(2)] == ["asked"] * 2
    refused("not_found", members.join, people[1], hidden.pk, now)
    refused("not_a_member", members.members_of, people[1], asking.pk)
    members.put(people[0], asking.pk, people[1].pk, MEMBER, now)
    assert members.members_of(people[1], asking.pk).count() == 2
    old = hidden.code
    clubs.renew_code(people[0], hidden.pk)
    refused("wrong_code", members.join_by_code, people[1], old, now)


def test_a_player_who_waits_joins_a_club_that_opens(people, club, now):
    """A player who asked becomes a member by joining again, and otherwise stays as before."""
    there = club("request")
    members.join(people[1], there.pk, now)

    clubs.change(people[0], there.pk, joining="open")

    assert members.join(people[1], there.pk, now).standing == MEMBER


def test_who_is_removed_may_come_again_and_who_is_banned_may_not(people, club, now):
    """A removed player may join again, a banned one may not; both see the reason. Lifting a ban makes it a removal."""
    there = club("open", people[1])

    refused("invalid", members.put, people[0], there.pk, people[1].pk, "removed", now)
    members.put(people[0], there.pk, people[1].pk, "removed", now, reason="A month away.")
    assert clubs.memberships_of(people[1]).get().reason == "A month away."
    assert members.join(people[1], there.pk, now).reason == ""
    members.put(people[0], there.pk, people[1].pk, "banned", now, reason="Rude.")
    refused("not_found", members.join, people[1], there.pk, now)
    assert refused("banned", members.join_by_code, people[1], there.code, now).fields == {"reason": "Rude."}
    refused("not_found", members.leave, people[1], there.pk, now)
    assert not clubs.listed(people[1]).exists()
    members.put(people[0], there.pk, people[1].pk, "removed", now, reason="Again.")
    assert members.join(people[1], there.pk, now).standing == MEMBER


def test_a_block_keeps_out_where_an_organizer_is_on_the_other_side(people, club, now):
    """A block by an organizer keeps a player out, and hides members from each other, except from organizers."""
    there = club("open", people[1], people[2])
    follows_and_blocks.block(people[1], people[2].pk, now)
    follows_and_blocks.block(people[3], people[0].pk, now)

    refused("join_refused", members.join, people[3], there.pk, now)
    refused("join_refused", members.join_by_code, people[3], there.code, now)
    assert {one.player for one in members.members_of(people[1], there.pk)} == {people[0], people[1]}
    assert {one.player for one in members.members_of(people[2], there.pk)} == {people[0], people[2]}
    assert members.members_of(people[0], there.pk).count() == 3


# --- organizing -------------------------------------------------------------------------------------------------------


def test_organizers_decide_and_others_do_not(people, club, now):
    """Only organizers decide, also about each other; a player must be a member before becoming one."""
    there = club("request", people[1])
    members.join(people[2], there.pk, now)

    refused("not_organizer", members.put, people[1], there.pk, people[2].pk, MEMBER, now)
    refused("not_organizer", members.others_of, people[1], there.pk, "asked")
    refused("not_organizer", clubs.change, people[1], there.pk, joining="open")
    refused("not_a_member", members.put, people[0], there.pk, people[2].pk, ORGANIZER, now)
    refused("not_found", members.put, people[0], there.pk, people[3].pk, MEMBER, now)
    members.put(people[0], there.pk, people[1].pk, ORGANIZER, now)
    members.put(people[1], there.pk, people[0].pk, MEMBER, now)
    assert standings(there) == {"Amel": MEMBER, "Sami": ORGANIZER, "Ines": "asked"}


@concurrent
def test_two_clubs_at_once_appoint_one_organizer(people, club, now, settings):
    """Two clubs that appoint the same member at once are counted one after the other (PostgreSQL)."""
    settings.LIMITS = {**settings.LIMITS, "organized_clubs": 1}
    _, sami, ines, _ = people
    first, second = club("open", ines), clubs.found(sami, Founding(name="Sfax", joining="open"), now).club
    members.join(ines, second.pk, now)
    other = InAnotherThread(members.put, sami, second.pk, ines.pk, ORGANIZER, now)

    with transaction.atomic():
        members.put(people[0], first.pk, ines.pk, ORGANIZER, now)
        other.start()
        other.join(1)  # by now the other club waits for the player's lock
    other.join(20)

    assert getattr(other.error, "code", None) == "too_many_clubs"
    assert Membership.objects.filter(player=ines, standing=ORGANIZER).count() == 1


def test_the_last_organizer_does_not_vanish(people, club, now):
    """The last organizer must appoint another one before leaving; alone, they end the club."""
    there = club("open", people[1])

    refused("last_organizer", members.leave, people[0], there.pk, now)
    refused("last_organizer", members.put, people[0], there.pk, people[0].pk, MEMBER, now)
    refused("last_organizer", members.put, people[0], there.pk, people[0].pk, "banned", now, reason="Me.")
    members.put(people[0], there.pk, people[1].pk, ORGANIZER, now)
    members.leave(people[0], there.pk, now)
    members.leave(people[1], there.pk, now)
    there.refresh_from_db()
    assert (there.ended_at, there.code, standings(there)) == (now, None, {})
    refused("not_found", clubs.club_for, people[1], there.pk)


def test_a_club_passes_on_when_its_organizer_leaves_the_server(people, club, now):
    """Account deletion of the last organizer promotes the longest-standing member; without members the club ends."""
    there = club("open", people[2])
    members.join(people[1], there.pk, now + timedelta(days=1))
    members.put(people[0], there.pk, people[1].pk, "banned", now, reason="Rude.")

    leave_server(people[0], now)
    assert standings(there) == {"Ines": ORGANIZER, "Sami": "banned"}
    leave_server(people[2], now)
    over = Club.objects.get()
    assert over.ended_at is not None
    assert (over.name, over.description, Preset.objects.count()) == ("", "", 0)
    assert not Membership.objects.exists()


def test_removals_are_forgotten_and_bans_are_not(people, club, now):
    """Removals are deleted after ninety days, bans are not."""
    there = club("open", people[1], people[2])
    for other, standing in ((people[1], "removed"), (people[2], "banned")):
        members.put(people[0], there.pk, other.pk, standing, now, reason="Enough.")

    row_kinds.clean_up(now + members.REMOVALS_LAST)
    assert len(standings(there)) == 3
    row_kinds.clean_up(now + members.REMOVALS_LAST + timedelta(seconds=1))
    assert standings(there) == {"Amel": ORGANIZER, "Ines": "banned"}


def test_a_mute_outlasts_leaving_and_coming_back(people, club, now):
    """A muted member stays muted after leaving and joining again. For other members, no row remains."""
    amel, sami, ines, _ = people
    open_club = club("open", sami, ines)
    hello = Wanted(ChatMessage.Kind.PHRASE, "hello")
    members.mute(amel, open_club.pk, sami.pk, 3600, now)
    for one in (sami, ines):
        members.leave(one, open_club.pk, now)
        refused("not_found", members.leave, one, open_club.pk, now)
        refused("not_a_member", club_chat.post_message, open_club.pk, one, now, hello)
        assert not clubs.memberships_of(one).exists()
    assert [one.standing for one in Membership.objects.filter(player__in=(sami, ines))] == ["left"]
    refused("not_a_member", members.put, amel, open_club.pk, sami.pk, "member", now)

    members.join(sami, open_club.pk, now)
    refused("muted_in_club", club_chat.post_message, open_club.pk, sami, now, hello)
    assert club_chat.post_message(open_club.pk, sami, now + timedelta(hours=1), hello)

    members.mute(amel, open_club.pk, sami.pk, 3600, now)
    members.leave(sami, open_club.pk, now)
    row_kinds.clean_up(now + members.REMOVALS_LAST + timedelta(seconds=1))
    assert not Membership.objects.filter(player=sami).exists()
